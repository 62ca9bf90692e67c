"""What modes and orders of visits are called, and what is said of each where the others need other words."""

from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.translation import N_


class ModeWords(Frozen):
    """The words of a mode, marked for translation; empty where it says nothing."""

    name: str
    hint: str  # what it keeps, and what a mistake does to it
    scores: str = "f"  # what judges a point
    lead: str = "y·f"  # what is ≤ 0 at an error
    undecided: str = N_("f = 0 everywhere: undecided")
    in_names: str = ""  # by which a run is told from those of other modes; dual is primal (D3)
    of_rows: str = N_("A mistake at a point adds its row to all scores, or subtracts it where y = −1.")
    no_two_forms: str = ""
    not_in_sklearn: str = ""
    nothing_fits: str = ""  # what cannot be done with points that are not separable, where the dimensions do not say it


PRIMAL = ModeWords(N_("Primal"), N_("Keep w and b: add ηyx to w at a mistake"))
WORDS: dict[Mode, ModeWords] = {
    Mode.PRIMAL: PRIMAL,
    Mode.DUAL: replace(PRIMAL, name=N_("Dual"), hint=N_("Keep α: count the mistakes at each point")),
    Mode.MULTICLASS: ModeWords(
        N_("Multiclass"),
        N_("One weight vector a class: add to the true class, take from its rival"),
        scores=N_("scores"),
        lead="s_y − s_r",
        undecided=N_("all scores tie: undecided"),
        in_names=N_("multiclass"),
        of_rows=N_("A mistake at a point adds its row to the scores of its class, and subtracts it from its rival's."),
        no_two_forms=N_("Primal and dual are two forms of the rule for two classes."),
        not_in_sklearn=N_("scikit-learn's Perceptron learns each class against the rest, not against its rivals."),
        nothing_fits=N_("no weights get every point right"),
    ),
}


class OrderWords(Frozen):
    """What an order of visits (P4) says, marked for translation, and how a program makes its visits."""

    name: str
    hint: str
    not_in_sklearn: str = ""  # why scikit-learn cannot make its visits; empty where it can
    program: str = "passes"  # the template of its visits
    # code that finds `order`, in which the pass `epochs` shows the points; empty for the order of placement
    places: str = ""


SHUFFLED = """words = np.random.Philox(key=seed, counter=[0, epochs, 0, 0]).random_raw(len(X))
order = np.argsort(words, kind="stable").tolist()"""
ORDERS: dict[Order, OrderWords] = {
    Order.CYCLIC: OrderWords(N_("cyclic"), N_("in the order of placement")),
    Order.SHUFFLED: OrderWords(
        N_("shuffled"), N_("another order in every epoch, the same for the same seed"), places=SHUFFLED
    ),
    Order.RANDOM: OrderWords(
        N_("random"),
        N_("always some error, drawn at random, the same for the same seed"),
        N_("scikit-learn learns from points in passes, it does not draw errors."),
        program="random",
    ),
    Order.BATCH: OrderWords(
        N_("batch"),
        N_("all points under the same weights, then one update with the sum over the errors"),
        N_("scikit-learn learns from one point at a time, not from the sum over a pass."),
        program="batch",
    ),
    Order.ONLINE: OrderWords(N_("online"), N_("each point once, as it arrives"), program="online"),
}


def words_of(settings: TrainingSettings) -> ModeWords:
    """Return the words of the mode that some rules have."""
    return WORDS[settings.mode]
