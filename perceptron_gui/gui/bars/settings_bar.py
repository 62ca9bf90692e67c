"""The top bar: mode, rules in brief, examples, and the verdict."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from perceptron_gui.engine.data.settings import Mode, TrainingSettings, with_mode
from perceptron_gui.gui.bars.verdict_pill import VerdictPill
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.choice import Segments, in_a_row, show_checked
from perceptron_gui.session.messages.verdict_text import rules_wordings
from perceptron_gui.session.wording import WORDS
from perceptron_gui.translation import N_, tr

SPACING, CLOSE = 10, 6
"""Pixels between two parts of the bar; where nothing else has room."""
OPENS = "  ▾"


class SettingsBar(QWidget):
    """The bar with the modes, and a button that shows the rules in brief and opens their page.

    `rules_changed`: a text for the change, and the new settings. `rules_asked`: the page of rules is wanted.
    """

    rules_changed = Signal(str, object)
    sample_chosen = Signal(str)
    rules_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._settings, self._has_place = TrainingSettings(), False
        self.mode_switch = Segments([tr(words.name) for words in WORDS.values()], self)
        self.mode_switch.chosen.connect(lambda place: self.choose_mode(list(WORDS)[place]))
        self.modes = dict(zip(WORDS, self.mode_switch.buttons, strict=True))
        self.rules = QToolButton(self)
        self.rules.clicked.connect(self.rules_asked)
        self.examples = QToolButton(self)
        self.examples.setText(tr("Examples") + OPENS)
        self.examples.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.verdict = VerdictPill(self)
        policy = self.verdict.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.verdict.setSizePolicy(policy)
        parts = self.mode_switch, self.rules, self.examples, self.verdict
        self._row = in_a_row(self, *parts, spacing=SPACING, margins=(14, 8))
        self._row.setStretch(len(parts) - 1, 1)
        self.set_settings(self._settings)

    def set_settings(self, settings: TrainingSettings) -> None:
        """Show the rules of a document."""
        self._settings = settings
        show_checked(self.modes[settings.mode], True)
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self.verdict.set_theme(theme)
        for mode, words in WORDS.items():
            self.modes[mode].setToolTip(tr(words.hint))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._has_place = True
        self._fit()

    def _fit(self) -> None:
        """Use the longest wording of the rules that fits."""
        wordings = rules_wordings(self._settings)
        self.rules.setToolTip(wordings[0])
        self.rules.setAccessibleName(wordings[0])
        for spacing in (SPACING, CLOSE):
            self._row.setSpacing(spacing)
            for wording in wordings:
                self.rules.setText(wording + OPENS)
                if self._has_place and self._row.minimumSize().width() <= self.width():
                    return

    def choose_mode(self, mode: Mode) -> None:
        """Switch to a mode, keeping those rules that it has too."""
        changed = with_mode(self._settings, mode)
        if mode is not self._settings.mode:
            self.rules_changed.emit(
                # L10n: what is undone, as in “Undo mode”
                N_("mode"),
                {"mode": changed.mode, "kernel": changed.kernel, "initial": changed.initial},
            )
