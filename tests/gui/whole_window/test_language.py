"""A window of another language takes the place of the one that is open, at the same place of the same run (A16)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QPoint, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QMenu
from shiboken6 import isValid

from perceptron_gui import translation
from perceptron_gui.engine.data.samples import OPENING
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program import languages
from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.app import EndingSignals, change_language, commands_of
from perceptron_gui.gui.language import LanguageMenu, speak
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import drawn
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.gui.widgets.plain_text import plain_label
from perceptron_gui.gui.window_actions import native_keys
from perceptron_gui.session.document import Document
from perceptron_gui.session.folders import state_folder
from perceptron_gui.translation import tr
from tests.gui.conftest import Desks
from tests.gui.desk import Desk
from tests.pseudo import KEPT, PLAIN, languages_in, pseudo, write_language

ARABIC = str.maketrans(PLAIN, "ابتثجحخدذرزسشصضطظعغفقكلمنه" * 2)


def arabic(text: str) -> str:
    """Return a text in Arabic letters, without a meaning; fields and marks stay."""
    parts = re.split(f"({KEPT.pattern})", text)
    return "".join(part if KEPT.fullmatch(part) else part.translate(ARABIC) for part in parts)


@pytest.fixture
def spoken(tmp_path: Path) -> Iterator[None]:
    """Let there be German and Arabic, and have English again afterwards."""
    write_language(tmp_path / "locale/de", pseudo)
    write_language(tmp_path / "locale/ar", arabic)
    with languages_in(tmp_path / "locale"):
        yield
    speak("en")
    QLocale.setDefault(QLocale.system())


@pytest.fixture
def ending(desk: Desk, make_desk: Desks) -> Iterator[EndingSignals]:
    """Return what follows the window on the screen."""
    found = EndingSignals(desk.window, desk.commands.filing)
    yield found
    found.code(0)


def change(desk: Desk, ending: EndingSignals, make_desk: Desks, language: str) -> Desk:
    """Choose a language, and return the window that has come."""
    before = ending.window
    change_language(ending, language)
    desk.wait(lambda: ending.window is not before and ending.window.has_canvas and ending.filing is not None)
    window = ending.window
    following = Desk(desk.qtbot, window, commands_of(window))
    make_desk.made.append(following)
    following.wait(lambda: window.controller.snapshot is not None)
    return following


@pytest.mark.seldom
@pytest.mark.usefixtures("spoken")
def test_the_same_document_stands_at_the_same_place_of_the_same_run(
    make_desk: Desks, desk: Desk, ending: EndingSignals
) -> None:
    first = desk.window
    first.controller.place([[1.0, 2.0]], [0])
    first.controller.change_view(selection=(3,))
    first.controller.seek(7)
    desk.wait(lambda: first.controller.snapshot is not None and first.controller.snapshot.visit == 7)
    document, weights = first.controller.document, first.controller.snapshot.theta.tolist()
    for language in ("de", "ar", "en"):
        later = change(desk, ending, make_desk, language)
        controller = later.window.controller
        later.wait(lambda controller=controller: controller.snapshot.visit == 7)
        assert translation.language() == language
        assert controller.document == replace(document, title=tr(OPENING.title))
        assert controller.snapshot.theta.tolist() == weights
        assert controller.view_state.selection == (3,)
        assert (controller.history.is_changed, controller.history.undo_text != "") == (True, True)
        assert later.window.actions_by_id["edit.undo"].text() == tr("Undo {what}").format(what=tr("place"))
        assert load_preferences().language == language
    later.wait(lambda: not isValid(first) or not first.isVisible())
    controller.undo()
    assert controller.document.dataset.n_samples == document.dataset.n_samples - 1


@pytest.mark.seldom
@pytest.mark.usefixtures("spoken")
def test_an_example_is_called_as_its_menu_calls_it_and_what_somebody_named_keeps_its_name(
    make_desk: Desks, desk: Desk, ending: EndingSignals
) -> None:
    history = desk.window.controller.history
    for number, (name, sample) in enumerate(BY_NAME.items()):
        made = Document(title=tr(sample.title), origin=f"example {name} {number}").with_dataset(sample.make())
        history.push(made, "open")
        history.mark_saved()
        history.push(replace(made, title=f"My {name}"), "name")
    for language in ("de", "en"):
        later = change(desk, ending, make_desk, language)
        history = later.window.controller.history
        for name, sample in reversed(BY_NAME.items()):
            assert history.document.title == f"My {name}"
            assert history.is_changed
            assert history.undo().title == tr(sample.title)
            assert not history.is_changed
            history.undo()
        while history.redo_text:
            history.redo()


@pytest.mark.usefixtures("spoken")
def test_what_is_unsaved_is_on_the_disk_meanwhile_and_once_only(
    make_desk: Desks, desk: Desk, ending: EndingSignals
) -> None:
    desk.window.controller.place([[1.0, 2.0]], [0])
    later = change(desk, ending, make_desk, "de")
    kept = [*state_folder().rglob("*.perceptron")]
    assert len(kept) == 1
    assert later.commands.filing.keeper._folder == kept[0].parent


@pytest.mark.usefixtures("spoken")
def test_a_run_that_played_goes_on(make_desk: Desks, desk: Desk, ending: EndingSignals) -> None:
    desk.window.controller.change_view(speed=1)
    desk.window.controller.toggle_play()
    later = change(desk, ending, make_desk, "de")
    later.wait(lambda: later.window.controller.view_state.is_playing)


@pytest.mark.usefixtures("spoken")
def test_a_run_on_its_way_to_a_place_does_not_play_on_from_there(
    make_desk: Desks, desk: Desk, ending: EndingSignals
) -> None:
    desk.show(BY_NAME["xor"].make(), TrainingSettings(order=Order.RANDOM))
    desk.window.controller.seek(2**40)
    desk.wait(lambda: desk.window.controller.view_state.is_playing)
    later, plays = change(desk, ending, make_desk, "de"), []
    later.window.controller.post(lambda worker: plays.append((worker.is_playing, worker.place.visit > 0)))
    later.wait(lambda: plays)
    assert plays == [(False, True)]


@pytest.mark.seldom
@pytest.mark.usefixtures("spoken")
def test_of_two_languages_that_are_chosen_at_once_the_last_is_spoken_at_the_same_place(
    make_desk: Desks, desk: Desk, ending: EndingSignals
) -> None:
    desk.window.controller.seek(7)
    desk.wait(lambda: desk.settle().visit == 7)
    change_language(ending, "ar")
    change_language(ending, "de")
    desk.wait(lambda: ending.filing is not None and ending.window is not desk.window and translation.language() == "de")
    last = Desk(desk.qtbot, ending.window, commands_of(ending.window))
    make_desk.made.append(last)
    last.wait(lambda: last.window.controller.snapshot is not None and last.settle().visit == 7)


@pytest.mark.seldom
@pytest.mark.usefixtures("spoken")
def test_plane_time_tables_and_numbers_go_from_left_to_right_in_every_language(
    make_desk: Desks, desk: Desk, ending: EndingSignals
) -> None:
    later = change(desk, ending, make_desk, "ar")
    window = later.window
    assert window.isRightToLeft() and window.top.isRightToLeft()
    assert not any(each.isRightToLeft() for each in (window.canvas, window.transport, window.model_bar))
    assert not window.transport.timeline.isRightToLeft()
    play, slider = window.transport.buttons["run.play"], window.transport.slider
    assert play.x() < window.transport.timeline.x() < slider.x()
    across = [each.mapTo(window, QPoint()).x() for each in (window.side.dock, window.canvas, window.left)]
    assert across == sorted(across), "tools where a line begins, stations where it ends"
    no_number_of_a_sentence_from_right_to_left_is_turned_round(later)
    a_number_that_is_painted_begins_with_its_minus(later)
    assert change(desk, ending, make_desk, "en").window.layoutDirection() is Qt.LayoutDirection.LeftToRight


def no_number_of_a_sentence_from_right_to_left_is_turned_round(later: Desk) -> None:
    later.window.controller.seek(5)
    later.wait(lambda: later.window.controller.snapshot.visit == 5)
    said = [each.text() for each in later.window.findChildren(QLabel) if each.isVisible() and each.isRightToLeft()]
    assert any(translation.LEFT_TO_RIGHT in text for text in said)
    for text in (part for each in said for part in re.split("<p|<td", each)):
        bare = re.sub("[\u2066\u2067][^\u2066-\u2069]*\u2069", "", re.sub("<[^<>]*>|^[^<>]*>", "", text))
        is_formula = "<" in text and not translation._LEFTWARDS.search(bare)  # begins with a letter of ours
        assert is_formula or not re.search(r"−\d", bare), text


@pytest.mark.usefixtures("spoken")
def test_the_minus_of_a_number_stands_before_its_figures() -> None:
    speak("ar")
    for words in ("Saved {name}.", "{name}: y·f = −0.11"):
        assert minus_is_left_of_figures(tr(words).format(name="−0.11" if "y" not in words else arabic("point")))
    assert not minus_is_left_of_figures(arabic("point ") + "−0.11"), "it would be no test if Qt did so by itself"


def minus_is_left_of_figures(text: str) -> bool:
    """Whether a label paints the minus of −0.11 to the left of its figures: the one is red, the others are blue."""
    coloured = text.replace("−", '<span style="color:#f00">−</span>').replace(
        "0.11", '<span style="color:#00f">0.11</span>'
    )
    label = QLabel(f"<p>{coloured}</p>")
    label.resize(label.sizeHint())
    image = label.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    label.deleteLater()
    dots = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(int)
    blue, red = dots[..., 0] - dots[..., 2] > 100, dots[..., 2] - dots[..., 0] > 100
    assert red.any() and blue.any()
    return bool(np.flatnonzero(red.any(axis=0)).max() < np.flatnonzero(blue.any(axis=0)).min())


def a_number_that_is_painted_begins_with_its_minus(later: Desk) -> None:
    window = later.window
    rich, painted, status = RichText(), Painted(), plain_label(translation.isolated("−0.11"))
    rich.setText(f"<p>{translation.isolated('−0.11')}</p>")
    in_a_picture = drawn(QSizeF(120, 40), 1.0, lambda painter: painter.drawText(QRectF(0, 0, 120, 40), 0, "−0.11"))
    for each in (rich, painted, status):
        each.setParent(window.status)
        each.resize(120, 40)
    for image in (*(each.grab().toImage() for each in (rich, painted, status)), in_a_picture.toImage()):
        assert begins_with_minus(image)
    assert not begins_with_minus(painted_from_the_right("−0.11")), "it would be no test if Qt did so by itself"


class Painted(PaintedWidget):
    """Paints a number as our pictures do."""

    def paintEvent(self, event: QPaintEvent) -> None:
        self.plain_painter().drawText(QRectF(self.rect()), 0, "−0.11")


def painted_from_the_right(text: str) -> QImage:
    """Return a text as Qt paints it in a language from right to left."""
    image = QImage(120, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    painter.drawText(QRectF(0, 0, 120, 40), 0, text)
    painter.end()
    return image


def begins_with_minus(image: QImage) -> bool:
    """Whether the leftmost sign is as flat as a minus."""
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    dots = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(int)
    ink = np.abs(dots - dots[-1, -1]).sum(axis=2) > 100
    columns = np.flatnonzero(ink.any(axis=0))
    gaps = np.flatnonzero(np.diff(columns) > 1)
    assert len(gaps) >= 2, "a number has several signs"
    rows = np.flatnonzero(ink[:, columns[0] : columns[gaps[0]] + 1].any(axis=1))
    return int(np.ptp(rows)) < 4


@pytest.mark.parametrize("kept", ["xx", "../../x", "de/..", "", "de\n", "x" * 10**5, "ar ", 7, None, ["de"], "\ud800"])
def test_a_language_that_is_none_is_that_of_the_desktop(
    kept: object, tmp_path: Path, spoken: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps({"version": 1, "language": kept}), encoding="utf-8")
    monkeypatch.setattr(languages, "fitting", lambda wanted: "ar")
    speak("de")
    speak(load_preferences(path).language)
    assert translation.language() == "ar" and tr("Undo") == arabic("Undo")


@pytest.mark.usefixtures("spoken")
def test_what_qt_says_itself_is_in_the_language_too() -> None:
    ok = QDialogButtonBox.StandardButton.Cancel
    speak("de")
    assert QDialogButtonBox(ok).button(ok).text() == "Abbrechen"
    assert QKeySequence("Ctrl+N").toString(QKeySequence.SequenceFormat.NativeText) == "Strg+N"
    speak("ar")
    assert QApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    speak("en")
    assert QDialogButtonBox(ok).button(ok).text() == "Cancel"


@pytest.mark.usefixtures("spoken")
def test_the_menu_names_each_language_in_itself_and_the_desktop_first(desk: Desk) -> None:
    menu = desk.window.findChild(LanguageMenu)
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    shown = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert shown == ["Same as desktop", "English", "Lingua", "Lingua"]
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["Same as desktop"]
    chosen: list[str] = []
    desk.window.language_chosen.connect(chosen.append)
    menu.actions()[-1].trigger()
    assert chosen == ["de"]


def test_english_needs_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "read", lambda language: pytest.fail(language))
    speak("en")
    assert translation.language() == "en"


def test_the_guide_calls_keys_as_the_menus_do(spoken: None) -> None:
    assert native_keys("Ctrl+1 … 5") == "Ctrl+1 … 5"
    speak("de")
    written = {
        "Ctrl+Shift+K": QKeySequence("Ctrl+Shift+K").toString(QKeySequence.SequenceFormat.NativeText),
        "Ctrl+1 … 5": "Strg+1 … 5",
        "Shift+→": "Umschalt+→",
        "Space": "Leertaste",
        "Ctrl": "Strg",
        "--end 3": "--end 3",
    }
    assert {keys: native_keys(keys) for keys in written} == written
