"""States of what is exported: which visits of the run, as pages and as a table."""

from __future__ import annotations

from perceptron_gui.session.exports import SOLUTION, TABLE
from tests.gui.gallery.state import IN_ALL_THEMES, State
from tests.gui.gallery.ways import ended

TRAINED = ended("two-classes")


WORKED = [
    State("export", "worked solution", TRAINED, opens=lambda stage: stage.do(SOLUTION.action), looks=IN_ALL_THEMES),
    State("export", "table in LaTeX", TRAINED, opens=lambda stage: stage.do(TABLE.action)),
]
