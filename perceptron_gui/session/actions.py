"""The table of all user actions, from which menus, shortcuts, help and guide are made."""

from collections.abc import Iterable, Iterator

from perceptron_gui.engine.data.kernel import FUNCTIONS
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.exercises.exercise_registry import EXERCISES, OPTIONS, ExerciseEntry
from perceptron_gui.session.output.exports import EXPORTS, STEP_FORMATS, StepFormat
from perceptron_gui.session.view.switches import ALTERNATIVES, HALL, LETTERS_CTRL, LETTERS_ON, SWITCHES, Alternative
from perceptron_gui.session.view.view_state import Tool, ViewState
from perceptron_gui.session.wording import WORDS
from perceptron_gui.translation import N_, tr


def checked_actions(state: ViewState) -> dict[str, bool]:
    """Return, by id, whether each checkable action is checked."""
    return {
        **{switch.action: state.shows(switch.name) for switch in SWITCHES},
        **{f"tools.{tool.value}": state.tool_in_hand is tool for tool in Tool},
        **{entry.action: state.asks == entry.name for entry in EXERCISES},
        **{option.action: option.name in state.exercise_options for option in OPTIONS},
        "run.pause_mistake": state.pauses_at_mistake,
        "run.pause_epoch": state.pauses_at_epoch,
        "run.pause_point": state.pauses_at_point,
        **{each.action: getattr(state, each.field) == each.name for each in ALTERNATIVES},
        "view.panels": state.has_side_panel,
        "view.presentation": state.is_presenting,
        "view.blank": state.is_blank,
    }


MENU_OF = {"data": "points", "tools": "points", "show": "view"}
"""The menus of kinds of actions that have none of their own."""


class Action(Frozen):
    """Something a user can do."""

    id: str  # what the window binds to; the first part is its kind
    text: str  # its text in the menu; marked for translation, as `hint` is
    shortcut: str = ""  # keys in Qt's portable form; Ctrl is ⌘ on macOS. Empty for none
    hint: str = ""  # what the tooltip adds
    # what must hold for it to be enabled: "", "points", "undo", "redo", "selection", "one", "past", "line", "one_line",
    # "alpha", "classes", "held_out", "test", "hall", "lesson"
    needs: str = ""
    is_time: bool = False  # whether its keys mean time wherever the focus is, outside text fields (G6)
    # title of the menu inside the menu that it stands in, marked for translation; empty where it needs none
    group: str = ""
    also: str = ""  # another key that does the same, as presenters' remotes have it; empty for none

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that do it, the one to remember first."""
        return tuple(filter(None, (self.shortcut, self.also)))

    def keys_with(self, letters: str) -> tuple[str, ...]:
        """Return the keys that do it now. `letters`: one of `switches.LETTERS_ON` and its alternatives."""
        if letters == LETTERS_ON:
            return self.keys
        if letters == LETTERS_CTRL:
            return tuple(f"{BEFORE_LETTERS}, {key}" if is_character(key) else key for key in self.keys)
        return tuple(key for key in self.keys if not is_character(key))

    @property
    def menu(self) -> str:
        """The menu that contains it."""
        kind = self.id.split(".")[0]
        return MENU_OF.get(kind, kind)


# L10n: a menu: things to be shown on the plane
SHOW = N_("Show")
"""Title of the menu inside View of what is in no other group."""
BEFORE_LETTERS = "Ctrl+K"
"""What letters as commands may wait for: with Ctrl alone most of them mean something else already."""


def is_character(key: str) -> bool:
    """Whether a key is a letter, digit or sign that is typed, in upper or lower case (WCAG 2.1.4)."""
    return len(key.removeprefix("Shift+")) == 1


def _alternatives(*fields: str) -> tuple[Action, ...]:
    """Return an action for every alternative of attributes of the view state."""
    return tuple(_choosing(each) for each in ALTERNATIVES if each.field in fields)


def _choosing(each: Alternative) -> Action:
    return Action(each.action, each.text, each.shortcut, each.hint, group=each.group)


def _switch_actions(menu: str) -> tuple[Action, ...]:
    """Return an action for every view switch of a menu."""
    shown = (switch for switch in SWITCHES if switch.menu == menu)
    alone = SHOW if menu == "show" else ""
    return tuple(Action(s.action, s.text, s.shortcut, s.hint, s.needs, group=s.group or alone) for s in shown)


def copy_actions(formats: Iterable[StepFormat]) -> Iterator[Action]:
    """Yield an action for every form in which a step can be copied. `formats`: in the order of the menu."""
    for each in formats:
        yield Action(each.action, each.text, each.shortcut, needs="past")


def exercise_actions(entries: Iterable[ExerciseEntry]) -> Iterator[Action]:
    """Yield an action for every exercise, each followed by that for its option. `entries`: in the order of the menu."""
    for entry in entries:
        for each in (entry, entry.option) if entry.option is not None else (entry,):
            yield Action(each.action, each.text, each.shortcut, each.hint)


# L10n: a menu: primal, dual, multiclass
# L10n: a menu: where play pauses
MODE, KERNEL, PAUSE, EXPORT = N_("Mode"), N_("Kernel"), N_("Pause"), N_("Export")
SELECTION, TRANSFORM, TOOLS = N_("Selection"), N_("Transform"), N_("Tools")
"""Titles of menus inside of a menu."""
CARD_KEYS = N_("in a lesson, add Ctrl, because the key alone turns the pages")
ABOUT_MIDDLE = N_("about the middle of the selected points")
BY_A_STEP = N_("by one snapping step")


def _transform(name: str, text: str, shortcut: str = "", hint: str = "") -> Action:
    """Return an action that moves all selected points."""
    return Action(f"edit.{name}", text, shortcut, hint, "selection", group=TRANSFORM)


ACTIONS = (
    Action("file.new", N_("New"), "Ctrl+N", N_("start with an empty plane")),
    Action("file.window", N_("New window"), "Ctrl+Shift+N", N_("to compare two runs")),
    Action("file.open", N_("Open…"), "Ctrl+O", N_("a session, or a table of points (CSV)")),
    Action("file.save", N_("Save"), "Ctrl+S", N_("the session: points, rules, view and position in the run")),
    Action("file.save_as", N_("Save as…"), "Ctrl+Shift+S"),
    Action("file.title", N_("Title and note…"), "F2", N_("saved and shown with the session")),
    Action("file.import", N_("Import points…"), "Ctrl+I", N_("a points file (CSV)")),
    Action("file.preview", N_("Import with a preview…"), "", N_("choose separator, decimals, label and columns")),
    Action(
        "file.export", N_("Export points…"), "Ctrl+Shift+E", N_("as a points file (CSV)"), needs="points", group=EXPORT
    ),
    Action(
        "file.picture",
        N_("Export picture…"),
        "Ctrl+Shift+P",
        N_("PNG, SVG or PDF of what is on the screen"),
        group=EXPORT,
    ),
    Action("file.film", N_("Animation…"), "", N_("GIF, MP4 or PNG of the run"), needs="points", group=EXPORT),
    *(Action(each.action, each.text, "", each.hint, needs="points", group=EXPORT) for each in EXPORTS),
    Action("file.print", N_("Print…"), "Ctrl+P", N_("the worked solution, the picture or a table")),
    Action("file.quit", N_("Quit"), "Ctrl+Q"),
    Action("edit.undo", N_("Undo"), "Ctrl+Z", needs="undo"),
    Action("edit.redo", N_("Redo"), "Ctrl+Shift+Z", needs="redo"),
    Action("edit.cut", N_("Cut points"), "Ctrl+X", N_("the selected ones, for a spreadsheet"), needs="selection"),
    Action("edit.copy", N_("Copy"), "Ctrl+C", N_("the selected points; if there are none, this step as text")),
    Action("edit.paste", N_("Paste points"), "Ctrl+V", N_("rows of numbers, as copied from a spreadsheet")),
    Action("edit.delete", N_("Delete points"), "Delete", N_("the selected ones"), needs="selection"),
    *copy_actions(STEP_FORMATS),
    Action("edit.copy_view", N_("Copy the picture"), "Ctrl+Shift+K", N_("as last chosen in Export picture")),
    Action("edit.select_all", N_("Select all"), "Ctrl+A", needs="points", group=SELECTION),
    Action(
        "edit.select_class",
        N_("Select the class"),
        "Ctrl+Shift+A",
        N_("all points of the class chosen on the left"),
        needs="points",
        group=SELECTION,
    ),
    Action("edit.invert", N_("Select all others"), "Ctrl+Shift+I", needs="points", group=SELECTION),
    Action(
        "edit.duplicate",
        N_("Duplicate points"),
        "Ctrl+D",
        N_("the selected ones, shifted by a step"),
        needs="selection",
    ),
    _transform("mirror_across", N_("Flip horizontally"), hint=ABOUT_MIDDLE),
    _transform("mirror_upwards", N_("Flip vertically"), hint=ABOUT_MIDDLE),
    _transform("turn_left", N_("Turn left by 90°")),
    _transform("turn_right", N_("Turn right by 90°")),
    _transform("tilt_left", N_("Turn left by 15°")),
    _transform("tilt_right", N_("Turn right by 15°")),
    _transform("double", N_("Twice as large")),
    _transform("halve", N_("Half as large")),
    _transform("jitter", N_("Jitter"), "Ctrl+J", N_("moves each point randomly, by at most a step")),
    _transform("nudge_left", N_("Nudge left"), "Alt+Left", BY_A_STEP),
    _transform("nudge_right", N_("Nudge right"), "Alt+Right", BY_A_STEP),
    _transform("nudge_up", N_("Nudge up"), "Alt+Up", BY_A_STEP),
    _transform("nudge_down", N_("Nudge down"), "Alt+Down", BY_A_STEP),
    Action("edit.clear", N_("Clear all points"), "", needs="points"),
    Action("data.gallery", N_("Gallery of examples…"), "Ctrl+G", N_("all of them, with pictures")),
    Action("data.generate", N_("Generate points…"), "Ctrl+Shift+G", N_("by shape, margin, overlap, outliers and seed")),
    Action("data.hold_out", N_("Hold out points…"), "Ctrl+L", N_("training never sees them"), needs="points"),
    Action("data.validate", N_("Validate on the selected points"), "Shift+V", needs="selection"),
    Action("data.test", N_("Test on the selected points"), "Shift+T", needs="selection"),
    Action("data.train", N_("Train on the selected points"), "Shift+R", needs="selection"),
    Action("data.train_all", N_("Train on all points"), "", N_("nothing is held out any more"), needs="held_out"),
    Action(
        "data.look",
        N_("Look at the test set once"),
        "Ctrl+Shift+T",
        N_("shows its errors, and remembers that they were seen"),
        needs="test",
    ),
    Action("run.play", N_("Play"), "Space", N_("train at the chosen speed"), needs="points", is_time=True),
    Action("run.step", N_("Next visit"), "Right", needs="points", is_time=True),
    Action("run.step_back", N_("Previous visit"), "Left", needs="past", is_time=True),
    Action("run.next_mistake", N_("To the next mistake"), "Shift+Right", needs="points", is_time=True),
    Action("run.previous_mistake", N_("To the previous mistake"), "Shift+Left", needs="past", is_time=True),
    Action("run.next_epoch", N_("To the end of the epoch"), "Ctrl+Right", needs="points", is_time=True),
    Action("run.previous_epoch", N_("To the beginning of the epoch"), "Ctrl+Left", needs="past", is_time=True),
    Action("run.end", N_("To the end"), "End", N_("train until the run stops"), needs="points", is_time=True),
    Action("run.reset", N_("To the start"), "Home", needs="past", is_time=True),
    *(Action(f"run.{mode.value}", words.name, hint=words.hint, group=MODE) for mode, words in WORDS.items()),
    Action("run.features", N_("Features of your own…"), "Ctrl+E", N_("computed from the coordinates of each point")),
    Action("run.rules", N_("Rules…"), "Ctrl+R", N_("order, η, bias, features, kernel, start weights, limits")),
    *(Action(f"run.{k}", f.words.action, f.words.key, f.words.hint, group=KERNEL) for k, f in FUNCTIONS.items()),
    Action(
        "run.pin", N_("Pin this run"), "Ctrl+B", N_("its last line stays on the canvas, to compare"), needs="points"
    ),
    *exercise_actions(EXERCISES),
    *_switch_actions("run"),
    Action("run.pause_mistake", N_("Pause at every mistake"), "", N_("while it plays"), group=PAUSE),
    Action("run.pause_epoch", N_("Pause at the end of every epoch"), "", N_("while it plays"), group=PAUSE),
    Action(
        "run.pause_point", N_("Pause at the selected point"), "", N_("when it is visited"), needs="one", group=PAUSE
    ),
    Action("run.faster", N_("Faster"), "+"),
    Action("run.slower", N_("Slower"), "-"),
    Action("view.fit", N_("Fit the points"), "F", N_("show all points")),
    Action("view.zoom_in", N_("Zoom in"), "Ctrl++"),
    Action("view.zoom_out", N_("Zoom out"), "Ctrl+-"),
    *_alternatives("theme", "text_size", "eyes", "letters", "spoken", "symbols"),
    Action("view.next_area", N_("To the next area"), "F6", N_("plane, lesson, bar above, tools, timeline, stations")),
    Action("view.previous_area", N_("To the previous area"), "Shift+F6"),
    Action("view.panels", N_("Side panel"), "F9", N_("show or hide it")),
    Action(
        "view.presentation",
        N_("Lecture view"),
        "F11",
        N_("the plane and one card, readable from the back row"),
        also="F5",
    ),
    *_switch_actions("view"),
    Action("view.next_card", N_("Next card"), "PgDown", CARD_KEYS, "hall", group=HALL),
    Action("view.previous_card", N_("Previous card"), "PgUp", CARD_KEYS, "hall", group=HALL),
    Action("view.blank", N_("Blank screen"), ".", N_("black until you press the key again"), needs="hall", group=HALL),
    Action("view.own_window", N_("Page in its own window"), "Ctrl+Shift+W", N_("the page you see now")),
    *_switch_actions("show"),
    Action(
        "tools.place",
        # L10n: a tool: click to place points
        N_("Place"),
        "P",
        N_("click to place a point of the current class, double-click to type its coordinates"),
        group=TOOLS,
    ),
    # L10n: a tool
    Action("tools.select", N_("Select"), "S", N_("click, drag a frame, move points"), group=TOOLS),
    Action("tools.lasso", N_("Lasso"), "Shift+S", N_("draw a loop around points, move them"), group=TOOLS),
    Action("tools.brush", N_("Brush"), "B", N_("paint many points"), group=TOOLS),
    Action("tools.spray", N_("Spray"), "Shift+B", N_("points keep coming while the button is held"), group=TOOLS),
    Action("tools.relabel", N_("Paint the class"), "C", N_("points you touch get the current class"), group=TOOLS),
    # L10n: a tool
    Action("tools.erase", N_("Erase"), "E", N_("delete the points you touch"), group=TOOLS),
    Action("tools.larger", N_("Larger brush"), "]", N_("so that it reaches farther"), group=TOOLS),
    Action("tools.smaller", N_("Smaller brush"), "[", group=TOOLS),
    Action("tools.denser", N_("Denser spray"), "}", N_("more points per dab"), group=TOOLS),
    Action("tools.sparser", N_("Sparser spray"), "{", group=TOOLS),
    Action("lessons.next", N_("Next page"), "PgDown", needs="lesson"),
    Action("lessons.previous", N_("Previous page"), "PgUp", needs="lesson"),
    Action("lessons.back", N_("Back to the page"), "Backspace", N_("as it was when you opened it"), "lesson"),
    Action("lessons.name", N_("Your name…"), "", N_("it goes into the file you hand in"), "lesson"),
    Action("lessons.hand_in", N_("Hand in…"), "", N_("writes your answers to a file"), "lesson"),
    Action("lessons.lecturer", N_("Window for the lecturer"), "", N_("notes, next page, clock, answer"), "lesson"),
    Action(
        "lessons.class", N_("Answers of a class…"), "", N_("reads a folder, and shows a bar for each page"), "lesson"
    ),
    Action("lessons.new", N_("New lesson…"), "", N_("made from views of this window, in a second window")),
    Action("lessons.edit", N_("Edit the lesson…"), "", N_("the one that is open, or one from a file")),
    Action("lessons.end", N_("End the lesson"), "", N_("next time, you can go on from here"), "lesson"),
    Action("help.guide", N_("User guide"), "Shift+F1", N_("everything, page by page, with a search")),
    Action("help.keys", N_("Keys"), "F1", N_("all keys on one page, with a search")),
    Action("help.hints", N_("First hints"), "", N_("on the plane, until you have done each once")),
    Action("help.about", N_("About Perceptron Lab")),
)

BY_ID = {action.id: action for action in ACTIONS}


class Situation(Frozen):
    """What decides which actions are enabled."""

    n_points: int = 0  # points of the document
    visit: int = 0  # visits completed at the cursor
    n_selected: int = 0  # points selected
    # what undo and redo would do; empty when there is nothing
    undo_text: str = ""
    redo_text: str = ""
    parts: frozenset[str] = frozenset({"line"})  # what there is to show of the model, see `Model.parts`
    has_held_out: bool = False  # whether points are held out
    has_hidden_test: bool = False  # whether some of them are to test on, and were not looked at
    is_presenting: bool = False  # whether the hall looks on
    is_in_lesson: bool = False  # whether a lesson is open
    closed: frozenset[str] = frozenset()  # ids of actions that a page of the lesson does without


def reasons_disabled(situation: Situation) -> dict[str, str]:
    """Return, for each thing that actions may need, why it is missing now, as a tooltip; "" if it is there."""
    return {
        "": "",
        "points": "" if situation.n_points else tr("place a point first"),
        "past": "" if situation.visit else tr("the run is at its start"),
        "selection": "" if situation.n_selected else tr("select points first"),
        "one": "" if situation.n_selected == 1 else tr("select one point first"),
        "undo": "" if situation.undo_text else tr("nothing to undo"),
        "redo": "" if situation.redo_text else tr("nothing to redo"),
        "alpha": "" if "alpha" in situation.parts else tr("choose the dual first"),
        "classes": "" if "classes" in situation.parts else tr("choose multiclass without curves first"),
        "hall": "" if situation.is_presenting else tr("press F11 for the lecture view first"),
        "held_out": "" if situation.has_held_out else tr("no points are held out"),
        "test": "" if situation.has_hidden_test else tr("there is no test set, or you have already looked at it"),
        "lesson": "" if situation.is_in_lesson else tr("open a lesson first"),
        "one_line": ""
        if "one_line" in situation.parts
        else tr("needs one straight line between two classes: choose primal or dual without curves"),
        "line": "" if "line" in situation.parts else tr("needs a straight boundary, and this one is curved"),
    }
