"""The bottom bar: start, back, play, on, end; the timeline; the speed."""

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QSlider, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.gui.bars.timeline import Timeline
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme, icon
from perceptron_gui.gui.widgets.choice import in_a_row
from perceptron_gui.session.view.view_state import SPEEDS
from perceptron_gui.session.wording import grouped, speed_words
from perceptron_gui.translation import ntr, tr

BUTTONS = ("run.reset", "run.step_back", "run.play", "run.step", "run.end")
BUTTON, PLAY_BUTTON, ICON, SPEED_WIDTH, MARGIN = 38, 48, 22, 112, 12
"""Sizes in pixels where nothing is enlarged."""
ICONS = {"run.reset": "reset", "run.step_back": "step_back", "run.step": "step", "run.end": "end"}


def speed_text(speed: float | None) -> str:
    """Return a speed in words. `speed`: visits a second; None for unlimited."""
    if speed is None:
        # L10n: the speed: as fast as it goes
        return tr("unlimited")
    count = round(speed)
    return ntr("{count} visit/s", "{count} visits/s", count).format(count=grouped(count))


class Transport(QWidget):
    """Buttons, timeline and speed of the run.

    `actions`: by name; must hold those of `BUTTONS`. `speed_chosen`: visits a second.
    """

    speed_chosen = Signal(object)

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setObjectName("transport")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._is_playing = False
        self._theme: Theme = LIGHT
        self._hall: Theme | None = None
        self.buttons = {name: self._button(name, actions[name]) for name in BUTTONS}
        self.timeline = Timeline(self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, len(SPEEDS) - 1)
        self.slider.setPageStep(1)
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # who drags it goes on in time with the arrows
        self.slider.setAccessibleName(tr("Speed"))
        self.slider.valueChanged.connect(lambda place: self.speed_chosen.emit(SPEEDS[place]))
        self._caption = QLabel(self)
        self._caption.setObjectName("caption")
        self._caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lay_out()
        self._fit_sizes()
        self.show_speed(SPEEDS[0])

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self._theme = theme
        self.timeline.set_theme(theme)
        for name, file in ICONS.items():
            self.buttons[name].setIcon(icon(file, theme))
        self._show_play_icon()
        self._fit_sizes()

    def grow(self, theme: Theme | None) -> None:
        """Draw everything larger, for a hall. `theme`: that of the hall; None on a desk."""
        self._hall = theme
        self._fit_sizes()

    def _fit_sizes(self) -> None:
        """Scale half as much as the canvas, to leave it the room."""
        size = (1 + self._hall.scale) / 2 if self._hall is not None else 1.0
        for name, button in self.buttons.items():
            is_play = name == "run.play"
            side = round((PLAY_BUTTON if is_play else BUTTON) * size)
            button.setFixedSize(side, side)
            button.setIconSize(QSize(1, 1) * round((ICON + 2 * is_play) * size))
        self.slider.setFixedWidth(round(SPEED_WIDTH * size))
        self.timeline.set_size(size)
        self.setStyleSheet(_size_rules(size, self._hall.letters(SMALL)) if self._hall is not None else "")
        # Its tool bar keeps the height of before otherwise, and a button that is not square is not round either.
        self.setMinimumHeight(round(PLAY_BUTTON * size) + 2 * MARGIN)

    def show_speed(self, speed: float | None) -> None:
        """Show the speed of play. `speed`: visits a second, one of SPEEDS; None for unlimited."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(SPEEDS.index(speed))
        self._caption.setText(speed_text(speed))
        self.slider.setAccessibleDescription(speed_words(speed))
        self.slider.setToolTip(tr("Speed: {speed}").format(speed=speed_text(speed)))

    def set_playing(self, is_playing: bool) -> None:
        """Show Pause instead of Play, or Play again. `is_playing`: whether the run moves."""
        if is_playing != self._is_playing:
            self._is_playing = is_playing
            self._show_play_icon()

    def _show_play_icon(self) -> None:
        file = "pause" if self._is_playing else "play"
        self.buttons["run.play"].setIcon(icon(file, self._theme, self._theme.on_accent))

    def _button(self, name: str, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("play" if name == "run.play" else name)
        button.setAccessibleName(action.text())
        button.clicked.connect(action.trigger)

        def follow() -> None:
            button.setEnabled(action.isEnabled())
            button.setToolTip(action.toolTip())

        action.changed.connect(follow)
        follow()
        return button

    def _lay_out(self) -> None:
        row = in_a_row(self, *self.buttons.values(), self.timeline, spacing=14, margins=(16, MARGIN))
        row.setStretch(len(self.buttons), 1)
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addStretch()
        column.addWidget(self.slider)
        column.addWidget(self._caption)
        column.addStretch()
        row.addLayout(column)


def _size_rules(size: float, letters: int) -> str:
    """Return style sheet rules for the round buttons and slider handles at a scale, and letters of some pixels."""
    handle, groove = round(16 * size), round(4 * size)
    return f"""
    QLabel {{ font-size: {letters}px; }}
    QToolButton {{ border-radius: {round(BUTTON * size) // 2}px; }}
    QToolButton#play {{ border-radius: {round(PLAY_BUTTON * size) // 2 - 2}px; }}
    QSlider::groove:horizontal {{ height: {groove}px; border-radius: {groove // 2}px; }}
    QSlider::handle:horizontal {{ width: {handle}px; height: {handle}px; margin: {(groove - handle) // 2}px 0;
        border-radius: {handle // 2}px; }}
    """
