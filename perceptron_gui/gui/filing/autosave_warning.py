"""Says in the status line that work cannot be kept for the next start, for as long as that is so."""

from perceptron_gui.files.program.kept_state import Trouble
from perceptron_gui.gui.bars.status_bar import StatusBar
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.session.wording import together
from perceptron_gui.translation import tr


def show_trouble(status: StatusBar, source: object, trouble: Trouble | None, advice: str) -> None:
    """Say what is wrong until it is not, or that it works again.

    `source`: whose work it is. `trouble`: None where the work was kept as it should be. `advice`: what to do where it
    is kept nowhere, as a sentence.
    """
    if trouble is None:
        if status.end_warning(source):
            status.notice(tr("Autosave works again."))
        return
    what = tr("Autosave is not working: {reason}.").format(reason=trouble.reason)
    if trouble.folder is not None:
        advice = tr("Meanwhile a copy is kept in {folder}.").format(folder=readable(str(trouble.folder)))
    status.warn(source, together(what, advice), what)
