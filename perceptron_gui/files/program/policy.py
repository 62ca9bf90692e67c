"""What is set for all users of a machine, and the rule by which a value of a setting holds (C12).

``python -m perceptron_gui.files.program.policy docs/policy.schema.json`` writes the schema.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from perceptron_gui.files.file_work import LONGEST_PATH, FileError, shown
from perceptron_gui.files.program import languages
from perceptron_gui.frozen import Frozen, field
from perceptron_gui.session.folders import machine_folders
from perceptron_gui.session.view.switches import ALTERNATIVES, DESKTOP
from perceptron_gui.translation import tr

FILE_NAME = "policy.json"
LARGEST_FILE = 2**16
"""Bytes beyond which a file is no policy."""
LOCKED, SCHEMA = "locked", "$schema"
"""The entry that names what users cannot choose, and one for editors alone."""
ON, OFF = "on", "off"
EXAMPLE_FOLDER = r"C:\Lessons" if sys.platform == "win32" else "/srv/lessons"


class Setting(Frozen):
    """What can be set for a machine."""

    name: str  # of its entry; of the preference and, after --, of the option where it has them
    values: Callable[[], tuple[str, ...]] = tuple  # returns those that it can have; none where it is a folder
    meaning: Callable[[str], str] = str  # of what was written: the value that it names
    pattern: Callable[[], str] = str  # returns that of all that can be written; "" where this is the values alone

    def read(self, written: object) -> str:
        """Return the value that is meant; "" where that cannot hold."""
        if not isinstance(written, str) or not written.isprintable():
            return ""
        value, values = self.meaning(written), self.values()
        return value if (value in values if values else Path(value).is_absolute()) else ""

    def fits(self, written: object) -> bool:
        """Whether what was written can hold."""
        return bool(self.read(written))

    def misfit(self, value: object) -> str:
        """Return the sentence that says what would be right; begins in lower case."""
        names, there = ", ".join(self.values()), shown(json.dumps(value, ensure_ascii=False))
        of_folder = tr('"{name}" needs the full path of a folder, such as {example}, not {value}.')
        words = tr('"{name}" needs one of {names}, not {value}.') if names else of_folder
        return words.format(name=self.name, names=names, example=EXAMPLE_FOLDER, value=there)


def _language(written: str) -> str:
    """Return the language that a code names."""
    return written if written == DESKTOP else languages.named(written)


def _language_pattern() -> str:
    return f"^({DESKTOP}|{languages.codes()})$"


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("language", lambda: (DESKTOP, *languages.known()), _language, _language_pattern),
        Setting("theme", lambda: tuple(each.name for each in ALTERNATIVES if each.field == "theme")),
        Setting("lessons"),  # the folder in which the lessons of a class lie
        Setting("resume", lambda: (ON, OFF)),  # whether a start offers the file of the last session
    )
}


class Policy(Frozen):
    """What is set for this machine, and what this start was asked for."""

    path: str = ""  # of the file; "" where there is none
    entries: Mapping[str, Any] = field(default_factory=dict)  # as they stand there
    damage: FileError | None = None  # why nothing of it counts
    asked: Mapping[str, str] = field(default_factory=dict)  # by options, by the names of settings; "" for nothing

    def value(self, name: str, chosen: str = "") -> str:
        """Return which value of a setting holds; "" where nobody says any.

        What is locked holds against all. Else an option wins over what the user has chosen, this over the policy.

        `name`: of the setting. `chosen`: what the user's preferences say; "" for nothing.
        """
        said = self._said(name)
        return said if name in self.locked else self.asked.get(name) or chosen or said

    def _said(self, name: str) -> str:
        """Return what the policy says of a setting; "" where that is nothing, or cannot hold."""
        return SETTINGS[name].read(self.entries.get(name))

    @property
    def locked(self) -> frozenset[str]:
        """The names of the settings that users cannot choose: those of them for which there is a value."""
        names = self.entries.get(LOCKED)
        return frozenset(name for name in SETTINGS if isinstance(names, list) and name in names and self._said(name))

    def why_locked(self, name: str) -> str:
        """Return the tooltip of a locked setting; "" if users choose it."""
        return tr("the administrator of this computer has set this for everyone") if name in self.locked else ""

    # What there is to tell

    def flaws(self) -> list[str]:
        """Return a sentence for each entry that does not count, or one for a file of which nothing does."""
        found = [self.damage] if self.damage is not None else map(FileError, self._misfits())
        return [str(flaw.in_file(self.path)) for flaw in found]

    def _misfits(self) -> list[str]:
        found = [
            setting.misfit(value)
            for name, setting in SETTINGS.items()
            if name in self.entries and not setting.fits(value := self.entries[name])
        ]
        names, known = ", ".join(SETTINGS), {*SETTINGS, LOCKED, SCHEMA}
        words = tr('there is no setting called "{name}", only {names} and {locked}.')
        found += [words.format(name=shown(n), names=names, locked=LOCKED) for n in self.entries if n not in known]
        locked = self.entries.get(LOCKED, [])
        if not isinstance(locked, list) or not all(isinstance(each, str) and each in SETTINGS for each in locked):
            words = tr('"{name}" needs a list with any of {names}, not {value}.')
            found.append(words.format(name=LOCKED, names=names, value=shown(json.dumps(locked, ensure_ascii=False))))
        else:
            words = tr('"{name}" is locked, but has no value: add one, or unlock it.')
            found += [words.format(name=name) for name in SETTINGS if name in locked and name not in self.entries]
        return found

    def unheeded(self) -> list[str]:
        """Return a sentence for each option that is not heeded, since another value is locked."""
        words = tr("--{name} {asked} is ignored: {file} sets it to {value} for everyone.")
        return [
            words.format(
                name=name, asked=shown(asked), file=shown(self.path, LONGEST_PATH), value=shown(self._said(name))
            )
            for name, asked in self.asked.items()
            if asked and name in self.locked and asked != self._said(name)
        ]


def read_policy(asked: Mapping[str, str] | None = None) -> Policy:
    """Read the policy of this machine: the first file that is there counts, alone.

    `asked`: values by options, by the names of settings.
    """
    path = next((path for folder in machine_folders() if _is_there(path := folder / FILE_NAME)), None)
    try:
        return Policy(str(path or ""), _entries(path) if path is not None else {}, asked=asked or {})
    except FileError as damage:
        return Policy(str(path), damage=damage, asked=asked or {})


def _is_there(path: Path) -> bool:
    """Whether there is something in a place, or nobody may look."""
    try:
        return bool(path.lstat())
    except OSError as error:
        return not isinstance(error, (FileNotFoundError, NotADirectoryError))


def _entries(path: Path) -> dict[str, Any]:
    from perceptron_gui.files.opened_file import opened_file  # most machines have no policy (A9)

    too_large = tr("the file is larger than 64 KiB, the most that a policy can have.")
    try:
        with opened_file(str(path), LARGEST_FILE, too_large) as (file, _):
            found = json.loads(file.read(LARGEST_FILE).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FileError(tr("the file is damaged: it is not UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        raise FileError(tr("the file is damaged here: this is not JSON."), error.lineno) from None
    except (ValueError, RecursionError):  # a number of more digits than Python reads, brackets in brackets
        found = None
    if not isinstance(found, dict):
        raise FileError(
            tr("a policy must be one JSON object, such as {example}.").format(example='{"theme": "projector"}')
        )
    return found


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a policy."""
    kinds: dict[str, Any] = {name: {"enum": [*each.values()]} for name, each in SETTINGS.items() if each.values()}
    kinds |= {name: {"type": "string", "pattern": text} for name, each in SETTINGS.items() if (text := each.pattern())}
    kinds[LOCKED] = {"type": "array", "items": {"enum": [*SETTINGS]}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A policy of Perceptron Lab",
        "type": "object",
        "properties": {name: {"type": "string"} for name in (SCHEMA, *SETTINGS)} | kinds,
        "additionalProperties": False,
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
