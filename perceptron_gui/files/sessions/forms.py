"""How simple values stand in a session, and the sentence that tells where something else stands (C10).

Shape, lengths and names of entries are left to msgspec. Ours is what it has no word for: decimals as text, ranges of
any numbers, texts that a window can show.
"""

import json
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.files.file_work import FileError, Report, listed, shown, tell_nobody
from perceptron_gui.files.names import is_showable
from perceptron_gui.files.numbers import PLAIN, shortest
from perceptron_gui.files.sessions.strict_json import LARGEST_WHOLE, MOST_VALUES, Plain
from perceptron_gui.frozen import Frozen, Meta, is_within, replace
from perceptron_gui.translation import ntr, tr

Schema = dict[str, Any]
"""Of JSON Schema."""


class Spot(Frozen):
    """A place in a file that is read."""

    path: str = ""  # names of the entries that lead there, with points between; empty for the whole
    # is called in long work with the part that is done, in 0 … 1; what it raises ends the work
    report: Report = tell_nobody
    n_points: int = MOST_VALUES  # how many points there are, or can be where they have not been read yet

    def at(self, name: str) -> "Spot":
        """Return the place of an entry. `name`: of the entry, in the group that stands here."""
        return replace(self, path=f"{self.path}.{name}" if self.path else name)

    @property
    def name(self) -> str:
        """What stands here, as a sentence begins with it."""
        return shown(self.path, 100) or tr("the session")

    def refusal(self, right: str, found: Plain) -> FileError:
        """Return the error that tells what stands here. `right`: as it follows "must be", translated."""
        words = tr("{entry} must be {right}, not {found}.")
        return FileError(words.format(entry=self.name, right=right, found=_shown(found)))

    def misfit(self, rule: Schema, found: Plain) -> FileError:
        """Return the error that tells what stands here instead of what a schema allows."""
        return self.refusal(_right(rule, found), found)


def _shown(found: Plain) -> str:
    if isinstance(found, bytes):
        return shown(found.decode())
    if isinstance(found, str):
        return f'"{shown(found)}"'
    if isinstance(found, dict):
        return tr("a group of entries")
    if isinstance(found, list):
        return ntr("a list of {count} value", "a list of {count} values", len(found)).format(count=len(found))
    return shown(json.dumps(found))


def _right(rule: Schema, found: Plain) -> str:
    """Return what a schema allows where something else stands, as it follows "must be"."""
    rule = rule.get("anyOf", [rule])[0]
    if "enum" in rule:
        return tr("one of {names}").format(names=listed(rule["enum"]))
    if rule["type"] == "array":
        return _right_list(rule, found)
    if "maximum" in rule:
        return _right_number(rule, found)
    words = tr("text of at most {count} characters, without NUL and halves of characters")
    text = words.format(count=rule["maxLength"]) if "maxLength" in rule else tr("text")
    return {"object": tr("a group of entries"), "boolean": tr("true or false")}.get(rule["type"], text)


def _right_list(rule: Schema, found: Plain) -> str:
    if "prefixItems" in rule:
        return tr("a list of {count} values").format(count=rule["maxItems"])
    if "uniqueItems" in rule:
        words = tr("a list of {least} to {most} different names")
        return words.format(least=rule["minItems"], most=rule["maxItems"])
    if isinstance(found, list):
        words = ntr("a list of at most {count} value", "a list of at most {count} values", rule["maxItems"])
        return words.format(count=rule["maxItems"])
    kinds = {"string": tr("a list of texts"), "integer": tr("a list of whole numbers")}
    return kinds.get(rule["items"].get("type", ""), tr("a list"))


def _right_number(rule: Schema, found: Plain) -> str:
    is_whole, is_limited = rule["type"] == "integer", rule["maximum"] < LARGEST_WHOLE
    if is_whole and not (is_limited or isinstance(found, int)):
        return tr("a whole number")
    if not (is_whole or (is_limited and isinstance(found, str))):
        return tr('a decimal as text, such as "0.5"')
    words = tr("a whole number from {least} to {most}") if is_whole else tr("a decimal as text, from {least} to {most}")
    if "exclusiveMinimum" in rule:
        words = tr("a decimal as text, above {least} and at most {most}")
    least: float = rule["minimum"] if "minimum" in rule else rule["exclusiveMinimum"]
    return words.format(least=shortest(least), most=shortest(rule["maximum"]))


def checked(make: Callable[[], Any], spot: Spot) -> Any:
    """Return what `make` returns; what it refuses, a ValueError with one sentence, is told with its place."""
    try:
        return make()
    except ValueError as error:
        raise FileError(f"{spot.name}: {error}") from None


class Form(Frozen):
    """How values of a type stand in a file."""

    type: Any  # what msgspec reads there
    written: Callable[[Any], Plain]  # raises `FileError` when a value cannot be written
    read: Callable[[Any, Spot], Any]  # the value that stands for what msgspec has read; raises `FileError`


DECIMAL = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$"
LONGEST_NUMBER = 100


def number_form(kind: type[int] | type[float], limits: Meta) -> Form:
    """Return the form of a number in a range; a decimal is the shortest text that its double stands for."""
    rule: Schema = {"type": "integer"}
    largest: float = LARGEST_WHOLE
    if kind is float:
        rule, largest = {"type": "string", "pattern": DECIMAL, "maxLength": LONGEST_NUMBER}, sys.float_info.max
    least, most = -largest if limits.ge is None else limits.ge, largest if limits.le is None else limits.le
    within = Meta(ge=least, le=most) if limits.gt is None else Meta(gt=limits.gt, le=most)
    rule |= {"minimum": kind(least)} if limits.gt is None else {"exclusiveMinimum": kind(limits.gt)}
    rule |= {"maximum": kind(most)}

    def read(found: Any, spot: Spot) -> float:
        is_number = kind is int or (len(found) <= LONGEST_NUMBER and PLAIN.fullmatch(found))
        if not (is_number and is_within(kind(found), within)):
            raise spot.misfit(rule, found)
        return kind(found)

    written = int if kind is int else lambda value: shortest(float(value))
    return Form(Annotated[int if kind is int else str, Meta(extra_json_schema=rule)], written, read)


WITHOUT_NUL = r"^[^\u0000]*$"
LONGEST_TEXT = 20_000
TEXT_RULE: Schema = {"type": "string", "pattern": WITHOUT_NUL, "maxLength": LONGEST_TEXT}


def written_text(value: str) -> Plain:
    """Return a text that the reader takes. Raises `FileError` where it would not."""
    if len(value) > LONGEST_TEXT or not is_showable(value):
        raise FileError(tr("{name} cannot be written as UTF-8 text, rename it.").format(name=listed([value])))
    return value


def _read_text(found: str, spot: Spot) -> str:
    if len(found) > LONGEST_TEXT or not is_showable(found):
        raise spot.misfit(TEXT_RULE, found)
    return found


def _read_features(found: str, spot: Spot) -> FeatureMap:
    text = _read_text(found, spot)
    features: FeatureMap = checked(lambda: FeatureMap.read(text), spot)
    return features


TEXT = Annotated[str, Meta(extra_json_schema=TEXT_RULE)]
SIMPLE_FORMS = {
    bool: Form(bool, lambda value: value, lambda found, spot: found),
    int: number_form(int, Meta()),
    float: number_form(float, Meta()),
    str: Form(TEXT, written_text, _read_text),
    FeatureMap: Form(TEXT, lambda value: value.text, _read_features),  # as it is written on the command line
}


def choice_form(kind: type[StrEnum]) -> Form:
    """Return the form of one name of a few."""
    rule = {"enum": [each.value for each in kind]}

    def read(found: str, spot: Spot) -> StrEnum:
        if found not in rule["enum"]:
            raise spot.misfit(rule, found)
        return kind(found)

    return Form(Annotated[str, Meta(extra_json_schema=rule)], lambda value: value.value, read)
