"""A fault in what paints is told once and costs one picture: the window, and what is being saved, go on."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

import perceptron_gui.gui
from perceptron_gui.gui.widgets.guarded_paint import guarded_paint

PAINTING = {"paintEvent", "paintSection", "drawBackground", "drawForeground", "drawRow", "drawBranches"}


class Broken(QWidget):
    """Fails with a painter in its hands."""

    @guarded_paint
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        raise ValueError(f"{painter} of nothing")


def test_a_widget_that_fails_to_paint_is_told_of_and_can_be_taken_into_a_picture(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The painter that the exception kept ended the process when the picture went, while a file was saved."""
    told: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: told.append(kind))
    whole = QWidget()
    qtbot.addWidget(whole)
    column = QVBoxLayout(whole)
    for _ in range(3):
        column.addWidget(Broken())
    whole.resize(90, 90)
    for _ in range(2):
        assert not whole.grab().isNull()
    assert told == [ValueError] * 6


def is_painting(node: ast.FunctionDef) -> bool:
    """Whether Qt calls a method to paint."""
    return node.name in PAINTING or (node.name == "paint" and "option" in {each.arg for each in node.args.args})


def test_all_that_qt_calls_to_paint_is_guarded() -> None:
    found, bare = 0, []
    for path in Path(perceptron_gui.gui.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and is_painting(node):
                found += 1
                is_bare = not any(getattr(each, "id", "") == guarded_paint.__name__ for each in node.decorator_list)
                bare += [f"{path.name}:{node.lineno}"] * is_bare
    assert found > 30
    assert not bare
