"""Says why an edit makes a run start again."""

from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Change, Document
from perceptron_gui.translation import tr


def restart_notice(earlier: Document, document: Document) -> str:
    """Return the sentence that says why a run that has begun starts again.

    `earlier`: before the edit. `document`: after it. Returns empty where the run goes on.
    """
    if document.change_since(earlier) is not Change.NEW:
        return ""
    was, now = (replace(each.settings, initial=None) for each in (earlier, document))  # any other some rules refuse
    if document.dataset is earlier.dataset and was == now:
        return tr("Other start weights: the run begins anew from there.")
    if document.dataset is earlier.dataset:
        return tr("A rule was changed: the run starts again.")
    if document.dataset.X is earlier.dataset.X and document.dataset.labels is earlier.dataset.labels:
        return tr("Other points are held out: the run starts again.")
    return tr("The points were changed: the run starts again.")
