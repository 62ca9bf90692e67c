"""What opens each dialog of the program; ``python -m tests.gui.whole_window.dialogs`` prints what each is like."""

from __future__ import annotations

import itertools
import json
from functools import partial
from typing import NamedTuple

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QDialog

from perceptron_gui.frozen import replace
from perceptron_gui.gui.app import make_application
from perceptron_gui.session.lessons.lesson import Lesson, Page
from perceptron_gui.session.lessons.making import begun
from perceptron_gui.session.lessons.questions import KINDS
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.gui.features.lessons import made
from tests.gui.gallery import lessons, ways
from tests.gui.gallery.imports import DOUBTS, FAULT, WIDE, asked
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import Way
from tests.gui.gallery.ways import after, opened
from tests.gui.whole_window.names import nameless, unlike_labels

FAULTS = itertools.count()


def making(kind: str) -> Way:
    """Make a lesson with a question of a kind."""

    def way(stage: Stage) -> None:
        shown = SavedSession(stage.window.controller.document)
        page = Page("a", ask=begun(kind, shown))
        maker = stage.commands.late["making"].made
        maker.make(Lesson(language="–", sessions={"a": shown}, pages=(page, replace(page, visit=10**6))), None)
        stage.wait(lambda: maker.window.flaws.count())

    return way


def student(stage: Stage) -> None:
    """Ask for a student's name."""
    lessons.on(made.QUESTIONS["number"])(stage)
    stage.do("lessons.name")


def lecturer(stage: Stage) -> None:
    """Open what a lecturer sees on another screen."""
    lessons.on(lessons.WITH_NOTES)(stage)
    lessons.lecturing(stage)


def answers(stage: Stage) -> None:
    """Look at the answers of a class."""
    lessons.on(made.QUESTIONS["number"])(stage)
    stage.do("lessons.class")


def a_fault(stage: Stage) -> None:
    """Tell of a fault; its details are English."""
    stage.window.failures.show_details(f"– {next(FAULTS)}")


DIALOGS: dict[str, Way] = {
    "the gallery": ways.gallery,
    "points to order": ways.generator,
    "points to order with a problem": ways.bad_generator,
    "points to hold out": after(opened("two-classes"), "data.hold_out"),
    "features": ways.features,
    "features with a problem": ways.bad_features,
    "a picture": ways.export_picture("png"),
    "a picture to print": ways.export_picture("pdf"),
    "a film": ways.export_film,
    "print": after(opened("two-classes"), "run.step", "file.print"),
    "a worked solution": after(opened("two-classes"), "run.step", "file.solution"),
    "title and note": after(opened("two-classes"), "file.title"),
    "keys": lambda s: s.window.actions_by_id["help.keys"].trigger(),
    "the guide": ways.searched("help.guide", ""),
    "an import": asked(DOUBTS),
    "an import with a fault": asked(FAULT),
    "an import of a wide table": asked(WIDE),
    "a fault": a_fault,
    "a student's name": student,
    "the lecturer's window": lecturer,
    "the answers of a class": answers,
    "another name": lambda s: s.commands.palette.ask_name(0),
    "unsaved points": ways.unsaved,
    "about": lambda s: s.window.actions_by_id["help.about"].trigger(),
    **{f"a lesson that asks, {kind}": making(kind) for kind in KINDS},
}
IN_ENGLISH = (
    "the guide",
    "the gallery",
    "a student's name",
    "the lecturer's window",
    "the answers of a class",
    "points to order with a problem",
    "an import of a wide table",
)
"""Dialogs with texts that are not in the catalogue: of the guide, of a lesson, of a file, and what was typed."""


class Look(NamedTuple):
    """What a dialog is like: its size, class and title, and what in it has no name, or another than it shows."""

    size: tuple[int, int]
    kind: str
    title: str
    nameless: list[str]
    unlike_labels: list[tuple[str, str]]


def main() -> None:
    """Open all of them as a screen reader is told of them, and print what each is like."""
    app = make_application()
    QAccessible.setActive(True)
    stage, looks = Stage(), dict[str, Look]()

    def look(name: str) -> None:
        dialog = stage.overlay
        assert isinstance(dialog, QDialog), name
        size, kind = (dialog.width(), dialog.height()), f"{type(dialog).__module__}.{type(dialog).__name__}"
        looks[name] = Look(size, kind, dialog.windowTitle(), nameless(dialog), unlike_labels(dialog))

    for name, way in DIALOGS.items():
        stage.with_overlay(way, partial(look, name))
    stage.close()
    print(json.dumps({name: each._asdict() for name, each in looks.items()}))
    del app


if __name__ == "__main__":
    main()
