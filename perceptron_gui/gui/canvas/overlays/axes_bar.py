"""The choice of the two features that the canvas shows, for data with more."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.style.style_sheet import letters
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.plain_text import Message, plain_tip
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

SPACING = 8
LARGEST_CHOICE = 180
"""Pixels of a list of features, whose names may be long."""


class AxesBar(QFrame):
    """Two lists of features, and a way to train on just these two; made when a dataset first has more."""

    axes_chosen = Signal(int, int)
    only_these = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("axesBar")
        self._most, self._is_in_hall, self._short = LARGEST_CHOICE, False, ""

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's sizes, which are those of the canvas."""
        self._most, self._is_in_hall = round(LARGEST_CHOICE * theme.scale), theme.least > 0
        self.setStyleSheet(letters(theme))
        if self.layout() is not None:
            self._limit()

    def _limit(self) -> None:
        for box in (self.across, self.upwards):
            box.setMaximumWidth(self._most)
        self.button.setVisible(not self._is_in_hall)  # points are chosen at the desk
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.layout() is not None:
            self._make_room()

    def event(self, event: QEvent) -> bool:
        """Make room when a part needs more than it did, as with other names or larger letters."""
        is_due = event.type() is QEvent.Type.LayoutRequest and self.layout() is not None
        if is_due and self._row.spacing() == SPACING and self._needed() > self.width():
            self._make_room()
        return super().event(event)

    def _make_room(self) -> None:
        """Say less on the button, then move closer where a list would be cut; nothing of slices for half a word."""
        self._row.setSpacing(SPACING)
        self.button.setText(tr("Keep only these two"))
        if self._needed() > self.width():
            self.button.setText(tr("Only these"))
        if self._needed() > self.width():
            self._row.setSpacing(SPACING // 2)
        said = self.caption.fontMetrics().horizontalAdvance(self._short) + self._row.spacing()
        self.caption.setVisible(self._needed() + said < self.width())

    def _needed(self) -> int:
        """Return the width of all but the caption."""
        return self._row.sizeHint().width()

    def _build(self) -> None:
        self.across, self.upwards = Choice("{name}"), Choice("{name}")
        self.across.setAccessibleName(tr("Horizontal feature"))
        self.upwards.setAccessibleName(tr("Vertical feature"))
        self.caption = Message()
        self.caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.caption.setObjectName("caption")
        self.button = QPushButton(tr("Keep only these two"))
        self.button.setToolTip(tr("Train on the two features that are shown; undo brings the others back"))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        for widget in (QLabel("→"), self.across, QLabel("↑"), self.upwards):
            row.addWidget(widget)
        row.addWidget(self.caption, 1)
        row.addWidget(self.button)
        self._limit()
        self.across.activated.connect(self._on_chosen)
        self.upwards.activated.connect(self._on_chosen)
        self.button.clicked.connect(lambda: self.only_these.emit(*self.axes))

    @property
    def axes(self) -> tuple[int, int]:
        """The features that are chosen."""
        return self.across.currentIndex(), self.upwards.currentIndex()

    def set_dataset(self, dataset: Dataset, axes: tuple[int, int | None]) -> None:
        """Show the features of a dataset; hidden if there are at most two. `axes`: the features across and upwards."""
        self.setVisible(dataset.n_features > 2)
        if dataset.n_features <= 2:
            return
        if self.layout() is None:
            self._build()
        for box, index in ((self.across, axes[0]), (self.upwards, axes[1])):
            box.offer(dict(enumerate(dataset.features)), index or 0)
        count = grouped(dataset.n_features)
        whole = tr("two of {count} features, the others at their means").format(count=count)
        self._short = tr("two of {count} features").format(count=count)
        self.caption.say(whole, self._short)
        marks = tr(
            "×n: n points share this place; their other features may differ.\nRing on a stem: the point is really "
            "on another side of the boundary, because its other features are not at the means."
        )
        self.caption.setToolTip(plain_tip(f"{whole}\n{marks}"))

    def _on_chosen(self) -> None:
        across, upwards = self.axes
        if across == upwards:
            other = self.upwards if self.sender() is self.across else self.across
            other.setCurrentIndex((across + 1) % self.across.count())
        self.axes_chosen.emit(*self.axes)
