"""Says why an edit makes a run start again, and where the run is after undo and redo (P9, A14)."""

from collections.abc import Iterator

import numpy as np

from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Change, Document, Travel
from perceptron_gui.session.wording import counted, ended, grouped, together
from perceptron_gui.translation import tr


def restart_notice(earlier: Document, document: Document) -> str:
    """Return the sentence that says why a run that has begun starts again.

    `earlier`: before the edit. `document`: after it. Returns empty where the run goes on.
    """
    if document.change_since(earlier) is not Change.NEW:
        return ""
    if document.dataset is not earlier.dataset:
        return _points_notice(earlier, document)
    was, now = (replace(each.settings, initial=None) for each in (earlier, document))  # any other some rules refuse
    if was == now:
        return tr("The start weights changed: the run starts again from there.")
    return tr("A rule changed: the run starts again.")


def _points_notice(earlier: Document, document: Document) -> str:
    one, other = earlier.dataset, document.dataset
    if not other.n_samples:
        return tr("No points are left: the run is over.")
    if other.X is one.X and other.labels is one.labels:
        return tr("Different points are held out: the run starts again.")
    is_same_set = (earlier.origin, one.features, one.classes) == (document.origin, other.features, other.classes)
    n_gone = one.n_samples - other.n_samples
    if not is_same_set or n_gone < 0:
        return tr("The points changed: the run starts again.")
    if n_gone:
        return counted(
            "{count} point was removed: the run starts again.",
            "{count} points were removed: the run starts again.",
            n_gone,
        )
    n_moved = int(np.count_nonzero((one.X != other.X).any(axis=1)))
    n_relabelled = int(np.count_nonzero(one.labels != other.labels))
    if bool(n_moved) is bool(n_relabelled):
        return tr("The points changed: the run starts again.")
    if n_relabelled:
        return counted(
            "{count} point changed class: the run starts again.",
            "{count} points changed class: the run starts again.",
            n_relabelled,
        )
    return counted(
        "{count} point was moved: the run starts again.", "{count} points were moved: the run starts again.", n_moved
    )


def travel_notice(travel: Travel) -> str:
    """Return what undo or redo did, and what became of the run where it has begun."""
    return together(ended(travel.what), *_run_words(travel)) if travel.has_begun else travel.what


def _run_words(travel: Travel) -> Iterator[str]:
    if travel.place is None:
        notice = restart_notice(travel.earlier, travel.document)
        if notice:
            yield notice
        return
    visit = grouped(travel.place.visit)
    is_longer = travel.document.dataset.n_samples > travel.earlier.dataset.n_samples
    # L10n: after undo and redo of points that were placed during a run, where the run stands then
    words = tr("The run goes on from visit {visit}.") if is_longer else tr("The run goes back to visit {visit}.")
    yield words.format(visit=visit)
