"""The pages of the dual: nothing of α is cut, its sums open, and what is counted is what is named."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QTextDocument

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.forms import AlphaPanel, BothPanel, GramPanel
from perceptron_gui.gui.features.forms.alpha_pictures import ALPHA, AlphaModel, X
from perceptron_gui.gui.features.forms.gram_picture import EDGE_STRIP, HEAD_GAP, LEAST_LETTERS, chosen
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR, SMALL, TEXT, Theme
from perceptron_gui.session.both_forms import dual_work_text
from perceptron_gui.session.explanation import terms
from perceptron_gui.session.worker import training_worker as moves
from tests.gui.desk import Desk
from tests.gui.desk import Key as desk_key
from tests.session.bench import TEXTBOOK, XOR, Bench

DUAL = TrainingSettings(mode=Mode.DUAL)


def snapshot_at(dataset: Dataset, visit: int, settings: TrainingSettings = DUAL) -> Snapshot:
    """Return a run at a visit with all that the panel shows."""
    bench = Bench.on(dataset, settings)
    bench.worker.want(Wants(alpha=True, age=True))
    return bench.do(lambda worker: moves.seek(worker, visit))


def plain(html: str) -> str:
    """Return rich text as plain text."""
    document = QTextDocument()
    document.setHtml(html)
    return re.sub(r"\s+", " ", document.toPlainText())


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=["light", "projector"])
def test_alpha_of_six_figures_and_all_headers_have_room(desk: Desk, theme: Theme) -> None:
    panel = AlphaPanel()
    desk.qtbot.addWidget(panel)
    panel.resize(300, 500)
    panel.set_theme(theme)
    panel.show()
    snapshot = snapshot_at(XOR, 4)
    panel.render_snapshot(replace(snapshot, alpha=np.array([123_456, 7, 0, 9])))
    shown, table = panel.model.index(0, ALPHA).data(), panel.table
    assert len(shown) == 6
    assert table.columnWidth(ALPHA) > table.fontMetrics().horizontalAdvance(shown) + 8
    shown_columns = [column for column in range(panel.model.columnCount()) if not table.isColumnHidden(column)]
    for column in shown_columns:
        assert table.columnWidth(column) >= table.horizontalHeader().sectionSizeHint(column)
    assert sum(map(table.columnWidth, shown_columns)) <= table.viewport().width(), "nothing is scrolled sideways"
    assert table.font().pixelSize() == round(TEXT * theme.scale), "the letters are those of the theme"


def test_in_a_low_window_rows_of_the_table_stay_in_view_below_long_sums(desk: Desk) -> None:
    panel = AlphaPanel()
    desk.qtbot.addWidget(panel)
    panel.set_theme(PROJECTOR)
    panel.resize(300, 480)
    panel.show()
    panel.render_snapshot(snapshot_at(BY_NAME["two-classes"].make(), 9))
    table = panel.table
    desk.wait(lambda: table.rowAt(table.viewport().height() - 1) >= 3)
    sums = panel.sums
    assert "(0.63," in sums.text() and sums.height() <= panel.area.height(), "whole, and without a bar"
    panel.set_view_state(panel.view_state.switched("full", True))
    desk.wait(lambda: panel.area.height() >= 100)
    assert table.rowAt(table.viewport().height() - 1) >= 0


def test_of_many_coordinates_only_those_that_are_shown_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand features and forty points took seconds in every frame."""
    made: list[float] = []
    monkeypatch.setattr(terms, "decimal_fraction", lambda value: made.append(value) or Fraction(value))
    model = AlphaModel()
    model.show_snapshot(snapshot_at(Dataset.of(np.eye(2, 10_000), [0, 1]), 0, TrainingSettings(mode=Mode.DUAL)))
    assert list(model.texts(X)) == ["x", "(1, 0, 0, 0, …)", "(0, 1, 0, 0, …)"]
    assert len(made) <= 10


def test_the_texts_of_points_are_measured_once_for_a_set_and_not_at_every_update(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They took 30 ms of every frame at 2000 points."""
    panel = AlphaPanel()
    desk.qtbot.addWidget(panel)
    panel.show()
    first, second = (snapshot_at(TEXTBOOK, visit) for visit in (3, 4))
    panel.render_snapshot(first)
    measured: list[int] = []
    texts = AlphaModel.texts
    monkeypatch.setattr(AlphaModel, "texts", lambda model, column: measured.append(column) or texts(model, column))
    panel.render_snapshot(replace(second, dataset=first.dataset))
    assert X not in measured
    assert ALPHA in measured
    panel.render_snapshot(snapshot_at(XOR, 4))
    assert X in measured


@pytest.mark.parametrize("bias", [True, False])
def test_the_multiplications_of_a_pass_are_as_many_as_their_formula_says(desk: Desk, bias: bool) -> None:
    """Three points of two features: six a pass, b takes none; and three for each mistake."""
    panel = BothPanel()
    desk.qtbot.addWidget(panel)
    panel.show()
    snapshot = snapshot_at(TEXTBOOK, 9, TrainingSettings(mode=Mode.DUAL, bias=bias))
    panel.render_snapshot(snapshot)
    said = plain(panel.costs.text())
    assert f"primal 9 visits × d = {9 * 2}; dual {snapshot.mistakes} mistakes × n = {snapshot.mistakes * 3}" in said


def test_a_curved_kernel_has_no_primal_whose_multiplications_could_be_told() -> None:
    snapshot = snapshot_at(TEXTBOOK, 6, TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY)))
    assert f"{snapshot.mistakes * 3} (n per mistake)" in dual_work_text(snapshot)
    assert "primal" not in dual_work_text(snapshot)


def test_a_long_sum_opens_by_its_link_and_by_the_menu_in_both_panels(desk: Desk) -> None:
    rng = np.random.default_rng(3)
    points = Dataset.of(rng.integers(-9, 10, (24, 2)).tolist(), rng.integers(0, 2, 24).tolist(), ["A", "B"])
    desk.show(points, DUAL)
    desk.window.controller.seek(23)
    step, dual = desk.window.side.panel(StepPanel), desk.window.side.panel(AlphaPanel)
    desk.wait(lambda: " more)" in plain(step.html))
    step.label.linkActivated.emit("more")
    desk.wait(lambda: " more)" not in plain(step.html))
    assert desk.window.actions_by_id["show.full"].isChecked()
    desk.window.side.bring_named("dual")
    desk.wait(lambda: dual.is_seen and dual.is_built and "Σ" in dual.sums.text())
    assert " more)" not in plain(dual.sums.text())
    desk.do("show.full")
    desk.wait(lambda: " more)" in plain(dual.sums.text()))


def test_coordinates_are_seen_without_scrolling(desk: Desk) -> None:
    desk.do("view.projector")
    desk.window.resize(1280, 800)
    desk.show(BY_NAME["two-classes"].make(), TrainingSettings(mode=Mode.DUAL))
    desk.window.side.bring_named("dual")
    panel = desk.window.side.panel(AlphaPanel)
    desk.window.side.take_width(368)
    desk.wait(lambda: panel.is_seen and panel.width() == 368)
    table = panel.table
    desk.wait(lambda: table.columnViewportPosition(X) + table.columnWidth(X) <= table.viewport().width())
    assert table.columnWidth(X) > max(map(table.fontMetrics().horizontalAdvance, panel.model.texts(X)))


def test_a_bar_that_is_pointed_at_lights_its_point_up_and_keys_go_from_bar_to_bar(desk: Desk) -> None:
    desk.show(TEXTBOOK, DUAL)
    desk.window.side.bring_named("dual")
    panel = desk.window.side.panel(AlphaPanel)
    desk.wait(lambda: panel.is_seen and panel.is_built and panel.bars.shape_in_cells == (1, 3))
    bars, controller, lit = panel.bars, desk.window.controller, desk.window.canvas._layers.pointed
    visit = desk.snapshot.visit
    bars.setFocus()
    for key, point in ((desk_key.Key_Return, 0), (desk_key.Key_Right, 1), (desk_key.Key_Right, 2)):
        desk.key(key, on=bars)
        assert controller.view_state.lit_point == point
        assert len(lit.lit) == 1
    desk.key(desk_key.Key_Space, on=bars)
    assert controller.view_state.selection == (2,)
    desk.key(desk_key.Key_Escape, on=bars)
    assert controller.view_state.lit_point is None
    assert desk.settle().visit == visit


APART = "The bias is not in the matrix. Each update changes it too: f(x) = Σ αⱼ yⱼ (xⱼ·x) + b, and b = Σ αⱼ yⱼ."


def opened_gram(desk: Desk, dataset: Dataset, settings: TrainingSettings = DUAL) -> GramPanel:
    """Return the page with the Gram matrix of points, when it is there."""
    desk.show(dataset, settings)
    desk.window.side.bring_named("gram")
    panel = desk.window.side.panel(GramPanel)
    desk.wait(lambda: panel.is_built and panel.view.n_shown == dataset.n_samples)
    return panel


def middle(panel: GramPanel, row: int, column: int) -> QPoint:
    """Return the pixel in the middle of a cell."""
    view = panel.view
    return QPointF(view.column(column).center().x(), view.band(row).center().y()).toPoint()


def test_a_cell_that_is_pointed_at_lights_both_points_up_and_says_their_k(desk: Desk) -> None:
    panel = opened_gram(desk, TEXTBOOK)
    lit = desk.window.canvas._layers.pointed
    desk.qtbot.mouseMove(panel.view, middle(panel, 0, 2))
    desk.wait(lambda: len(lit.lit) == 2)
    places = [desk.window.canvas.frame.point(*TEXTBOOK.X[point]) for point in (0, 2)]
    assert list(lit.lit) == places
    assert panel.note.text() == f"K(x₁, x₃) = 6 · B and A<br>{APART}"
    assert panel.view.numbers[0] == ("18", "21", "6")


def test_a_point_that_is_pointed_at_on_the_canvas_lights_its_row_and_the_row_in_use_is_lit_at_a_mistake(
    desk: Desk,
) -> None:
    panel = opened_gram(desk, TEXTBOOK)
    desk.window.controller.seek(1)
    desk.wait(lambda: panel.view.marks.in_use == (0,))
    assert "Row of x₁, y = +1: this update adds it to all 3 scores." in panel.note.text()
    desk.move(4, 3)
    desk.wait(lambda: panel.view.marks.lit == 1)
    assert panel.view.marks.strip_point == 1
    assert panel.note.text() == f"Row of x₂: K with every point.<br>{APART}"


def test_the_matrix_offers_the_product_and_with_the_1_of_the_bias_and_begins_with_the_product(desk: Desk) -> None:
    panel = opened_gram(desk, TEXTBOOK)
    ones = panel.switches.boxes["ones"]
    assert ones.isVisible() and not ones.isChecked()
    desk.wait(lambda: panel.view.numbers[:1] == (("18", "21", "6"),))
    ones.click()
    desk.wait(lambda: panel.view.numbers[:1] == (("19", "22", "7"),))
    assert "A cell is K + 1: the 1 goes with the bias." in panel.note.text()
    assert desk.window.controller.view_state.shows("ones")
    desk.window.controller.change_settings("bias", bias=False)
    desk.wait(lambda: panel.view.numbers[:1] == (("18", "21", "6"),) and not ones.isVisible())


def test_a_new_point_is_a_row_and_a_column_that_are_marked_and_the_switch_sorts_by_class(desk: Desk) -> None:
    panel = opened_gram(desk, TEXTBOOK)
    desk.window.controller.place([(1.0, 2.0)], [0])
    desk.wait(lambda: panel.view.n_shown == 4)
    assert panel.view.marks.n_before == 3
    assert "x₄ is new" in panel.note.text()
    panel.switches.boxes["by_class"].click()
    picture = panel.view
    desk.wait(lambda: picture.picture is not None and picture.picture.points.tolist() == [2, 3, 0, 1])
    assert desk.window.controller.view_state.shows("by_class")
    desk.window.controller.undo()
    desk.wait(lambda: picture.n_shown == 3)
    assert picture.marks.n_before is None


def test_keys_go_from_cell_to_cell_and_not_through_time(desk: Desk) -> None:
    panel = opened_gram(desk, TEXTBOOK)
    view, state = panel.view, desk.window.controller
    visit = desk.snapshot.visit
    view.setFocus()
    for key in (desk_key.Key_Return, desk_key.Key_Right, desk_key.Key_Down, desk_key.Key_Right):
        desk.key(key, on=view)
    assert (state.view_state.lit_point, state.view_state.lit_partner) == (1, 2)
    assert view.accessibleDescription().startswith("K(x₂, x₃) = 7")
    desk.key(desk_key.Key_Escape, on=view)
    assert state.view_state.lit_point is None
    assert desk.settle().visit == visit


def test_who_does_not_look_at_the_matrix_has_none_computed(desk: Desk) -> None:
    asked: list[object] = []
    side = desk.window.side
    side.panel(GramPanel).asked.connect(lambda question, _: asked.append(question))
    desk.show(TEXTBOOK, DUAL)
    side.bring_named("dual")
    desk.wait(lambda: side.panel(AlphaPanel).is_seen)
    desk.settle()
    assert not asked
    side.bring_named("gram")
    assert len(asked) == 1


def opened_both(desk: Desk, dataset: Dataset) -> BothPanel:
    """Return the page with both forms of points."""
    desk.show(dataset, DUAL)
    desk.window.side.bring_named("both")
    panel = desk.window.side.panel(BothPanel)
    desk.wait(lambda: panel.is_built)
    return panel


def test_both_forms_stand_beside_each_other_and_a_curved_kernel_says_why_it_has_one(desk: Desk) -> None:
    panel = opened_both(desk, TEXTBOOK)
    desk.window.controller.seek(6)
    desk.wait(lambda: "to the last digit" in panel.text.text())
    said = plain(panel.costs.text())
    assert f"{desk.snapshot.mistakes} mistakes × n = {desk.snapshot.mistakes * 3}" in said
    assert "The dual pays off once its rows have been computed: 9 against 12" in said
    assert panel.plot.isVisible()
    desk.do("run.poly")
    desk.wait(lambda: "Only in the dual" in panel.text.text())
    desk.window.controller.seek(3)
    desk.wait(lambda: "K(" in plain(panel.text.text()))
    assert not panel.plot.isVisible()


def test_a_long_sum_opens_by_its_link_beside_the_primal_form_too(desk: Desk) -> None:
    rng = np.random.default_rng(3)
    points = Dataset.of(rng.integers(-9, 10, (24, 2)).tolist(), rng.integers(0, 2, 24).tolist(), ["A", "B"])
    panel = opened_both(desk, points)
    desk.window.controller.seek(23)
    desk.wait(lambda: " more)" in plain(panel.text.text()))
    panel.text.linkActivated.emit("more")
    desk.wait(lambda: " more)" not in plain(panel.text.text()))


def test_while_it_asks_only_rows_of_visits_that_were_answered_are_marked(desk: Desk) -> None:
    panel = opened_gram(desk, TEXTBOOK)
    desk.do("run.predict")
    desk.wait(lambda: desk.window.exercise.prompt.question is not None)
    assert desk.snapshot.upcoming == 0
    for answer in (desk_key.Key_2, desk_key.Key_1):  # a mistake, towards x
        assert panel.view.marks.in_use == ()
        desk.key(answer)
    desk.wait(lambda: panel.view.marks.in_use == (0,))


def test_either_all_cells_have_numbers_or_none_has(desk: Desk) -> None:
    short = Dataset.of([[k, 1] for k in range(12)], [k % 2 for k in range(12)], ["A", "B"])
    panel = opened_gram(desk, short)
    view = panel.view
    room = view.area.width() / 12
    size = view._letters()
    assert size >= LEAST_LETTERS
    assert all(
        QFontMetricsF(view._theme.font(size)).horizontalAdvance(text) <= room for row in view.numbers for text in row
    )
    long = Dataset.of([*short.X.tolist()[:-1], [1234.5678, 1]], short.labels.tolist(), ["A", "B"])
    panel = opened_gram(desk, long)
    desk.wait(lambda: view.picture is not None and view.picture.question.dataset is desk.snapshot.dataset)
    assert len(view.numbers) == 12
    assert view._letters() == 0


@pytest.mark.parametrize("n", [1, 3, 12, 60, 400, 4_000])
def test_names_of_rows_and_columns_stand_clear_of_each_other(n: int) -> None:
    for needed in (14.0, 40.0):
        room = 300 / n
        for first in ((), (n // 2,), (n - 1, 0, n + 5)):
            named = chosen(n, room, needed, first)
            assert named[: 1 if first else 0] == list(first[:1])
            places = sorted(row * room for row in named)
            assert all(b - a >= needed for a, b in pairwise(places))
            assert len(named) >= min(n, 300 / needed) / 3


@pytest.mark.parametrize("by_class", [False, True])
def test_every_row_has_the_name_and_the_colour_of_its_point_and_each_column_too(desk: Desk, by_class: bool) -> None:
    panel = opened_gram(desk, TEXTBOOK)
    if by_class:
        panel.switches.boxes["by_class"].click()
    view = panel.view
    desk.wait(lambda: view.picture is not None and bool(view.picture.class_rows) is by_class)
    assert view.picture is not None
    image, theme = view.grab().toImage(), view._theme
    beside = (HEAD_GAP + EDGE_STRIP / 2) * theme.scale
    for row, point in enumerate(view.picture.points.tolist()):
        colour = theme.class_colour(int(TEXTBOOK.labels[point]))
        at = view.band(row).center().y(), view.column(row).center().x()
        assert image.pixelColor(round(view.area.left() - beside), round(at[0])) == colour
        assert image.pixelColor(round(at[1]), round(view.area.top() - beside)) == colour
    assert chosen(3, view.area.height() / 3, 14) == [0, 1, 2]


def test_the_mark_of_a_bar_does_not_cut_into_the_names_below_the_bars(desk: Desk) -> None:
    desk.window.controller.change_view(theme="projector")
    desk.show(TEXTBOOK, DUAL)
    desk.window.side.bring_named("dual")
    panel = desk.window.side.panel(AlphaPanel)
    desk.do("run.step")
    desk.wait(lambda: panel.is_seen and panel.is_built and panel.bars.shape_in_cells == (1, 3))
    desk.wait(lambda: desk.settle().visit == 1 and panel.bars._snapshot is desk.snapshot)
    bars, ink = panel.bars, QColor(desk.window.theme.text).rgb()
    picture, line = bars.grab().toImage(), QFontMetrics(desk.window.theme.font(SMALL)).height()
    names = [(x, y) for x in range(bars.width()) for y in range(bars.height() - line, bars.height())]
    assert any(picture.pixel(x, y) == ink for x in range(bars.width()) for y in range(bars.height())), "there is one"
    assert not any(picture.pixel(x, y) == ink for x, y in names)
