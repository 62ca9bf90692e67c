"""The view for a hall: one card beside the plane, keys of a presenter's remote, a black screen (G9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication, QLabel, QScrollBar
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.gui.features.forms import GramPanel
from perceptron_gui.gui.features.hall.hall_card import CardNames
from perceptron_gui.gui.features.run_table import TablePanel
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.panels.panel_registry import CARDS
from perceptron_gui.gui.style.theme import THEMES
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key
from tests.gui.features.in_hall import enter, press
from tests.gui.gallery import ways
from tests.gui.legibility import faults
from tests.gui.painted_letters import figure_of, small_letters

SIZES = ((1024, 768), (1280, 720), (1920, 1080))
REMOTE = (Key.Key_PageDown, Key.Key_PageUp, Key.Key_Period, Key.Key_F5, Key.Key_Escape)
"""The keys of a presenter's remote."""
CARDS_OF = {
    (Mode.PRIMAL, KernelName.LINEAR): "step theorem weights table",
    (Mode.DUAL, KernelName.LINEAR): "step dual theorem weights gram table",
    (Mode.DUAL, KernelName.RBF): "step dual theorem gram table",
    (Mode.MULTICLASS, KernelName.LINEAR): "step theorem weights table",
}


def front(desk: Desk) -> str:
    """Return the name of the card in front."""
    return desk.commands.hall.card.shown


@pytest.mark.seldom
def test_the_keys_of_pages_go_round_the_cards_that_the_mode_has(hall: Desk) -> None:
    enter(hall)
    for (mode, kernel), cards in CARDS_OF.items():
        hall.show(BY_NAME["two-classes"].make(), TrainingSettings(mode=mode, kernel=Kernel(kernel)))
        wanted = cards.split()
        for name in [*wanted[1:], wanted[0]]:
            press(hall, Key.Key_PageDown)
            assert front(hall) == name, (mode, kernel)
        names = [button.text() for button in hall.commands.hall.card.names.buttons]
        assert names == [name.capitalize() for name in wanted], (mode, kernel)
    for name in reversed(wanted):
        press(hall, Key.Key_PageUp)
        assert front(hall) == name


@pytest.mark.seldom
def test_the_names_of_all_cards_stand_in_even_rows_that_are_not_cut_and_none_moves(hall: Desk) -> None:
    hall.show(BY_NAME["two-classes"].make(), TrainingSettings(mode=Mode.DUAL))
    press(hall, Key.Key_Q)
    for turn, (theme, size) in enumerate(zip(THEMES, [*SIZES, (960, 600)], strict=True)):
        hall.window.controller.change_view(theme=theme)
        hall.window.resize(*size)
        enter(hall)
        names_stand_in_even_rows(hall, size, turn)
        press(hall, Key.Key_F11)


def names_stand_in_even_rows(hall: Desk, size: tuple[int, int], turn: int) -> None:
    """Look at the names of the cards in a window of some size, with every second of them in front."""
    hall.wait(lambda: hall.window.width() == size[0])
    card, places = hall.commands.hall.card, set[tuple[tuple[int, int], ...]]()
    for name in card.names.buttons[turn % 2 :: 2]:
        name.click()
        hall.settle()
        rows = {y: [b for b in card.names.buttons if b.y() == y] for y in {b.y() for b in card.names.buttons}}
        assert len(rows) <= 2 and max(map(len, rows.values())) - min(map(len, rows.values())) <= 1, size
        assert [button.text().lower() for button in card.names.buttons] == [*CARDS]
        bold = QFont(card.names.buttons[0].font())
        bold.setWeight(QFont.Weight.DemiBold)
        for button in card.names.buttons:
            assert button.width() >= QFontMetricsF(bold).horizontalAdvance(button.text())
        for one, other in (pair for row in rows.values() for pair in pairwise(row)):
            assert other.x() >= one.geometry().right()
        assert card.names.rect().contains(card.names.buttons[-1].geometry())
        assert card.rect().contains(card.names.geometry())
        places.add(tuple(button.pos().toTuple() for button in card.names.buttons))
    assert len(places) == 1


def test_no_letter_that_a_lecture_needs_is_lower_than_a_forty_fifth_of_the_height(hall: Desk) -> None:
    hall.show(BY_NAME["two-classes"].make(), TrainingSettings(mode=Mode.DUAL))
    hall.do("run.next_mistake")
    for turn, (width, height) in enumerate([*SIZES, (960, 600)]):
        hall.window.resize(width, height)
        enter(hall)
        for button in hall.commands.hall.card.names.buttons[turn % 2 :: 2]:  # each card in two sizes
            button.click()
            hall.settle()
            assert small_letters(hall.window) == [], (width, height, front(hall))
        press(hall, Key.Key_F11)


def test_the_gallery_of_examples_has_the_letters_of_the_hall_while_one_looks_on(hall: Desk) -> None:
    for looks_on in (True, False):
        if looks_on is not hall.window.controller.view_state.is_presenting:
            hall.do("view.presentation")
        hall.do("data.gallery")
        gallery = hall.commands.examples.gallery
        hall.wait(gallery.isVisible)
        smallest = min(font.pixelSize() for card in gallery.page.cards.values() for font in card._fonts)
        assert (figure_of("Inter") * smallest >= hall.window.height() / 45) is looks_on
        gallery.close()
        hall.wait(lambda gallery=gallery: not gallery.isVisible())


LONG_STEPS = {
    "long names": (ways.three_long_named(), TrainingSettings(mode=Mode.MULTICLASS), 2),
    "a Gaussian kernel": (
        BY_NAME["spirals"].make(),
        TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF)),
        26,
    ),
}
"""Steps that fill the card, and which mistake they are."""


@pytest.mark.seldom
@pytest.mark.parametrize("step", LONG_STEPS)
def test_a_step_that_fills_the_card_keeps_its_letters_is_not_cut_and_scrolls_one_way(hall: Desk, step: str) -> None:
    dataset, settings, n_mistakes = LONG_STEPS[step]
    hall.show(dataset, settings)
    for _ in range(n_mistakes):
        hall.do("run.next_mistake")
    panel = hall.window.side.panel(StepPanel)
    for width, height in SIZES[:2] if step == "long names" else SIZES[1:]:
        hall.window.resize(width, height)
        enter(hall)
        hall.settle()
        hall.wait(lambda width=width: hall.window.width() == width and hall.snapshot.mistakes == n_mistakes)
        hall.wait(lambda: "Mistake." in panel.label.text())
        hall.wait(lambda height=height: figure_of("Inter") * smallest_letters(panel) >= height / 45)
        hall.wait(lambda: not faults(hall.commands.hall.card))
        bars = [bar for bar in hall.commands.hall.card.findChildren(QScrollBar) if bar.isVisible()]
        assert [bar.orientation() for bar in bars] in ([], [Qt.Orientation.Vertical]), (width, height)
        press(hall, Key.Key_F11)


def smallest_letters(panel: StepPanel) -> int:
    """Return how large the smallest letters of a step are, in pixels."""
    return min(map(int, re.findall(r"'Inter'; font-size:(\d+)px", panel.html)))


def test_a_name_under_the_mouse_keeps_its_letters_and_has_a_fainter_line_than_the_one_in_front(hall: Desk) -> None:
    enter(hall)
    front_one, other = hall.commands.hall.card.names.buttons[:2]
    theme, apart = hall.window.theme, []
    before = other.grab().toImage()
    other.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    after = other.grab().toImage()
    other.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    for y in range(before.height()):
        line = 0, y, before.width(), 1
        apart += [y] * (before.copy(*line) != after.copy(*line))
    assert apart == [*range(before.height() - 3, before.height())]
    foot = before.height() - 2
    assert after.pixelColor(5, foot).name() == theme.line
    assert front_one.grab().toImage().pixelColor(5, foot).name() == theme.accent


def test_a_card_that_another_mode_has_not_gives_way_to_the_first_and_comes_back(hall: Desk) -> None:
    dual = TrainingSettings(mode=Mode.DUAL)
    hall.show(BY_NAME["two-classes"].make(), dual)
    hall.window.side.bring_named("gram")
    enter(hall)
    assert front(hall) == "gram"
    hall.window.controller.change_settings("mode", mode=Mode.PRIMAL)
    assert front(hall) == "step"
    hall.window.controller.change_settings("mode", mode=Mode.DUAL)
    assert front(hall) == "gram"


def test_letters_are_as_large_in_each_theme() -> None:
    for _, height in SIZES:
        assert len({theme.for_hall(height).scale for theme in THEMES.values()}) == 1


def test_hidden_cards_are_not_computed(hall: Desk) -> None:
    side, requests = hall.window.side, hall.window.requests
    enter(hall)
    assert side.panel(StepPanel).is_seen
    assert requests.wanted is not None and not requests.wanted.proof
    press(hall, Key.Key_PageDown)
    assert side.panel(TheoremPanel).is_seen and not side.panel(StepPanel).is_seen
    assert requests.wanted.proof
    press(hall, Key.Key_T)
    assert not requests.wanted.proof and not any(panel.is_seen for panel in side.panels)


def test_the_key_of_the_card_puts_it_away_and_pages_bring_it_back(hall: Desk) -> None:
    enter(hall)
    plane = hall.window.canvas.width()
    press(hall, Key.Key_T)
    hall.wait(lambda: not hall.commands.hall.card.isVisible() and hall.window.canvas.width() == hall.window.width())
    press(hall, Key.Key_PageDown)
    hall.wait(lambda: hall.commands.hall.card.isVisible() and hall.window.canvas.width() == plane)
    assert front(hall) == "step", "it comes back as it was"


@pytest.mark.seldom
def test_the_card_is_that_of_the_page_in_front_and_the_page_afterwards_that_of_the_card(hall: Desk) -> None:
    side = hall.window.side
    side.bring_named("theorem")
    enter(hall)
    assert front(hall) == "theorem"
    press(hall, Key.Key_PageDown)
    assert front(hall) == "weights"
    press(hall, Key.Key_F11)
    hall.wait(lambda: side.front is side.named("weights"))
    enter(hall)
    assert front(hall) == "weights"
    press(hall, Key.Key_F11)
    side.bring_named("curves")
    enter(hall)
    assert front(hall) == "weights", "a page that has no card leaves the last one"
    press(hall, Key.Key_F11)
    hall.wait(lambda: side.front is side.named("curves"))


def test_panels_are_in_their_stations_again_afterwards_with_their_letters(hall: Desk) -> None:
    hall.show(BY_NAME["textbook"].make(), TrainingSettings(mode=Mode.DUAL))
    side = hall.window.side
    side.bring_named("gram")
    gram = side.panel(GramPanel)
    hall.wait(lambda: gram.is_seen)
    enter(hall)
    assert gram.theme == hall.window.theme.for_hall(hall.window.height())
    press(hall, Key.Key_F11)
    hall.wait(lambda: gram.is_seen and side.front is gram)
    assert gram.theme == hall.window.theme and not gram.styleSheet()


def test_a_page_in_a_window_of_its_own_comes_to_the_card_and_goes_home(hall: Desk) -> None:
    side = hall.window.side
    side.bring_named("theorem")
    hall.do("view.own_window")
    hall.wait(lambda: side.panel(TheoremPanel).window() is not hall.window)
    enter(hall)
    hall.wait(lambda: not side.windows and side.panel(TheoremPanel).window() is hall.window)
    assert side.panel(TheoremPanel).is_seen
    hall.do("view.presentation")
    hall.wait(lambda: side.front is side.panel(TheoremPanel))


# Questions


def test_a_question_is_a_card_that_comes_to_the_front_and_goes_when_it_is_closed(hall: Desk) -> None:
    exercise = hall.window.exercise
    enter(hall)
    press(hall, Key.Key_Q)
    hall.wait(lambda: exercise.prompt.question is not None)
    assert front(hall) == "question"
    assert hall.commands.hall.card.isAncestorOf(exercise) and exercise.isVisible()
    assert figure_of("Inter") * exercise.text.font().pixelSize() >= hall.window.height() / 45
    press(hall, Key.Key_PageDown)
    assert front(hall) == "step" and hall.window.plane.isAncestorOf(exercise) and exercise.isVisible()
    press(hall, Key.Key_PageUp)
    assert front(hall) == "question"
    press(hall, Key.Key_1)
    hall.wait(lambda: hall.snapshot.visit == 1)
    press(hall, Key.Key_Escape)
    assert not exercise.is_on and front(hall) == "step", "the card that was looked at last"
    assert hall.window.controller.view_state.is_presenting
    press(hall, Key.Key_Escape)
    assert not hall.window.controller.view_state.is_presenting
    assert not exercise.isVisible()


def test_without_the_card_a_question_stands_below_the_plane(hall: Desk) -> None:
    press(hall, Key.Key_Q)
    enter(hall)
    assert front(hall) == "question"
    press(hall, Key.Key_T)
    exercise = hall.window.exercise
    assert hall.window.plane.isAncestorOf(exercise) and exercise.isVisible()
    press(hall, Key.Key_F11)
    assert exercise.isVisible() and exercise.is_on


# A black screen


def test_any_key_of_the_view_brings_the_picture_back_and_does_nothing_else(hall: Desk) -> None:
    enter(hall)
    before = hall.document
    for name in ("Period", "F11", "F5", "Escape", "PageUp", "PageDown", "T"):
        press(hall, Key.Key_Period)
        image = hall.window.grab().toImage()
        assert all(image.pixelColor(x, y).lightness() == 0 for x in range(5, 1280, 50) for y in range(5, 720, 50))
        for other in (Key.Key_Space, Key.Key_Right, Key.Key_Delete, Key.Key_3, Key.Key_Tab, Key.Key_Q, Key.Key_S):
            press(hall, other)
        hall.key(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        state = hall.window.controller.view_state
        assert state.is_blank and not state.is_playing and not state.selection and not state.exercise
        assert hall.snapshot.visit == 0
        press(hall, Key[f"Key_{name}"])
        state = hall.window.controller.view_state
        assert not state.is_blank and state.is_presenting and front(hall) == "step", name
        assert not hall.commands.hall.black.isVisible() and QApplication.focusWidget() is hall.window.canvas, name
        assert hall.document is before, name


def test_a_click_on_the_black_screen_brings_the_picture_back_and_places_nothing(hall: Desk) -> None:
    enter(hall)
    press(hall, Key.Key_Period)
    before = hall.document
    hall.qtbot.mouseClick(hall.commands.hall.black, Qt.MouseButton.LeftButton)
    assert not hall.window.controller.view_state.is_blank
    assert hall.document is before


def test_names_that_are_made_anew_behind_the_black_screen_do_not_keep_the_keys(hall: Desk) -> None:
    enter(hall)
    hall.commands.hall.card.names.buttons[1].setFocus()
    press(hall, Key.Key_Period)
    hall.window.controller.change_settings("mode", mode=Mode.DUAL)
    hall.settle()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    press(hall, Key.Key_Escape)
    assert QApplication.focusWidget() is hall.window.canvas


def test_what_is_half_typed_is_neither_taken_nor_shown_to_the_hall(hall: Desk) -> None:
    hall.do("run.by_hand")
    hall.wait(lambda: hall.commands.by_hand.bar is not None and hall.window.canvas.hand.line is not None)
    bar, line = hall.commands.by_hand.bar, hall.window.controller.view_state.hand_line
    assert bar is not None
    shown = bar.field.text()
    bar.field.setFocus()
    bar.field.selectAll()
    hall.qtbot.keyClicks(bar.field, "9 9 9")
    hall.do("view.presentation")
    assert bar.field.text() == shown and hall.window.controller.view_state.hand_line == line


def test_a_run_plays_on_behind_the_black_screen(hall: Desk) -> None:
    enter(hall)
    hall.do("run.play")
    press(hall, Key.Key_Period)
    visit = hall.snapshot.visit
    hall.wait(lambda: hall.snapshot.visit > visit)
    press(hall, Key.Key_Period)
    assert hall.window.controller.view_state.is_playing


# A presenter's remote


@pytest.mark.seldom
@pytest.mark.parametrize(
    ("tool", "is_in_hall"),
    [
        ("tools.brush", True),
        pytest.param("tools.erase", False, marks=pytest.mark.slow),
    ],
)
def test_a_remote_never_paints_deletes_or_edits(hall: Desk, tool: str, is_in_hall: bool) -> None:
    hall.do("run.next_mistake")
    hall.settle()
    hall.do(tool)
    hall.window.gestures.select([0, 1])
    before, visit, undo = hall.document, hall.snapshot.visit, hall.window.controller.history.undo_text
    hall.window.controller.change_view(is_presenting=is_in_hall)
    for key in each_after_each(REMOTE):
        press(hall, key)
        assert hall.document is before and hall.snapshot.visit == visit
        assert hall.window.controller.history.undo_text == undo


def each_after_each(keys: Sequence[Qt.Key]) -> list[Qt.Key]:
    """Return presses among which each key follows each, and itself, once."""
    walk, left = [keys[0]], {(one, other) for one in keys for other in keys}
    while left:
        # Back to the first last: that is where the way would end too soon.
        walk.append(next(key for key in reversed(keys) if (walk[-1], key) in left))
        left.remove((walk[-2], walk[-1]))
    return walk


def test_among_the_presses_of_a_remote_each_key_follows_each() -> None:
    walk = each_after_each(REMOTE)
    assert sorted(pairwise(walk)) == sorted((one, other) for one in REMOTE for other in REMOTE)


def test_a_remote_leaves_a_cursor_and_half_typed_coordinates_alone(hall: Desk) -> None:
    before = hall.document
    hall.window.gestures.edit_asked.emit(4, None)
    editor = hall.window.details.editor
    field = editor.fields[0]
    field.setText("7")
    for key in (Key.Key_F5, Key.Key_PageDown, Key.Key_PageUp):
        press(hall, key)
        assert editor.isVisible() and field.text() == "7", key
    press(hall, Key.Key_Period)
    assert field.text() == "7." and not hall.window.controller.view_state.is_blank, "a point of a number is one"
    press(hall, Key.Key_Escape)
    assert not editor.isVisible() and hall.window.controller.view_state.is_presenting
    assert hall.document is before


def test_what_is_half_typed_among_the_rules_is_no_rule_because_a_remote_was_pressed(hall: Desk) -> None:
    eta = hall.rules.eta
    eta.setFocus()
    before = hall.document
    eta.selectAll()
    hall.qtbot.keyClicks(eta, "0.2")
    press(hall, Key.Key_F5)
    assert hall.document is before
    press(hall, Key.Key_F5)
    assert hall.document is before


def test_outside_the_hall_the_keys_of_pages_belong_to_what_has_them(hall: Desk) -> None:
    table = hall.window.side.panel(TablePanel)
    hall.do("run.end")
    hall.settle()
    hall.window.side.bring_named("table")
    hall.wait(lambda: table.is_seen and table.table.currentIndex().row() > 20)
    table.table.setFocus()
    row = table.table.currentIndex().row()
    hall.key(Key.Key_PageUp)
    assert table.table.currentIndex().row() < row
    assert not hall.window.controller.view_state.is_presenting


def test_a_table_with_the_keys_has_those_of_pages_and_gives_them_back(hall: Desk) -> None:
    table = hall.window.side.panel(TablePanel)
    hall.do("run.end")
    hall.settle()
    hall.window.side.bring_named("table")
    enter(hall)
    hall.wait(lambda: table.is_seen and table.table.currentIndex().row() > 20)
    table.table.setFocus()
    row = table.table.currentIndex().row()
    hall.key(Key.Key_PageUp)
    assert table.table.currentIndex().row() < row and front(hall) == "table"
    hall.window.canvas.setFocus()
    press(hall, Key.Key_PageUp)
    assert front(hall) == "weights"


def test_esc_gives_up_a_stroke_before_it_leaves(hall: Desk) -> None:
    enter(hall)
    hall.do("tools.select")
    x, y = hall.dataset.X[4].tolist()
    before = hall.document
    hall.drag((x, y), (x + 1, y + 1), lets_go=False)
    press(hall, Key.Key_Escape)
    assert hall.window.controller.view_state.is_presenting and hall.document is before
    hall.release(x + 1, y + 1)
    press(hall, Key.Key_Escape)
    assert hall.window.controller.view_state.is_presenting, "the tool goes first"
    press(hall, Key.Key_Escape)
    assert not hall.window.controller.view_state.is_presenting and hall.document is before


# Keys, starts


def test_tab_goes_from_the_plane_to_the_names_and_into_the_card(hall: Desk) -> None:
    hall.do("run.end")
    hall.settle()
    hall.window.side.bring_named("table")
    enter(hall)
    canvas, found = hall.window.canvas, []
    canvas.setFocus()
    for _ in range(60):
        hall.key(Key.Key_Tab)
        now = QApplication.focusWidget()
        if now is canvas:
            break
        assert now is not None and now.isVisible()
        found.append(now)
    else:
        raise AssertionError("Tab never came back")
    names = hall.commands.hall.card.names.buttons
    assert found[: len(names)] == names
    table = hall.window.side.panel(TablePanel)
    inside = [widget for widget in found if table.isAncestorOf(widget)]
    assert table.table in inside and found[len(names) : len(names) + len(inside)] == inside


def test_a_name_is_chosen_by_a_click_and_read_by_a_screen_reader(hall: Desk) -> None:
    enter(hall)
    names = hall.commands.hall.card.names.buttons
    names[1].click()
    assert front(hall) == "theorem"
    assert [button.isChecked() for button in names] == [False, True, False, False]
    names[1].click()
    assert [button.isChecked() for button in names] == [False, True, False, False]


def test_entered_and_left_while_it_plays_the_run_goes_on(hall: Desk) -> None:
    hall.do("run.play")
    enter(hall)
    visit = hall.snapshot.visit
    hall.wait(lambda: hall.snapshot.visit > visit)
    press(hall, Key.Key_F5)
    visit = hall.snapshot.visit
    hall.wait(lambda: hall.snapshot.visit > visit)
    assert hall.window.controller.view_state.is_playing


@pytest.mark.seldom
def test_what_is_written_in_letters_of_its_own_is_as_small_as_before_when_the_hall_is_gone(hall: Desk) -> None:
    hall.window.side.bring_named("theorem")
    hall.settle()
    parts = [hall.window.exercise, hall.window.model_bar, hall.window.side.panel(TheoremPanel)]
    labels = [label for part in parts for label in part.findChildren(QLabel)]
    before = [label.font().pixelSize() for label in labels]
    enter(hall)
    for _ in range(4):
        press(hall, Key.Key_PageDown)
    press(hall, Key.Key_F11)
    hall.window.side.bring_named("theorem")
    hall.settle()
    hall.wait(lambda: [label.font().pixelSize() for label in labels] == before)


@pytest.mark.seldom
@pytest.mark.new_window
def test_the_next_start_finds_the_card_and_whether_it_was_put_away(make_desk: Desks) -> None:
    desk = make_desk()
    enter(desk)
    press(desk, Key.Key_PageDown)
    press(desk, Key.Key_T)
    make_desk.close()
    again = make_desk(load_preferences())
    assert not again.window.controller.view_state.is_presenting
    again.key(Key.Key_F5, on=again.window.canvas)
    again.settle()
    assert not again.window.controller.view_state.shows("formula")
    assert front(again) == ""
    press(again, Key.Key_T)
    again.wait(lambda: again.window.side.panel(TheoremPanel).is_seen)
    assert front(again) == "theorem"
    assert isinstance(again.window.side.panel(TheoremPanel), TheoremPanel)


@pytest.mark.parametrize("width", [900, 120])
def test_names_of_cards_begin_where_the_language_does(qtbot: QtBot, width: int) -> None:
    names = CardNames()
    qtbot.addWidget(names)
    names.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    names.resize(width, 60)
    names.show_names(["Step", "Theorem", "Weights"], 0, 30)
    first, *others = (button.geometry() for button in names.buttons)
    assert first.right() == width - 1
    assert all(each.right() < first.left() or each.top() > first.top() for each in others)
    assert all(each.left() >= 0 for each in (first, *others))
