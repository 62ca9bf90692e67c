"""Starts the program with the preferences there are, takes its picture, and quits: PICTURE LANGUAGE [THEME SIZE]."""

from __future__ import annotations

import sys

from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.gui.app import make_application
from perceptron_gui.gui.language import speak
from tests.gui.gallery.photo import photo
from tests.gui.gallery.stage import Stage


def main() -> int:
    """Choose a theme and a size, if they are named, as a user would; else leave all as it comes."""
    make_application().setQuitOnLastWindowClosed(False)
    path, language, *look = sys.argv[1:]
    speak(language)
    stage = Stage(load_preferences())
    if look:
        stage.take_look(*look)
    photo().save(path)
    stage.window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
