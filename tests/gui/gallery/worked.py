"""States of what leaves the window: visits of the run as pages and as a table, a session that is played."""

from __future__ import annotations

import tempfile
from pathlib import Path

from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.session.document import Document
from perceptron_gui.session.output.exports import SOLUTION, TABLE
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import ViewState
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import FOR_A_HALL, IN_ALL_THEMES, State
from tests.gui.gallery.ways import ended
from tests.session.bench import TEXTBOOK

TRAINED = ended("two-classes")


def played(stage: Stage) -> None:
    """Play a session as `--play` does, to the end of its run."""
    document = Document(TEXTBOOK, title="Three points", note="A pencil is enough: follow every number.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lesson.perceptron"
        write_session(path, SavedSession(document, view=ViewState(speed=None)))
        stage.commands.filing.open_played(path)
        stage.wait(lambda: stage.window.controller.document.title == document.title)
    stage.wait(lambda: stage.snapshot.stop is not None and not stage.snapshot.is_playing)
    stage.settle()


WORKED = [
    State("export", "a session played to its end", played, looks=FOR_A_HALL),
    State("export", "worked solution", TRAINED, opens=lambda stage: stage.do(SOLUTION.action), looks=IN_ALL_THEMES),
    State("export", "print", TRAINED, opens=lambda stage: stage.do("file.print"), looks=IN_ALL_THEMES),
    State("export", "table in LaTeX", TRAINED, opens=lambda stage: stage.do(TABLE.action)),
]
