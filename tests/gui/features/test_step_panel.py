"""The page "Formulas" of the station "Step": it fits a small hall, and tells the bias as one more feature on demand."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.features.step.loss import LossPanel
from perceptron_gui.gui.panels.rich_text import Column
from perceptron_gui.gui.widgets.formula_html import DENSE, FORMULA
from tests.gui.desk import Desk
from tests.session.bench import TEXTBOOK


def in_a_small_hall(desk: Desk) -> None:
    desk.window.controller.change_view(theme="projector")
    desk.window.resize(1024, 768)
    desk.wait(lambda: desk.window.size().toTuple() == (1024, 768) and desk.window.theme.name == "projector")
    desk.settle()


@pytest.mark.seldom
def test_in_a_small_hall_the_formulas_of_a_mistake_are_seen_without_a_scroll_bar(desk: Desk) -> None:
    in_a_small_hall(desk)
    panel = desk.window.side.panel(StepPanel)
    (column,) = panel.findChildren(Column)
    for name in ("two-classes", "through-origin", "textbook"):
        desk.show(BY_NAME[name].make(), TrainingSettings(bias=name != "through-origin"))
        for _ in range(3):
            desk.do("run.next_mistake")
            desk.settle()
            desk.wait(lambda: "Mistake." in panel.label.text())
            assert panel.label.height() + panel.change.height() > 250, name
            assert column.verticalScrollBar().maximum() == 0, name


def test_letters_are_smaller_only_where_the_panel_is_low_and_change_with_it(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    desk.show(TEXTBOOK)
    desk.do("run.next_mistake")
    panel = desk.window.side.panel(StepPanel)
    desk.wait(lambda: f"font-size:{FORMULA}px" in panel.label.text() and "Effect" in panel.html)
    desk.window.resize(1280, 600)
    desk.wait(lambda: f"font-size:{DENSE}px" in panel.label.text() and "Effect" not in panel.html)
    desk.window.resize(1280, 800)
    desk.wait(lambda: f"font-size:{FORMULA}px" in panel.label.text())


def test_the_bias_as_one_more_feature_is_told_in_the_step(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.do("run.next_mistake")
    panel = desk.window.side.panel(StepPanel)
    desk.wait(lambda: "Mistake." in panel.label.text())
    assert "= (3, 3, 1)" not in panel.html.replace("&nbsp;", " ")
    desk.do("show.ones")
    desk.wait(lambda: "(3, 3, 1)" in panel.html.replace("&nbsp;", " "))


@pytest.mark.parametrize("mode", Mode)
def test_the_loss_is_the_second_page_in_every_mode_and_names_the_wrong_points(desk: Desk, mode: Mode) -> None:
    desk.show(TEXTBOOK, TrainingSettings(mode=mode))
    desk.do("run.step")
    desk.window.side.go_on(0)
    assert desk.window.side.entry.name == "loss"
    panel = desk.window.side.panel(LossPanel)
    desk.wait(lambda: panel.is_built and "∂" in panel.gradient.text())
    assert "<b>x</b>₃" in panel.wrong.text()


def test_in_a_small_hall_a_right_visit_of_several_classes_has_no_update_to_tell(desk: Desk) -> None:
    in_a_small_hall(desk)
    desk.show(BY_NAME["three-classes"].make(), TrainingSettings(mode=Mode.MULTICLASS))
    desk.do("run.end")
    panel = desk.window.side.panel(StepPanel)
    desk.wait(lambda: "Right." in panel.label.text())
    assert not panel.change.text() and "→" not in panel.html
