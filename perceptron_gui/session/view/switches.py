"""The registry of view switches, which menu, keys, help, view state and preferences follow."""

from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_


class Switch(Frozen):
    """Something that is shown, or is not."""

    name: str  # what views ask for, as in `state.shows("street")`, and its key in the preferences; never change it
    text: str  # its text in the menu; marked for translation, as `hint` is
    shortcut: str = ""  # keys in Qt's portable form. Empty for none
    hint: str = ""  # what the tooltip adds
    is_on: bool = False  # whether it is on in a window that was never changed
    is_kept: bool = True  # whether the next start finds it as it was left
    menu: str = "show"  # the menu that contains it
    needs: str = ""  # what must hold for it to be enabled, see `Action`
    group: str = ""  # title of the menu inside the menu, see `Action`

    @property
    def action(self) -> str:
        """The id of its action."""
        return f"{self.menu}.{self.name}"


def _of_lines(name: str, text: str, shortcut: str, hint: str) -> Switch:
    """Return a switch that needs a straight boundary."""
    # L10n: a menu: lines and lengths on the plane
    return Switch(name, text, shortcut, hint, needs="line", group=N_("Geometry"))


def _of_variants(name: str, text: str, shortcut: str, hint: str) -> Switch:
    """Return a switch for another outcome of the same run (V1–V3)."""
    return Switch(name, text, shortcut, hint, group=N_("Variants of the run"))


HIDDEN_LABELS = "hide_labels"
"""The switch that is an exercise, too: of whose labels are hidden it is asked (`exercises/exercise_registry.py`)."""
OWN_SCALES = "own_scales"
"""The switch that gives each axis a scale of its own; it belongs to the points."""
HALL = N_("In lecture view")
"""Title of the menu inside View of what there is while the hall looks on."""
SWITCHES = (
    Switch(
        "formula",  # what stood in the hall before there were cards
        N_("Card next to the plane"),
        "T",
        N_("the step, the theorem, …"),
        is_on=True,
        menu="view",
        needs="hall",
        group=HALL,
    ),
    Switch("still", N_("Reduced motion"), hint=N_("show updates at once, without animation"), menu="view"),
    Switch(
        OWN_SCALES,
        N_("Each axis its own scale"),
        hint=N_("for features of very different sizes; right angles then look slanted"),
        is_kept=False,
        menu="view",
    ),
    Switch("levels", N_("Level lines"), "H", N_("where f has the same value; dashed below 0")),
    Switch("activation", N_("Heights as colours"), "A", N_("the farther f is from 0, the deeper the colour")),
    _of_lines("street", N_("Widest street"), "W", N_("with half its width and the points that bound it")),
    _of_lines("radius", N_("Radius"), "R", N_("the smallest circle around the origin with all points inside")),
    _of_lines("optimum", N_("Boundary of θ*"), "O", N_("the best one, next to the run’s")),
    _of_lines("witness", N_("Why no line separates"), "N", N_("the points that prove it")),
    _of_lines("right_angle", N_("Right angle of w"), "", N_("between w and the boundary")),
    _of_lines("distance", N_("Distance to the boundary"), "D", N_("of the point under the mouse, or the selected one")),
    _of_variants("pocket", N_("Best line so far"), "L", N_("the pocket: fewest errors so far (Gallant 1990)")),
    _of_variants(
        "averaged", N_("Averaged line"), "", N_("the average of all weights so far (Freund and Schapire 1999)")
    ),
    _of_variants("voted", N_("Voted boundary"), "", N_("every line so far has a vote (Freund and Schapire 1999)")),
    Switch(
        "pairs",
        N_("Lines of all pairs"),
        hint=N_("in multiclass: where the scores of any two classes tie, faint where another is larger"),
        needs="classes",
        group=N_("Geometry"),
    ),
    Switch(
        "terms",
        N_("What f is made of"),
        "V",
        N_("lines from the pointer to the points with α > 0, as thick as α·K"),
        needs="alpha",
    ),
    Switch(
        "rings",
        N_("Rings by α"),
        hint=N_("around every point with α > 0: the more mistakes it caused, the larger the ring"),
        needs="alpha",
    ),
    Switch("by_class", N_("Gram matrix by class"), hint=N_("in Dual: points of the same class are next to each other")),
    Switch(
        "by_hand",
        N_("Classify by hand"),
        "U",
        N_("drag or type your own line, and compare it with the perceptron’s"),
        is_kept=False,
        menu="run",
        needs="one_line",
    ),
    Switch(
        HIDDEN_LABELS,
        N_("Hide labels until predicted"),
        "J",
        N_("the run asks before every visit; a point shows its class once it is visited"),
        is_kept=False,
        menu="run",
    ),
    Switch("influence", N_("Last influences"), "I", N_("ring the points that caused the last updates"), is_kept=False),
    Switch("full", N_("Long sums in full"), "M", N_("in Step, in Dual and at the pointer")),
    Switch("card", N_("Card at the pointer"), hint=N_("f, loss and distance where the mouse rests"), is_on=True),
    Switch(
        "linear",
        N_("Linear axes"),
        hint=N_("in Theorem; on logarithmic axes, both sides are straight lines if the run starts from zero"),
    ),
    Switch(
        "ones",
        N_("Bias as one more feature"),
        hint=N_("in Step, Gram and Theorem: the same run, with a 1 added to each point"),
        is_kept=False,
    ),
)
"""In the order of their menus."""

NAMES = frozenset(switch.name for switch in SWITCHES)
ON_AT_FIRST = frozenset(switch.name for switch in SWITCHES if switch.is_on)
OF_POINTS = frozenset((OWN_SCALES,))
"""Those that go with the points: a session says them only where they are on, other points are seen without."""
KEPT = frozenset(switch.name for switch in SWITCHES if switch.is_kept)
BY_NAME = {switch.name: switch for switch in SWITCHES}


class Alternative(Frozen):
    """One of several looks or ways of the program, of which one is chosen at a time."""

    name: str  # in preferences and sessions; never change it
    # what the menu and its tooltip say; marked for translation
    text: str
    hint: str
    field: str  # the attribute of the view state that has the name
    group: str  # title of the menu inside View, marked for translation
    shortcut: str = ""  # see `Action`

    @property
    def action(self) -> str:
        """The id of the action that chooses it."""
        return f"view.{self.name}" if self.field == "theme" else f"view.{self.field}_{self.name}"


def _notes(name: str, text: str, hint: str) -> Alternative:
    """Return a kind of lecture notes whose symbols formulas can be written in (G14), in words without symbols."""
    return Alternative(name, text, hint, "symbols", SYMBOLS)


# L10n: a menu: whose symbols formulas are written in
SYMBOLS, THEME, TEXT_SIZE = N_("Symbols"), N_("Theme"), N_("Text size")
# L10n: a menu: what is said to a screen reader
SEEN, LETTERS, VOICE = N_("As seen with"), N_("Letters as commands"), N_("Spoken")
DESKTOP = "desktop"
"""In the place of a theme or a text size: what the desktop asks for."""
TEXT_SIZES = {"usual": 100, "larger": 125, "large": 150, "largest": 200}
"""Per cent, by the names of text sizes."""
OWN_SYMBOLS = "own"
NOTES = (
    _notes(OWN_SYMBOLS, N_("The program's own"), N_("as in the guide")),
    _notes(
        "hyperplane", N_("Hyperplane and dual form"), N_("a hyperplane, and multipliers that include the learning rate")
    ),
    _notes("augmented", N_("Augmented vectors"), N_("the bias is a weight, and every point has an extra 1")),
    # L10n: a notation: that of books that begin with φ(x)
    _notes("features", N_("Features"), N_("the activation of a vector of features; a true and a predicted label")),
    # L10n: a notation: that of papers on learning online
    _notes("online", N_("Online"), N_("one example after the other, with its number above it")),
    # L10n: a notation: that of books that minimise a function (a noun)
    _notes("objective", N_("Objective"), N_("a function of the errors, minimised by its derivatives")),
)


def _theme(name: str, text: str, hint: str, shortcut: str = "") -> Alternative:
    return Alternative(name, text, hint, "theme", THEME, shortcut)


def _text_size(name: str, text: str) -> Alternative:
    return Alternative(name, text, "", "text_size", TEXT_SIZE)


def _eyes(name: str, text: str, hint: str) -> Alternative:
    return Alternative(name, text, hint, "eyes", SEEN)


def _letters(name: str, text: str, hint: str) -> Alternative:
    return Alternative(name, text, hint, "letters", LETTERS)


def _spoken(name: str, text: str, hint: str) -> Alternative:
    return Alternative(name, text, hint, "spoken", VOICE)


OFF, BRIEF, FULL = "off", "brief", "full"
"""How much is said to a screen reader."""
ALL_CONES, LETTERS_ON, LETTERS_CTRL, LETTERS_OFF = "all", "on", "ctrl", "off"
ALTERNATIVES = (
    _theme(DESKTOP, N_("Same as desktop"), N_("light, dark or high contrast")),
    _theme("light", N_("Light"), ""),
    _theme("dark", N_("Dark"), N_("light or dark"), "Ctrl+Shift+D"),
    # L10n: a theme, for a lecture hall
    _theme("projector", N_("Projector"), N_("thick lines and large type, readable from the back row"), "Ctrl+Shift+L"),
    _theme("contrast", N_("High contrast"), N_("black and white, and bright colours")),
    _text_size(DESKTOP, N_("Same size as desktop")),
    _text_size("usual", N_("Normal size")),
    _text_size("larger", N_("A quarter larger")),
    _text_size("large", N_("Half as large again")),
    _text_size("largest", N_("Twice the normal size")),
    _eyes(ALL_CONES, N_("All colours"), N_("as in the theme")),
    _eyes("protanopia", N_("Protanopia"), N_("without red cones; changes only the window, not saved files")),
    _eyes("deuteranopia", N_("Deuteranopia"), N_("without green cones; changes only the window, not saved files")),
    _eyes("tritanopia", N_("Tritanopia"), N_("without blue cones; changes only the window, not saved files")),
    _eyes(
        "grey", N_("Grey"), N_("brightness only, as in black-and-white print; changes only the window, not saved files")
    ),
    _letters(LETTERS_ON, N_("On"), N_("a letter alone is a command")),
    _letters(LETTERS_CTRL, N_("After Ctrl+K"), N_("letters, digits and signs work only after it")),
    _letters(LETTERS_OFF, N_("Off"), N_("use the menus instead")),
    _spoken(OFF, N_("Only on request"), N_("the screen reader speaks only when asked")),
    _spoken(BRIEF, N_("In brief"), N_("each visit and what decided it, the end of a run, questions")),
    _spoken(FULL, N_("In full"), N_("each visit with its update, everything about a place")),
    *NOTES,
)
"""In the order of their menus."""


def is_offered(field: str, name: str) -> bool:
    """Whether there is an alternative. `field`: of the view state. `name`: of the alternative."""
    return any((each.field, each.name) == (field, name) for each in ALTERNATIVES)
