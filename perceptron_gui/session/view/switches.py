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


HALL = N_("In the hall")
"""Title of the menu inside View of what there is while the hall looks on."""
SWITCHES = (
    Switch(
        "formula",  # what stood in the hall before there were cards
        N_("Card beside the plane"),
        "T",
        N_("the step, the theorem, …"),
        is_on=True,
        menu="view",
        needs="hall",
        group=HALL,
    ),
    Switch("still", N_("Reduced motion"), hint=N_("show updates at once, without moving"), menu="view"),
    Switch("levels", N_("Level lines"), "H", N_("where f is the same; those below 0 have gaps")),
    Switch("activation", N_("Heights as colours"), "A", N_("the farther f is from 0, the deeper")),
    _of_lines("street", N_("Widest street"), "W", N_("with half its width and the points that hold it")),
    _of_lines("radius", N_("Radius"), "R", N_("the circle around the origin that no point lies beyond")),
    _of_lines("optimum", N_("Boundary of θ*"), "O", N_("the best one, beside that of the run")),
    _of_lines("witness", N_("Why no line separates"), "N", N_("the points that prove it")),
    _of_lines("right_angle", N_("Right angle of w"), "", N_("between w and the boundary")),
    _of_lines("distance", N_("Distance to the boundary"), "D", N_("of the point under the mouse, or the selected one")),
    _of_variants("pocket", N_("Best line so far"), "L", N_("the pocket: fewest errors up to now (Gallant 1990)")),
    _of_variants(
        "averaged", N_("Averaged line"), "", N_("the average of all weights up to now (Freund and Schapire 1999)")
    ),
    _of_variants("voted", N_("Voted boundary"), "", N_("every line up to now has a vote (Freund and Schapire 1999)")),
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
        hint=N_("around every point with α > 0, the larger the more mistakes it caused"),
        needs="alpha",
    ),
    Switch("by_class", N_("Gram matrix by class"), hint=N_("in Dual: the points of a class stand together")),
    Switch(
        "by_hand",
        N_("Classify by hand"),
        "U",
        N_("a line of your own, dragged or typed, beside the perceptron’s"),
        is_kept=False,
        menu="run",
        needs="one_line",
    ),
    Switch(
        "hide_labels",
        N_("Hide labels until predicted"),
        "J",
        N_("in the order online: a point shows its class when the run has predicted it"),
        is_kept=False,
        menu="run",
    ),
    Switch("influence", N_("Last influences"), "I", N_("ring the points that caused the last updates"), is_kept=False),
    Switch("full", N_("Long sums in full"), "M", N_("in Step, in Dual and at the pointer")),
    Switch("card", N_("Card at the pointer"), hint=N_("f, loss and distance where the mouse rests"), is_on=True),
    Switch(
        "linear",
        N_("Linear axes"),
        hint=N_("in Theorem, instead of logarithmic ones, on which both sides are straight from zero"),
    ),
    Switch(
        "ones",
        N_("Bias as one more feature"),
        hint=N_("in Step and Theorem: the same run, of points with a 1"),
        is_kept=False,
    ),
)
"""In the order of their menus."""

NAMES = frozenset(switch.name for switch in SWITCHES)
ON_AT_FIRST = frozenset(switch.name for switch in SWITCHES if switch.is_on)
KEPT = frozenset(switch.name for switch in SWITCHES if switch.is_kept)
BY_NAME = {switch.name: switch for switch in SWITCHES}


class Notes(Frozen):
    """A kind of lecture notes whose symbols formulas can be written in (G14)."""

    name: str  # of its notation (`session/formula/notation.py`), in preferences and sessions; never change it
    # what the menu and its tooltip say, in words without symbols; marked for translation
    text: str
    hint: str

    @property
    def action(self) -> str:
        """The id of the action that chooses it."""
        return f"view.symbols_{self.name}"


OWN_SYMBOLS = "own"
NOTES = (
    Notes(OWN_SYMBOLS, N_("The program's own"), N_("as in the guide")),
    Notes("hyperplane", N_("Hyperplane and dual form"), N_("a hyperplane, and multipliers that have the rate in them")),
    Notes("augmented", N_("Augmented vectors"), N_("the bias is a weight, and every point has a 1 more")),
    # L10n: a notation: that of books that begin with φ(x)
    Notes("features", N_("Features"), N_("the activation of a vector of features; a true and a predicted label")),
    # L10n: a notation: that of papers on learning online
    Notes("online", N_("Online"), N_("one example after the other, its number above it")),
    # L10n: a notation: that of books that minimise a function (a noun)
    Notes("objective", N_("Objective"), N_("a function of the errors, made smaller by its derivatives")),
)
KNOWN_SYMBOLS = {notes.name for notes in NOTES}
