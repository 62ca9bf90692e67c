"""One table of everything a user can do: menus, shortcuts, tooltips, help and README are made from it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """Something a user can do.

    Attributes
    ----------
    id : str
        What the window binds to; the first part is the menu.
    text : str
        What the menu says.
    shortcut : str
        Keys in Qt's portable form; Ctrl is ⌘ on macOS. Empty for none.
    hint : str
        What the tooltip adds.
    needs : str
        What must hold for it to be enabled: "", "points", "undo", "redo", "selection", "one", "past".
    is_time : bool
        Whether its keys mean time wherever the focus is, outside text fields (G6).
    is_checkable : bool
    """

    id: str
    text: str
    shortcut: str = ""
    hint: str = ""
    needs: str = ""
    is_time: bool = False
    is_checkable: bool = False

    @property
    def menu(self) -> str:
        """The menu it stands in."""
        return self.id.split(".")[0]


ACTIONS = (
    Action("file.new", "New", "Ctrl+N", "start with an empty plane"),
    Action("file.window", "New window", "Ctrl+Shift+N", "to compare two runs"),
    Action("file.open", "Open…", "Ctrl+O", "a points file (CSV)"),
    Action("file.save", "Save points", "Ctrl+S", "as a points file (CSV)", needs="points"),
    Action("file.save_as", "Save points as…", "Ctrl+Shift+S", needs="points"),
    Action("file.quit", "Quit", "Ctrl+Q"),
    Action("edit.undo", "Undo", "Ctrl+Z", needs="undo"),
    Action("edit.redo", "Redo", "Ctrl+Shift+Z", needs="redo"),
    Action("edit.delete", "Delete points", "Delete", "the selected ones", needs="selection"),
    Action("edit.copy_text", "Copy this step as text", "Ctrl+C", needs="past"),
    Action("edit.copy_latex", "Copy this step as LaTeX", "Ctrl+Shift+C", needs="past"),
    Action("edit.copy_picture", "Copy this step as a picture", "", needs="past"),
    Action("edit.select_all", "Select all", "Ctrl+A", needs="points"),
    Action("edit.clear", "Clear all points", "", needs="points"),
    Action("run.play", "Play", "Space", "train at the chosen speed", needs="points", is_time=True),
    Action("run.step", "One visit on", "Right", needs="points", is_time=True),
    Action("run.step_back", "One visit back", "Left", needs="past", is_time=True),
    Action("run.next_mistake", "To the next mistake", "Shift+Right", needs="points", is_time=True),
    Action("run.previous_mistake", "To the mistake before", "Shift+Left", needs="past", is_time=True),
    Action("run.next_epoch", "To the end of the epoch", "Ctrl+Right", needs="points", is_time=True),
    Action("run.previous_epoch", "To the beginning of the epoch", "Ctrl+Left", needs="past", is_time=True),
    Action("run.end", "To the end", "End", "train until the run stops", needs="points", is_time=True),
    Action("run.reset", "To the start", "Home", needs="past", is_time=True),
    Action("run.rules", "Rules…", "Ctrl+R", "start weights, seed, limits"),
    Action(
        "run.predict",
        "Predict first",
        "Q",
        "the run asks before every visit: answer with 1, 2 or an arrow",
        is_checkable=True,
    ),
    Action(
        "run.predict_mistakes",
        "Predict only before mistakes",
        "Shift+Q",
        "it pauses before mistakes alone, and asks which way w will move",
        is_checkable=True,
    ),
    Action("run.pause_mistake", "Pause at every mistake", "", "while it plays", is_checkable=True),
    Action("run.pause_epoch", "Pause at the end of every epoch", "", "while it plays", is_checkable=True),
    Action("run.pause_point", "Pause at the selected point", "", "when it is visited", needs="one", is_checkable=True),
    Action("run.faster", "Faster", "+"),
    Action("run.slower", "Slower", "-"),
    Action("view.fit", "Fit the points", "F", "show all points"),
    Action("view.zoom_in", "Zoom in", "Ctrl++"),
    Action("view.zoom_out", "Zoom out", "Ctrl+-"),
    Action("view.dark", "Dark", "Ctrl+D", "light or dark", is_checkable=True),
    Action("view.projector", "Projector", "Ctrl+P", "thick lines and large type, for the last row", is_checkable=True),
    Action("view.still", "Reduced motion", "", "show updates at once, without moving", is_checkable=True),
    Action("view.influence", "Last influences", "I", "ring the points that caused the last updates", is_checkable=True),
    Action("view.loss", "Loss beside the counter", "", "L under the current weights", is_checkable=True),
    Action("view.full", "Long sums in full", "", "in This step and Dual", is_checkable=True),
    Action("view.card", "Card at the pointer", "", "f, loss and distance where the mouse rests", is_checkable=True),
    Action("view.panels", "Side panel", "F9", "show or hide it", is_checkable=True),
    Action("view.presentation", "Canvas only", "F11", "canvas, counter and timeline", is_checkable=True),
    Action(
        "view.formula",
        "Formulas on the canvas",
        "T",
        "rule and numbers of this step, while only the canvas is shown",
        is_checkable=True,
    ),
    Action("tools.place", "Place", "P", "click to place a point of the current class; double click types coordinates"),
    Action("tools.select", "Select", "S", "click, drag a frame, move points"),
    Action("tools.brush", "Brush", "B", "paint many points"),
    Action("tools.erase", "Erase", "E", "delete what is touched"),
    Action("help.keys", "Keys", "F1", "all keys on one page"),
    Action("help.about", "About Perceptron Lab"),
)

BY_ID = {action.id: action for action in ACTIONS}


@dataclass(frozen=True)
class Situation:
    """What decides which actions are enabled."""

    n_points: int = 0
    visit: int = 0
    n_selected: int = 0
    undo_text: str = ""
    redo_text: str = ""


def reason_disabled(action: Action, situation: Situation) -> str:
    """Return why `action` cannot be done now, as its tooltip says it; empty when it can."""
    reasons = {
        "points": "" if situation.n_points else "place a point first",
        "past": "" if situation.visit else "the run stands at its start",
        "selection": "" if situation.n_selected else "select points first",
        "one": "" if situation.n_selected == 1 else "select one point first",
        "undo": "" if situation.undo_text else "nothing to undo",
        "redo": "" if situation.redo_text else "nothing to do again",
    }
    return reasons.get(action.needs, "")
