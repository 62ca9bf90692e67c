"""The bottom bar: start, back, play, on, end; the timeline; the speed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.gui.icons import icon
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import Theme
from perceptron_gui.gui.timeline import Timeline
from perceptron_gui.session.wording import grouped

SPEEDS: tuple[float | None, ...] = (1, 2, 5, 10, 30, 100, 1_000, 10_000, 100_000, None)
"""Visits a second for each place of the slider; None is as fast as it goes."""
BUTTONS = ("run.reset", "run.step_back", "run.play", "run.step", "run.end")
ICONS = {"run.reset": "reset", "run.step_back": "step_back", "run.step": "step", "run.end": "end"}


def speed_text(speed: float | None) -> str:
    """Return a speed in words."""
    if speed is None:
        return tr("unlimited")
    return tr("{count} visits/s").format(count=grouped(round(speed))) if speed > 1 else tr("1 visit/s")


class Transport(QWidget):
    """Buttons for time.

    Signals
    -------
    speed_changed : int
        Place of the slider.
    """

    speed_changed = Signal(int)

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transport")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._is_playing = False
        self.buttons = {name: self._button(name, actions[name]) for name in BUTTONS}
        self.timeline = Timeline()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(SPEEDS) - 1)
        self.slider.setPageStep(1)
        self.slider.setFixedWidth(112)
        self.slider.setAccessibleName(tr("Speed"))
        self.slider.valueChanged.connect(self._on_speed)
        self._caption = QLabel()
        self._caption.setObjectName("caption")
        self._caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lay_out()
        self._on_speed(self.slider.value())

    @property
    def speed(self) -> float | None:
        """Visits a second, None for as fast as it goes."""
        return SPEEDS[self.slider.value()]

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.timeline.set_theme(theme)
        for name, file in ICONS.items():
            self.buttons[name].setIcon(icon(file, theme))
        self._show_play_icon()

    def set_playing(self, is_playing: bool) -> None:
        """Show Pause while the run moves."""
        if is_playing != self._is_playing:
            self._is_playing = is_playing
            self._show_play_icon()

    def _show_play_icon(self) -> None:
        file = "pause" if self._is_playing else "play"
        self.buttons["run.play"].setIcon(icon(file, self._theme, self._theme.on_accent))

    def _button(self, name: str, action: QAction) -> QToolButton:
        button = QToolButton()
        is_play = name == "run.play"
        button.setObjectName("play" if is_play else name)
        size = 48 if is_play else 38
        button.setFixedSize(size, size)
        button.setIconSize(QSize(24, 24) if is_play else QSize(22, 22))
        button.setAccessibleName(action.text())
        button.clicked.connect(action.trigger)
        action.changed.connect(lambda: _follow(button, action))
        _follow(button, action)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(14)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addWidget(self.timeline, 1)
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addStretch()
        column.addWidget(self.slider)
        column.addWidget(self._caption)
        column.addStretch()
        row.addLayout(column)

    def _on_speed(self, place: int) -> None:
        self._caption.setText(speed_text(SPEEDS[place]))
        self.slider.setToolTip(tr("Speed: {speed}").format(speed=speed_text(SPEEDS[place])))
        self.speed_changed.emit(place)


def _follow(button: QToolButton, action: QAction) -> None:
    """Let `button` be enabled and explained like `action`."""
    button.setEnabled(action.isEnabled())
    button.setToolTip(action.toolTip())
