"""Classify by hand: the student's own line on the plane, and a strip that says what it is worth beside the run's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QToolButton, QWidget

from perceptron_gui.engine.data.dataset import DatasetError
from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.engine.model.models import parts_of
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.plain_text import Message, plain_label
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises import hand_line
from perceptron_gui.session.scripts import subscript
from perceptron_gui.session.view.switches import BY_NAME
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import field_text
from perceptron_gui.session.worker.background import Work
from perceptron_gui.session.worker.training_worker import Finding
from perceptron_gui.translation import spelled, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.followers.variants import Pocket

MARGIN, GAP = 12, 4
FIELD, WIDEST_FIELD, FIELD_EDGES = 132, 240, 26
"""Least and most pixels of the field, and of it beside its text."""
MOST_NAMED = 3
"""Weights that are named one by one."""


class HandBar(QFrame):
    """Two lines of words beside the field: the student's, the perceptron's, and how few are possible.

    `typed`: other weights, None to begin anew. `taken_away`: the line is wanted no more.
    """

    typed = Signal(object)
    taken_away = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noteBar")
        self._document = Document()
        self._text = ""
        self._score: hand_line.HandScore | None = None
        self._fewest: hand_line.Fewest | None = None
        self._snapshot: Snapshot | None = None
        self._finding: Finding | None = None
        self._pocket: Pocket | None = None
        self.names = plain_label()
        self.names.setObjectName("caption")
        self.field = checked_field.CheckedField(self._read)
        self.field.setMinimumWidth(FIELD)
        self.field.setToolTip(tr("Your line: numbers such as 1 −2 0.5; clear the field to start over"))
        self.complaint = checked_field.settle(self.field, self.typed.emit, lambda: self._text)
        self.own, self.run, self.goal = Message(), Message(), Message()
        for label in (self.own, self.run, self.goal):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.goal.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.close_button = QToolButton()
        self.close_button.setText("✕")
        self.close_button.setToolTip(tr("Remove your line"))
        self.close_button.setAccessibleName(tr("Remove your line"))
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(lambda: self.taken_away.emit())
        self._lay_out()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(MARGIN, GAP, MARGIN, GAP)
        grid.setHorizontalSpacing(MARGIN)
        grid.setVerticalSpacing(0)
        for part, *place in (
            (self.names, 0, 0),
            (self.field, 1, 0),
            (self.own, 0, 1),
            (self.goal, 0, 2),
            (self.run, 1, 1, 1, 2),
            (self.close_button, 0, 3, 2, 1),
        ):
            grid.addWidget(part, *place)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)

    # What is shown

    def show_line(self, document: Document, weights: tuple[float, ...]) -> None:
        """Show the numbers of the line; what they are worth comes with `show_score`."""
        if document is not self._document and not document.has_geometry_of(self._document):
            self._fewest = None
        is_as_shown = self.field.text() in ("", self._text) or document.origin != self._document.origin
        self._document = document
        names = [spelled(f"w{subscript(j + 1)}") for j in range(len(self._names()) - document.settings.bias)]
        if len(names) > MOST_NAMED:
            names = [names[0], "…", names[-1]]
        self.names.setText(", ".join([*names, *[spelled("b")] * document.settings.bias]))
        self.field.setAccessibleName(tr("{names} of your line").format(names=self.names.text()))
        self._text = "; ".join(map(field_text, weights))
        wanted = self.field.fontMetrics().horizontalAdvance(self._text) + FIELD_EDGES
        if wanted > self.field.minimumWidth():  # and never less: the words beside it would move with every digit
            self.field.setMinimumWidth(min(wanted, WIDEST_FIELD))
        if not self.field.hasFocus() or is_as_shown:
            self.field.show_text(self._text)
        self.field.setCursorPosition(0)

    def show_score(self, score: hand_line.HandScore | None) -> None:
        """Show the line's score, unless it was computed for former points."""
        if score is None or not score.is_about(self._document):
            return
        self._score = score
        is_hidden = self._snapshot is not None and self._snapshot.hides_labels
        self._fewest = self._fewest if is_hidden else hand_line.Fewest.of(score, self._fewest)
        self._write()

    def set_finding(self, finding: Finding) -> None:
        """Note the latest analysis of the points."""
        self._finding = finding
        self._write()

    def take_answer(self, answer: object) -> None:
        """Take the best weights of the run."""
        from perceptron_gui.engine.run.followers.variants import Pocket  # with the first of them (A9)

        if isinstance(answer, Pocket):
            self._pocket = answer
            self._write()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show what the perceptron's line is worth at the cursor."""
        self._snapshot = snapshot
        self._write()

    def _write(self) -> None:
        score, snapshot = self._score, self._snapshot
        if snapshot is not None:
            _say(self.run, hand_line.run_texts(snapshot))
        if score is not None:
            _say(self.own, hand_line.own_texts(score, snapshot is not None and snapshot.hides_labels))
        if score is not None and snapshot is not None:
            best = hand_line.best_known(snapshot, self._pocket, self._finding)
            _say(self.goal, hand_line.goal_texts(score, self._fewest, best, snapshot))

    # What is typed

    def _names(self) -> tuple[str, ...]:
        settings = self._document.settings
        n_weights = len(settings.weight_names(self._document.dataset.features))
        return (*(f"w{j + 1}" for j in range(n_weights)), *(["b"] if settings.bias else []))

    def _read(self, text: str) -> tuple[float, ...] | None:
        return checked_field.read_weights(text, self._names())


def _say(label: Message, texts: tuple[str, ...]) -> None:
    """Set a text if it changed; setting it needlessly would lay out the whole window again."""
    if label.text() != texts[0]:
        label.say(*texts)
        label.setAccessibleName(texts[0])


class ByHandCommands(WindowCommands):
    """Gives the line its first place, has it judged wherever it goes, and shows the strip while it is on.

    `bar`: made when it is first wanted (A9).
    """

    bar: HandBar | None = None

    def __init__(self, window: MainWindow, found: SignalInstance) -> None:
        """Hear from `found` what there is to tell of the points."""
        super().__init__(window)
        self._finding: Finding | None = None
        found.connect(self.take_finding)

    def handlers(self) -> Handlers:
        """Return nothing: it is a view switch."""
        return {}

    def begin(self) -> None:
        """Follow the line, the points and the run."""
        self._document: Document | None = None
        self._line: tuple[tuple[float, ...], int] = (), 0
        controller = self._controller
        controller.view_changed.connect(self._on_view_changed)
        controller.views.add(self, is_read=True)
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

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        if state.symbols != earlier.symbols:
            self._document = None  # all of the strip is written anew
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
        """Apply typed weights as a move; an empty field puts the line back at its first place."""
        moves = self._controller.view_state.hand_moves
        self._controller.change_view(hand_line=weights, hand_moves=moves + 1 if weights is not None else 0)


def _judge(
    document: Document, weights: tuple[float, ...], moves: int, work: Work[hand_line.HandScore | None]
) -> hand_line.HandScore | None:
    """Return what a line is worth; None where points came meanwhile that it does not fit."""
    try:
        return hand_line.judge(document, weights, moves)
    except (SettingsError, DatasetError):
        return None
