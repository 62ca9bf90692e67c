"""A program in which all that Qt calls fails as C fails; prints how often each was called, and how often it was told.

``python -m tests.gui.faulty``
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from types import TracebackType

from perceptron_gui.gui.override_guard import telling  # isort: skip — with it comes what guards the classes below

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    QRunnable,
    Qt,
    QThread,
    QThreadPool,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFocusEvent, QSyntaxHighlighter, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QGraphicsItem,
    QGraphicsObject,
    QGraphicsScene,
    QGraphicsView,
    QLayout,
    QLineEdit,
    QProxyStyle,
    QPushButton,
    QStyledItemDelegate,
    QTableView,
    QVBoxLayout,
    QWidget,
)

CALLED: Counter[str] = Counter()
TOLD: Counter[str] = Counter()
MOUSE = ("mousePressEvent", "mouseMoveEvent", "mouseReleaseEvent", "mouseDoubleClickEvent", "leaveEvent")
KEYS = ("keyPressEvent", "keyReleaseEvent", "focusInEvent", "focusOutEvent", "focusNextPrevChild")
SIZES = ("sizeHint", "minimumSizeHint", "heightForWidth", "hasHeightForWidth")
REST = ("showEvent", "hideEvent", "paintEvent", "resizeEvent", "changeEvent", "timerEvent", "closeEvent", "childEvent")
DROPS = ("dragEnterEvent", "dropEvent")
CELLS = ("rowCount", "columnCount", "data", "headerData", "flags", "setData")
EDITORS = ("paint", "sizeHint", "createEditor", "setEditorData", "setModelData", "updateEditorGeometry")
LAYOUT = ("setGeometry", "sizeHint", "minimumSize", "count", "itemAt")
ITEM = ("boundingRect", "shape", "paint", "itemChange", "contains")
STYLE = ("pixelMetric", "drawControl", "styleHint", "subElementRect", "polish")


def failing(key: str) -> Callable[..., None]:
    """Return what counts a call and fails without an exception that Python has made."""

    def fails(*_: object) -> None:
        CALLED[key] += 1
        int("x")

    return fails


def faulty(kind: type, *names: str) -> type:
    """Return a class that overrides something of Qt's by what fails."""
    made = {name: failing(f"{kind.__name__}.{name}") for name in names}
    for name, method in made.items():
        method.__name__ = name
    return type(kind)(f"Faulty{kind.__name__}", (kind,), made)


def tell(_: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Count what was told by what failed."""
    assert trace is not None
    while trace.tb_next is not None:
        trace = trace.tb_next
    TOLD[trace.tb_frame.f_locals["key"]] += 1


def use_widgets() -> None:
    """Show, press, type, drop, time and close."""
    outer = QWidget()
    column = QVBoxLayout(outer)
    widget = faulty(QWidget, *MOUSE, *KEYS, *SIZES, *REST, *DROPS)()
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.setAcceptDrops(True)
    widget.setFixedSize(40, 40)
    QWidget(widget)
    column.addWidget(widget)
    column.addWidget(field := QLineEdit())
    outer.show()
    outer.activateWindow()
    widget.setFocus()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    QTest.mouseDClick(widget, Qt.MouseButton.LeftButton)
    QTest.mouseMove(widget, QPoint(3, 3))
    QTest.keyClick(widget, Qt.Key.Key_A)
    QTest.keyClick(widget, Qt.Key.Key_Tab)
    field.setFocus()
    widget.setFont(QApplication.font("QLabel"))
    QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
    for event in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
        QCoreApplication.sendEvent(widget, QFocusEvent(event))
    anywhere, words = Qt.DropAction.CopyAction, QMimeData()
    for kind, at in ((QDragEnterEvent, QPoint()), (QDropEvent, QPointF())):
        drop = kind(at, anywhere, words, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(widget, drop)
    widget.startTimer(1)
    for _ in range(100):  # on a busy machine a timer may be late
        QTest.qWait(20)
        if CALLED["QWidget.timerEvent"]:
            break
    widget.grab()
    widget.close()
    outer.close()


def use_events() -> None:
    """Let an event, a filter and a dialog fail."""
    quiet, watched = faulty(QPushButton, "event")(), QObject()
    QCoreApplication.sendEvent(quiet, QEvent(QEvent.Type.ToolTip))
    watched.installEventFilter(sieve := faulty(QObject, "eventFilter", "event")())
    for each in (watched, sieve):
        QCoreApplication.sendEvent(each, QEvent(QEvent.Type.User))
    dialog = faulty(QDialog, "reject", "accept", "setVisible")()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    dialog.show()
    document = QTextDocument("some words")
    faulty(QSyntaxHighlighter, "highlightBlock")(document).rehighlight()


def use_tables() -> None:
    """Show and edit a table of which nothing works."""
    whole = faulty(QAbstractTableModel, *CELLS)
    cells = faulty(QAbstractTableModel, "headerData", "data")
    cells.rowCount = cells.columnCount = lambda *_: 2  # type: ignore[attr-defined]
    cells.flags = lambda *_: Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsEditable  # type: ignore[attr-defined]
    delegates = [faulty(QStyledItemDelegate, *EDITORS), faulty(QStyledItemDelegate, *EDITORS[3:])]
    for kind, delegate in zip((whole, cells, cells), (delegates[0], *delegates), strict=True):
        table = QTableView()
        table.setModel(model := kind(table))
        table.setItemDelegate(delegate(table))
        table.show()
        table.grab()
        model.setData(model.index(0, 0), 1)
        model.data(model.index(0, 0))
        if kind is cells:
            table.edit(model.index(0, 0))
            table.setCurrentIndex(model.index(1, 1))
        table.close()


def use_items() -> None:
    """Let a layout, an item and a style fail."""
    widget = QWidget()
    widget.setLayout(faulty(QLayout, *LAYOUT, "addItem", "takeAt")())
    widget.show()
    widget.resize(300, 200)
    widget.grab()
    widget.close()
    scene = QGraphicsScene()
    for kind in (QGraphicsItem, QGraphicsObject):
        scene.addItem(faulty(kind, *ITEM)())
        item = faulty(kind, "shape", "paint", "mousePressEvent")
        item.boundingRect = lambda _: scene.sceneRect()  # type: ignore[attr-defined]
        scene.setSceneRect(0, 0, 50, 50)
        scene.addItem(item())
    view = QGraphicsView(scene)
    view.show()
    view.grab()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton)
    view.close()
    button = QPushButton("styled")
    button.setStyle(style := faulty(QProxyStyle, *STYLE)())
    style.setParent(button)
    button.show()
    button.grab()
    button.close()


def use_threads_and_slots() -> None:
    """Fail in threads, and in what signals call, which PySide itself tells."""
    thread = faulty(QThread, "run")()
    thread.start()
    thread.wait()
    task = faulty(QRunnable, "run")()
    task.setAutoDelete(False)  # it is ours until the end: two owners free it twice
    QThreadPool.globalInstance().start(task)
    QThreadPool.globalInstance().waitForDone()

    class Sender(QObject):
        sent = Signal(int)

    sender = Sender()
    sender.sent.connect(failing("direct"))
    sender.sent.connect(failing("queued"), Qt.ConnectionType.QueuedConnection)
    sender.sent.emit(1)
    QTimer.singleShot(0, telling(failing("single shot")))
    QTimer.singleShot(0, sender, telling(failing("single shot of an object")))
    animation = QVariantAnimation(sender, startValue=0.0, endValue=1.0, duration=1)
    animation.valueChanged.connect(failing("animation"))
    animation.start()
    slots = ("direct", "queued", "single shot", "single shot of an object", "animation")
    while not all(CALLED[slot] for slot in slots):
        QTest.qWait(5)
    animation.stop()
    QTest.qWait(1)


def main() -> int:
    """Use everything, and print the counts."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication([])
    sys.excepthook = tell
    for use in (use_widgets, use_events, use_tables, use_items, use_threads_and_slots):
        print(use.__name__, file=sys.stderr, flush=True)
        use()
        app.processEvents()
    print(json.dumps([CALLED, TOLD]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
