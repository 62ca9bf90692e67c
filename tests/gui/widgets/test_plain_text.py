"""Names of classes, columns and files are plain text wherever the window shows them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.gui.features.forms.alpha_pictures import CLASS, AlphaModel
from perceptron_gui.gui.widgets.plain_text import complain, menu_text, plain_tip, readable, title_text
from perceptron_gui.translation import use
from tests.catalogue import collected
from tests.gui.desk import Desk
from tests.pseudo import english

PICTURE = '<img src="nowhere.png">'
HEADER = f'"{PICTURE.replace(chr(34), chr(34) * 2)} 1","{PICTURE.replace(chr(34), chr(34) * 2)} 2",label\n'
CLASSES = ["<img src='nowhere.png'>A", "<b>B</b> & <a href='x'>C</a>", "<h1>D</h1>"]
Buttons = QMessageBox.StandardButton


def interpreted() -> Iterator[str]:
    """Yield the texts on screen in which data would be laid out as HTML."""
    for widget in QApplication.allWidgets():
        texts = [widget.toolTip(), widget.whatsThis()]
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
            texts.append(widget.text())
        if isinstance(widget, QMessageBox) and widget.textFormat() != Qt.TextFormat.PlainText:
            texts += [widget.text(), widget.informativeText()]
        texts += [action.toolTip() for action in widget.actions()]
        yield from (f"{type(widget).__name__}: {text}" for text in texts if is_data_in(text))


def is_data_in(text: str) -> bool:
    return any(tag in text for tag in ("<img", "<a href='x'", "<h1>D", "<b>B</b>"))


@pytest.fixture
def odd(desk: Desk, tmp_path: Path) -> Desk:
    """A window on points whose names all look like HTML."""
    path = tmp_path / "points <img src=x>.csv"
    rows = [(0, 0, 0), (4, 4, 1), (1, 0, 0), (3, 4, 1), (0, 4, 2), (4, 0, 0)]
    path.write_text(HEADER + "".join(f'{x},{y},"{CLASSES[k]}"\n' for x, y, k in rows), encoding="utf-8")
    desk.open(path)
    assert desk.dataset.n_samples == 6
    assert set(desk.dataset.classes) == set(CLASSES)
    return desk


@pytest.mark.seldom
@pytest.mark.parametrize("mode", [Mode.MULTICLASS, pytest.param(Mode.DUAL, marks=pytest.mark.slow)])
def test_no_name_is_laid_out_as_html_wherever_the_run_is_shown(odd: Desk, mode: Mode) -> None:
    """The dual has all pages of the primal; of those that several classes have, too, it shows step and table."""
    odd.window.top.modes[Mode.MULTICLASS].click()
    others = {entry.name for entry in odd.window.side.offered} - {"step", "table"}
    odd.window.top.modes[mode].click()
    odd.do("run.rules")
    for entry in (each for each in odd.window.side.offered if mode is Mode.MULTICLASS or each.name not in others):
        odd.window.side.bring(entry)
        odd.do("run.step")
        odd.settle()
        QApplication.processEvents()
        assert not list(interpreted())
    odd.do("run.predict")
    for _ in range(4):
        odd.key(Qt.Key.Key_1, on=odd.window.canvas)
        odd.settle()
        assert not list(interpreted())
    odd.window.gestures.select([0])
    odd.settle()
    QApplication.processEvents()
    assert not list(interpreted())


def test_no_class_is_laid_out_as_html_in_a_tooltip_of_the_table_of_alpha(odd: Desk) -> None:
    odd.window.top.modes[Mode.DUAL].click()
    model = AlphaModel()
    model.show_snapshot(odd.settle())
    tips = [model.data(model.index(row, CLASS), Qt.ItemDataRole.ToolTipRole) for row in range(model.rowCount())]
    assert set(tips) == {plain_tip(name) for name in CLASSES}


def test_no_name_is_laid_out_as_html_in_a_notice(odd: Desk) -> None:
    odd.commands.palette.choose(1)
    odd.commands.palette.rename(0, CLASSES[1])
    assert not list(interpreted())
    odd.do("edit.select_all")
    odd.commands.palette.choose(0)
    assert not list(interpreted())
    odd.do("edit.undo")
    assert not list(interpreted())


def test_no_cell_is_laid_out_as_html_in_a_complaint(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "<img src=x>.csv"
    path.write_text("x1,x2,label\n1,<img src=x>,a\n")
    desk.open(path)
    dialog = desk.commands.filing.preview.dialog
    desk.wait(dialog.isVisible)
    assert "<img src=x>" in dialog.reason.text()
    assert dialog.reason.textFormat() == dialog.outcome.textFormat() == Qt.TextFormat.PlainText
    dialog.close()


def test_ampersands_and_marks_in_names_are_shown_as_they_are(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a&b[*].csv"
    path.write_text("x1,x2,label\n1,2,R&D\n3,4,b\n")
    desk.open(path)
    assert desk.window.windowTitle() == "a&b[*][*][*] — Perceptron Lab"
    desk.commands.filing.recent._fill()
    assert desk.commands.filing.recent.menu.actions()[0].text().endswith("a&&b[*].csv")
    menu = desk.menu_at(1, 2)
    assert "Make it class R&&D" in [action.text() for action in menu.actions()]
    menu.close()


def test_ways_to_show_data() -> None:
    assert plain_tip("a < b & <i>c</i>\nd") == "<qt>a &lt; b &amp; &lt;i&gt;c&lt;/i&gt;<br>d</qt>"
    assert plain_tip("R&D") == "R&D"
    assert menu_text("R&D") == "R&&D"
    assert title_text("a[*]") == "a[*][*]"
    assert readable("a\udcffb") == "a\ufffdb"


def test_a_complaint_is_about_plain_text(desk: Desk) -> None:
    complain(desk.window, "<b>bold</b>")
    (box,) = desk.boxes()
    assert box.textFormat() == Qt.TextFormat.PlainText
    box.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_file_name_that_is_no_utf_8_is_opened_edited_saved_and_undone(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.csv")
    path.write_text("x1,x2,label\n1,2,a\n3,4,b\n")
    desk.open(path)
    assert "caf\ufffd" in desk.window.windowTitle()
    desk.click(2, 2.5)
    desk.do("edit.undo")
    assert not desk.window.failures.dialog
    desk.do("edit.undo")
    desk.do("edit.redo")
    desk.do("edit.redo")
    session = path.with_suffix(".perceptron")
    desk.commands.filing.save_to(session)
    desk.wait(lambda: not desk.commands.filing.saving.is_busy)
    assert session.exists()
    desk.click(2.5, 2.5)
    desk.commands.filing.keeper.keep_now()
    desk.answer(Buttons.Discard)
    assert desk.window.close()


def test_a_bad_file_with_a_name_that_is_no_utf_8_is_a_sentence(desk: Desk, tmp_path: Path) -> None:
    desk.open(tmp_path / os.fsdecode(b"caf\xe9.csv"))
    (box,) = desk.boxes()
    assert "there is no such file" in box.text()
    box.close()


class Listening(NullTranslations):
    """Remembers what it was to translate."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def gettext(self, message: str) -> str:
        self.texts.add(message)
        return message


@pytest.fixture
def listening() -> Iterator[Listening]:
    catalogue = Listening()
    use(catalogue)
    yield catalogue
    use(None)


def test_the_translator_gets_only_texts_of_the_program(odd: Desk, listening: Listening) -> None:
    """A name that is the same as a text of the program would be translated with it."""
    for mode in Mode:
        odd.window.top.modes[mode].click()
        odd.do("run.step")
        odd.settle()
    odd.do("file.new")
    for action in ("edit.undo", "edit.undo", "edit.redo", "edit.select_all", "run.predict"):
        odd.do(action)
        odd.settle()
    odd.commands.palette.choose(1)
    odd.commands.palette.rename(0, CLASSES[1])
    odd.menu_at(0, 0).close()
    assert len(listening.texts) > 20
    unknown = listening.texts - {one for one, _ in collected()}
    assert not [text for text in unknown if english(text)]  # symbols are in no catalogue
