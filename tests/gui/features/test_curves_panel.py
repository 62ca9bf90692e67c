"""The curves in the window: drawn when looked at, read under the pointer, and a click leads to the place."""

from __future__ import annotations

from functools import cache
from itertools import cycle

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset, Part
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.curves import Curves, curves_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.curves import CurvesPanel, epoch_text, place_text, titles
from perceptron_gui.gui.features.curves.curve_lines import epoch_steps, steps, visit_at
from perceptron_gui.gui.features.curves.curve_plots import PLOTS, CurvePlots
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.style.theme import LIGHT, SMALL, THEMES
from tests.gui.desk import Desk, Key
from tests.session.bench import TEXTBOOK, XOR

LONG = Dataset.of(
    np.round(np.random.default_rng(91).uniform(-3, 3, (40, 2)), 5),
    np.random.default_rng(92).integers(0, 2, 40).tolist(),
)
"""Points whose run goes on for long."""


def opened(desk: Desk, dataset: Dataset, settings: TrainingSettings | None = None, visits: int = 0) -> CurvesPanel:
    """Open the panel beside a run of so many visits."""
    desk.show(dataset, settings)
    desk.window.side.bring_named("curves")
    panel = desk.window.side.panel(CurvesPanel)
    desk.wait(lambda: panel.isVisible() and panel.plots is not None)
    if visits:
        # The window may have shown other points, at the same visit.
        desk.wait(lambda: told_until(panel) <= 0)
        desk.window.controller.seek(visits)
        desk.wait(lambda: desk.snapshot.visit == visits)
        desk.wait(lambda: told_until(panel) == visits)
    return panel


def plots_of(panel: CurvesPanel) -> CurvePlots:
    """Return the plots, which are there since the panel was looked at."""
    assert panel.plots is not None
    return panel.plots


def shown(panel: CurvesPanel, name: str) -> tuple[list[float], list[float]]:
    """Return what a line shows."""
    x, y = plots_of(panel).lines[name].getData()
    return ([], []) if x is None else (x.tolist(), y.tolist())


def told_until(panel: CurvesPanel) -> float:
    """Return the last visit whose errors are shown; −1 without any."""
    return (shown(panel, "errors")[0] or [-0.5])[-1] - 0.5


def heights(panel: CurvesPanel, name: str, frontier: int) -> list[set[float]]:
    """Return the heights of a line over every visit."""
    x, y = plots_of(panel).lines[name].getData()
    spans = list(zip(x[::2].tolist(), x[1::2].tolist(), y[::2].tolist(), y[1::2].tolist(), strict=True))
    assert all(before == after for _, _, before, after in spans), "between two visits nothing rises or falls"
    return [{height for low, high, height, _ in spans if low < visit < high} for visit in range(frontier + 1)]


def pixel(panel: CurvesPanel, name: str, visit: float) -> QPoint:
    """Return where a visit lies in a plot."""
    plot = plots_of(panel).plots[name]
    (low, high) = plot.plotItem.vb.viewRange()[1]
    at = plot.plotItem.vb.mapViewToScene(QPointF(visit, (low + high) / 2))
    return plot.mapFromScene(at)


def test_the_curves_are_those_of_the_run(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=400)
    runs: list[object] = []
    desk.window.controller.post(lambda worker: runs.append(curves_of(worker.run)))  # type: ignore[arg-type]
    desk.wait(lambda: runs)
    curves = runs[0]
    for name in ("errors", "loss", "gradient", "norm", "bias"):
        values = getattr(curves, name)
        expected = [{float(values[i])} for i in np.searchsorted(curves.visits, range(401), "right") - 1]  # type: ignore[attr-defined]
        assert heights(panel, name, 400) == expected
    edges = [end + 0.5 for end in (0, *curves.epoch_ends.tolist())]  # type: ignore[attr-defined]
    x, y = (values[::2] for values in shown(panel, "mistakes"))
    assert x[::2] == edges[:-1]
    assert y[::2] == y[1::2] == curves.most.tolist()  # type: ignore[attr-defined]


def test_over_more_epochs_than_can_be_shown_the_line_goes_from_the_fewest_mistakes_to_the_most() -> None:
    run = Run(LONG, TrainingSettings(order=Order.SHUFFLED))
    run.advance(100_000)
    curves = curves_of(run)
    x, y = epoch_steps(curves)
    assert (x[0], x[-1]) == (0.5, curves.epoch_ends[-1] + 0.5)
    assert (np.diff(x) >= 0).all()
    heights = y.reshape(-1, 4)
    assert (heights == np.column_stack([curves.fewest, curves.fewest, curves.most, curves.most])).all()
    assert (curves.fewest < curves.most).any()
    i = int(np.argmax(curves.most - curves.fewest))
    visit = int(curves.epoch_ends[i])
    assert epoch_text(curves, visit, False) == f"mistakes per epoch {curves.fewest[i]:g}–{curves.most[i]:g}"


def test_in_the_textbook_the_weights_never_climb_evenly(desk: Desk) -> None:
    """By pencil: w = (3, 3), b = 1 after visits 1 and 2, (2, 2) and 0 after 3, 4 and 5, (1, 1) and −1 after 6."""
    panel = opened(desk, TEXTBOOK, visits=6)
    long, mean, short = 18**0.5, 8**0.5, 2**0.5
    assert heights(panel, "norm", 6) == [{0}, {long}, {long}, {mean}, {mean}, {mean}, {short}]
    assert heights(panel, "bias", 6) == [{0}, {1}, {1}, {0}, {0}, {0}, {-1}]


def test_states_with_unknown_ones_between_them_are_not_joined() -> None:
    run = Run(XOR, TrainingSettings())
    while run.visit < 6_000:
        run.advance(6_000)
    curves = curves_of(run)
    for values in (curves.bias, np.where(curves.visits % 3 == 0, np.nan, curves.bias)):
        x, y, is_joined = steps(curves, values)
        assert np.isfinite(y).all()
        gaps = np.flatnonzero(is_joined == 0)
        assert gaps.tolist() == [i for i in range(len(x)) if i + 1 == len(x) or (x[i] != x[i + 1] and i % 2)]
        assert len(gaps) > 50


def test_below_the_plots_stands_what_lies_along_their_axis(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK, visits=6)
    name = plots_of(panel).axis_name
    assert (name.text(), name.isVisible()) == ("visits", True)
    assert name.y() > max(plot.y() for plot in plots_of(panel).plots.values())


def test_hovering_reads_the_visit_under_the_pointer(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK, visits=6)
    told = {
        0.4: "visit 0 · errors 3 · L 0 · ‖∇L‖ ≈ 7.874 · ‖w‖ 0 · b 0",
        0.6: "visit 1 · errors 1 · L 7 · ‖∇L‖ ≈ 1.732 · ‖w‖ ≈ 4.243 · b 1",
        2.4: "visit 2 · errors 1 · L 7 · ‖∇L‖ ≈ 1.732 · ‖w‖ ≈ 4.243 · b 1",
        2.9: "visit 3 · errors 1 · L 4 · ‖∇L‖ ≈ 1.732 · ‖w‖ ≈ 2.828 · b 0",
        4.6: "visit 5 · errors 1 · L 4 · ‖∇L‖ ≈ 1.732 · ‖w‖ ≈ 2.828 · b 0",
        5.6: "visit 6 · errors 1 · L 1 · ‖∇L‖ ≈ 1.732 · ‖w‖ ≈ 1.414 · b −1",
    }
    epochs = {0.4: "", 0.6: 2, 2.4: 2, 2.9: 2, 4.6: 1, 5.6: 1}
    for name, visit in zip(cycle(PLOTS), told):
        text = told[visit]
        text += f" · mistakes per epoch {epochs[visit]}" if name == "mistakes" and epochs[visit] else ""
        desk.wait(lambda name=name, visit=visit, text=text: read(desk, panel, name, visit) == text)


def read(desk: Desk, panel: CurvesPanel, name: str, visit: float) -> str:
    """Point at a visit, again and again: of moves that follow each other closely the plots see only one."""
    viewport, at = plots_of(panel).plots[name].viewport(), pixel(panel, name, visit)
    for up in (1, 0):
        desk.qtbot.mouseMove(viewport, at - QPoint(0, up))
        desk.qtbot.wait(12)
    return panel.values.text()


def read_visit(desk: Desk, panel: CurvesPanel, name: str, visit: float) -> int:
    """Return the visit that is read where another one is pointed at: a pixel may be as wide as several."""
    return int(read(desk, panel, name, visit).split()[1])


def click(desk: Desk, panel: CurvesPanel, name: str, visit: float) -> None:
    """Click on a visit in a plot."""
    viewport = plots_of(panel).plots[name].viewport()
    desk.qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=pixel(panel, name, visit))


def test_a_click_goes_to_the_visit_that_is_read(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=400)
    for name, (visit, place) in zip(cycle(PLOTS), ((107, 107), (310, 310), (404, 400), (-4, 0))):
        desk.wait(lambda name=name, visit=visit, place=place: abs(read_visit(desk, panel, name, visit) - place) < 3)
        place = read_visit(desk, panel, name, visit)
        assert all(line.isVisible() and line.value() == place for line in plots_of(panel).pointers)
        click(desk, panel, name, visit)
        desk.wait(lambda place=place: desk.snapshot.visit == place and not desk.snapshot.is_playing)
        desk.wait(lambda: all(line.value() == desk.snapshot.visit for line in plots_of(panel).cursors))
    assert desk.snapshot.frontier == 400


def test_no_click_leads_beyond_what_is_shown_while_it_asks(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=400)
    desk.window.controller.seek(200)
    desk.wait(lambda: desk.snapshot.visit == 200)
    desk.key(Key.Key_Q)
    log = desk.window.controller
    runs: list[int] = []
    log.post(lambda worker: runs.append(int(worker.run.log.visits[worker.run.log.visits < 200][-1])))
    desk.wait(lambda: runs)
    desk.wait(lambda: told_until(panel) == runs[0])
    click(desk, panel, "loss", 204)
    desk.wait(lambda: desk.snapshot.visit == runs[0])


TITLES = {
    "primal": ("mistakes per epoch (wide line) · errors (line)", "‖w‖ (line) · b (dashed)"),
    "no bias": ("mistakes per epoch (wide line) · errors (line)", "‖w‖"),
    "random": ("errors (line)", "‖w‖ (line) · b (dashed)"),
    "multiclass": ("mistakes per epoch (wide line) · errors (line)", "‖W‖"),
}


@pytest.mark.parametrize("case", TITLES)
def test_the_titles_name_the_lines_that_are_drawn_and_no_others(desk: Desk, case: str) -> None:
    settings = {
        "primal": TrainingSettings(),
        "no bias": TrainingSettings(bias=False),
        "random": TrainingSettings(order=Order.RANDOM),
        "multiclass": TrainingSettings(mode=Mode.MULTICLASS),
    }[case]
    panel = opened(desk, XOR, settings, visits=4)
    plots = plots_of(panel)
    desk.wait(lambda: (plots.titles["mistakes"].text(), plots.titles["norm"].text()) == TITLES[case])
    # The titles come with the rules, the lines with the curves of the run.
    desk.wait(lambda: bool(shown(panel, "bias")[0]) == ("b (" in plots.titles["norm"].text()))
    desk.wait(lambda: bool(shown(panel, "mistakes")[1]) == ("epoch" in plots.titles["mistakes"].text()))
    desk.wait(lambda: (" b " in read(desk, panel, "norm", 0)) == ("b (" in plots.titles["norm"].text()))


def tick_texts(panel: CurvesPanel, name: str, side: str) -> list[str]:
    """Return the numbers that stand at an axis."""
    axis = plots_of(panel).plots[name].getAxis(side)
    low, high = axis.range
    length = axis.width() if side == "bottom" else axis.height()
    return [text for step, ticks in axis.tickValues(low, high, length) for text in axis.tickStrings(ticks, 1.0, step)]


@pytest.mark.seldom
def test_there_are_no_half_visits_and_no_half_mistakes_on_the_axes(desk: Desk) -> None:
    for visits in (1, 4, 400):
        panel = opened(desk, LONG, visits=visits)
        for name, side in [(name, "bottom") for name in PLOTS] + [("mistakes", "left")]:
            texts = tick_texts(panel, name, side)
            assert texts
            assert len(set(texts)) == len(texts)
            assert all(text.isdigit() for text in texts), texts


def test_numbers_of_long_runs_do_not_run_into_each_other(desk: Desk) -> None:
    panel = opened(desk, XOR, visits=8)
    desk.do("view.projector")
    axis = plots_of(panel).plots["norm"].getAxis("bottom")
    for longest in (9, 1_234, 10**6, 4 * 10**9):
        ((step, ticks),) = axis.tickValues(-0.02 * longest, 1.02 * longest, axis.width())
        room = step / (1.04 * longest) * axis.width()
        widest = max(
            QFontMetrics(axis.style["tickFont"]).horizontalAdvance(text) for text in axis.tickStrings(ticks, 1.0, step)
        )
        assert widest < room
        assert len(ticks) >= 2


@pytest.fixture
def ground(qtbot: QtBot) -> QWidget:
    """What plots lie on: a window is never lower than what is laid out in it, a part may be."""
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@cache
def long_run(is_held_out: bool) -> Curves:
    """Return the curves of a long run, with those of held-out points or without."""
    run = Run(LONG, TrainingSettings())
    run.advance(400)
    return curves_of(run, held_out={Part.VALIDATION: LONG} if is_held_out else {})


def drawn(ground: QWidget, height: int, scale: float = 1.0, is_held_out: bool = False) -> CurvePlots:
    """Return plots of a run, as high as a panel with little room."""
    plots = CurvePlots(ground)
    plots.paint(replace(LIGHT, scale=scale))
    plots.set_titles(titles(TrainingSettings()), False)
    plots.draw(long_run(is_held_out))
    plots.resize(330, height)
    plots.show()
    ground.show()
    QApplication.processEvents()
    return plots


def test_the_plots_can_be_painted_before_anything_is_drawn(qtbot: QtBot) -> None:
    plots = CurvePlots()
    qtbot.addWidget(plots)
    plots.resize(300, 400)
    assert not plots.grab().isNull()
    for plot in plots.plots.values():
        assert all(plot.getAxis(side).tickValues(0, 10, 100) for side in ("left", "bottom"))


@pytest.mark.parametrize(
    ("height", "scale", "is_held_out"), [(90, 1.0, False), (150, 1.0, True), (230, 1.0, False), (330, 2.0, True)]
)
def test_numbers_of_low_plots_do_not_stand_on_each_other(
    ground: QWidget, height: int, scale: float, is_held_out: bool
) -> None:
    plots = drawn(ground, height, scale, is_held_out)
    seen = [plot for plot in plots.plots.values() if plot.isVisible()]
    assert seen
    for plot in seen:
        axis = plot.getAxis("left")
        levels = axis.tickValues(*axis.range, axis.height())
        at = sorted(place for _, ticks in levels for place in ticks)
        room = np.diff(at) / (axis.range[1] - axis.range[0]) * axis.height()
        assert (room >= QFontMetrics(axis.style["tickFont"]).height()).all()


def test_a_plot_that_has_no_room_makes_room_for_the_others(ground: QWidget) -> None:
    for height, scale, is_held_out, names in (
        (240, 1.0, False, ["mistakes", "loss", "norm"]),
        (330, 2.0, False, ["mistakes", "loss"]),
        (170, 1.0, True, ["mistakes"]),
        (240, 1.0, True, ["mistakes", "accuracy"]),
        (480, 1.0, True, ["mistakes", "loss", "norm", "accuracy"]),
    ):
        plots = drawn(ground, height, scale, is_held_out)
        assert [name for name, plot in plots.plots.items() if plot.isVisible()] == names
        assert [name for name, title in plots.titles.items() if title.isVisible()] == names


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_four_curves_are_only_there_where_none_is_squeezed(ground: QWidget, scale: float) -> None:
    seen, plots = set[int](), drawn(ground, 240, scale, is_held_out=True)
    for height in range(240, 900, 60):
        plots.resize(330, height)
        QApplication.processEvents()
        plots.layout().activate()
        heights = [plot.plotItem.vb.height() for plot in plots.plots.values() if plot.isVisible()]
        seen.add(len(heights))
        assert len(heights) == 1 or min(heights) >= 45 * scale, (height, heights)
        assert max(heights) - min(heights) <= 30 * scale, "none takes room from the others"
    assert seen == {1, 2, 3, 4} - ({1} if scale == 1 else set())


def test_in_arabic_vertical_axes_stand_where_they_do_elsewhere(ground: QWidget) -> None:
    QApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        plots = drawn(ground, 480, is_held_out=True)
        for plot in plots.plots.values():
            assert plot.getAxis("left").pos().x() < plot.plotItem.vb.pos().x()
    finally:
        QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_visit_stands_in_the_same_column_of_all_plots(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=400)
    for projector in (False, True):
        if projector:
            desk.do("view.projector")
        views = [plot.plotItem.vb for plot in plots_of(panel).plots.values()]
        desk.wait(lambda views=views: all(low < 0 < 400 < high for low, high in (v.viewRange()[0] for v in views)))
        desk.wait(lambda: len({pixel(panel, name, 400).x() for name in PLOTS}) == 1)


def test_at_the_end_the_loss_is_0_and_it_is_asked_once(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)
    end = desk.snapshot.frontier
    desk.wait(lambda: told_until(panel) == end)
    assert (shown(panel, "loss")[1][-1], shown(panel, "errors")[1][-1], shown(panel, "mistakes")[1][-1]) == (0, 0, 0)
    seen: list[object] = []
    desk.window.controller.answered.connect(seen.append)
    desk.key(Key.Key_Home)
    desk.wait(lambda: desk.snapshot.visit == 0)
    desk.settle()
    assert seen == []


@pytest.mark.seldom
def test_while_it_plays_the_curves_grow(desk: Desk) -> None:
    panel = opened(desk, LONG)
    desk.set_speed(7)
    desk.do("run.play")
    desk.wait(lambda: (shown(panel, "errors")[0] or [0])[-1] > 1_000)
    desk.do("run.play")
    desk.wait(lambda: not desk.snapshot.is_playing)
    end = desk.settle().frontier
    desk.wait(lambda: told_until(panel) == end)


def test_random_order_and_multiclass_have_their_own_gaps(desk: Desk) -> None:
    panel = opened(desk, XOR, TrainingSettings(order=Order.RANDOM), visits=50)
    assert shown(panel, "mistakes")[1] == []
    assert [len(values) for values in heights(panel, "errors", 50)] == [1] * 51
    three = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])
    desk.show(three, TrainingSettings(mode=Mode.MULTICLASS))
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)
    desk.wait(lambda: told_until(panel) == desk.snapshot.frontier)
    assert shown(panel, "bias")[0] == []
    desk.wait(lambda: read(desk, panel, "norm", 0).startswith("visit 0 · errors 3"))
    assert " b " not in panel.values.text()


def test_online_order_plots_mistakes_so_far_over_points_so_far(desk: Desk) -> None:
    panel = opened(desk, XOR, TrainingSettings(order=Order.ONLINE))
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is Stop.PASS_DONE)
    # (0, 0)+ a tie, (1, 1)+ right by b, (0, 1)− wrong, (1, 0)− a tie
    steps_of_rate = ([0.5, 1.5, 1.5, 2.5, 2.5, 3.5, 3.5, 4.5], [1, 1, 0.5, 0.5, 2 / 3, 2 / 3, 0.75, 0.75])
    desk.wait(lambda: shown(panel, "rate") == steps_of_rate)
    assert shown(panel, "mistakes") == shown(panel, "errors") == ([], [])
    assert plots_of(panel).titles["mistakes"].text() == "mistakes so far ÷ points so far"
    for plot in plots_of(panel).plots.values():
        assert plot.plotItem.vb.viewRange()[0] == pytest.approx([-0.6, 4.6])
    desk.wait(lambda: read(desk, panel, "mistakes", 3.1) == "2 mistakes so far on 3 points: ≈ 0.6667")
    desk.wait(lambda: read(desk, panel, "mistakes", 0.9) == "1 mistake so far on 1 point: 1")
    desk.window.controller.place([[2.0, 2.0]], [1])
    desk.settle()
    desk.key(Key.Key_Right)
    desk.wait(lambda: shown(panel, "rate")[0][::2] == [0.5, 1.5, 2.5, 3.5, 4.5])
    desk.window.controller.change_settings("order", order=Order.CYCLIC)
    desk.settle()
    desk.wait(lambda: plots_of(panel).titles["mistakes"].text().startswith("mistakes per epoch"))
    desk.wait(lambda: shown(panel, "rate") == ([], []))


def test_while_it_asks_the_curves_end_at_the_cursor(desk: Desk) -> None:
    panel = opened(desk, XOR, TrainingSettings(order=Order.ONLINE))
    desk.key(Key.Key_End)
    desk.wait(lambda: shown(panel, "rate")[0][::2] == [0.5, 1.5, 2.5, 3.5])
    desk.key(Key.Key_Q)
    desk.window.controller.seek(2)
    desk.wait(lambda: shown(panel, "rate")[0][::2] == [0.5, 1.5])
    desk.key(Key.Key_Q)
    desk.wait(lambda: shown(panel, "rate")[0][::2] == [0.5, 1.5, 2.5, 3.5])


def test_an_edit_empties_the_curves_of_the_earlier_run(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=300)
    desk.window.controller.set_dataset(TEXTBOOK, "example")
    desk.wait(lambda: told_until(panel) == 0)
    desk.window.controller.set_dataset(Dataset.empty(), "clear")
    desk.settle()
    desk.wait(lambda: told_until(panel) == 0)


def test_curves_behind_other_tabs_are_neither_computed_nor_drawn(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=100)
    assert panel.is_seen
    assert desk.window.requests.wanted is not None
    assert desk.window.requests.wanted.curves
    desk.window.side.bring_named("step")
    desk.wait(lambda: not panel.is_seen and not desk.window.requests.wanted.curves)
    assert [other.is_seen for other in desk.window.side.panels] == [True, *[False] * (len(PANELS) - 1)]
    before = shown(panel, "errors")
    desk.window.controller.seek(200)
    desk.wait(lambda: desk.snapshot.visit == 200)
    desk.settle()
    assert shown(panel, "errors") == before
    assert all(line.value() == 100 for line in plots_of(panel).cursors)
    desk.window.side.bring_named("curves")
    desk.wait(lambda: panel.is_seen and told_until(panel) == 200)
    assert all(line.value() == 200 for line in plots_of(panel).cursors)


@pytest.mark.seldom
def test_another_theme_paints_the_curves_anew_and_titles_are_whole_and_of_its_size(desk: Desk) -> None:
    panel = opened(desk, XOR, visits=8)
    plots = plots_of(panel)
    words = [plots.axis_name, *plots.titles.values()]
    seen = [each for each in words if each.isVisible()]
    assert len(seen) > 3
    assert {each.font().pixelSize() for each in seen} == {SMALL}
    for theme in ("dark", "projector"):
        desk.do(f"view.{theme}")
        desk.settle()
        assert {each.font().pixelSize() for each in seen} == {round(SMALL * THEMES[theme].scale)}, theme
        assert plots.lines["loss"].opts["pen"].color().name() == desk.window.theme.accent
        assert plots.plots["loss"].backgroundBrush().color().name() == desk.window.theme.panel
    desk.window.resize(960, 600)
    desk.window.side.bring_named("curves")
    for title in plots.titles.values():
        desk.wait(lambda title=title: title.height() >= title.heightForWidth(title.width()))
        longest = max(title.text().split(), key=len)
        assert title.fontMetrics().horizontalAdvance(longest) <= title.width() <= panel.width()


def test_of_what_is_not_known_the_nearest_known_visit_is_read() -> None:
    run = Run(XOR, TrainingSettings())
    while run.visit < 6_000:
        run.advance(6_000)
    curves = curves_of(run)
    i = int(np.flatnonzero(curves.through[:-1] + 1 < curves.visits[1:])[9])
    before, after = int(curves.through[i]), int(curves.visits[i + 1])
    assert after - before > 4
    for at, visit in ((before + 0.8, before), (before + 1, before), (after - 1, after), (after + 0.2, after)):
        assert visit_at(curves, "norm", at) == visit
    assert [visit_at(curves, "loss", at) for at in (-1e9, 0.4, 0.6, 1e9)] == [0, 0, 1, 6_000]


def test_values_of_visits_that_were_rounded_wear_the_sign_and_exact_ones_do_not() -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(6)
    curves = curves_of(run)
    assert "b ≈" not in place_text(curves, 6, "‖w‖")
    assert "b ≈" in place_text(curves, 6, "‖w‖", exact_visits=0)
    assert "b ≈" not in place_text(curves, 0, "‖w‖", exact_visits=0)
