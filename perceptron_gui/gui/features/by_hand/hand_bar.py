"""The strip below the plane: the student's line in numbers that can be typed, beside the perceptron's."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QToolButton, QWidget

from perceptron_gui.engine.run.followers.variants import Pocket
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.plain_text import Message, plain_label
from perceptron_gui.session.by_hand import hand_score
from perceptron_gui.session.by_hand.hand_score import Fewest, HandScore
from perceptron_gui.session.document import Document
from perceptron_gui.session.scripts import subscript
from perceptron_gui.session.wording import field_text
from perceptron_gui.session.worker.training_worker import Finding
from perceptron_gui.translation import tr

MARGIN, GAP = 12, 4
FIELD = 132
"""Least pixels of the field."""
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
        self._score: HandScore | None = None
        self._fewest: Fewest | None = None
        self._snapshot: Snapshot | None = None
        self._finding: Finding | None = None
        self._pocket: Pocket | None = None
        self.names = plain_label()
        self.names.setObjectName("caption")
        self.field = checked_field.CheckedField(self._read)
        self.field.setMinimumWidth(FIELD)
        self.field.setToolTip(tr("Your line: numbers such as 1 −2 0.5; empty begins anew"))
        self.complaint = checked_field.settle(self.field, self.typed.emit, lambda: self._text)
        self.own, self.run, self.goal = Message(), Message(), Message()
        for label in (self.own, self.run, self.goal):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.goal.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.close_button = QToolButton()
        self.close_button.setText("✕")
        self.close_button.setToolTip(tr("Take your line away"))
        self.close_button.setAccessibleName(tr("Take your line away"))
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
        self._document = document
        names = [f"w{subscript(j + 1)}" for j in range(len(self._names()) - document.settings.bias)]
        if len(names) > MOST_NAMED:
            names = [names[0], "…", names[-1]]
        self.names.setText(", ".join([*names, *["b"] * document.settings.bias]))
        self.field.setAccessibleName(tr("{names} of your line").format(names=self.names.text()))
        self._text = "; ".join(map(field_text, weights))
        if not self.field.hasFocus() or self.field.text() == "":
            self.field.show_text(self._text)
        self.field.setCursorPosition(0)

    def show_score(self, score: HandScore | None) -> None:
        """Show what the line is worth; one that was judged on points of before is let go."""
        if score is None or not score.is_about(self._document):
            return
        self._score = score
        is_hidden = self._snapshot is not None and self._snapshot.hides_labels
        self._fewest = self._fewest if is_hidden else Fewest.of(score, self._fewest)
        self._write()

    def set_finding(self, finding: Finding) -> None:
        """Take what is known of the points."""
        self._finding = finding
        self._write()

    def take_answer(self, answer: object) -> None:
        """Take the best weights of the run."""
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
            _say(self.run, hand_score.run_texts(snapshot))
        if score is not None:
            _say(self.own, hand_score.own_texts(score, snapshot is not None and snapshot.hides_labels))
        if score is not None and snapshot is not None:
            best = hand_score.best_known(snapshot, self._pocket, self._finding)
            _say(self.goal, hand_score.goal_texts(score, self._fewest, best, snapshot))

    # What is typed

    def _names(self) -> tuple[str, ...]:
        settings = self._document.settings
        n_weights = len(settings.weight_names(self._document.dataset.features))
        return (*(f"w{j + 1}" for j in range(n_weights)), *(["b"] if settings.bias else []))

    def _read(self, text: str) -> tuple[float, ...] | None:
        return checked_field.read_weights(text, self._names())


def _say(label: Message, texts: tuple[str, ...]) -> None:
    """Say something else than before: a text that is set anew has the whole window laid out again."""
    if label.text() != texts[0]:
        label.say(*texts)
        label.setAccessibleName(texts[0])
