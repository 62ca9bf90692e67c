"""A fault in what Qt calls is told once and costs what was asked: the process, the window and a picture go on (A11)."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pyqtgraph
import pytest
from PySide6.QtCore import QObject, QSizeF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

import perceptron_gui
from perceptron_gui.gui import override_guard
from perceptron_gui.gui.override_guard import guard_overrides, qts_own
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.style.theme import drawn

PACKAGE = Path(perceptron_gui.__file__).parent
CALLED = {
    *("QWidget.resizeEvent", "QWidget.paintEvent", "QWidget.sizeHint", "QWidget.mousePressEvent", "QWidget.closeEvent"),
    *("QWidget.keyPressEvent", "QWidget.timerEvent", "QWidget.changeEvent", "QWidget.focusNextPrevChild"),
    *("QPushButton.event", "QObject.eventFilter", "QDialog.reject", "QLayout.setGeometry", "QProxyStyle.pixelMetric"),
    *("QAbstractTableModel.rowCount", "QAbstractTableModel.data", "QStyledItemDelegate.createEditor"),
    *("QGraphicsItem.boundingRect", "QGraphicsItem.shape", "QGraphicsItem.paint", "QThread.run", "QRunnable.run"),
    *("direct", "queued", "single shot", "single shot of an object", "animation"),
}


@pytest.mark.waits
def test_what_qt_calls_may_fail_as_c_does_and_each_fault_is_told_once() -> None:
    root = PACKAGE.parent
    command = [sys.executable, "-m", "tests.gui.faulty"]
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(root)}
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    called, told = json.loads(done.stdout)
    assert set(called) >= CALLED
    assert told == called


# None is left out


def bare_in(kind: type) -> list[str]:
    """Return what a class has in the place of a method of Qt's without a guard."""
    names = {name for base in kind.__mro__ for name, value in vars(base).items() if isinstance(value, FunctionType)}
    return [name for name in names if not name.startswith("_") and is_bare(kind, name)]


def is_bare(kind: type, name: str) -> bool:
    """Whether Qt would call something of Python's that lets its exceptions through."""
    method = getattr(kind, name)
    is_guarded = isinstance(method, FunctionType) and method.__code__.co_filename == override_guard.__file__
    return qts_own(kind, name) is not None and isinstance(method, FunctionType) and not is_guarded


def written() -> Iterator[tuple[str, type, str]]:
    """Yield what each class in our sources defines: the place, the class as it was made, the name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "PySide6" not in text and "pyqtgraph" not in text and "perceptron_gui.gui" not in text:
            continue
        module = import_module(
            ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        )
        for kind in ast.walk(ast.parse(text)):
            if isinstance(kind, ast.ClassDef):
                made = getattr(module, kind.name, object)
                for node in kind.body:
                    targets = node.targets if isinstance(node, ast.Assign) else [node]
                    for each in targets:
                        name = getattr(each, "name", getattr(each, "id", ""))
                        yield f"{path.name}:{node.lineno}", made, name


@pytest.mark.seldom
def test_every_method_in_the_sources_that_takes_the_place_of_one_of_qts_is_guarded() -> None:
    found, bare = 0, []
    for place, kind, name in written():
        if issubclass(kind, Shiboken.Object) and name and not name.startswith("_") and qts_own(kind, name) is not None:
            found += 1
            bare += [f"{place} {kind.__name__}.{name}"] * is_bare(kind, name)
    assert found > 190
    assert not bare


def test_every_class_that_is_loaded_is_guarded_pyqtgraphs_and_mixins_among_them() -> None:
    kinds: list[type] = [Shiboken.Object]
    for kind in kinds:
        kinds += type.__subclasses__(kind)
    ours = {kind for kind in kinds if kind.__module__.startswith(("perceptron_gui.", "pyqtgraph."))}
    assert {pyqtgraph.AxisItem, pyqtgraph.ViewBox, pyqtgraph.ScatterPlotItem} <= ours
    assert not [(kind, bare) for kind in ours if (bare := bare_in(kind))]


class Mixin:
    """Brings an override into a class of Qt's."""

    def event(self, event: object) -> bool:
        return bool(int("x"))


def test_a_mixin_is_guarded_and_what_is_made_without_the_guard_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mixed(Mixin, QObject):
        pass

    assert not bare_in(Mixed)
    assert is_bare_of_guard(monkeypatch) == ["event"]


def is_bare_of_guard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is found bare in a class that is made while nothing guards."""
    monkeypatch.delattr(Shiboken.Object, "__init_subclass__")

    class Bare(QObject):
        def event(self, event: object) -> bool:
            return False

    guard_overrides()
    return bare_in(Bare)


# What is told, and what Qt is answered


class Broken(QWidget):
    """Fails with a painter in its hands."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        raise ValueError(f"{painter} of nothing")

    def heightForWidth(self, width: int) -> int:
        return int("x")


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


def test_a_question_that_fails_is_answered_as_without_the_override(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    broken = Broken()
    qtbot.addWidget(broken)
    assert broken.heightForWidth(10) == QWidget.heightForWidth(broken, 10) == -1


def test_who_tells_may_fail_too(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "excepthook", lambda *_: int("nobody listens"))
    broken = Broken()
    qtbot.addWidget(broken)
    broken.heightForWidth(10)
    assert "invalid literal for int() with base 10: 'x'" in capsys.readouterr().err


def test_ctrl_c_goes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(QObject):
        def event(self, event: object) -> bool:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Interrupted().event(None)


@pytest.mark.seldom
def test_what_a_single_shot_calls_tells_its_fault() -> None:
    """PySide loses what it raises, or lets it come out of what is called next; `override_guard.telling` tells it."""
    found, bare = 0, []
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    for path in (each for each, text in texts.items() if "singleShot" in text):
        for node in ast.walk(ast.parse(texts[path])):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "singleShot":
                found += 1
                bare += [f"{path.name}:{node.lineno}"] * (not ast.unparse(node.args[-1]).startswith("telling("))
    assert found > 2
    assert not bare


def test_a_picture_that_fails_to_be_drawn_leaves_no_painter_behind(qapp: object) -> None:
    """Its painter was let go of after its picture, as the traceback was, and that ended the process."""
    painters: list[QPainter] = []

    def fail(painter: QPainter) -> None:
        painters.append(painter)
        raise ValueError("planted")

    with pytest.raises(ValueError, match="planted"):
        drawn(QSizeF(20, 20), 1.0, fail)
    for save in (Drawing.image, Drawing.svg, Drawing.pdf):
        with pytest.raises(ValueError, match="planted"):
            save(Drawing(20, 20, fail))
    assert len(painters) == 4 and not any(painter.isActive() for painter in painters)
