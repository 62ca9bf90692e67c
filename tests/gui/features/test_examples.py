"""An example opens in the mode it is about; what it says to watch is said only while it is what happens."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from perceptron_gui.engine.data.samples import Sample
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.points.sample_files import ALL_SAMPLES, BY_NAME, TOPICS
from perceptron_gui.frozen import replace
from tests.gui.desk import Desk

XOR_WATCH = BY_NAME["xor"].watch
OTHER_RULES: tuple[dict[str, object], ...] = (
    {"order": Order.BATCH},
    {"eta": 0.5},
    {"bias": False},
    {"initial": (1.0, 0.0, 0.0)},
    {"max_epochs": 1},
    {"mode": Mode.MULTICLASS},
)


def open_example(desk: Desk, name: str) -> None:
    desk.window.top.sample_chosen.emit(name)
    desk.settle()


@pytest.mark.parametrize("sample", ALL_SAMPLES, ids=lambda sample: sample.name)
def test_an_example_brings_the_mode_it_is_about(sample: Sample) -> None:
    is_about_several = len(sample.make().classes) > 2
    assert (sample.mode is Mode.MULTICLASS) == is_about_several
    for mode in Mode:
        brought = sample.settings_from(TrainingSettings(mode=mode, order=Order.BATCH))
        assert brought.mode.is_binary != is_about_several
        assert brought.order is Order.BATCH
    assert sample.settings_from(TrainingSettings(mode=Mode.DUAL)).mode is (
        sample.mode if is_about_several else Mode.DUAL
    )


def test_three_classes_open_in_multiclass_and_two_in_a_binary_mode(desk: Desk) -> None:
    open_example(desk, "three-classes")
    assert desk.document.settings.mode is Mode.MULTICLASS
    assert "Choose" not in desk.message
    assert desk.message == BY_NAME["three-classes"].watch
    open_example(desk, "xor")
    assert desk.document.settings.mode is Mode.PRIMAL
    assert desk.message == XOR_WATCH


@pytest.mark.seldom
@pytest.mark.parametrize("changes", OTHER_RULES, ids=str)
def test_what_to_watch_goes_when_a_rule_makes_it_untrue(desk: Desk, changes: dict[str, object]) -> None:
    open_example(desk, "xor")
    assert desk.message == XOR_WATCH
    desk.window.controller.change_settings("rule", **changes)
    assert desk.message != XOR_WATCH


def test_what_to_watch_goes_when_a_point_is_placed_and_stays_in_dual(desk: Desk) -> None:
    open_example(desk, "xor")
    desk.window.top.modes[Mode.DUAL].click()
    assert desk.message == XOR_WATCH
    desk.click(0.5, 0.25)
    assert desk.message != XOR_WATCH


def test_an_example_opened_under_other_rules_does_not_say_what_will_not_happen(desk: Desk) -> None:
    desk.window.controller.change_settings("order", order=Order.BATCH)
    open_example(desk, "textbook")
    assert desk.document.settings.order is Order.BATCH
    assert BY_NAME["textbook"].watch not in desk.message


def topic_menu(desk: Desk, name: str) -> QMenu:
    """Return the menu of the topic that an example belongs to."""
    title = next(topic.title for topic in TOPICS if name in topic.names)
    menus = desk.window.top.examples.menu().findChildren(QMenu)
    return next(menu for menu in menus if menu.title() == title)


def test_every_example_is_in_one_topic_of_the_menu() -> None:
    named = [name for topic in TOPICS for name in topic.names]
    assert sorted(named) == sorted(BY_NAME)


def test_no_list_of_examples_is_longer_than_a_small_screen() -> None:
    assert max(len(TOPICS), *(len(topic.names) for topic in TOPICS)) <= 8


def test_a_tooltip_in_the_menu_says_what_to_watch_only_where_it_is_true(desk: Desk) -> None:
    menu = topic_menu(desk, "xor")
    hints = {action.text(): action for action in menu.actions()}
    menu.aboutToShow.emit()
    assert hints["XOR"].toolTip() == XOR_WATCH
    desk.window.controller.change_settings("order", order=Order.BATCH)
    menu.aboutToShow.emit()
    assert hints["XOR"].toolTip() == "XOR"


def test_buttons_of_the_empty_plane_say_what_to_watch_only_where_it_is_true(desk: Desk) -> None:
    desk.clear()
    button = desk.window.stage.examples.buttons["xor"]
    assert button.toolTip() == XOR_WATCH
    desk.window.controller.change_settings("order", order=Order.BATCH)
    assert button.toolTip() == "XOR"


def test_seed_and_zero_start_weights_leave_it_true() -> None:
    sample = BY_NAME["xor"]
    assert sample.holds_under(TrainingSettings(seed=5, initial=(0.0, 0.0, 0.0)))
    assert not sample.holds_under(replace(TrainingSettings(), initial=(0.0, 0.0, 1.0)))
