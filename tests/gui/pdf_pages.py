"""What stands on the pages of a PDF that Qt has written: its words, and whether it holds pictures of dots."""

from __future__ import annotations

import re
import zlib
from functools import cached_property
from pathlib import Path

UNKNOWN = "\ufffd"
"""What is read for a form that has no character."""
OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
PAGE = re.compile(rb"/Type /Page\b(?!s)")
TWICE = re.compile(r"/Span << /ActualText <> >> BDC.*?EMC", re.DOTALL)
"""What is painted once more to be bold; no text stands for it."""
SHOWN = re.compile(r"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)> Tj|(\bET\b)")
MAPPED = re.compile(r"<([0-9a-fA-F]{4})> <([0-9a-fA-F]{4})> (?:<([0-9a-fA-F]+)>|\[(.*?)\])", re.DOTALL)


class PdfPages:
    """The pages of a file. `data`: its bytes."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        self._objects = {int(number): body for number, body in OBJECT.findall(self.data)}
        self._known: dict[int, dict[str, str]] = {}

    @cached_property
    def texts(self) -> list[str]:
        """The words of every page, in the order in which they were written, without the blanks between them."""
        return [self._text_of(body) for body in self._objects.values() if PAGE.search(body)]

    @property
    def has_dots(self) -> bool:
        """Whether some of it is a picture of dots."""
        return any(b"/Subtype /Image" in body for body in self._objects.values())

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """The width and height of every page in points."""
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)", self.data)
        return [(round(float(width)), round(float(height))) for width, height in boxes]

    def _text_of(self, page: bytes) -> str:
        fonts, font, found = self._fonts(self._reference(page, b"Resources")), "", []
        painted = TWICE.sub("", self._stream(self._reference(page, b"Contents")).decode("latin-1"))
        for name, glyphs, _ in SHOWN.findall(painted):
            font = name or font
            codes = [glyphs[i : i + 4].lower() for i in range(0, len(glyphs), 4)]
            found += [fonts[font].get(code, UNKNOWN) for code in codes]
        return re.sub(r"\s+", "", "".join(found))

    def _fonts(self, resources: bytes) -> dict[str, dict[str, str]]:
        """Return the letters of the codes of every font, by its name."""
        listed = re.findall(rb"/(F\d+) (\d+) 0 R", resources)
        return {name.decode(): self._letters(int(number)) for name, number in listed}

    def _letters(self, number: int) -> dict[str, str]:
        if number not in self._known:  # every page has the same fonts
            self._known[number] = self._letters_of(self._objects[number])
        return self._known[number]

    def _letters_of(self, font: bytes) -> dict[str, str]:
        letters = {}
        for first, last, start, listed in MAPPED.findall(self._stream(self._reference(font, b"ToUnicode")).decode()):
            codes = range(int(first, 16), int(last, 16) + 1)
            targets = re.findall(r"<([0-9a-fA-F]+)>", listed) or [
                f"{int(start, 16) + i:04x}" for i in range(len(codes))
            ]
            for code, target in zip(codes, targets, strict=True):
                letters[f"{code:04x}"] = bytes.fromhex(target).decode("utf-16-be", "replace")
        return letters

    def _reference(self, body: bytes, name: bytes) -> bytes:
        found = re.search(rb"/" + name + rb" (\d+) 0 R", body)
        assert found is not None
        return self._objects[int(found[1])]

    @staticmethod
    def _stream(body: bytes) -> bytes:
        content = body.split(b"stream\n", 1)[1].rsplit(b"endstream", 1)[0]
        return zlib.decompress(content) if b"/FlateDecode" in body else content
