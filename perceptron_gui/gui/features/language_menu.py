"""View ▸ Language: each language by its name in itself."""

from functools import partial

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from perceptron_gui.files.program import languages
from perceptron_gui.gui.widgets.plain_text import menu_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.translation import tr


class LanguageMenu(QMenu):
    """Offers the languages in which something is translated; they are looked for when they are first to be seen."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(tr("Language"), window)
        self._window = window
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        if self.actions():
            return
        group, chosen = QActionGroup(self), self._window.preferences.language
        for name, text in {"": tr("As the desktop"), **languages.names()}.items():
            action = self.addAction(menu_text(text), partial(self._window.language_chosen.emit, name))
            action.setCheckable(True)
            action.setChecked(name == chosen)
            group.addAction(action)
            if not name:
                self.addSeparator()
