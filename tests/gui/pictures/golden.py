"""Pictures that are known to be right; `python -m tests.gui.pictures.golden` rewrites them.

Look at what it wrote before it is kept. Canvas and panel are painted from a document and a theme, without a window. Two
pictures are compared after squares of `SQUARE` dots have been averaged, each of which may lie a dot beside its place:
another rasteriser puts the ink of a letter or an edge on other dots, but as much of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.records.all_points import mistake_states_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.pictures.still import Still, on_white, paint_widget
from perceptron_gui.gui.style.style_sheet import apply_theme, style_sheet
from perceptron_gui.gui.style.theme import DARK, LIGHT, PROJECTOR, Theme
from perceptron_gui.session.document import Document
from perceptron_gui.session.output.picture_choice import CANVAS, PAGE
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.worker.training_worker import find
from tests.arguments import command_line
from tests.session.bench import TEXTBOOK, XOR

FOLDER = Path(__file__).with_name("golden")
SQUARE = 4
"""Dots of the side of what is averaged."""
FAR = 32
"""Of 255, by which a square of another colour differs in one of red, green and blue."""
MOST_MEAN, MOST_FAR = 1.0, 2
"""How much two pictures of the same may differ: by the mean of all squares, of 255, and in squares of another colour.

Painted with 1.25, 1.5, 2 and 3 times as many dots, which are then averaged, all of them differ by at most 0.75 and in
no square; without one of its words, or with its line 4 dots beside its place, each differs in at least 4."""
Colours = NDArray[np.float64]


@dataclass(frozen=True)
class Difference:
    """How unlike two pictures are.

    Attributes
    ----------
    mean : float
        Of all squares, of 255.
    far : int
        Squares that have another colour.
    """

    mean: float
    far: int

    @property
    def is_none(self) -> bool:
        """Whether they show the same."""
        return self.mean <= MOST_MEAN and self.far <= MOST_FAR


def difference(one: QImage, other: QImage) -> Difference:
    """Return how unlike two pictures of the same size are; a square may lie a dot beside its place."""
    assert one.size() == other.size(), f"{one.size()} is not {other.size()}"
    dots, wanted = _dots(one), _squares(_dots(other)[1:-1, 1:-1])
    rows, columns = dots.shape[0] - 2, dots.shape[1] - 2
    beside = (dots[y : y + rows, x : x + columns] for y in range(3) for x in range(3))
    gaps = np.min([np.abs(_squares(each) - wanted).max(axis=2) for each in beside], axis=0)
    return Difference(float(gaps.mean()), int((gaps > FAR).sum()))


def _dots(image: QImage) -> Colours:
    """Return the colours of a picture, shape (height, width, 3)."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.array(rgb.constBits()).reshape(rgb.height(), rgb.width(), 4)[..., :3].astype(float)


def _squares(dots: Colours) -> Colours:
    """Return the mean colours of squares, shape (rows, columns, 3); what is left at two edges is not looked at."""
    rows, columns = dots.shape[0] // SQUARE, dots.shape[1] // SQUARE
    found: Colours = dots[: rows * SQUARE, : columns * SQUARE].reshape(rows, SQUARE, columns, SQUARE, 3).mean((1, 3))
    return found


def plane(
    dataset: Dataset,
    settings: TrainingSettings,
    visit: int,
    theme: Theme,
    what: str = CANVAS,
    size: tuple[int, int] = (480, 320),
) -> Callable[[float], QImage]:
    """Return what paints a place of a run, with so many dots to a pixel."""
    document = Document().with_settings(settings).with_dataset(dataset)

    def paint(scale: float) -> QImage:
        still = Still(SavedSession(document, view=ViewState()), theme, size, what)
        still.analyze()
        still.show(visit)
        image = still.drawing().image(scale)
        still.close()
        return image

    return paint


def theorem(theme: Theme) -> Callable[[float], QImage]:
    """Return what paints the panel Theorem beside the textbook's run."""

    def paint(scale: float) -> QImage:
        apply_theme(theme)  # a window of before may have left another
        document = Document().with_dataset(TEXTBOOK)
        run = Run(TEXTBOOK, document.named_settings)
        run.advance(1000)
        panel = TheoremPanel()
        panel.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        panel.setStyleSheet(style_sheet(theme))
        panel.set_theme(theme)
        panel.resize(320, 390)
        panel.show()
        panel.set_finding(find(document))
        panel.take_answer(mistake_states_of(run))
        panel.render_snapshot(take_snapshot(run, 1, Wants()))
        drawing = Drawing(320, 390, lambda painter: paint_widget(painter, panel, is_opaque=True), theme.panel)
        image = drawing.image(scale)
        panel.close()
        panel.deleteLater()
        return image

    return paint


CLASSES = TrainingSettings(mode=Mode.MULTICLASS)
RBF = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF))
PICTURES: dict[str, Callable[[float], QImage]] = {
    "mistake": plane(TEXTBOOK, TrainingSettings(), 3, LIGHT),
    "xor-rbf": plane(XOR, RBF, 5, DARK),
    "three-classes": plane(
        BY_NAME["three-classes"].make(), TrainingSettings(mode=Mode.MULTICLASS), 9, PROJECTOR, size=(420, 300)
    ),
    "paper": plane(TEXTBOOK, TrainingSettings(), 7, on_white(PROJECTOR)),
    "page": plane(TEXTBOOK, TrainingSettings(), 3, LIGHT, PAGE, (560, 320)),
    "theorem": theorem(LIGHT),
}
"""What each file shows; themes and modes are spread over them."""


def golden(name: str) -> QImage:
    """Return the picture that is known to be right."""
    return QImage(str(FOLDER / f"{name}.png"))


def main() -> int:
    """Rewrite all of them, as small as PNG gets, and return the exit code."""
    command_line().parse_args()
    from perceptron_gui.gui.pictures.still import ready_to_paint

    ready_to_paint()
    FOLDER.mkdir(exist_ok=True)
    for name, paint in PICTURES.items():
        paint(1.0).save(str(FOLDER / f"{name}.png"), "PNG", 0)  # type: ignore[call-overload]
        print(name, (FOLDER / f"{name}.png").stat().st_size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
