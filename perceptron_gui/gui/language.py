"""The language of the window (A16): what Qt says itself, and the way all goes."""

from PySide6.QtCore import QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtGui import QGuiApplication

from perceptron_gui import translation
from perceptron_gui.files.program import languages

_of_qt: list[QTranslator] = []


def wanted(chosen: str) -> str:
    """Return the language to speak. `chosen`: by the user; empty, or one that is gone, is that of the desktop."""
    return chosen if chosen in languages.known() else languages.fitting(QLocale.system().uiLanguages())


def speak(language: str) -> None:
    """Say everything in a language from now on, Qt's own words, too; what is on the screen stays as it is.

    `language`: one of the known ones, in which something is translated; another is English.
    """
    languages.speak(language)
    while _of_qt:
        QGuiApplication.removeTranslator(_of_qt.pop())
    spoken = translation.language()
    if spoken == translation.ENGLISH:
        # Of a desktop whose language we do not speak a lesson may have a version, though.
        QLocale.setDefault(QLocale(language) if language == translation.ENGLISH else QLocale.system())
    else:
        QLocale.setDefault(QLocale(spoken))
        words = QTranslator()
        if words.load(f"qtbase_{spoken}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            QGuiApplication.installTranslator(words)
            _of_qt.append(words)
    turns = translation.is_leftwards()
    QGuiApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft if turns else Qt.LayoutDirection.LeftToRight)
