"""What each language lacks, and what is wrong with its catalogue: `python -m tests.languages` prints it as a table."""

from __future__ import annotations

import re
import string
import sys
from collections import Counter
from gettext import c2py

from perceptron_gui.files.program import languages
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import BETWEEN, ENGLISH
from tests.arguments import command_line
from tests.catalogue import Text, collected

MARKUP = re.compile(r"</?[a-z][^<>]*>|&[a-z]+;|\$|\*\*?|[▸]")
"""What a translation has as often as its text: tags, entities, the ends of formulas and of what is strong."""
LETTER = re.compile(r"&(?=\w)")
"""Before the letter that opens a menu."""
N_FORMS = re.compile(r"nplurals=(\d+)")
COUNTS = 1000


class State(Frozen):
    """How far a language is."""

    n_translated: int
    n_fuzzy: int  # translations of texts that were changed: English is shown
    n_missing: int
    flaws: tuple[str, ...]  # sentences, each about one text


def fields(text: str) -> set[str]:
    """Return the names of the fields of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def problem(text: str, translation: str, may_lack: frozenset[str] = frozenset()) -> str:
    """Return what is wrong with a translation; "" for nothing. `may_lack`: fields that a form for a count can spare."""
    try:
        found = fields(translation)
    except ValueError:
        return "a brace that is not closed"
    if lost := fields(text) - found - may_lack:
        return f"lacks {{{'}, {'.join(sorted(lost))}}}"
    if more := found - fields(text):
        return f"has {{{'}, {'.join(sorted(more))}}}, which is filled in nowhere"
    if Counter(MARKUP.findall(text)) != Counter(MARKUP.findall(translation)):
        return f"has other markup than {' '.join(MARKUP.findall(text)) or 'none'}"
    if len(LETTER.findall(text)) != len(LETTER.findall(translation)):
        return "needs one & before a letter, as its text"
    for end in ("…", ":"):
        if text.endswith(end) is not translation.replace("：", ":").endswith(end):
            return f"ends with {end}, or does not, unlike its text"
    if text[:1].isspace() is not translation[:1].isspace() or text[-1:].isspace() is not translation[-1:].isspace():
        return "begins or ends with a blank, or does not, unlike its text"
    return ""


def flaws_of(text: str) -> list[str]:
    """Return what is wrong with a catalogue. `text`: of its file."""
    header = next((forms[0] for _, one, _, forms in languages.entries(text) if not one), "")
    rule, n_forms = languages.PLURAL.search(header), N_FORMS.search(header)
    if rule is None or n_forms is None or not re.search(r"^X-Name: \S", header, re.MULTILINE):
        return ["the header lacks X-Name or Plural-Forms"]
    try:
        form_of = c2py(rule[1])
        highest = max(map(form_of, range(COUNTS)))
    except (ValueError, ArithmeticError) as error:
        return [f"the rule of its plurals is wrong: {error}"]
    if highest + 1 != int(n_forms[1]):
        return [f"the rule of its plurals has {highest + 1} forms, not {n_forms[1]}"]
    plurals = {one: many for one, many in collected() if many is not None}
    found = []
    for context, one, is_plural, forms in languages.entries(text):
        key = f"{context}{BETWEEN}{one}" if context else one
        if not one or not any(forms):
            continue
        wanted = int(n_forms[1]) if is_plural else 1
        if len(forms) != wanted or not all(forms):
            found.append(f"{key!r}: {sum(map(bool, forms))} forms of {wanted}")
            continue
        for form in forms:
            many = plurals.get(key, one) if is_plural else one
            if wrong := problem(many, form, frozenset({"count"}) if is_plural else frozenset()):
                found.append(f"{key!r}: {form!r} {wrong}")
    return found


def state_of(text: str, wanted: frozenset[Text]) -> State:
    """Return how far a catalogue is. `text`: of its file. `wanted`: what is to be translated."""
    catalogue = languages.Catalogue(text)
    with_fuzzy = languages.Catalogue(text.replace("#, fuzzy", "#"))
    keys = {one for one, _ in wanted}
    done, begun = ({*each.texts()} & keys for each in (catalogue, with_fuzzy))
    return State(len(done), len(begun - done), len(keys - begun), tuple(flaws_of(text)))


def states() -> dict[str, State]:
    """Return how far each language is."""
    found = {}
    for name in languages.known():
        if name != ENGLISH:
            text = (languages.FOLDER / name / languages.CATALOGUE).read_text(encoding="utf-8")
            found[name] = state_of(text, collected())
    return found


def main() -> int:
    """Print the table, and what is wrong; 1 where something is."""
    found = states()
    print(f"{'language':<10}{'translated':>11}{'fuzzy':>7}{'missing':>9}{'flaws':>7}")
    for name, state in found.items():
        print(f"{name:<10}{state.n_translated:>11}{state.n_fuzzy:>7}{state.n_missing:>9}{len(state.flaws):>7}")
    for name, state in found.items():
        print("".join(f"{name}: {flaw}\n" for flaw in state.flaws), end="")
    return int(any(state.flaws for state in found.values()))


if __name__ == "__main__":
    command_line().parse_args()
    sys.exit(main())
