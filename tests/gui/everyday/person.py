"""Who uses a window every day: brings it from whatever it shows to what a row says, and does what people do there."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from perceptron_gui.engine.data import MAX_ABS
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.settings import with_features
from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.session.view.switches import SWITCHES
from perceptron_gui.session.view.view_state import Tool
from tests.gui.everyday.cover import Row
from tests.gui.everyday.factors import NOTHING, PLACES, SCREENS, VIEWS, ModelChoice
from tests.gui.leaving import close, let_go
from tests.gui.monkey.edits import EDITS_BY_NAME
from tests.gui.monkey.watch import Watch

LEFT, NO_MODIFIER = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
PATIENCE = 20.0
"""Seconds until a window has to be there."""
LONGEST_REST, LONGEST_RUN = 0.08, 0.12
"""Seconds of CPU time that frames and threads, and a run to its end, are waited for: some runs have none."""
SLOWEST = 20.0
"""How many times as long it may take until so much CPU time has passed, on a machine on which others work, too."""
MOST_PASSES = 4
"""How often a row is put right: what is chosen later may change what was chosen before."""
FAR = 5
"""Widths of the canvas."""
SOMETIMES = 0.5
RESTS, LOOKS_UP, SEES = 0.1, 0.3, 0.5
"""How often all is waited for between two acts, or a frame, or what is there already."""
MENUS = sorted({switch.menu for switch in SWITCHES})
NAMES = {menu: frozenset(switch.name for switch in SWITCHES if switch.menu == menu) for menu in MENUS}
"""Of the switches of each menu."""
PANEL_NAMES = [entry.name for entry in PANELS]


class Person:
    """Uses one window, row after row."""

    def __init__(self) -> None:
        self.app = make_application()
        self.app.setQuitOnLastWindowClosed(False)
        self.watch = Watch(longest=float("inf"))
        self.window = make_window(load_preferences())
        ready: list[bool] = []
        self.window.ready.connect(lambda: ready.append(True))
        self.controller = self.window.controller
        self.controller.failed.connect(lambda details: self.watch.faults.append(f"in the training thread: {details}"))
        self.window.show()
        self.window.activateWindow()
        self._wait(lambda: bool(ready) and self.controller.snapshot is not None, PATIENCE)
        self.commands = commands_of(self.window)
        self.commands.filing.is_forced = True  # nobody asks about unsaved points between two rows
        self.random = Random(0)
        self._sample = ""
        self._choose: dict[str, Callable[..., object]] = {
            "sample": self._open,
            "mode": lambda mode: self.window.top.modes[mode].click(),
            "features": self._choose_features,
            "kernel": lambda name: self._do(f"run.{name.value}"),
            **{name: partial(self._change_rule, name) for name in ("order", "bias", "beta")},
            "panel": lambda name: self.window.side.bring(PANELS[PANEL_NAMES.index(name)]),
            "screen": self._choose_screen,
            "theme": lambda name: self.controller.change_view(theme=name),
            "tool": lambda tool: self._do(f"tools.{tool.value}"),
            "exercise": self._choose_exercise,
            **{f"{menu} switches": partial(self._turn, menu) for menu in MENUS},
        }

    def close(self) -> None:
        """Close the window, whatever is unsaved."""
        close(self.window, self.commands)
        let_go()

    def play(self, row: Row, chance: str) -> list[str]:
        """Bring the window to a row and use it there; return what was wrong.

        Parameters
        ----------
        row : dict
            A value of each factor.
        chance : str
            What decides all that the row leaves to chance.
        """
        self.random = Random(chance)
        self.watch.faults.clear()
        try:
            self._set_up(row)
            self._travel(str(row["place"]))
            self._look(str(row["view"]))
            missing = [f"not as the row says: {name}" for name in self._differing(self._wanted(row))]
            self._edit(str(row["edit"]))
            self._act()
        except Exception:
            missing = []
            self.watch.faults.append(traceback.format_exc())
        self._rest()
        return [*self.watch.faults, *missing, *self._close_dialogs()]

    # From whatever the window shows to what a row says

    def _set_up(self, row: Row) -> None:
        """Choose what differs, in any order; then again, in their own one, what that has changed."""
        wanted = self._wanted(row)
        names = list(self._choose)
        self.random.shuffle(names)
        for _ in range(MOST_PASSES):
            for name in names:
                if name in self._differing(wanted):
                    self._choose[name](wanted[name])
                    self._breathe()
            names = list(self._choose)
        self._rest()

    def _differing(self, row: Row) -> list[str]:
        """Return the factors that are not as a row says, of those that can be seen."""
        rules, state, side = self.controller.document.settings, self.controller.view_state, self.window.side
        shown = {
            "sample": self._sample,
            "mode": rules.mode,
            "features": rules.features,
            "kernel": rules.kernel.name,
            "order": rules.order,
            "bias": rules.bias,
            "beta": rules.beta,
            "screen": SCREENS[2 if state.is_presenting else 0 if state.has_side_panel else 1],
            "theme": state.theme,
            "tool": state.tool_in_hand,
            "exercise": state.exercise or NOTHING,
            **{f"{menu} switches": state.switches & NAMES[menu] for menu in MENUS},
        }
        if row["screen"] == SCREENS[0]:
            is_there = row["panel"] in [entry.name for entry in side.offered]
            shown["panel"] = side.entry.name if is_there and side.front is not None else row["panel"]
        return [name for name, value in shown.items() if value != row[name]]

    def _do(self, action: str) -> None:
        """Do an action of the table, if it can be done."""
        if self.window.actions_by_id[action].isEnabled():
            self.window.actions_by_id[action].trigger()

    def _do_all(self, *actions: str) -> None:
        """Do actions, one after the other."""
        for action in actions:
            self._do(action)
            self._breathe()

    def _open(self, name: str) -> None:
        self._sample = name
        self.window.top.sample_chosen.emit(name)

    def _change_rule(self, name: str, value: object) -> None:
        self.window.top.rules_changed.emit(name, {name: value, "initial": None})

    def _choose_features(self, features: FeatureMap) -> None:
        """Choose features as the page of the rules does: it may be closed, and then knows an older document."""
        rules = with_features(self.controller.document.settings, features)
        changes = {"features": features, "initial": rules.initial, "kernel": rules.kernel}
        self.window.top.rules_changed.emit("features", changes)

    def _turn(self, menu: str, names: frozenset[str]) -> None:
        """Turn the switches of a menu at once, as a session does that is opened, or a window that starts."""
        self.controller.change_view(switches=self.controller.view_state.switches - NAMES[menu] | names)

    @staticmethod
    def _wanted(row: Row) -> Row:
        """Return a row, and which switches of each menu it has on."""
        on = {switch.name for switch in SWITCHES if row[switch.action]}
        model = row["model"]
        assert isinstance(model, ModelChoice)
        return {**row, **model._asdict(), **{f"{menu} switches": NAMES[menu] & on for menu in MENUS}}

    def _choose_screen(self, screen: str) -> None:
        state = self.controller.view_state
        if state.is_presenting is not (screen == SCREENS[2]):
            self._do("view.presentation")
        if screen != SCREENS[2] and state.has_side_panel is not (screen == SCREENS[0]):
            self._do("view.panels")

    def _choose_exercise(self, name: str) -> None:
        self._do(f"run.{self.controller.view_state.exercise if name == NOTHING else name}")

    def _travel(self, place: str) -> None:
        """Go to a place of the run; one without an end is left where it is after a moment."""
        if place == PLACES[0]:
            self._do("run.reset")
        elif place == PLACES[1]:
            self._do_all("run.next_mistake", "run.next_mistake")
        else:
            self._do("run.end")
            if not self._wait(self._is_at_rest, LONGEST_RUN):
                self.controller.play(False)
        self._rest()

    def _look(self, view: str) -> None:
        """Show all points, some of them larger, or a part of the plane far from them."""
        canvas = self.window.canvas
        self._do("view.fit")
        if view == VIEWS[1]:
            for _ in range(self.random.randint(1, 8)):
                canvas.zoom(1.5, self._place())
        elif view == VIEWS[2]:
            by = self.random.choice((-FAR, 0, FAR)), self.random.choice((-FAR, FAR))
            canvas.pan(QPointF(by[0] * canvas.width(), by[1] * canvas.height()))
        self._breathe()

    # What people do there

    def _edit(self, name: str) -> None:
        """Change points or rules in the middle of the run; go on and back with the change, without it and with it."""
        if name == NOTHING:
            return
        document = self.controller.document
        edited = EDITS_BY_NAME[name](document, np.random.default_rng(self.random.randrange(2**32)))
        if edited is not document:
            self.controller.edit(edited, name)
            self._breathe()
            go_on = "run.next_mistake", "run.step_back", "run.next_mistake"
            self._do_all(*go_on, "edit.undo", *go_on, "edit.redo", *go_on)

    def _act(self) -> None:
        """Step, go to mistakes, point, place a point and take it back; sometimes delete all and place one."""
        self._do_all("run.step", "run.next_mistake", "run.previous_mistake")
        if self.random.random() < SOMETIMES:
            self._do("edit.clear")
            self._breathe()
            self._place_one()
        self._point_around()
        self._place_one()
        self._do_all("run.next_mistake", "edit.undo", "run.next_mistake")
        self._sample = ""  # the points may be others by now

    def _place_one(self) -> None:
        """Press and release the button, as the tool wants it, where the mouse then is."""
        viewport, at = self.window.canvas.viewport(), self._place().toPoint()
        QTest.mouseMove(viewport, at)
        self._breathe()
        QTest.mousePress(viewport, LEFT, NO_MODIFIER, at)
        self._breathe()
        QTest.mouseRelease(viewport, LEFT, NO_MODIFIER, at)
        self._breathe()
        if self.controller.view_state.tool_in_hand is not Tool.PLACE:
            (place,), label = [self.window.canvas.frame.data(QPointF(at))], self.controller.view_state.current_class
            dataset = self.controller.document.dataset
            # A view that was panned away from a point at the limit shows places beyond it, where no hand can place one.
            place = np.clip(place, -MAX_ABS, MAX_ABS)
            row = [*place, *[0.0] * dataset.n_features][: dataset.n_features]
            self.controller.place([row], [min(label, len(dataset.classes) - 1)])
            self._breathe()

    def _point_around(self) -> None:
        """Move the mouse over a point and over the panel in front."""
        canvas, front = self.window.canvas, self.window.side.front
        pixels = canvas.frame.pixels(canvas.positions)
        if len(pixels):
            x, y = pixels[self.random.randrange(len(pixels))].tolist()
            if canvas.rect().contains(round(x), round(y)):
                QTest.mouseMove(canvas.viewport(), QPoint(round(x), round(y)))
        self._breathe()
        if front is not None and front.isVisible():
            size = front.size()
            at = QPoint(self.random.randrange(max(size.width(), 1)), self.random.randrange(max(size.height(), 1)))
            part = front.childAt(at) or front
            QTest.mouseMove(part, part.mapFrom(front, at))
        self._breathe()

    def _place(self) -> QPointF:
        """Return a pixel of the canvas by chance."""
        size = self.window.canvas.viewport().size()
        return QPointF(self.random.random() * size.width(), self.random.random() * size.height())

    # Frames and threads

    def _breathe(self) -> None:
        """Let events come: none, those that are there, or a frame or two, or all that the threads answer."""
        turn = self.random.random()
        if turn < RESTS:
            self._rest()
        elif turn < LOOKS_UP:
            QTest.qWait(self.random.randrange(1, 20))
        elif turn < SEES:
            QApplication.processEvents()

    def _rest(self) -> None:
        """Wait until nothing is awaited any more, or a moment: a hundred runs beside this one take longer."""
        self._wait(self._is_at_rest, LONGEST_REST)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _is_at_rest(self) -> bool:
        return not self.controller.clock.is_awake

    @staticmethod
    def _wait(claim: Callable[[], bool], patience: float) -> bool:
        """Wait until a claim holds, for some CPU time; return whether it does."""
        end, latest = time.process_time() + patience, time.monotonic() + SLOWEST * patience
        while not claim() and time.process_time() < end and time.monotonic() < latest:
            QTest.qWait(2)
        return claim()

    def _close_dialogs(self) -> list[str]:
        """Close what stands before the window; return what tells of faults of the program."""
        faults = []
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                if widget is self.window.failures.dialog:
                    faults.append("the window tells of a fault of the program")
                widget.reject()
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        return faults
