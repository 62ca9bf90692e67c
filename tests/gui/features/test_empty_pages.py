"""A card or a page whose picture is empty says why in a sentence that is seen, not behind a line to click."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.features.forms.alpha_pictures import AlphaBars
from perceptron_gui.gui.features.run_table import TablePanel
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.panels.panel import Panel
from tests.gui.desk import Desk
from tests.gui.features.in_hall import enter

ONE_CLASS = Dataset.of([[1, 1], [2, 1], [2, 2]], [1, 1, 1])
DUAL, CLASSES = TrainingSettings(mode=Mode.DUAL), TrainingSettings(mode=Mode.MULTICLASS)
CURVED = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF))
BATCH = TrainingSettings(mode=Mode.DUAL, order=Order.BATCH)


def xor() -> Dataset:
    return BY_NAME["xor"].make()


def textbook() -> Dataset:
    return BY_NAME["textbook"].make()


def iris() -> Dataset:
    return BY_NAME["iris"].make()


SITUATIONS: dict[str, tuple[str, Callable[[], Dataset], TrainingSettings, str]] = {
    "no bound": ("theorem", xor, TrainingSettings(), "No bound: no line separates these points."),
    "no bound in four features": ("theorem", iris, TrainingSettings(), "No bound: no hyperplane separates"),
    "a curved kernel": ("theorem", xor, CURVED, "With a curved kernel θ is not written out"),
    "one class has no rival": ("theorem", lambda: ONE_CLASS, CLASSES, "One class only: without a rival"),
    "no points": ("theorem", Dataset.empty, TrainingSettings(), "points from two classes: add some"),
    "no update": ("dual", textbook, DUAL, "Every α is 0: no updates yet."),
    "no end of a pass": ("dual", textbook, BATCH, "Every α is 0: the update comes at the end of the pass."),
    "no α": ("dual", Dataset.empty, DUAL, "Place a point first."),
    "no row or column": ("gram", Dataset.empty, DUAL, "Place a point first."),
    "no weight space": ("weights", Dataset.empty, TrainingSettings(), "Place a point"),
    "too many weights": ("weights", iris, TrainingSettings(), "too many for a plane or a sphere"),
    "no pair of classes": ("weights", lambda: ONE_CLASS, CLASSES, "only one class has points"),
    "no step": ("step", Dataset.empty, TrainingSettings(), "Place points on the plane"),
}
"""A card, the points and rules under which its picture is empty, and how the sentence begins that says so."""
PAGES: dict[str, tuple[str, Callable[[], Dataset], TrainingSettings, str]] = {
    "no loss": ("loss", Dataset.empty, TrainingSettings(), "Place a point first."),
    "no curves": ("curves", textbook, TrainingSettings(), "No visits yet: press Space to play"),
    "no points for curves": ("curves", Dataset.empty, TrainingSettings(), "Place a point first."),
    "nothing against the rest": ("against", Dataset.empty, CLASSES, "Place a point first."),
    "no confusion": ("confusion", Dataset.empty, CLASSES, "Place a point first."),
}
"""The same of pages beside the plane that are on no card."""


def seen_words(panel: Panel) -> str:
    """Return the words of a panel that are seen whole."""
    return " ".join(_seen(panel))


def _seen(panel: Panel) -> Iterator[str]:
    for part in panel.findChildren(QWidget):
        if not part.isVisible() or not _is_in_view(part, panel):
            continue
        if isinstance(part, QLabel):
            document = QTextDocument()
            document.setHtml(part.text())
            yield document.toPlainText()
        elif isinstance(part, AlphaBars):
            yield part.remark


def _is_in_view(part: QWidget, panel: Panel) -> bool:
    area = part.parentWidget()
    while area is not None and area is not panel and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    around = area.viewport() if isinstance(area, QScrollArea) else panel
    bottom = part.mapTo(around, QPoint(0, part.height())).y()
    return part.height() > 0 and bottom <= around.height()


def show(desk: Desk, make: Callable[[], Dataset], settings: TrainingSettings) -> None:
    """Show points under rules, at the start, or with the first mistakes of a pass noted."""
    desk.show(make(), settings)
    if settings.order is Order.BATCH:
        desk.do("run.step")
        desk.settle()


def test_a_card_whose_picture_is_empty_says_why(hall: Desk) -> None:
    """Each in one of two sizes."""
    hall.window.controller.change_view(theme="projector")
    for turn, size in enumerate(((1024, 768), (1280, 720))):
        hall.window.resize(*size)
        enter(hall)
        for situation, (card, make, settings, sentence) in [*SITUATIONS.items()][turn::2]:
            show(hall, make, settings)
            names = hall.commands.hall.card.names.buttons
            names[hall.commands.hall.cards.index(card)].click()
            panel = hall.window.side.named(card)
            assert panel is not None, situation
            hall.wait(lambda panel=panel, sentence=sentence: sentence in seen_words(panel))
        hall.do("view.presentation")


def test_the_sentence_in_an_empty_table_is_as_large_as_its_cells_would_be(hall: Desk) -> None:
    hall.window.resize(1920, 1080)
    show(hall, textbook, TrainingSettings())
    hall.window.side.bring_named("table")
    enter(hall)
    table = hall.window.side.panel(TablePanel).table
    hall.wait(lambda: table.empty_text and table.font().pixelSize() > 16)
    image = table.viewport().grab().toImage()
    inked = [len({image.pixel(x, y) for x in range(image.width())}) > 1 for y in range(image.height())]
    first = inked.index(True)
    assert inked.index(False, first) - first > 0.7 * table.font().pixelSize()


def test_a_page_whose_picture_is_empty_says_why(desk: Desk) -> None:
    for page, (name, make, settings, sentence) in PAGES.items():
        show(desk, make, settings)
        desk.window.side.bring_named(name)
        panel = desk.window.side.named(name)
        assert panel is not None, page
        desk.wait(lambda panel=panel, sentence=sentence: sentence in seen_words(panel))


def test_the_first_visit_brings_the_hint_back_how_curves_are_read(desk: Desk) -> None:
    show(desk, textbook, TrainingSettings())
    desk.window.side.bring_named("curves")
    panel = desk.window.side.named("curves")
    assert panel is not None
    desk.wait(lambda: "No visits yet" in seen_words(panel))
    desk.do("run.step")
    desk.wait(lambda: "Point at any visit to read its values" in seen_words(panel))


@pytest.mark.parametrize(("settings", "remark"), [(TrainingSettings(), "No mistakes yet"), (BATCH, "No updates yet")])
def test_a_proof_without_a_run_says_that_there_is_no_mistake_yet(
    desk: Desk, settings: TrainingSettings, remark: str
) -> None:
    show(desk, textbook, settings)
    desk.window.side.bring_named("theorem")
    panel = desk.window.side.panel(TheoremPanel)
    desk.wait(lambda: panel.is_built and panel.plot.remark.isVisible())
    assert panel.plot.remark.toPlainText() == remark
    assert panel.plot.told().startswith(remark)
    desk.do("run.end")
    desk.wait(lambda: not panel.plot.remark.isVisible())
