"""The window does not grow: whatever is done again leaves as many things behind as the time before."""

from __future__ import annotations

import gc
import itertools
import types
import weakref
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMetaMethod, QObject
from PySide6.QtGui import QPaintEvent, QPixmap, QPixmapCache
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.labels import MOST_PICTURES, label_picture, outlines, word_box
from perceptron_gui.gui.style import theme
from perceptron_gui.gui.style.looks import theme_for
from perceptron_gui.gui.style.style_sheet import apply_theme
from perceptron_gui.gui.style.theme import DARK, LIGHT, MOST_ICONS, icon, symbol_icon
from perceptron_gui.gui.widgets.accessible import Told
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget, PointsPicture
from perceptron_gui.session.document import Document
from perceptron_gui.session.points import history
from perceptron_gui.session.view.switches import ALTERNATIVES, DESKTOP
from perceptron_gui.session.view.view_state import ViewState
from tests.benchmarks.figures import resident_mb
from tests.gui.desk import Desk
from tests.gui.used_window import rest

WARM, AGAIN, ROUNDS = 2, 2, 5
"""How often an act is done before things are counted, how often before they are counted again (both are even), and how
often in a row there must be more: a run that is still computed holds its arrays, on a busy machine at random."""

SEPARATOR = "qt_qmainwindow_extended_splitter"
"""Qt makes a hidden one each time that panels come back, and may take it again: it is not ours to delete."""


def edit(desk: Desk, turn: int) -> None:
    desk.window.controller.place([[0.1 * turn, 0.3]], [turn % 2])
    desk.settle()
    desk.window.controller.undo()


def relabel(desk: Desk, turn: int) -> None:
    desk.window.controller.relabel([0], turn % 2)


def switch_mode(desk: Desk, turn: int) -> None:
    desk.window.controller.change_settings("mode", mode=list(Mode)[turn % 2])


def switch_order(desk: Desk, turn: int) -> None:
    desk.window.controller.change_settings("order", order=(Order.CYCLIC, Order.SHUFFLED)[turn % 2])


def seek(desk: Desk, turn: int) -> None:
    desk.window.controller.seek(7 + turn % 2)


def open_example(desk: Desk, turn: int) -> None:
    name = sorted(BY_NAME)[turn % 2]
    desk.window.controller.open_document(Document(BY_NAME[name].make(), TrainingSettings()))


def bring_panel(desk: Desk, turn: int) -> None:
    for entry in desk.window.side.offered:
        desk.window.side.bring(entry)


def hover(desk: Desk, turn: int) -> None:
    for x in (0.5, 1.0, 1.5):
        desk.move(x, 0.5 + 0.2 * (turn % 2))


def open_menu(desk: Desk, turn: int) -> None:
    desk.menu_at(1.0, 1.0).close()


def open_new(desk: Desk, turn: int) -> None:
    desk.window.controller.history.mark_saved()
    desk.do("file.new")


def play(desk: Desk, turn: int) -> None:
    desk.show(BY_NAME["xor"].make())
    desk.set_speed(desk.window.transport.slider.maximum())
    desk.do("run.play")
    desk.wait(lambda: desk.snapshot.cycle is not None and not desk.snapshot.is_playing)


def do(*names: str) -> Callable[[Desk, int], None]:
    """Return an act that triggers actions of the table one after the other."""

    def act(desk: Desk, turn: int) -> None:
        for name in names:
            desk.do(name)
            desk.settle()

    return act


def show(name: str) -> Callable[[Desk, int], None]:
    """Return an act that opens a dialog and closes it."""

    def act(desk: Desk, turn: int) -> None:
        desk.do(name)
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                widget.reject()

    return act


ACTS: dict[str, Callable[[Desk, int], None]] = {
    "an edit and undo": edit,
    "an edit beyond the history": relabel,
    "another mode": switch_mode,
    "another order": switch_order,
    "a seek": seek,
    "an example": open_example,
    "another panel": bring_panel,
    "moves of the mouse": hover,
    "a menu": open_menu,
    "New": open_new,
    "play and pause": play,
    "another theme": do("view.dark"),
    "the projector theme": do("view.projector"),
    "a visit on and back": do("run.step", "run.step_back"),
    "canvas only": do("view.presentation", "view.presentation"),
    "copies": do("edit.copy_text", "edit.copy_latex", "edit.copy_picture"),
    "zoom": do("view.zoom_in", "view.zoom_out"),
    "Predict first": do("run.predict", "run.predict"),
    "Rules": do("run.rules", "run.rules"),
    "Keys": show("help.keys"),
    "About": show("help.about"),
    "the gallery": show("data.gallery"),
    "Export picture": show("file.picture"),
    "Animation": show("file.film"),
    "Features": show("run.features"),
    "Title and note": show("file.title"),
}


def all_acts(desk: Desk, turn: int) -> None:
    """Do each act once."""
    for act in ACTS.values():
        act(desk, turn)
        desk.settle()


def things() -> Counter[str]:
    """Return how many there are of each kind: our objects and functions, objects of Qt, and their connections."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for kept in (word_box, label_picture, outlines):
        kept.cache_clear()
    gc.collect()
    found: Counter[str] = Counter()
    objects = gc.get_objects()
    owners = Counter(map(type, objects)) + Counter(each for each in objects if type(each) is types.FunctionType)
    for owner, count in owners.items():
        if isinstance(owner, type) and issubclass(owner, Told):
            continue  # what readers are told of lists in dialogs is kept to the end, see `Told`
        if str(getattr(owner, "__module__", "")).startswith("perceptron_gui"):
            found[f"{type(owner).__name__} {owner.__qualname__}"] += count
    found["QPixmap"] = pictures()
    roots = QApplication.topLevelWidgets()
    signals: dict[str, list[str]] = {}
    for one in [*roots, *(child for root in roots for child in root.findChildren(QObject))]:
        if one.objectName() == SEPARATOR:
            continue
        kind = one.metaObject().className()
        found[kind] += 1
        if kind not in signals:
            signals[kind] = signals_of(one)
        found["connections"] += sum(map(one.receivers, signals[kind]))
    return found


def signals_of(one: QObject) -> list[str]:
    """Return the signals of an object, as `QObject.receivers` wants them."""
    meta = one.metaObject()
    methods = (meta.method(i) for i in range(meta.methodCount()))
    signals = (method for method in methods if method.methodType() == QMetaMethod.MethodType.Signal)
    return ["2" + bytes(signal.methodSignature().data()).decode() for signal in signals]


def grown(desk: Desk, act: Callable[[Desk, int], None]) -> dict[str, int]:
    """Return of what there is at least one more for each time that an act was done again, in each round."""
    desk.show(BY_NAME["xor"].make())
    desk.do("run.step")
    repeat(desk, act, WARM)
    found, kinds = things(), None
    for _ in range(ROUNDS):
        repeat(desk, act, AGAIN)
        before, found = found, things()
        more = {kind: count - before[kind] for kind, count in found.items() if count - before[kind] >= AGAIN}
        kinds = {kind: count for kind, count in more.items() if kinds is None or kind in kinds}
        if not kinds:
            break
    return kinds or {}


def repeat(desk: Desk, act: Callable[[Desk, int], None], times: int) -> None:
    """Do an act some times."""
    desk.settle()
    for turn in range(times):
        act(desk, turn)
        desk.settle()
    rest(desk)


@pytest.mark.slow
def test_what_is_done_again_leaves_nothing_behind(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "HISTORY_LENGTH", 2)
    assert things()["connections"] > 100, "connections are seen"
    if together := grown(desk, all_acts):  # then of which act
        assert {name: left for name, act in ACTS.items() if (left := grown(desk, act))} == {}
        pytest.fail(f"of several acts together is left behind {together}")


@pytest.mark.seldom
def test_what_is_left_behind_is_seen(desk: Desk) -> None:
    action = desk.window.actions_by_id["run.step"]

    def leave_behind(desk: Desk, turn: int) -> None:
        QObject(desk.window)
        action.changed.connect(partial(apply_theme, LIGHT))

    left = grown(desk, leave_behind)
    assert left["QObject"] == left["connections"] == AGAIN


def widgets() -> Counter[str]:
    """Return how many widgets there are of each class."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return Counter(type(widget).__name__ for widget in QApplication.allWidgets())


def pictures() -> int:
    """Return how many pictures Python holds."""
    return sum(isinstance(thing, QPixmap) for thing in Shiboken.getAllValidWrappers())


@pytest.mark.parametrize("name", ["data.gallery", "file.picture", "file.film", "run.features", "file.title"])
def test_a_dialog_that_is_closed_is_let_go_with_its_widgets(desk: Desk, name: str) -> None:
    desk.show(BY_NAME["xor"].make())
    desk.do("run.step")
    desk.settle()
    before = widgets()
    for turn in range(3):
        show(name)(desk, turn)
        desk.settle()
        assert widgets() - before == Counter(), turn


class Drawn(PaintedWidget):
    """Keeps a picture of nothing."""

    def paintEvent(self, event: QPaintEvent) -> None:
        self.draw_kept(self.plain_painter(), None, lambda painter: None)


@pytest.mark.parametrize("kind", [Drawn, PointsPicture])
def test_what_is_hidden_keeps_no_picture_of_itself(qtbot: QtBot, kind: type[QWidget]) -> None:
    widget = kind()
    qtbot.addWidget(widget)
    before = pictures()
    widget.resize(50, 50)
    widget.show()
    qtbot.waitUntil(lambda: pictures() > before)
    widget.hide()
    assert pictures() == before


def test_labels_that_were_left_are_let_go(qapp: QApplication) -> None:
    font = LIGHT.maths(19, is_italic=True).toString()
    for i in range(2 * MOST_PICTURES):
        label_picture(f"x{i}", font, 0xFF000000, 0xFFFFFFFF, 1.0)
    assert label_picture.cache_info().currsize == MOST_PICTURES <= 128


def test_an_icon_is_drawn_once_for_the_looks_of_its_colours(qapp: QApplication) -> None:
    larger = replace(LIGHT, scale=2.0, symbols="online")
    assert icon("play", LIGHT).cacheKey() == icon("play", larger).cacheKey() != icon("play", DARK).cacheKey()
    assert symbol_icon(0, LIGHT).cacheKey() == symbol_icon(0, LIGHT).cacheKey() != symbol_icon(1, LIGHT).cacheKey()


def test_icons_of_looks_that_were_left_are_let_go(qapp: QApplication) -> None:
    """Those of each theme, size of letters, kind of eyes and notation stayed: 70 MB after 11 000 acts by chance."""
    names = ("theme", "symbols", "text_size", "eyes")
    choices = ([each.name for each in ALTERNATIVES if each.field == name and each.name != DESKTOP] for name in names)
    every = [dict(zip(names, chosen, strict=True)) for chosen in itertools.product(*choices)]
    assert len(every) > 400
    drawn = []
    for look in every:
        seen = theme_for(replace(ViewState(), **look))
        icons = [icon(name, seen) for name in ("play", "step", "add", "less")]
        drawn += [weakref.ref(each) for each in (*icons, *(symbol_icon(k, seen) for k in range(3)))]
    del icons
    assert len({id(each()) for each in drawn} - {id(None)}) <= 2 * MOST_ICONS


def test_fonts_of_sizes_that_were_left_are_let_go(qapp: QApplication) -> None:
    """As long as a font is kept Qt keeps its letters, 1 MB a thousand acts."""
    for growth in range(1, 5):
        for pixels in range(10, 40):
            replace(LIGHT, scale=growth).font(pixels)
    assert theme._kept_font.cache_info().currsize < 40


def test_another_theme_ends_what_qt_keeps_of_the_last(qapp: QApplication) -> None:
    picture = QPixmap(8, 8)
    key = QPixmapCache.insert(picture)
    apply_theme(DARK)
    apply_theme(LIGHT)
    assert not QPixmapCache.find(key, picture)


@pytest.mark.seldom
def test_the_picture_of_a_word_is_no_larger_than_its_pixels(qapp: QApplication) -> None:
    font, draw = LIGHT.maths(19, is_italic=True).toString(), label_picture.__wrapped__
    before = resident_mb()
    kept = [draw(f"w = ({i}.123456, −1.25) ÷ 50", font, 0xFF000000, 0xFFFFFFFF, 1.0) for i in range(200)]
    assert resident_mb() - before < 15, f"{len(kept)} pictures of 25 kB; with what their painters keep 40 MB"
