"""Points to order in the window: what is shown is what is taken, in one step of undo, whatever is typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import createdByPython

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.generator import Recipe, Shape, generate
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.gui.features.point_sets import SHAPES, GeneratorDialog
from perceptron_gui.gui.style.style_sheet import apply_theme
from perceptron_gui.gui.style.theme import LIGHT, THEMES
from perceptron_gui.session.document import Document
from tests.gui.desk import Desk

SMALLEST_WINDOW = 960
"""Pixels of width (G10)."""


class Orders:
    """The dialog, the recipes that it asks for, and the points that it gives."""

    def __init__(self, dialog: GeneratorDialog) -> None:
        self.dialog = dialog
        self.asked: list[Recipe] = []
        self.taken: list[tuple[Dataset, bool]] = []
        dialog.asked.connect(self.asked.append)
        dialog.taken.connect(lambda dataset, adds: self.taken.append((dataset, adds)))
        dialog.ask()
        dialog.show()

    def type(self, **texts: str) -> None:
        """Type texts into fields."""
        for name, text in texts.items():
            self.dialog.fields[name].setText(text)

    def choose(self, shape: Shape) -> None:
        """Choose a shape."""
        self.dialog.shape.setCurrentIndex(list(SHAPES).index(shape))

    def bring(self) -> Dataset:
        """Bring the points that were asked for last."""
        made = generate(self.asked[-1])
        self.dialog.show_made(self.asked[-1], made)
        return made

    @property
    def problems(self) -> list[str]:
        """The sentences that stand below fields."""
        lines = self.dialog.findChildren(QLabel, "problem")
        return [line.text() for line in lines if line.isVisible()]


@pytest.fixture
def orders(qtbot: QtBot) -> Iterator[Orders]:
    """Return the dialog, open."""
    parent = QWidget()
    qtbot.addWidget(parent)
    yield Orders(GeneratorDialog(parent))


def test_what_is_shown_is_what_is_taken(orders: Orders) -> None:
    assert orders.asked == [Recipe()]
    orders.type(per_class="30", margin="0,25", distance="2", seed="7")
    orders.choose(Shape.LINE)
    made = orders.bring()
    assert orders.dialog.picture.dataset is made
    orders.dialog.replace.click()
    orders.dialog.add.click()
    assert [(dataset is made, adds) for dataset, adds in orders.taken] == [(True, False), (True, True)]


def test_who_takes_points_before_they_are_there_gets_them_when_they_are(orders: Orders) -> None:
    orders.dialog.replace.click()
    assert orders.taken == []
    made = orders.bring()
    assert orders.taken == [(made, False)]
    orders.dialog.replace.click()
    orders.type(seed="3")
    orders.dialog.add.click()
    orders.type(seed="4")  # what was to be added is not wanted any more
    orders.bring()
    assert len(orders.taken) == 2


def test_points_that_come_too_late_are_not_shown(orders: Orders) -> None:
    late = orders.asked[-1]
    orders.type(seed="9")
    orders.dialog.show_made(late, generate(late))
    assert orders.dialog.picture.dataset.n_samples == 0


HOSTILE = (
    "",
    " ",
    "-1",
    "0",
    "1e400",
    "NaN",
    "∞",
    "1/3",
    "0x10",
    "9" * 5000,
    "٣",
    "1,2,3",
    "<b>x</b>",
    "0.00001",
    "11",
    "101",
)


@pytest.mark.parametrize("name", ["n_classes", "per_class", "margin", "distance", "overlap", "outliers", "seed"])
def test_whatever_is_typed_is_a_recipe_or_a_sentence_below_its_field(orders: Orders, name: str) -> None:
    orders.bring()
    for text in HOSTILE:
        count = len(orders.asked)
        orders.type(**{name: text})
        field = orders.dialog.fields[name]
        if field.property("bad"):
            assert len(orders.asked) == count
            assert len(orders.problems) == 1
            assert orders.problems[0].endswith(".")
            assert len(orders.problems[0]) < 120
            orders.dialog.replace.click()
            assert orders.taken == []
        else:
            assert orders.problems == []
    orders.type(**{name: str(getattr(Recipe(), name)) if name != "margin" else "0.5"})
    assert orders.problems == []


def test_an_overlap_beside_a_margin_is_told_at_the_overlap_and_goes_with_either(orders: Orders) -> None:
    orders.type(overlap="10")
    assert orders.problems == ["Classes that overlap leave no street: set the overlap or the margin to 0."]
    orders.type(margin="0")
    assert orders.problems == []
    orders.type(overlap="20%")
    assert orders.asked[-1].overlap * 100 == 20


def test_its_buttons_are_of_a_kind_whose_life_pyside_follows(orders: Orders) -> None:
    buttons = [part for part in vars(orders.dialog).values() if isinstance(part, QAbstractButton)]
    assert len(buttons) == 3
    assert all(createdByPython(button) for button in buttons)


def test_too_many_points_for_the_classes_are_told(orders: Orders) -> None:
    orders.type(per_class="500000")
    assert orders.asked[-1].n_samples == 1_000_000
    orders.type(n_classes="3")
    assert orders.problems == ["With this many classes, each can have 1 to 333333 points: a million in all."]


def test_curves_have_no_margin_to_type(orders: Orders) -> None:
    for shape in SHAPES:
        orders.choose(shape)
        margin = orders.dialog.fields["margin"]
        assert margin.isEnabled() is shape.has_margin
        assert bool(margin.toolTip()) is not shape.has_margin
        assert orders.asked[-1].shape is shape
        assert (orders.asked[-1].margin > 0) is shape.has_margin


def test_next_gives_the_next_seed_and_goes_round_after_the_last(orders: Orders) -> None:
    orders.dialog.next_seed.click()
    assert orders.asked[-1].seed == 1
    orders.type(seed=str(2**64 - 1))
    orders.dialog.next_seed.click()
    assert orders.asked[-1].seed == 0
    orders.type(seed="x")
    orders.dialog.next_seed.click()
    assert orders.dialog.fields["seed"].text() == "x"


def test_enter_replaces_and_points_of_four_features_get_none_added(qtbot: QtBot, orders: Orders) -> None:
    orders.dialog.set_document(Document(Dataset.of([[1, 2, 3, 4]], [0])))
    assert not orders.dialog.add.isEnabled()
    assert "4 features" in orders.dialog.add.toolTip()
    orders.bring()
    qtbot.keyClick(orders.dialog.fields["seed"], Qt.Key.Key_Return)
    assert [adds for _, adds in orders.taken] == [False]


def test_the_window_makes_them_beside_itself_and_undo_takes_them_back_at_once(desk: Desk) -> None:
    before = desk.document
    desk.do("data.generate")
    dialog = desk.commands.late["generator"].made.dialog
    for name, text in {"per_class": "1500", "margin": "0.25", "distance": "3"}.items():
        dialog.fields[name].setText(text)
    desk.wait(lambda: dialog.picture.dataset.n_samples == 3000)
    dialog.replace.click()
    assert desk.dataset.X is dialog.picture.dataset.X
    found = analyze(desk.dataset, desk.document.settings)
    assert found.street is not None
    assert (float(found.street.squares.rho), float(found.street.squares.b)) == (0.0625, 9)
    desk.settle()
    desk.key(Qt.Key.Key_End, on=desk.window.canvas)
    dialog.add.click()
    assert desk.dataset.n_samples == 6000
    desk.settle()
    desk.do("edit.undo")
    desk.do("edit.undo")
    assert desk.document is before
    dialog.reject()


@pytest.mark.parametrize("theme", THEMES)
def test_a_long_sentence_does_not_make_it_wider(orders: Orders, theme: str) -> None:
    apply_theme(THEMES[theme])
    try:
        orders.type(n_classes="5")
        orders.bring()
        dialog = orders.dialog
        dialog.adjustSize()
        promise, width = dialog.promise, dialog.width()
        assert promise.heightForWidth(promise.width()) <= promise.height()
        promise.setText("")
        dialog.adjustSize()
        assert dialog.width() == width <= SMALLEST_WINDOW
    finally:
        apply_theme(LIGHT)
