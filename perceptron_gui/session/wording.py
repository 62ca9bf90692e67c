"""Numbers, places, modes and orders of a run in words: what the window and the command line say alike."""

import math
from collections.abc import Callable, Iterable
from decimal import Context, Decimal
from fractions import Fraction
from math import isqrt

from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.scripts import raised, subscript
from perceptron_gui.translation import N_, begun, ntr, spelled, tr, translated

LONGEST_EXACT = 13
"""Digits of an exact number that is printed in full, as 10¹² is; a longer one is rounded and wears ≈."""
LONGEST_ROUNDED = 10
"""Digits up to which a rounded number is written without a power of ten."""
LEAST_PLAIN = -6
"""The power of ten of the first digit from which on a number is written without one: 0.000001, but 5·10⁻⁷. All places
that are trained on exactly (E1) can be read in full, and no zeros need counting."""
LONGEST_FACTOR = 5
"""Digits of a scale's factor without a power of ten: 50000, but 10⁵."""
MOST_DIGITS = 17
"""No double stands for a decimal of more."""
LONGEST_FIELD = 18
"""Digits of a number in a field that are written without a power of ten: all that its double has, and some zeros."""
LONGEST_TICK = 6
"""Digits of a number of a small axis without a power of ten."""
LONGEST_COUNT = 10**9
"""From here on the size of a bound says all: it is rounded to three digits."""
MINUS = "−"
WIDE_MARKS = tuple("。！？；：，、）")
"""After these there is no blank: they are as wide as a character of Chinese."""


class Written(Frozen):
    """A number as it is written."""

    figures: str  # its decimal, without ≈
    is_exact: bool = True  # whether it is the true number, and not rounded
    power: int | None = None  # the power of ten that the decimal is multiplied with; None where none is written

    @property
    def text(self) -> str:
        """The number without ≈; a factor of 1 before a power of ten is left out."""
        if self.power is None:
            return self.figures
        sign, figures = (MINUS, self.figures[1:]) if self.is_negative else ("", self.figures)
        return sign + ("" if figures == "1" else f"{figures}·") + f"10{raised(str(self.power))}"

    def __str__(self) -> str:
        """Return the text as it stands alone, a rounded number with ≈ before it."""
        return self.text if self.is_exact else f"≈ {self.text}"

    @property
    def after_name(self) -> str:
        """The text with the sign that leads to it from a name: "= 3" or "≈ 3.14159"."""
        return f"= {self.text}" if self.is_exact else str(self)

    @property
    def is_negative(self) -> bool:
        """Whether it begins with −."""
        return self.figures.startswith(MINUS)

    @property
    def magnitude(self) -> "Written":
        """The number without its −."""
        return replace(self, figures=self.figures[1:]) if self.is_negative else self


def joined(words: Iterable[str]) -> str:
    """Return words one after the other as a list of the language: a comma between numbers is none of its."""
    # L10n: words of a list
    return translated(N_("{before}, {after}")).format(before="", after="").join(words)


def written(value: Fraction | float, digits: int = 6) -> Written:
    """Write a number as a student would: the one place that decides whether it is rounded.

    `value`: the true number; a float is one that was rounded on the way and stays rounded, however short it is.
    `digits`: significant digits of a rounded number. Returns in full where the number is known and has a short decimal;
    else rounded to `digits`.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return Written("∞" if value > 0 else f"{MINUS}∞")
    coefficient, power = _rounded_decimal(value, digits)
    if isinstance(value, float):
        return _decimal(coefficient, power, LONGEST_ROUNDED, is_exact=False)
    exact = (coefficient, power) if value == coefficient * Fraction(10) ** power else _short_decimal(value)
    if exact is not None:
        return _decimal(*exact, LONGEST_EXACT)
    return _decimal(coefficient, power, LONGEST_ROUNDED, is_exact=False)


def root_text(square: Fraction, digits: int = 6) -> str:
    """Return the square root of a number as it stands alone; no double needs to be as large.

    `square`: the true square, at least 0. `digits`: significant digits of a rounded root.
    """
    places = max(0, 2 * LONGEST_EXACT + (square.denominator.bit_length() - square.numerator.bit_length()) // 6)
    root = Fraction(isqrt(square.numerator * 100**places // square.denominator), 10**places)
    if root * root == square:
        return str(written(root, digits))
    return str(_decimal(*_rounded_decimal(root, digits), LONGEST_ROUNDED, is_exact=False))


def written_apart(first: Fraction | float, second: Fraction | float, *, digits: int = 6) -> tuple[Written, Written]:
    """Write two numbers with as many digits as it takes to tell them apart, if they differ.

    `first`, `second`: the numbers, as in `written`. `digits`: significant digits of rounded numbers at least.
    """
    for count in range(digits, 17):
        pair = written(first, count), written(second, count)
        if first == second or pair[0] != pair[1]:
            break
    return pair


def number_text(value: Fraction | float, is_exact: bool = True, digits: int = 6) -> str:
    """Return a number that stands alone: exact in full, or rounded to `digits` with a ≈ before it.

    `value`: the number, as in `written`. `is_exact`: whether a float is the decimal that it prints as, such as a
    coordinate or η; else it was rounded. `digits`: significant digits of a rounded number.
    """
    if isinstance(value, float) and is_exact and math.isfinite(value):
        value = decimal_fraction(value)
    return str(written(value, digits))


def _short_decimal(value: Fraction) -> tuple[int, int] | None:
    """Return (c, p) with value = c·10^p where that is short: Python refuses to write thousands of digits."""
    whole = value * 10**LONGEST_EXACT
    if whole.denominator > 1 or abs(whole) >= 100**LONGEST_EXACT:
        return None
    exact = _shortest(int(whole), -LONGEST_EXACT)
    return exact if _length(*exact) <= LONGEST_EXACT else None


def _rounded_decimal(value: Fraction | float, digits: int) -> tuple[int, int]:
    """Return (c, p) for the nearest number c·10^p of so many significant digits."""
    exact = value if isinstance(value, Fraction) else Fraction(value)
    ratio = Context(prec=digits).divide(Decimal(exact.numerator), Decimal(exact.denominator))
    sign, figures, power = ratio.as_tuple()
    assert isinstance(power, int)
    coefficient = int("".join(map(str, figures)))
    return _shortest(-coefficient if sign else coefficient, power)


def _shortest(coefficient: int, power: int) -> tuple[int, int]:
    """Return c·10^p without zeros at the end of c."""
    figures = str(coefficient)
    bare = figures.rstrip("0") or "0"
    return (int(bare), power + len(figures) - len(bare)) if coefficient else (0, 0)


def _length(coefficient: int, power: int) -> int:
    """Return how many digits c·10^p has when it is written without a power of ten."""
    return max(len(str(abs(coefficient))) + max(power, 0), 1 - power)


def _decimal(coefficient: int, power: int, longest: int, is_exact: bool = True) -> Written:
    """Write c·10^p as a decimal of at most `longest` digits, else with a power of ten."""
    sign, figures = MINUS if coefficient < 0 else "", str(abs(coefficient))
    first = power + len(figures) - 1
    if coefficient and (first < LEAST_PLAIN or _length(coefficient, power) > longest):
        mantissa = figures[:1] + ("." + figures[1:] if figures[1:] else "")
        return Written(sign + mantissa, is_exact, first)
    if power >= 0:
        return Written(sign + figures + "0" * power, is_exact)
    padded = figures.rjust(1 - power, "0")
    return Written(f"{sign}{padded[:power]}.{padded[power:]}", is_exact)


def bound_text(count: int, least_rounded: int = LONGEST_COUNT) -> str:
    """Return a bound on mistakes as text, large ones rounded to three digits and a power of ten.

    `count`: the most mistakes. `least_rounded`: from where on.
    """
    if count < least_rounded:
        return grouped(count)
    coefficient, power = _rounded_decimal(Fraction(count), 3)
    return str(_decimal(coefficient, power, len(str(LONGEST_COUNT)) - 1, coefficient * 10**power == count))


def index_text(point: int) -> str:
    """Return the name of a point: x with its number from 1, as in x₁. `point`: its index, from 0."""
    return spelled("x" + subscript(point + 1))


def field_text(value: float) -> str:
    """Return a number for a field in which it can be changed: in full, so that it reads back as the same number.

    `value`: finite.
    """
    return _decimal(*_rounded_decimal(decimal_fraction(value), MOST_DIGITS), LONGEST_FIELD).text


def tick_text(value: float, spacing: float) -> str:
    """Return a number of an axis; what is next to nothing beside the spacing is 0.

    `value`: the number. `spacing`: the distance between two numbers of the axis.
    """
    rounded = _rounded_decimal(value, 6) if abs(value) > 1e-6 * spacing else (0, 0)
    return _decimal(*rounded, LONGEST_TICK).text


def grid_text(value: float) -> str:
    """Return a number beside a line of a grid: one with many zeros at its end has a power of ten in their place.

    `value`: a multiple of 1, 2 or 5 times a power of ten.
    """
    coefficient, power = _rounded_decimal(value, LONGEST_FIELD)
    return _decimal(coefficient, power, LONGEST_TICK).text if power > 0 else number_text(value)


def factor_text(factor: float) -> str:
    """Return a factor by which something is drawn larger or smaller, as text.

    `factor`: 1, 2 or 5 times a power of ten.
    """
    return _decimal(*_rounded_decimal(factor, 1), LONGEST_FACTOR).text


def grouped(count: int) -> str:
    """Return a whole number with its figures in groups of three, as every report says how many (G12).

    `count`: the number.
    """
    return f"{count:,}".replace(",", "\u202f")


def place_text(visit: int, epoch: int) -> str:
    """Return "visit 5 · epoch 2", or only the visit in random order, which has no passes.

    `visit`: visits completed. `epoch`: the pass, from 1; 0 for none.
    """
    words = tr("visit {visit} · epoch {epoch}") if epoch else tr("visit {visit}")
    return words.format(visit=grouped(visit), epoch=grouped(epoch))


def counted(one: str, many: str, count: int, figures: Callable[[int], str] = grouped) -> str:
    """Return "1 mistake" or "12 mistakes", in the language that is shown.

    `one`, `many`: literals, both with the field {count}: "{count} mistake", "{count} mistakes". They are extracted for
    the catalogue as those of `ntr` are. `count`: how many. `figures`: writes the number; in a refusal, which says what
    to type, and in a program it is str.
    """
    return ntr(one, many, count).format(count=figures(count))


def said_of(name: str, words: str) -> str:
    """Return what is said of something, after its name."""
    return tr("{name}: {words}").format(name=name, words=words)


def together(*sentences: str) -> str:
    """Return sentences one after the other, empty ones left out: after a mark of Chinese there is no blank."""
    text = ""
    for each in filter(None, sentences):
        text += gap_after(text) * bool(text) + each
    return begun(text)


def gap_after(words: str, gap: str = " ") -> str:
    """Return what stands between words and what follows them: a gap, or nothing after a mark that brings its own."""
    return "" if words.endswith(WIDE_MARKS) else gap


def name_of(told: str) -> str:
    """Return what stands before the colon, in any script, of a text that names something and then tells of it."""
    return told.replace("：", ":").partition(":")[0].rstrip()


def ended(words: str) -> str:
    """Return words as a sentence that ends."""
    return tr("{words}.").format(words=words)


def speed_words(speed: float | None) -> str:
    """Return a speed in full words. `speed`: visits a second; None for as fast as it goes."""
    if speed is None:
        return tr("unlimited")
    return counted("{count} visit a second", "{count} visits a second", round(speed))


class ModeWords(Frozen):
    """The words of a mode, marked for translation; empty where it says nothing."""

    name: str
    hint: str  # what it keeps, and what a mistake does to it
    scores: str = "f"  # what judges a point
    lead: str = "y·f"  # what is ≤ 0 at an error
    undecided: str = N_("f = 0 everywhere")
    in_names: str = ""  # by which a run is told from those of other modes; dual is primal (D3)
    of_rows: str = N_("A mistake at a point adds its row to all scores, or subtracts it where y = −1.")
    no_two_forms: str = ""
    not_in_sklearn: str = ""
    nothing_fits: str = ""  # what cannot be done with points that are not separable, where the dimensions do not say it


PRIMAL = ModeWords(N_("Primal"), N_("Keep w and b: add η·y·x to w at a mistake"))
WORDS: dict[Mode, ModeWords] = {
    Mode.PRIMAL: PRIMAL,
    Mode.DUAL: replace(PRIMAL, name=N_("Dual"), hint=N_("Keep α: count the mistakes at each point")),
    Mode.MULTICLASS: ModeWords(
        N_("Multiclass"),
        N_("One weight vector per class: add to the true class, subtract from its rival"),
        scores=N_("scores"),
        lead="s_y − s_r",
        undecided=N_("all scores tie"),
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
    bound: str = "bound"  # the name of what its bound means, see `meanings.MEANINGS`
    # code that finds `order`, in which the pass `epochs` shows the points; empty for the order of placement
    places: str = ""


SHUFFLED = """words = np.random.Philox(key=seed, counter=[0, epochs, 0, 0]).random_raw(len(X))
order = np.argsort(words, kind="stable").tolist()"""
ORDERS: dict[Order, OrderWords] = {
    # L10n: an order of visits
    Order.CYCLIC: OrderWords(N_("cyclic"), N_("in the order the points were placed")),
    Order.SHUFFLED: OrderWords(
        # L10n: an order of visits
        N_("shuffled"),
        N_("a new order in every epoch; same seed, same orders"),
        places=SHUFFLED,
    ),
    Order.RANDOM: OrderWords(
        # L10n: an order of visits
        N_("random"),
        N_("always one of the errors, drawn at random; same seed, same draws"),
        N_("scikit-learn goes through the points in passes; it does not draw errors at random."),
        program="random",
    ),
    Order.BATCH: OrderWords(
        # L10n: an order of visits
        N_("batch"),
        N_("visit all points with the same weights, then make one update with the sum over the errors"),
        N_("scikit-learn learns from one point at a time, not from the sum over a pass."),
        program="batch",
        bound="bound in batch order",
    ),
    # L10n: an order of visits
    Order.ONLINE: OrderWords(N_("online"), N_("each point once, as it arrives"), program="online"),
}


def words_of(settings: TrainingSettings) -> ModeWords:
    """Return the words of the mode that some rules have."""
    return WORDS[settings.mode]
