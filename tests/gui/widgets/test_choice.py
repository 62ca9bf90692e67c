"""A list to choose from: its size is what the style would make it, and a start does without the class of styles."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from perceptron_gui.gui.style.style_sheet import apply_theme
from perceptron_gui.gui.style.theme import LIGHT, THEMES
from perceptron_gui.gui.widgets.choice import Choice


def made(qtbot: QtBot, names: tuple[str, ...], with_icons: bool) -> Choice:
    choice = Choice("Order: {name}")
    qtbot.addWidget(choice)
    picture = QPixmap(24, 24)
    picture.fill(QColor("red"))
    for name in names:
        choice.add(name, icon=QIcon(picture) if with_icons else None)
    return choice


def option_of(choice: Choice) -> QStyleOptionComboBox:
    option = QStyleOptionComboBox()
    QComboBox.initStyleOption(choice, option)
    return option


def styled_size(choice: Choice) -> QSize:
    """Return the hint that the style gives for the widest sentence."""
    metrics = choice.fontMetrics()
    sentences = [f"Order: {choice.itemText(i)}  ▾" for i in range(choice.count())]
    widest = max((metrics.horizontalAdvance(sentence) for sentence in sentences), default=0)
    contents = QSize(widest + 1, metrics.height())
    return choice.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option_of(choice), contents, choice)


@pytest.mark.drawn
@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize("names", [("cyclic", "shuffled"), ("a",), ("a name of a class that is very long indeed", "b")])
@pytest.mark.parametrize("with_icons", [False, True])
def test_the_size_is_what_the_style_makes_of_the_widest_sentence(
    qtbot: QtBot, theme: str, names: tuple[str, ...], with_icons: bool
) -> None:
    apply_theme(THEMES[theme])
    try:
        choice = made(qtbot, names, with_icons)
        choice.show()
        assert choice.sizeHint() == styled_size(choice)
        unfocused = choice.sizeHint()
        choice.setFocus()
        assert choice.sizeHint() == styled_size(choice) == unfocused, "what stands beside it would move"
    finally:
        apply_theme(LIGHT)


@pytest.mark.parametrize("lacking", [-30, -3, 0, 1, 40])
def test_what_it_says_fits_into_the_room_that_the_style_leaves(qtbot: QtBot, lacking: int) -> None:
    apply_theme(LIGHT)
    choice = made(qtbot, ("in the order the points were placed", "shuffled"), with_icons=True)
    choice.resize(choice.sizeHint().width() - lacking, choice.sizeHint().height())
    choice.grab()
    option = QStyleOptionComboBox()
    choice.initStyleOption(option)
    edit = QStyle.SubControl.SC_ComboBoxEditField
    room = choice.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, choice).width()
    assert choice.fontMetrics().horizontalAdvance(option.currentText) <= room
    assert (option.currentText == choice.words) == (choice.fontMetrics().horizontalAdvance(choice.words) <= room)
    assert option.currentIcon.isNull()


def test_the_frame_is_on_the_screen_before_the_class_of_styles_is_made() -> None:
    program = """
import enum
made, call = [], enum.EnumType.__call__
def note(cls, value, names=None, **more):
    if names is not None:
        made.append(value)
        return call(cls, value, names, **more)
    return call(cls, value, **more)
enum.EnumType.__call__ = note
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui import app as gui
app = gui.make_application()
window = gui.make_window(Preferences())
def end():
    print("ready", *(name in made for name in ("Key", "PixelMetric", "WizardOption")))
    window.close()
    app.quit()
window.framed.connect(end)
window.show_fitting()
app.exec()
"""
    env = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["ready", "True", "False", "False"], done.stderr
