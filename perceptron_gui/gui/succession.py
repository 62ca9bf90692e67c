"""Another window in the place of one (A16): the same document with its past, at the same place of the same run."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.points.history import History
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr

MakeWindow = Callable[[Preferences, Callable[[], History]], MainWindow]
OF_THE_MOMENT = ("is_playing", "is_presenting", "is_blank", "lit_point", "lit_partner")
"""What a window does not begin with."""


def may_follow(commands: Commands) -> bool:
    """Whether a window can go now without a loss: it waits for what is being saved, and says why it stays."""
    filing = commands.filing
    if any(each.keeper.has_work for each in filing.companions):
        words = tr("You are making a lesson: save it first, then choose the language.")
        commands.window.status.notice(words)
        return False
    return filing.saving.wait() and commands.films.saving.wait() and filing.exporting.may_stop()


def followed(commands: Commands, make_window: MakeWindow, between: Callable[[], None]) -> MainWindow:
    """Close a window without a question, and return the one that is to be shown in its place.

    `commands`: of a window that may go, see `may_follow`. `make_window`: takes preferences, and what returns the
    history. `between`: called when the first is closed, before the other is made.
    """
    window, filing = commands.window, commands.filing
    controller, history, state = window.controller, window.controller.history, window.controller.view_state
    plays: SimpleQueue[bool] = SimpleQueue()
    # The view says so, too, of a run on its way to a place, which must not play on from there.
    controller.post(lambda worker: plays.put(worker.is_playing))
    session = filing.parts.draft(controller.document).complete()  # told after it
    does_play, lesson = not plays.empty() and plays.get(), filing.lesson if history.document.is_page else None
    filing.is_forced = True  # nobody is asked: all of it goes on, and a copy is on the disk meanwhile
    window.close()
    kept, before = filing.keeper.left(), _examples()
    between()
    now = _examples()

    def titled(document: Document) -> Document:
        name = document.origin.removeprefix("example ").partition(" ")[0]
        is_its_own = document.origin.startswith("example ") and document.title == before.get(name)
        return replace(document, title=now[name]) if is_its_own else document

    history.retitle(titled)
    successor = make_window(window.preferences, lambda: history)

    def settle() -> None:
        following = _commands_of(successor)
        following.filing.go_on_with(filing)
        successor.controller.load(history.document, place=session.place)
        values = {name: getattr(state, name) for name in ViewState.__struct_fields__ if name not in OF_THE_MOMENT}
        successor.controller.change_view(**values)
        following.filing.parts.show_canvas(session.canvas, history.document.dataset.n_features)
        if kept is not None:
            following.filing.keeper.adopt(kept)
        successor.show_title()
        if lesson is not None:
            _go_on(following, lesson)
        elif does_play:
            successor.controller.toggle_play()

    successor.ready.connect(settle)
    return successor


def _examples() -> dict[str, str]:
    """Return how the examples are called now: what nobody has named goes by that."""
    return {name: tr(sample.title) for name, sample in BY_NAME.items()}


def _commands_of(window: MainWindow) -> Commands:
    commands = window.findChild(Commands)
    assert isinstance(commands, Commands)
    return commands


def _go_on(commands: Commands, lesson: Path) -> None:
    """Open a lesson where it was left: its texts are in the other language, too."""
    commands.filing.open_path(lesson)
