"""The files that the program calls its own: every system is told of them from this one list."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree

from installers.product import NAME, ROOT, TITLE

NAMES = ROOT / f"perceptron_gui/resources/desktop/{NAME}.xml"
"""What a Linux desktop is told of them, in every language."""
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


class FileType(NamedTuple):
    """A type of files.

    Attributes
    ----------
    name : str
        What they are, in a word.
    extension : str
        How their names end, without the dot.
    icon : str
        The name of its drawing, without ".svg".
    is_opened : bool
        Whether a double click opens them; answers are read by the folder, in the window that plays their lesson.
    """

    name: str
    extension: str
    icon: str
    is_opened: bool = True

    @property
    def mime(self) -> str:
        """What Linux calls it."""
        return f"application/vnd.perceptronlab.{self.name}"

    @property
    def title(self) -> str:
        """What people read of it."""
        return f"{TITLE} {self.name}"

    @property
    def titles(self) -> dict[str, str]:
        """The same in every language, with a capital."""
        told = ElementTree.parse(NAMES).iterfind(f"{{*}}mime-type[@type='{self.mime}']/{{*}}comment")
        texts = ((each.get(LANGUAGE, "en"), each.text or "") for each in told)
        return {language: text[:1].upper() + text[1:] for language, text in texts}


SESSION = FileType("session", "perceptron", NAME)
TYPES = (
    SESSION,
    FileType("lesson", "lesson", f"{NAME}-lesson"),
    FileType("answers", "answers", f"{NAME}-answers", is_opened=False),
)
ICONS = tuple(dict.fromkeys(kind.icon for kind in TYPES))
"""Names of all drawings; the first is that of the program."""
