"""Classify by hand: the student's own line on the plane, and a strip that says what it is worth beside the run's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from perceptron_gui.engine.data.dataset import DatasetError
from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.engine.model.models import parts_of
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.presenter import PANEL_INTERVAL
from perceptron_gui.session.by_hand import hand_line
from perceptron_gui.session.view.switches import BY_NAME

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.features.by_hand.hand_bar import HandBar
    from perceptron_gui.session.by_hand.hand_score import HandScore
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.view.view_state import ViewState
    from perceptron_gui.session.worker.background import Work
    from perceptron_gui.session.worker.training_worker import Finding


class ByHandCommands(WindowCommands):
    """Gives the line its first place, has it judged wherever it goes, and shows the strip while it is on.

    `bar`: made when it is first wanted (A9).
    """

    bar: HandBar | None = None

    def handlers(self) -> Handlers:
        """Return nothing: it is a view switch."""
        return {}

    def begin(self) -> None:
        """Follow the line, the points and the run."""
        self._finding: Finding | None = None
        self._document: Document | None = None
        self._line: tuple[tuple[float, ...], int] = (), 0
        controller = self._controller
        controller.view_changed.connect(self._on_view_changed)
        controller.views.add(self, PANEL_INTERVAL)
        controller.answered.connect(self._take_pocket)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(telling(self._place_first))
        self._follow(controller.view_state)

    @property
    def is_on(self) -> bool:
        """Whether the line is wanted, and these rules have one."""
        is_offered = BY_NAME["by_hand"].needs in parts_of(self._controller.document.settings)
        return is_offered and self._controller.view_state.shows("by_hand")

    def take_finding(self, finding: Finding) -> None:
        """Learn whether the points are separable."""
        self._finding = finding
        if self.bar is not None:
            self.bar.set_finding(finding)

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Tell the perceptron's numbers beside the student's."""
        if self.bar is not None and self.is_on:
            self.bar.render_snapshot(snapshot)

    def _take_pocket(self, answer: object) -> None:
        if self.bar is not None:
            self.bar.take_answer(answer)

    def _on_view_changed(self, _: ViewState, state: ViewState) -> None:
        self._follow(state)

    def _follow(self, state: ViewState) -> None:
        """Show the strip or take it away, and ask what the line is worth; the view tells of each new document, too."""
        if self.bar is not None:
            self.bar.setVisible(self.is_on)
        if not self.is_on:
            return
        bar = self.bar or self._make_bar()
        document = self._controller.document
        if state.hand_line is None or len(state.hand_line) != document.dataset.n_features + document.settings.bias:
            self._soon.start()  # the view may be yet to fit the points
            return
        if self._document is document and self._line == (state.hand_line, state.hand_moves):
            return
        self._document, self._line = document, (state.hand_line, state.hand_moves)
        bar.show_line(document, state.hand_line)
        self._controller.background.ask(partial(_judge, document, *self._line), bar.show_score)
        self._controller.clock.wake()

    def _make_bar(self) -> HandBar:
        from perceptron_gui.gui.features.by_hand.hand_bar import HandBar

        self.bar = bar = HandBar()
        bar.typed.connect(self._take_typed)
        bar.taken_away.connect(lambda: self._window.actions_by_id[BY_NAME["by_hand"].action].trigger())
        self._window.central_area.add_note(bar)
        if self._finding is not None:
            bar.set_finding(self._finding)
        if self._controller.snapshot is not None:
            bar.render_snapshot(self._controller.snapshot)
        bar.show()
        return bar

    def _place_first(self) -> None:
        """Put an upright line into the middle of what is seen."""
        shown, frame, state = self._window.canvas.hand.shown, self._window.canvas.frame, self._controller.view_state
        if not self.is_on or shown is None or (state.hand_line is not None and shown.fits(state.hand_line)):
            return
        left, bottom, right, top = frame.rectangle
        middle = (left + right) / 2, (bottom + top) / 2
        self._controller.change_view(hand_line=hand_line.first_line(shown, middle), hand_moves=0)

    def _take_typed(self, weights: tuple[float, ...] | None) -> None:
        """Take what was typed as a move; an empty field puts the line where it was first."""
        moves = self._controller.view_state.hand_moves
        self._controller.change_view(hand_line=weights, hand_moves=moves + 1 if weights is not None else 0)


def _judge(
    document: Document, weights: tuple[float, ...], moves: int, work: Work[HandScore | None]
) -> HandScore | None:
    """Return what a line is worth; None where points came meanwhile that it does not fit."""
    from perceptron_gui.session.by_hand.hand_score import judge

    try:
        return judge(document, weights, moves)
    except (SettingsError, DatasetError):
        return None
