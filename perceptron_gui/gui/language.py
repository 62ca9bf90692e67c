"""The language of the window (A16): its menu, what Qt says itself, and the way all goes."""

from functools import partial

from PySide6.QtCore import QLibraryInfo, QLocale, Qt, QTranslator, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from perceptron_gui import translation
from perceptron_gui.files.program import languages
from perceptron_gui.gui.widgets.plain_text import menu_text
from perceptron_gui.translation import tr

_of_qt: list[QTranslator] = []


def speak(chosen: str) -> None:
    """Say everything in a language from now on, Qt's own words, too; what is on the screen stays as it is.

    `chosen`: by the user; "", or one that is gone, is the first of the desktop's that is known.
    """
    language = languages.named(chosen)
    languages.speak(language or languages.fitting(QLocale.system().uiLanguages()))
    while _of_qt:
        QGuiApplication.removeTranslator(_of_qt.pop())
    spoken = translation.language()
    # Of a desktop's language that we do not speak a lesson may have a version, though.
    is_desktops = spoken == translation.ENGLISH and not language
    QLocale.setDefault(QLocale.system() if is_desktops else QLocale(spoken))
    if spoken != translation.ENGLISH:
        words = QTranslator()
        if words.load(f"qtbase_{spoken}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            QGuiApplication.installTranslator(words)
            _of_qt.append(words)
    turns = translation.is_leftwards()
    QGuiApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft if turns else Qt.LayoutDirection.LeftToRight)


class LanguageMenu(QMenu):
    """View ▸ Language: each by its name in itself; they are looked for when they are first to be seen.

    `now`: which holds; "" for that of the desktop. `why_locked`: who has decided; "" where users choose. `chosen`:
    another one.
    """

    chosen = Signal(str)

    def __init__(self, window: QWidget, now: str, why_locked: str) -> None:
        super().__init__(tr("Language"), window)
        self.setToolTipsVisible(True)
        self._now, self._why_locked = now, why_locked
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        if self.actions():
            return
        group = QActionGroup(self)
        for name, text in {"": tr("Same as desktop"), **languages.names()}.items():
            action = self.addAction(menu_text(text), partial(self.chosen.emit, name))
            action.setCheckable(True)
            action.setChecked(name == self._now)
            action.setEnabled(not self._why_locked)
            action.setToolTip(self._why_locked)
            group.addAction(action)
            if not name:
                self.addSeparator()
