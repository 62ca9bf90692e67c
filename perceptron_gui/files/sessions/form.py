"""How a kind of value is written in a session, and read from one: what all forms have in common (C10)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from perceptron_gui.files.file_errors import FileError, shown
from perceptron_gui.files.sessions.strict_json import MOST_VALUES
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.files.sessions.strict_json import Plain

Schema = dict[str, Any]
"""Of JSON Schema."""


def listen_to_nobody(part: float) -> None:
    """Ignore how much is done. `part`: in 0 … 1."""


class Spot(Frozen):
    """A place in a file that is read."""

    path: str = ""  # names of the entries that lead there, with points between; empty for the whole
    # is called in long work with the part that is done, in 0 … 1; what it raises ends the work
    report: Callable[[float], None] = listen_to_nobody
    n_points: int = MOST_VALUES  # how many points there are, or can be where they have not been read yet

    def at(self, name: str) -> Spot:
        """Return the place of an entry. `name`: of the entry, in the group that stands here."""
        return replace(self, path=f"{self.path}.{name}" if self.path else name)

    @property
    def name(self) -> str:
        """What stands here, as a sentence begins with it."""
        return shown(self.path, 100) or tr("the session")

    def refusal(self, right: str, found: Plain) -> FileError:
        """Return the error that tells what stands here, and what would be right.

        `right`: as it follows "must be", translated.
        """
        words = tr("{entry} must be {right}, not {found}.")
        return FileError(words.format(entry=self.name, right=right, found=_shown(found)))


def _shown(found: Plain) -> str:
    if isinstance(found, str):
        return f'"{shown(found)}"'
    if isinstance(found, dict):
        return tr("a group of entries")
    if isinstance(found, list):
        return ntr("a list of {count} value", "a list of {count} values", len(found)).format(count=len(found))
    return shown(json.dumps(found))


class Form(Protocol):
    """Writes values of a kind as JSON, and reads them."""

    def written(self, value: Any) -> Plain:
        """Return a value as it stands in the file. Raises `FileError` when it cannot be written."""

    def read(self, plain: Plain, spot: Spot) -> Any:
        """Return the value that stands in the file.

        `spot`: where it stands. Raises `FileError` when it is none of this kind.
        """

    def schema(self) -> Schema:
        """Return the JSON Schema of what `written` returns."""
