"""States of the preview of an import: a table with doubts, one with a fault, a very wide one."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import Qt

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.points.import_choice import doubtful
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.gui.filing.import_dialog import ImportDialog
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import SMALL, USUAL, State, Way, looks
from tests.gui.gallery.ways import opened

DOUBTS = "ñ;äöü;éè;Æ;çß\n" + "".join(
    f"{i};{i % 7},{i % 9};{'?' if i == 5 else '3,5'};{'äöü'[i % 3]};\n" for i in range(1, 151)
)
FAULT = "x1,x2,γ\n" + "1.5,2,α\n" * 20 + "3,4,5,β\n"
WIDE = ",".join(f"ä_ráthér_lóng_námé_óf_á_méásuré_{j}" for j in range(200)) + "\n" + ("1.25," * 199 + "α\n") * 4


def asked(text: str) -> Way:
    """Return what opens the preview of a table, all of which has been read."""

    def opens(stage: Stage) -> None:
        path = Path(tempfile.mkdtemp()) / "αβγ.csv"
        path.write_bytes(text.encode("cp1252", "replace") if text is DOUBTS else text.encode())
        try:
            read_points(path)
            table = doubtful(path, lambda part: None)
        except PointsFileError as refusal:
            table = doubtful(path, lambda part: None, refusal)
        dialog = ImportDialog(stage.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.set_theme(stage.window.theme)
        dialog.show_table(table)
        try:
            dialog.show_outcome(read_points(path, options=table.choice.head.options))
        except PointsFileError as error:
            dialog.show_outcome(error)
        path.unlink()
        path.parent.rmdir()
        dialog.open()

    return opens


TITLED = "Messungen im Gärten, 2024;;\n;;\nLänge;Breite;Art\n" + "5,1;3,5;setosa\n6,3;2,8;virginica\n" * 9

EVERY_THEME = (*looks(("light", "dark", "projector"), (SMALL,)), *looks(sizes=(USUAL,)))
IMPORTS = [
    State("dialogs", "import with doubts", opened("two-classes"), asked(DOUBTS), EVERY_THEME),
    State("dialogs", "import with a fault", opened("two-classes"), asked(FAULT), EVERY_THEME),
    State("dialogs", "import below a title", opened("two-classes"), asked(TITLED), EVERY_THEME),
    State("dialogs", "import of a wide table", opened("two-classes"), asked(WIDE), looks(sizes=(SMALL,))),
]
