"""Contact sheets: pictures side by side, each with its name below, drawn with Qt alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from perceptron_gui.gui.style.theme import LIGHT, text_font

COLUMNS, ROWS = 3, 4
CELL = QSize(640, 400)
"""Room of one picture in pixels; what is larger is made smaller, what is smaller stays as it is."""
GAP, CAPTION, HEADING = 12, 24, 40


@dataclass(frozen=True)
class Picture:
    """One picture of a sheet.

    Attributes
    ----------
    sheet : str
        The sheet it belongs on.
    name : str
        What stands below it.
    path : Path
        Its file, in full size.
    """

    sheet: str
    name: str
    path: Path


def write_sheets(pictures: Sequence[Picture], folder: Path) -> list[Path]:
    """Lay pictures out on sheets, by the names of their sheets, and return the files."""
    written = []
    for sheet in dict.fromkeys(picture.sheet for picture in pictures):
        of_it = [picture for picture in pictures if picture.sheet == sheet]
        pages = list(pages_of(of_it))
        for number, page in enumerate(pages, start=1):
            path = folder / (f"{sheet}.png" if len(pages) == 1 else f"{sheet}-{number}.png")
            drawn(page, f"{sheet}  {number} of {len(pages)}").save(str(path))
            written.append(path)
    return written


def pages_of(pictures: Sequence[Picture]) -> Iterator[Sequence[Picture]]:
    """Yield as many pictures as a sheet has room for."""
    for start in range(0, len(pictures), COLUMNS * ROWS):
        yield pictures[start : start + COLUMNS * ROWS]


def drawn(pictures: Sequence[Picture], heading: str) -> QImage:
    """Return one sheet."""
    rows = -(-len(pictures) // COLUMNS)
    step = QSize(CELL.width() + GAP, CELL.height() + CAPTION + GAP)
    sheet = QImage(COLUMNS * step.width() + GAP, HEADING + rows * step.height(), QImage.Format.Format_RGB32)
    sheet.fill(QColor(LIGHT.line))
    painter = QPainter(sheet)
    painter.setPen(QColor(LIGHT.text))
    painter.setFont(text_font(20))
    painter.drawText(QPoint(GAP, HEADING - 14), heading)
    painter.setFont(text_font(14))
    for i, picture in enumerate(pictures):
        across, down = i % COLUMNS, i // COLUMNS
        _draw(painter, picture, QPoint(GAP + across * step.width(), HEADING + down * step.height()))
    painter.end()
    return sheet


def _draw(painter: QPainter, picture: Picture, corner: QPoint) -> None:
    image = QImage(str(picture.path))
    if image.width() > CELL.width() or image.height() > CELL.height():
        image = image.scaled(CELL, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    painter.drawImage(corner, image)
    below = QRect(corner + QPoint(0, CELL.height()), QSize(CELL.width(), CAPTION))
    painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, picture.name)
