"""What the bars say can be read, is true now, and stays where it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise, product

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QHelpEvent, QImage, QPainter, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QFrame, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui import translation
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import LARGEST_LIMIT, Mode, Order, TrainingSettings
from perceptron_gui.files.points.sample_files import ALL_SAMPLES, BY_NAME
from perceptron_gui.gui.bars.note_bar import MOST_LINES, NoteBar
from perceptron_gui.gui.bars.verdict_pill import draw_text, laid_out
from perceptron_gui.gui.canvas.overlays.axes_bar import AxesBar
from perceptron_gui.gui.style.theme import THEMES
from perceptron_gui.gui.widgets.choice import MEANING, Choice
from perceptron_gui.gui.widgets.plain_text import MATHS
from perceptron_gui.session.view.view_state import Tool
from tests.gui.desk import Desk
from tests.gui.legibility import pixels
from tests.gui.painted_letters import painted
from tests.session.bench import XOR

THREE = Dataset.of([[0, 0], [1, 1], [2, 0]], [0, 1, 2], ("A", "B", "C with a rather long name of its own"))
HAT = "\u0302"


def rows(box: Choice) -> list[str]:
    return [box.itemText(i) for i in range(box.count())]


def opened(desk: Desk, box: Choice) -> QWidget:
    """Open the list of a box, and return it."""
    box.showPopup()
    desk.wait(box.view().isVisible)
    return box.view()


def test_the_list_of_orders_has_whole_words_each_with_a_line_that_explains_it(desk: Desk) -> None:
    box = desk.rules.order
    assert rows(box) == [order.value for order in Order]
    lines = [box.itemData(i, MEANING) for i in range(box.count())]
    assert all(lines)
    assert len(set(lines)) == len(Order)
    assert box.words == "cyclic  ▾"


def test_the_list_of_plus_classes_has_their_names_alone(desk: Desk) -> None:
    desk.show(THREE)
    box = desk.rules.positive
    assert rows(box) == list(THREE.classes)
    assert box.words == "B  ▾"


LISTS = [("light", "positive", False), ("view.projector", "order", False), ("view.projector", "positive", True)]
"""By theme, list, and whether it was opened before the theme was chosen: in a new window it was not."""


@pytest.mark.seldom
@pytest.mark.parametrize(
    ("theme", "name", "was_open"),
    [pytest.param(*each, marks=[] if each[-1] else pytest.mark.new_window) for each in LISTS],
)
def test_an_open_list_has_room_for_its_longest_line_and_no_frame_of_its_own(
    desk: Desk, name: str, theme: str, was_open: bool
) -> None:
    desk.show(THREE)
    box: Choice = getattr(desk.rules, name)
    if was_open:
        opened(desk, box)
        box.hidePopup()
    if theme != "light":
        desk.do(theme)
    view = opened(desk, box)
    assert box.view().viewport().width() >= box.view().sizeHintForColumn(0)
    tops = [box.view().visualRect(box.model().index(row, 0)).top() for row in range(box.count())]
    heights = [box.view().sizeHintForRow(row) for row in range(box.count())]
    assert [below - top for top, below in pairwise(tops)] == heights[:-1]
    container = view.parentWidget()
    assert isinstance(container, QFrame)
    assert container.frameShape() == QFrame.Shape.NoFrame
    box.hidePopup()


def places(desk: Desk) -> dict[str, QRect]:
    """Return where the parts of the top bar are, but for the verdict, which takes what is left."""
    top = desk.window.top
    parts = {"rules": top.rules, "examples": top.examples}
    parts |= {mode.value: button for mode, button in top.modes.items()}
    return {name: QRect(part.mapTo(top, QPoint(0, 0)), part.size()) for name, part in parts.items() if part.isVisible()}


@pytest.mark.seldom
def test_the_bar_does_not_jump_when_a_third_class_appears_or_another_mode_is_chosen(desk: Desk) -> None:
    for theme, widths in (("projector", (960, 1280)), ("light", (1024, 1100))):
        desk.window.controller.change_view(theme=theme)
        for width in widths:
            bar_stays(desk, width)


def bar_stays(desk: Desk, width: int) -> None:
    """Let a third class appear in a window of some width, and choose every mode."""
    desk.show(XOR)
    desk.window.resize(width, 700)
    desk.wait(lambda: desk.window.top.width() == width)
    QApplication.processEvents()
    before = places(desk)
    desk.show(THREE)
    QApplication.processEvents()
    assert places(desk) == before
    assert desk.window.width() == width
    for button in desk.window.top.modes.values():
        button.click()
        QApplication.processEvents()
        assert places(desk) == before


@pytest.mark.seldom
def test_after_the_large_type_the_bars_leave_as_much_room_as_before_and_show_the_same_parts(desk: Desk) -> None:
    window = desk.window

    def shown() -> tuple[object, ...]:
        return places(desk), window.statusBar().height(), window.status.counts.size(), window.canvas.size()

    before = shown()
    desk.do("view.projector")
    desk.wait(lambda: window.statusBar().height() > before[1])
    assert places(desk).keys() == {name for name in places(desk) if not getattr(window.top, name, window).isHidden()}
    desk.do("view.projector")
    desk.wait(lambda: shown() == before)


@pytest.fixture
def english() -> Iterator[None]:
    yield
    translation.use(None)


def test_no_hat_falls_off_a_letter(desk: Desk) -> None:
    desk.wait(lambda: desk.window.top.verdict.text.startswith("separable"))
    verdict = desk.window.top.verdict
    assert "margin γ̂ ≈ " in verdict.text
    assert "margin γ̂ ≈ " in verdict.hint and "radius R̂ ≈ " in verdict.hint
    (hatted,) = laid_out(verdict.text, verdict._font).formats()
    assert verdict.text[hatted.start :][: hatted.length] == "γ̂"
    assert hatted.format.fontFamilies()[0] == MATHS
    document = QTextDocument()
    document.setHtml(verdict.toolTip())
    assert document.toPlainText().startswith(verdict.hint)
    for place in (found.start() for found in re.finditer(HAT, verdict.hint)):
        cursor = QTextCursor(document)
        cursor.setPosition(place)
        assert cursor.charFormat().fontFamilies() == [MATHS]
    assert not [sample.watch for sample in ALL_SAMPLES if HAT in unicodedata.normalize("NFD", sample.watch)]


def test_a_hat_stands_over_its_letter_in_every_theme(desk: Desk, english: None) -> None:
    """The text font sets it beside a Greek letter, and the pill said γ for γ̂."""
    for theme, is_leftwards in product(THEMES.values(), (False, True)):
        translation.use(None, is_leftwards=is_leftwards)
        font = theme.font(13, QFont.Weight.DemiBold)
        for letter in "γRxθ":
            plain, hatted = ink(letter + "\u200a", font), ink(letter + HAT, font)
            assert hatted[2] <= plain[2] + 0.3 * font.pixelSize(), (theme.name, letter)
            assert hatted[1] < plain[1] - 1, (theme.name, letter)


def ink(text: str, font: QFont) -> tuple[int, int, int, int]:
    """Return where a text leaves ink: left, top, right, bottom."""
    image = QImage(120, 80, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    draw_text(painter, QRectF(30, 0, 60, 80), text, font)
    painter.end()
    seen = pixels(image).astype(int)
    down, across = np.nonzero(seen.max(2) + seen.min(2) < 2 * 128)
    return int(across.min()), int(down.min()), int(across.max()), int(down.max())


def test_one_class_alone_is_not_called_separable(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 1], [2, 1]], [1, 1], ["A", "B"]))
    verdict = desk.window.top.verdict
    desk.wait(lambda: verdict.text == "one class only")
    assert verdict.hint.startswith("All points are in one class: there is nothing to separate.")


def test_the_status_line_says_what_the_mouse_does_with_the_tool(desk: Desk) -> None:
    desk.wait(lambda: "click or Enter to place" in desk.message)
    for tool, words in ((Tool.BRUSH, "paint"), (Tool.ERASE, "delete"), (Tool.SELECT, "select"), (Tool.PLACE, "place")):
        desk.do(f"tools.{tool.value}")
        assert words in desk.message
        assert ("to place" in desk.message) == (tool is Tool.PLACE)
        assert desk.message.startswith("Space play")


def test_the_hint_of_the_timeline_covers_no_button(desk: Desk) -> None:
    timeline, transport = desk.window.transport.timeline, desk.window.transport
    at = timeline.rect().center()
    QApplication.sendEvent(timeline, QHelpEvent(QEvent.Type.ToolTip, at, timeline.mapToGlobal(at)))
    desk.wait(QToolTip.isVisible)
    hint = next(w for w in QApplication.topLevelWidgets() if w.isVisible() and w.windowType() == Qt.WindowType.ToolTip)
    bar = QRect(transport.mapToGlobal(QPoint(0, 0)), transport.size())
    assert not hint.geometry().intersects(bar)
    QToolTip.hideText()
    desk.wait(lambda: not QToolTip.isVisible())


def type_eta(desk: Desk, text: str) -> None:
    field = desk.rules.eta
    field.setFocus()
    field.selectAll()
    desk.key(Qt.Key.Key_Delete, on=field)
    desk.qtbot.keyClicks(field, text)


WRONG = {"": "number above 0", "abc": "“abc” is not a number", "0": "above 0", "-3": "above 0", "1e13": "10¹²"}


def test_below_the_learning_rate_it_is_said_what_is_wrong_with_it(desk: Desk) -> None:
    top, complaint = desk.rules, desk.rules.complaints["eta"]
    for text, words in WRONG.items():
        type_eta(desk, text)
        assert complaint.isVisible(), text
        assert words in complaint.text(), text
        field = QRect(top.eta.mapTo(desk.window, QPoint(0, 0)), top.eta.size())
        below = QRect(complaint.pos(), complaint.size())
        assert 0 < below.top() - field.bottom() < 20, text
        assert below.left() == field.left(), text
        desk.key(Qt.Key.Key_Return, on=top.eta)
        assert complaint.isVisible(), text
        assert "It stays 1." in complaint.text(), text
        type_eta(desk, "2")
        assert not complaint.isVisible(), text


def test_after_a_wrong_number_the_field_keeps_the_keys_and_what_is_typed_next_replaces_it(desk: Desk) -> None:
    type_eta(desk, "1.x")
    desk.key(Qt.Key.Key_Return, on=desk.rules.eta)
    assert desk.window.focusWidget() is desk.rules.eta
    desk.qtbot.keyClicks(desk.window.focusWidget(), "2.5")  # on the plane 2 would choose a class
    desk.key(Qt.Key.Key_Return, on=desk.rules.eta)
    assert desk.document.settings.eta == 2.5
    assert desk.window.focusWidget() is desk.rules


def test_what_is_wrong_with_a_field_goes_with_the_field(desk: Desk) -> None:
    type_eta(desk, "abc")
    assert desk.rules.complaints["eta"].isVisible()
    desk.do("view.presentation")
    assert not desk.rules.complaints["eta"].isVisible()
    desk.do("view.presentation")


def type_into(desk: Desk, name: str, text: str) -> None:
    """Type into a field of the page of rules, and leave it by Enter."""
    field = getattr(desk.rules, name)
    field.setText(text)
    desk.key(Qt.Key.Key_Return, on=field)


def test_each_rule_says_below_itself_what_is_wrong_and_the_run_stays(desk: Desk) -> None:
    for name, text, words in (
        ("initial", "1 2", "3 numbers (w1, w2, b), not 2"),
        ("initial", "1 b 3", "“b” is not a number"),
        ("initial", "1 1e13 3", "at most 10¹²"),
        ("beta", "-1", "cannot be below 0"),
        ("beta", "wide", "not a number"),
        ("seed", "1.5", "not a whole number"),
        ("seed", str(2**64), f"at most {2**64 - 1}"),
        ("max_updates", "0", "at least 1"),
        ("max_epochs", "-7", "not a whole number"),
        ("max_epochs", "9" * 5000, "at most"),
    ):
        desk.show(XOR, TrainingSettings(order=Order.SHUFFLED))
        before = desk.document
        type_into(desk, name, text)
        complaint = desk.rules.complaints[name]
        assert complaint.isVisible()
        assert words in complaint.text()
        assert "It stays " in complaint.text() and len(complaint.text()) < 150
        assert desk.document is before


def test_a_rule_counts_at_once_and_one_undo_takes_it_back(desk: Desk) -> None:
    type_into(desk, "beta", "0,5")
    assert desk.document.settings.beta == 0.5
    assert desk.rules.beta.text() == "0.5"
    assert desk.window.top.rules.text() == "Rules: cyclic · η = 1 · bias · β = 0.5  ▾"
    desk.do("edit.undo")
    assert desk.document.settings.beta == 0
    assert desk.rules.isVisible() and not desk.rules.beta.text()


def test_the_rules_keep_every_limit_that_a_file_or_the_command_line_may_say(desk: Desk) -> None:
    desk.show(XOR, TrainingSettings(max_updates=LARGEST_LIMIT, max_epochs=LARGEST_LIMIT))
    type_into(desk, "eta", "0.5")
    settings = desk.document.settings
    assert (settings.eta, settings.max_updates, settings.max_epochs) == (0.5, LARGEST_LIMIT, LARGEST_LIMIT)
    type_into(desk, "max_updates", str(LARGEST_LIMIT + 1))
    assert f"at most {LARGEST_LIMIT}" in desk.rules.complaints["max_updates"].text()


def test_start_weights_of_several_classes_are_typed_row_by_row(desk: Desk) -> None:
    desk.show(THREE, TrainingSettings(mode=Mode.MULTICLASS))
    for text, words in (("1 0 | 2", "3 numbers (w1, w2, b), not 2"), ("1 0 0 |" * 3 + "0 0 0", "at most 3, not 4")):
        type_into(desk, "initial", text)
        assert words in desk.rules.complaints["initial"].text()
    assert desk.document.settings.initial is None
    type_into(desk, "initial", "1; 0; 0,5 | | 0 1 -2")
    assert desk.document.settings.initial == (1, 0, 0.5, 0, 0, 0, 0, 1, -2)
    assert desk.rules.initial.text() == "1; 0; 0.5 | 0; 0; 0 | 0; 1; −2"


def test_what_a_mode_does_not_have_is_not_shown(desk: Desk) -> None:
    page = desk.rules

    def shown() -> set[str]:
        return {name for name, (_, control, _) in page._rows.items() if control.isVisible()}

    assert {*page._rows} - shown() == {"positive", "kernel", "seed"}
    desk.show(THREE, TrainingSettings(mode=Mode.DUAL, order=Order.RANDOM, positive=0))
    assert {*page._rows} - shown() == {"max_epochs"}
    desk.show(THREE, TrainingSettings(mode=Mode.MULTICLASS, kernel=Kernel(KernelName.RBF)))
    assert {*page._rows} - shown() == {"positive", "initial", "seed"}


def test_the_page_of_rules_lies_inside_the_window_and_the_keys_go_round_in_it(desk: Desk) -> None:
    for theme, size in product(("light", "projector"), ((960, 600), (1280, 800))):
        desk.window.controller.change_view(theme=theme)
        desk.window.resize(*size)
        page_lies_inside(desk)


def page_lies_inside(desk: Desk) -> None:
    """Open the page of rules, go round in it, and close it."""
    page = desk.rules
    QApplication.processEvents()
    assert desk.window.rect().contains(page.geometry())
    assert page.geometry().top() >= desk.window.top.rules.mapTo(desk.window, QPoint(0, 0)).y()
    found = []
    while (here := QApplication.focusWidget()) not in found:
        found.append(here)
        desk.key(Qt.Key.Key_Tab, on=here)
    assert len(found) >= 8
    assert all(page.isAncestorOf(widget) for widget in found)
    desk.key(Qt.Key.Key_Escape, on=QApplication.focusWidget())
    assert not page.isVisible()
    assert desk.window.canvas.hasFocus()


def test_the_page_closes_where_the_keys_go_elsewhere_and_by_its_button(desk: Desk) -> None:
    page, button = desk.rules, desk.window.top.rules
    desk.window.canvas.setFocus()
    assert not page.isVisible()
    for is_open in (True, False):
        desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert page.isVisible() is is_open


def test_a_name_that_looks_like_html_is_text_in_the_bars(desk: Desk) -> None:
    name = "<img src=x><b>bold</b>"
    desk.show(THREE.with_classes([name, "B", "C"]))
    bar, status = desk.window.left, desk.window.status
    status.notice(name)
    assert status.message.textFormat() == Qt.TextFormat.PlainText
    for tip in (bar.classes[0].toolTip(), status.message.toolTip()):
        assert "&lt;img src=x&gt;" in tip
        assert "<img" not in tip


def test_keys_that_have_no_room_are_left_out_whole(desk: Desk) -> None:
    message = desk.window.status.message
    message.setText("Space play · → visit · click to place")
    message.resize(message.fontMetrics().horizontalAdvance("Space play · → visit") + 12, message.height())
    assert message.fitting() == "Space play · → visit"
    message.resize(2, message.height())
    assert message.fitting() == "Space play"


def test_a_reason_without_room_is_told_in_fewer_words(desk: Desk) -> None:
    desk.show(XOR)
    desk.do("run.end")
    desk.wait(lambda: desk.message.startswith("A cycle with "))
    message = desk.window.status.message
    for width, words in ((2000, message.text()), (300, "A cycle: 4 mistakes a round")):
        message.resize(width, message.height())
        assert message.fitting() == words
    assert "No line separates" in message.toolTip()


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_rules_and_verdict_are_words_in_the_smallest_window(desk: Desk, theme: str) -> None:
    if theme == "projector":
        desk.do("view.projector")
    desk.show(BY_NAME["iris-three"].make(), TrainingSettings(mode=Mode.DUAL, order=Order.SHUFFLED, eta=0.125))
    desk.window.resize(960, 600)
    top = desk.window.top
    desk.wait(lambda: top.verdict.text == "not separable" and top.width() == 960)
    QApplication.processEvents()
    assert top.verdict.width() >= top.verdict._width("not separable")
    assert top.rules.text().startswith("Rules: shuffled · η = 0.125")
    assert top.rules.width() >= top.rules.sizeHint().width()
    assert top.examples.isVisible()


def test_the_lists_of_features_have_room_for_names_that_came_later(qtbot: QtBot) -> None:
    bar = AxesBar()
    qtbot.addWidget(bar)
    bar.set_dataset(Dataset.of([[0, 0, 1]], [0], features=("a", "b", "c")), (0, 1))
    assert all(box.minimumSizeHint().width() > 0 for box in (bar.across, bar.upwards))  # asked once, Qt keeps it
    bar.set_dataset(BY_NAME["iris"].make(), (0, 1))
    bar.resize(bar.minimumSizeHint())
    QApplication.processEvents()
    assert all(box.width() >= box.sizeHint().width() for box in (bar.across, bar.upwards))


@pytest.mark.parametrize("size", [13, 22])
def test_a_note_ends_in_dots_where_it_has_more_lines_than_there_is_room_for(qtbot: QtBot, size: int) -> None:
    bar = NoteBar(wraps=True)
    qtbot.addWidget(bar)
    bar.setStyleSheet(f"QLabel {{ font-size: {size}px; }}")
    for words, is_whole in (("word " * 6, True), ("word " * 300 + "end", False), ("w" * 1000, False)):
        bar.say(words)
        bar.resize(300, bar.heightForWidth(300))
        bar.show()
        lines = [each.text for each in painted(bar.text)]
        assert len(lines) <= MOST_LINES and (lines[-1][-1] != "…") is is_whole
        assert bar.text.text() == words == bar.accessibleName()
