"""The panel "Runs": pins and fans, on the canvas and in the list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt

from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.many_runs import Variation
from perceptron_gui.engine.training.factory import train
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.canvas.figures.other_lines import FinalLines
from perceptron_gui.gui.features import runs
from perceptron_gui.gui.features.runs import FAN_SIZE, RunsPanel
from perceptron_gui.session.comparison import Comparison
from tests.gui.desk import Desk

Key = Qt.Key
FEW = 12
"""Runs of a fan in a test that is about something else."""


@pytest.fixture
def open_panel(desk: Desk) -> RunsPanel:
    panel = desk.window.side.panel(RunsPanel)
    desk.window.side.bring_named(panel.objectName())
    desk.wait(lambda: panel.is_seen)
    return panel


def shown(desk: Desk) -> Comparison:
    """Return what the commands show, when nothing more comes."""
    commands = desk.commands.comparison
    desk.wait(lambda: not commands.is_busy)
    commands.show_progress()
    return commands._comparison()


def layer(desk: Desk) -> FinalLines:
    return desk.window.canvas.final_lines


def three_runs(desk: Desk, panel: RunsPanel, name: str) -> None:
    """Pin three runs of an example: it was another in the place of the student's points."""
    desk.commands.examples.open(name)
    before, path = desk.document, desk.commands.filing.path
    assert "Keeps your points" in panel.three.toolTip()
    panel.three.click()
    assert desk.document is before and desk.commands.filing.path == path
    assert [pin.letter for pin, _ in shown(desk).pinned] == ["P", "Q", "R"]
    plain, shuffled, started = (pin.settings for pin, _ in shown(desk).pinned)
    assert (plain.order, shuffled.order, started.order) == (Order.CYCLIC, Order.SHUFFLED, Order.CYCLIC)
    assert started.has_start_weights and not plain.has_start_weights


def test_three_runs_of_an_example_show_that_order_and_start_decide(desk: Desk, open_panel: RunsPanel) -> None:
    three_runs(desk, open_panel, "order")
    pinned = shown(desk).pinned
    mistakes = [result.mistakes for _, result in pinned if result is not None]
    assert mistakes == [50, 5, 27]
    lines = {tuple(result.theta[0] / result.theta[0, 0]) for _, result in pinned if result is not None}
    assert len(lines) == 3
    assert layer(desk).isVisible()
    # Taken away one by one, and the plane is as before.
    for letter in "PQR":
        open_panel.unpin_asked.emit(letter)
    assert not shown(desk).pinned
    assert not layer(desk).isVisible()


def test_pins_are_trained_anew_on_edited_points_and_go_with_another_set(desk: Desk, open_panel: RunsPanel) -> None:
    desk.do("run.pin")
    desk.do("run.pin")  # the same run: once is enough
    ((pin, before),) = shown(desk).pinned
    assert before is not None
    assert pin.letter == "P"
    controller = desk.window.controller
    controller.relabel([0], 1 - int(desk.dataset.labels[0]))
    ((_, after),) = shown(desk).pinned
    assert after is not None
    assert after.mistakes != before.mistakes
    controller.undo()
    ((_, again),) = shown(desk).pinned
    assert again is not None
    assert again.mistakes == before.mistakes
    desk.commands.examples.open("xor")
    assert not shown(desk).pinned


def test_three_runs_are_of_the_points_that_are_there_and_say_so(desk: Desk, open_panel: RunsPanel) -> None:
    three_runs(desk, open_panel, "three-classes")


def test_three_runs_need_points_and_room(desk: Desk, open_panel: RunsPanel) -> None:
    for eta in (1.0, 2.0, 3.0, 4.0):
        desk.window.controller.change_settings("η", eta=eta)
        desk.do("run.pin")
    desk.window.controller.change_settings("η", eta=5.0)
    open_panel.three.click()
    assert len(shown(desk).pinned) == 6 and "unpin some" in desk.message
    desk.do("edit.clear")
    desk.wait(lambda: not open_panel.three.isEnabled())
    assert "Place points first" in open_panel.three.toolTip()


def test_where_no_run_has_start_weights_three_runs_are_in_two_shuffled_orders() -> None:
    dataset, kernel = BY_NAME["three-classes"].make(), Kernel(KernelName.RBF)
    settings = TrainingSettings(mode=Mode.MULTICLASS, kernel=kernel, order=Order.BATCH)
    orders = [(each.order, each.seed) for each in runs.three_runs(dataset, settings)]
    assert orders == [(Order.CYCLIC, 0), (Order.SHUFFLED, 0), (Order.SHUFFLED, 1)]


def test_where_points_came_late_it_is_said_that_pinned_runs_have_them_from_the_beginning(
    desk: Desk, open_panel: RunsPanel
) -> None:
    """A pin is rules: its run begins with all points, though that on the canvas took them up as they came (P9)."""
    desk.do("run.pin")
    assert not open_panel.hint.isVisible()
    desk.window.controller.seek(5)
    desk.settle()
    desk.window.controller.place([[0.5, 0.5]], [0])
    desk.wait(lambda: open_panel.hint.isVisible() and "from the start" in open_panel.hint.text())
    ((pin, result),) = shown(desk).pinned
    assert result is not None
    assert result.mistakes == train(desk.dataset, pin.settings).state.mistakes
    desk.window.controller.undo()
    desk.wait(lambda: not open_panel.hint.isVisible())


def test_a_run_from_start_weights_follows_one_that_can_have_none_and_the_other_way_round(desk: Desk) -> None:
    curved = TrainingSettings(mode=Mode.MULTICLASS, kernel=Kernel(KernelName.POLY))
    started = TrainingSettings(mode=Mode.MULTICLASS, initial=(1.0, 0.0, 0.0, 0.0, 1.0, 0.0))
    desk.show(desk.dataset, curved)
    for settings in (started, curved):
        desk.do("run.step")
        desk.settle()
        desk.commands.comparison.train(settings)
        assert desk.settle().visit == 0
        assert desk.document.settings == settings
        assert desk.message == "A rule changed: the run starts again."


def test_a_bar_of_the_fan_trains_one_of_its_runs(desk: Desk, open_panel: RunsPanel) -> None:
    open_panel.start.click()
    comparison = shown(desk)
    fan, histogram = comparison.fan, open_panel.histogram
    assert fan is not None
    assert fan.variation is Variation.ORDERS
    assert len(fan.results) == FAN_SIZE
    desk.wait(lambda: histogram.isVisible())
    bars = fan.histogram()
    index = max(range(len(bars)), key=lambda i: len(bars[i].runs))
    middle = QPointF((bars[index].least + bars[index].most + 1) / 2, 0.5)
    place = histogram.mapFromScene(histogram.getViewBox().mapViewToScene(middle))
    desk.qtbot.mouseClick(histogram.viewport(), Qt.MouseButton.LeftButton, pos=place)
    settings = desk.document.settings
    assert (settings.order, settings.seed) == (Order.SHUFFLED, bars[index].runs[0])
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.stop is not None)
    assert bars[index].least <= desk.snapshot.mistakes <= bars[index].most
    # Another click trains its next run; undo brings back the rules before.
    desk.qtbot.mouseClick(histogram.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.document.settings.seed == bars[index].runs[1]
    desk.do("edit.undo")
    desk.do("edit.undo")
    assert desk.document.settings.order is Order.CYCLIC
    # A fan of other points is out of date.
    desk.window.controller.delete([0])
    assert shown(desk).fan is None


RULES_OF_OTHER_RUNS = {
    "bias": {"bias": False},
    "eta": {"eta": 0.5},
    "beta": {"beta": 0.5},
    "start": {"initial": (1.0, 0.0, 0.0)},
    "limit": {"max_epochs": 3},
    "random order": {"order": Order.RANDOM},
    "multiclass": {"mode": Mode.MULTICLASS},
    "features": {"features": FeatureMap(degree=2)},
}


def test_no_fan_of_other_rules_stays_on_the_screen(
    desk: Desk, open_panel: RunsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "FAN_SIZE", FEW)
    open_panel.start.click()
    assert shown(desk).fan is not None
    desk.wait(lambda: layer(desk).isVisible() and open_panel.histogram.isVisible())
    for name, rules in RULES_OF_OTHER_RUNS.items():
        desk.window.controller.change_settings("rule", **rules)
        desk.wait(lambda: not open_panel.histogram.isVisible())
        assert not layer(desk).isVisible(), name
        assert "for other rules" in open_panel.counts.text(), name
        desk.do("edit.undo")
        desk.wait(lambda: layer(desk).isVisible() and open_panel.histogram.isVisible())
        assert "mean" in open_panel.counts.text(), name


def test_a_fan_stays_where_the_change_makes_no_other_runs(
    desk: Desk, open_panel: RunsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "FAN_SIZE", FEW)
    for variation, change in (
        (Variation.ORDERS, {"mode": Mode.DUAL}),
        (Variation.ORDERS, {"order": Order.BATCH}),
        (Variation.ORDERS, {"order": Order.SHUFFLED, "seed": 7}),
        (Variation.STARTS, {"initial": (1.0, 2.0, 3.0)}),
    ):
        desk.commands.comparison.begin_fan(variation)
        desk.window.controller.change_settings("rule", **change)
        assert shown(desk).fan is not None
        desk.do("edit.undo")


def test_a_fan_that_is_on_its_way_when_the_rules_change_can_be_trained_for_them(
    desk: Desk, open_panel: RunsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "FAN_SIZE", FEW)
    open_panel.start.click()
    desk.window.controller.change_settings("rule", eta=0.5)
    assert open_panel.start.text() == "Train them"
    open_panel.start.click()
    fan = shown(desk).fan
    assert fan is not None and {result.settings.eta for result in fan.results} == {0.5}


def test_the_bars_are_chosen_with_keys_too(desk: Desk, open_panel: RunsPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FAN_SIZE", FEW)
    open_panel.start.click()
    fan = shown(desk).fan
    assert fan is not None
    open_panel.histogram.setFocus()
    for key in (Key.Key_Up, Key.Key_Up, Key.Key_Down, Key.Key_Return):
        desk.qtbot.keyClick(open_panel.histogram, key)
    first = next(bar for bar in fan.histogram() if bar.runs)
    assert desk.document.settings.seed == first.runs[0]


def test_where_runs_end_is_hidden_while_the_run_asks(desk: Desk, open_panel: RunsPanel) -> None:
    desk.do("run.pin")
    shown(desk)
    assert layer(desk).isVisible()
    desk.do("run.predict")
    desk.wait(lambda: desk.snapshot.is_veiled and not layer(desk).isVisible())
    desk.wait(lambda: not open_panel.pins.itemAt(1).widget().isVisible())  # type: ignore[union-attr]
    desk.do("run.predict")
    desk.wait(lambda: layer(desk).isVisible() and open_panel.pins.itemAt(1).widget().isVisible())  # type: ignore[union-attr]


def test_nothing_is_cut_at_the_right_in_the_type_of_a_projector(desk: Desk, open_panel: RunsPanel) -> None:
    desk.do("view.projector")
    desk.window.side.take_width(0)
    inner = open_panel._inner
    desk.settle()
    desk.wait(lambda: inner.widget().minimumSizeHint().width() <= inner.viewport().width())


def test_several_classes_by_a_kernel_have_no_start_weights_and_the_panel_says_so(
    desk: Desk, open_panel: RunsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "FAN_SIZE", FEW)
    desk.commands.examples.open("three-classes")
    desk.window.controller.change_settings("kernel", kernel=Kernel(KernelName.RBF))
    desk.commands.comparison.begin_fan(Variation.STARTS)
    desk.wait(lambda: "compare orders" in open_panel.counts.text())
    desk.commands.comparison.begin_fan(Variation.ORDERS)
    assert shown(desk).fan is not None


def test_closing_in_the_middle_of_a_fan_ends_its_threads(desk: Desk, open_panel: RunsPanel) -> None:
    desk.commands.examples.open("xor")
    open_panel.start.click()
    desk.window.close()
    assert "_pool" in vars(desk.commands.comparison)
    assert not [batch for batch in desk.commands.comparison._pool._batches if batch.is_busy]
