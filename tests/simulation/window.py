"""The real window, whose threads and timers wait until it is their turn: what a monkey does to it, and then some."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QtMsgType,
    QVariantAnimation,
    qInstallMessageHandler,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.data.settings import SettingsError, TrainingSettings
from perceptron_gui.engine.run.snapshot import RunAnswer
from perceptron_gui.files.file_work import FileWork
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.app import commands_of, make_window
from perceptron_gui.gui.features import runs as comparison_commands
from perceptron_gui.gui.filing.unsaved_copy import Keeper
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.session.contours import field
from perceptron_gui.session.document import Document
from perceptron_gui.session.view.view_state import SPEEDS
from tests.gui.monkey.acts import Act, Chance
from tests.gui.monkey.canvas_acts import CanvasActs
from tests.gui.monkey.valet import Valet
from tests.gui.monkey.watch import IGNORED
from tests.gui.monkey.window_acts import WindowActs
from tests.simulation.session import ROW, RULES, SETS, prove_place
from tests.simulation.simulation import Simulation

Known = Callable[..., RunAnswer | None]
LEFT_OUT = ("wait", "minimise", "put_away", "bring_back", "size")
"""Acts that take time of their own, and what puts panels away for long."""
SIZES = ((960, 600), (1280, 720), (1280, 720))
AWAY = ("file.", "help.", "view.presentation", "view.panels", "view.own_window")
"""Actions that lead away from the plane."""
TRAVEL = tuple(f"run.{name}" for name in ("play", "play", "step", "step_back", "next_mistake", "end"))
TOLD = ("theorem", "theorem", "weights", "curves", "dual", "multiclass")
ANSWERED = tuple([panel.name for panel in PANELS].index(name) for name in TOLD)
"""Panels that are told something from beside the window."""
MOST_POINTS = 40
PLAIN = 0.35
"""How often other rules are the plain ones."""
CELL = 40.0
"""Pixels between the lines on which curves are traced: where they run is proved elsewhere."""
MOST_VISITS = 10**3
"""Of a run that is compared, in multiply-adds: it is made in one step here."""


def _at_once(animation: QVariantAnimation) -> None:
    """Show the middle of an animation, and its end."""
    is_forward = animation.direction() is QVariantAnimation.Direction.Forward
    for time in (animation.duration() // 2, animation.duration() if is_forward else 0):
        animation.setCurrentTime(time)
    animation.finished.emit()


def _held_to_run(known: Known) -> Known:
    """Return what a panel knows, held to be about the run that it shows."""

    def held(panel: Panel, kind: type[RunAnswer], while_moved: bool = False) -> RunAnswer | None:
        answer, snapshot = known(panel, kind, while_moved), panel.snapshot
        if answer is not None and snapshot is not None:
            is_ours = answer.leads_to(snapshot) if while_moved else answer.is_of(snapshot)
            assert is_ours, "an answer is joined with another run"
        return answer

    return held


@contextmanager
def alone() -> Iterator[None]:
    """Let nothing take time of its own: no file a thread, no question an answer, no animation its while."""
    with ExitStack() as stack:
        for owner, name, put in (
            (FileWork, "start", FileWork._run),
            (FileWork, "join", lambda *_: None),
            (Keeper, "note", lambda *_: None),
            (QDialog, "exec", lambda dialog: 0),
            (Panel, "known", _held_to_run(Panel.known)),
            (QVariantAnimation, "start", lambda animation, *_: _at_once(animation)),
            (QTest, "qWait", staticmethod(lambda *_: None)),
            *((field, name, CELL) for name in ("COARSE", "FINE", "FINEST")),
            (comparison_commands, "LONGEST_PIN", MOST_VISITS),
            (comparison_commands, "LONGEST_OF_FAN", MOST_VISITS),
        ):
            stack.enter_context(patch.object(owner, name, put))
        yield


class Hands(WindowActs):
    """Hands that leave buttons alone whose menu would hold everything else up until it is closed."""

    def _seen(self, kind: type[QWidget]) -> list[QWidget]:
        seen = super()._seen(kind)
        return [each for each in seen if not isinstance(each, QToolButton | QPushButton) or each.menu() is None]


class Window:
    """One window, and what is done to it by chance. `folder`: where its files go."""

    def __init__(self, simulation: Simulation, folder: Path) -> None:
        self._simulation, self._chance = simulation, simulation.chance
        self._messages: list[str] = []
        self._handler = qInstallMessageHandler(self._on_message)
        self._valet = Valet(folder)
        self._valet._timer.stop()  # nothing waits for an answer here
        self.window = make_window(Preferences())
        ready: list[bool] = []
        self.window.ready.connect(lambda: ready.append(True))
        self.window.controller.failed.connect(self._fail)
        self.window.resize(*self._chance.choice(SIZES))
        self.window.show()
        simulation.rest(lambda: bool(ready) and not self.window.controller.clock.is_awake)
        canvas = CanvasActs(self.window, self._valet, QTest.createTouchDevice())
        self._hands = canvas, Hands(canvas, commands_of(self.window))
        self._acts = self._monkey_acts()
        self.window.controller.change_view(speed=self._chance.choice(SPEEDS))
        self._do(Act("tab", (self._chance.choice(ANSWERED),)))

    def close(self) -> None:
        """Close the window, whatever is unsaved."""
        if isValid(self.window):
            self._valet.close_dialogs()
            commands_of(self.window).filing.may_close = lambda: True  # type: ignore[method-assign]
            self.window.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        qInstallMessageHandler(self._handler)

    def _monkey_acts(self) -> Iterator[Act]:
        chance = Chance(self._chance.randrange(2**32))
        while True:
            for act in chance.acts(100):
                is_file = act.kind == "action" and str(act.values[0]).startswith(AWAY)
                is_end = act.kind == "key" and act.values[1] == "ctrl" and act.values[0] in ("Q", "W")
                is_large = act.kind == "edit" and act.values[0] == "place many"
                if act.kind not in LEFT_OUT and not (is_file or is_large or is_end):
                    yield act

    def act(self) -> str:
        """Do something; return what."""
        chance = self._chance.random()
        if chance < 0.45:
            said = self._do(Act("action", (self._chance.choice(TRAVEL),)))
        elif chance < 0.6:
            said = self._change_rules()
            if self._chance.random() < 0.5:
                said += ", " + self._do(Act("action", ("run.end",)))
        elif chance < 0.64:
            said = self._open()
        elif chance < 0.72:
            said = self._look_elsewhere()
        elif chance < 0.8:
            said = self._do(Act("tab", (self._chance.choice(ANSWERED),)))
        else:
            said = self._do(next(self._acts))
        if self.window.controller.document.dataset.n_samples > MOST_POINTS:
            self.window.controller.undo()
        return said

    def look(self) -> None:
        """Raise what Qt has complained of."""
        if self._messages:
            raise AssertionError(f"Qt: {self._messages.pop(0)}")

    def _do(self, act: Act) -> str:
        self._valet.note_act()
        name = f"do_{act.kind}"
        (hands,) = (hands for hands in self._hands if hasattr(hands, name))
        getattr(hands, name)(*act.values)
        return str(act)

    def _open(self) -> str:
        """Begin with few points, which plain rules separate more often than not."""
        self.window.gestures.cancel()
        self.window.controller.open_document(Document().with_dataset(self._chance.choice((ROW, *SETS))))
        self.window.canvas.fit()
        return "few points"

    def _change_rules(self) -> str:
        controller, change = self.window.controller, self._chance.choice(RULES)
        if self._chance.random() < PLAIN:
            controller.set_settings(TrainingSettings(), "rules")
            return "plain rules"
        try:
            changed = replace(controller.document.settings, initial=None, **change)
        except SettingsError:
            changed = replace(TrainingSettings(kernel=Kernel()), **change)
        controller.set_settings(changed, "rules")
        return f"rules {change}"

    def _look_elsewhere(self) -> str:
        """Move the picture, far enough for the origin to be out of view at times, or show all again."""
        chance = self._chance.random()
        if chance < 0.2:
            return self._do(Act("action", ("view.fit",)))
        if chance < 0.3:
            return self._do(Act("pan", (0.5, 0.5, round(self._chance.random(), 2), round(self._chance.random(), 2))))
        self.window.canvas.fit()
        seen = self.window.canvas.wanted
        across, upwards = self._chance.choice(((0.55, 0.0), (0.0, 0.55), (-0.55, 0.0), (0.0, -0.55)))
        self.window.canvas.show_wanted(seen.translated(across * seen.width(), upwards * seen.height()))
        return "look beside, " + self._do(Act("action", ("run.next_mistake",)))

    def _fail(self, details: str) -> None:
        self._simulation.faults.append(AssertionError(details))

    def _on_message(self, kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        is_bad = kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
        if is_bad and not text.startswith(IGNORED):
            self._messages.append(text)

    def rest(self) -> None:
        """Let everything happen that is due, and prove what is shown then."""
        window, controller = self.window, self.window.controller
        self._valet.close_dialogs()
        window.gestures.cancel()
        if controller.is_dragging:
            controller.cancel_preview()
        controller.play(False)
        self._simulation.rest(lambda: not controller.clock.is_awake)
        self.look()
        snapshot, document = controller.snapshot, controller.document
        assert snapshot is not None
        assert not controller.background.is_busy
        assert not controller.views.is_outdated
        assert snapshot.is_about(document.dataset)
        assert len(window.canvas.positions) == document.dataset.n_samples
        assert window.canvas.curves.is_settled
        assert not [panel for panel in window.side.panels if panel.is_seen and panel.snapshot is not snapshot]
        prove_place(controller._bare or snapshot, document)
