"""The run as a table of LaTeX: what the panel "Table" shows, with its numbers as they are written there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.run.all_points import all_points
from perceptron_gui.engine.run.replay import Replay
from perceptron_gui.session.run_table_columns import columns_of, row_texts
from perceptron_gui.session.wording import grouped
from perceptron_gui.session.worked.latex import table_latex
from perceptron_gui.session.worked.past import Look, NothingToShow, Stretch, past_run, visits_of
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.saved.place import Place

MOST_ROWS = 2_000
"""Rows of a table: some forty pages."""


def run_table(document: Document, place: Place, stretch: Stretch, look: Look) -> str:
    """Return the table of a stretch.

    `place`: says when points came during the run. `look`: see `Look`. Raises `NothingToShow` when the stretch has no
    visit, or too many.
    """
    run = past_run(document, place, stretch.last, look)
    visits = visits_of(run, stretch)
    if len(visits) > MOST_ROWS:
        words = tr("A table in LaTeX has {most} rows at most, and this one would have {count}: choose fewer visits.")
        raise NothingToShow(words.format(most=grouped(MOST_ROWS), count=grouped(len(visits))))
    points, rows = all_points(document.dataset), []
    settings = document.named_settings
    for record in Replay(run).visits(visit - 1 for visit in visits):
        told = record if points is None else points.record(record)
        rows.append(row_texts(told, settings, document.dataset))
        look(1.0)
    return table_latex([tr(column.name) for column in columns_of(settings)], rows)
