"""What the texts of the lessons claim beside the formulas of their pages: worked out here, and looked for there.

A formula between $ $ is worked out where its page stands. What it says of another place, and every number outside of a
formula, is a line here: the words with the number as the referee has it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import comb

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.frozen import replace
from tests.engine.referee import Referee, dot
from tests.files.lessons.true_page import TruePage

Claims = Callable[[TruePage], list[str]]


def text(value: Fraction | int) -> str:
    """Return a number as the lessons write it."""
    value = Fraction(value)
    sign = "−" if value < 0 else ""
    whole = f"{abs(value.numerator)}"
    return f"{sign}{whole}" if value.denominator == 1 else f"{sign}{whole}/{value.denominator}"


def so(words: str, is_so: bool) -> str:
    """Return words that are true only where something holds."""
    assert is_so, words
    return words


def vector(values: tuple[Fraction, ...]) -> str:
    """Return coordinates as the lessons write them."""
    return f"({', '.join(map(text, values))})"


def listed(values: list[int]) -> str:
    """Return "1, 3, 6 and 9"."""
    return f"{', '.join(map(str, values[:-1]))} and {values[-1]}"


def mistakes(page: TruePage) -> list[int]:
    """Return the visits, from 1, at which a run made its mistakes."""
    return [visit + 1 for visit, _, _ in page.end.log]


def like(page: TruePage, rows: list[list[float]], labels: list[int]) -> TruePage:
    """Return other points in the place of a page's."""
    document = replace(page.session.document, dataset=Dataset.of(rows, labels))
    return TruePage(replace(page.session, document=document), 0)


def ruled(page: TruePage, **rules: object) -> TruePage:
    """Return other rules in the place of a page's."""
    document = page.session.document
    document = replace(document, settings=replace(document.settings, **rules))
    return TruePage(replace(page.session, document=document), 0)


def square(page: TruePage, k: int) -> TruePage:
    """Return the four points of "far and narrow", k steps to the right."""
    return like(page, [[k + 1, 1], [k - 1, -1], [k + 1, -1], [k - 1, 1]], [1, 0, 1, 0])


def seeds(page: TruePage, wanted: int) -> list[int]:
    """Return the seeds of up to 10 with which the shuffled run makes so many mistakes."""
    runs = {seed: ruled(page, order=Order.SHUFFLED, seed=seed).end.mistakes for seed in range(11)}
    return [seed for seed, count in runs.items() if count == wanted]


def in_all_orders(page: TruePage) -> list[Referee]:
    """Return the ends of the runs in all orders of the points."""
    rows, labels = page.dataset.X.tolist(), page.labels
    orders = permutations(range(len(labels)))
    return [like(page, [rows[i] for i in order], [labels[i] for i in order]).end for order in orders]


def moved(page: TruePage, number: int, before: int, after: int) -> str:
    """Return from where to where f went at a point, between two places of the run."""
    return f"from {text(page.at(before).f(number))} down to {text(page.at(after).f(number))}"


def by_hand(page: TruePage) -> list[Fraction]:
    """Return f of all points under w = (2, 0), b = −3."""
    return [2 * x[0] - 3 for x in page.points]


def errors_least(page: TruePage) -> int:
    """Return the fewest errors that the run of a page has had after an update, up to there."""
    return min(page.at(visit).errors() for visit in range(1, page.visit + 1))


def from_start(page: TruePage, initial: tuple[float, ...], eta: float = 1.0) -> int:
    """Return the mistakes of a run from other start weights."""
    return ruled(page, initial=initial, eta=eta).end.mistakes


def words_of_row(page: TruePage, number: int) -> str:
    """Return a row of the Gram matrix."""
    x = page.points[number - 1]
    return ", ".join(text(dot(x, z)) for z in page.points)


CLAIMS: dict[tuple[str, int], Claims] = {
    ("line-and-sign", 4): lambda p: [f"Who has {text(p.f(2) - p.bias())} has"],
    ("line-and-sign", 11): lambda p: [
        "$2 x − 3 = 0$ with $w = (2, 0)$ and $b = −3$",
        f"$f$ is {', '.join(map(text, by_hand(p)[:3]))} and {text(by_hand(p)[3])}",
        so("Any line without an error counts", all(f * y > 0 for f, y in zip(by_hand(p), p.targets, strict=True))),
    ],
    ("line-and-sign", 12): lambda p: ["lesson 2"],
    ("why-adding-helps", 7): lambda p: [
        f"$f(x₂)$ was {text(p.at(1).f(2))}",
        f"$f(x₂) = {text(p.at(1).f(2))} − {text(p.at(1).f(2) - p.f(2))} = {text(p.f(2))}$",
    ],
    ("why-adding-helps", 8): lambda p: [f"It went {moved(p, 2, 1, 4)}"],
    ("why-adding-helps", 9): lambda p: [
        f"Visit {p.visit} was a mistake",
        f"Before it, $w = {vector(p.at(4).weights())}$ and $b = {text(p.at(4).bias())}$",
    ],
    ("why-adding-helps", 10): lambda p: [
        f"at $x₃$ the activation went {moved(p, 3, 4, 5)}",
        f"at $x₁$ {moved(p, 1, 4, 5)}",
        so("Here all stay right", p.errors([1, 3]) == 0 == p.at(4).errors([1, 3])),
    ],
    ("why-adding-helps", 11): lambda p: [f"After {p.end.mistakes} mistakes", "Lesson 5"],
    ("bias-is-a-feature", 8): lambda p: [
        f"Visit {p.visit} was a mistake",
        f"Before it, $θ = {vector(tuple(p.at(8).run.parameters()[0]))}$",
    ],
    ("bias-is-a-feature", 10): lambda p: ["In lesson 7"],
    ("order-and-start", 2): lambda p: [f"{p.end.mistakes} mistakes"],
    ("order-and-start", 3): lambda p: [
        f"mistakes at visits {listed(mistakes(p))}",
        f"orders with {listed(sorted({run.mistakes for run in in_all_orders(p)}))} mistakes",
        f"none takes longer than {max(run.visits for run in in_all_orders(p))} visits",
    ],
    ("order-and-start", 4): lambda p: [f"only {p.end.mistakes} mistakes"],
    ("order-and-start", 5): lambda p: [
        "at most 4 mistakes",
        f"As it is, {p.end.mistakes} mistakes",
        f"Seeds {listed(seeds(p, 4))} give 4",
        f"seeds {listed(seeds(p, 7))} give 7",
    ],
    ("order-and-start", 6): lambda p: [
        f"Mistakes at visits {listed(mistakes(p))}",
        f"from {text(p.bias())} to "
        + ", ".join(text(p.at(visit).bias()) for visit in mistakes(p)[:3])
        + f" and {text(p.at(mistakes(p)[3]).bias())}",
    ],
    ("order-and-start", 7): lambda p: [
        f"{p.end.mistakes} mistakes instead of {from_start(p, (0, 0, 0))}",
        f"From $w = (2, 0)$ and $b = 0$ it takes {from_start(p, (2, 0, 0))} mistakes",
    ],
    ("order-and-start", 8): lambda p: [f"where it took {ruled(p, eta=1.0).end.mistakes} mistakes"],
    ("order-and-start", 9): lambda p: [
        f"The same {p.end.mistakes}",
        f"From $w = (1, 1)$ and $b = −2$ it takes {from_start(p, (1, 1, -2))} mistakes with $η = 1$, "
        f"and {from_start(p, (1, 1, -2), 2.0)} with $η = 2$",
    ],
    ("order-and-start", 10): lambda p: ["lesson 7"],
    ("two-forms", 4): lambda p: ["shows one more in each place"],
    ("two-forms", 5): lambda p: [f"The row of $x₃$ in the Gram matrix is {words_of_row(p, 3)}"],
    ("two-forms", 6): lambda p: [f"Row of $x₁$: {words_of_row(p, 1)}"],
    ("two-forms", 7): lambda p: [f"after visit {p.visit}", f"$2 + 0 + 5 = {sum(p.run.alpha)}$"],
    ("two-forms", 8): lambda p: [
        so(
            f"would make the same {p.end.mistakes} mistakes",
            like(p, p.dataset.X[[0, 2]].tolist(), [1, 0]).end.mistakes == p.end.mistakes,
        ),
    ],
    ("why-it-ends", 3): lambda p: [so("Two mistakes are over", p.run.mistakes == 2)],
    ("why-it-ends", 4): lambda p: [
        so(f"Visit {p.visit} was the third mistake", p.run.mistakes == 3),
        f"Before it, $w = {vector(p.at(4).weights())}$",
    ],
    ("why-it-ends", 5): lambda p: [
        so("A mistake means y (w·x) ≤ 0", all(p.targets[i] * p.at(v).f(i + 1) <= 0 for v, i, _ in p.end.log))
    ],
    ("why-it-ends", 6): lambda p: [so("After three mistakes", p.run.mistakes == 3)],
    ("why-it-ends", 9): lambda p: [
        so(f"Visit {p.visit} is over, the third mistake", p.run.mistakes == 3),
        f"makes $w$ into ${vector(p.at(7).weights())}$",
        f"a tie at $x₂$ into ${vector(p.at(8).weights())}$",
        f"That is {p.end.mistakes} in all",
        so("Two ties follow", p.at(6).f(1) == 0 == p.at(7).f(2)),
    ],
    ("why-it-ends", 10): lambda p: [f"{p.end.mistakes} mistakes of at most {text(p.bound)}"],
    ("far-and-narrow", 2): lambda p: [
        f"street of width {round(2 * p.street)}",
        so("is 1 at both points of plus and −1 at both of minus", [x[0] for x in p.points] == p.targets),
    ],
    ("far-and-narrow", 3): lambda p: [f"The run makes {p.end.mistakes}"],
    ("far-and-narrow", 5): lambda p: [
        f"Before it was {text(square(p, 0).bound)}",
        f"instead of {text(square(p, 0).radius_square)}",
        so("four times as many", square(p, 0).margin_square == 4 * p.margin_square),
    ],
    ("far-and-narrow", 6): lambda p: [so("four times as many", p.bound == 4 * square(p, 0).bound)],
    ("far-and-narrow", 8): lambda p: [
        f"Mistakes at visits {listed(mistakes(p))}",
        f"It ends at $w = {vector(p.at(12).weights())}$ and $b = {text(p.at(12).bias())}$",
    ],
    ("far-and-narrow", 9): lambda p: [
        f"the bound is {text(p.bound)}",
        f"really makes {p.end.mistakes} mistakes",
        f"steps: {', '.join(text(square(p, k).bound) for k in range(4))}.",
        f"Mistakes: {', '.join(text(square(p, k).end.mistakes) for k in range(4))}.",
    ],
    ("far-and-narrow", 11): lambda p: [
        f"the margin is {round(p.names('γ̂', None))}",
        "until it is at least 2",
        so(f"the bound stays at {text(p.bound)}", like(p, [[2, 6], [-2, 4]], [1, 0]).bound == p.bound),
    ],
    ("no-line-will-do", 4): lambda p: [f"with {p.run.mistakes} mistakes"],
    ("no-line-will-do", 5): lambda p: [so("all four points are mistakes", p.run.mistakes - p.at(4).run.mistakes == 4)],
    ("no-line-will-do", 6): lambda p: [f"{(p.end.cycle or (0, 0, 0))[2]} mistakes in every pass"],
    ("no-line-will-do", 7): lambda p: ["as to $(3.5, 3)$"],
    ("no-line-will-do", 8): lambda p: [f"stays at {errors_least(p)} errors"],
    ("no-line-will-do", 9): lambda p: [
        so("$2 x + 2 y = 3$", sum(y * (2 * sum(x) - 3) <= 0 for x, y in zip(p.points, p.targets, strict=True)) == 1)
    ],
    ("no-line-will-do", 10): lambda p: ["Lesson 9"],
    ("features-and-kernels", 5): lambda p: [f"{p.end.mistakes} mistakes in all", f"and {text(p.bound)} is the bound"],
    ("features-and-kernels", 6): lambda p: ["√2 times the product"],
    ("features-and-kernels", 9): lambda p: [
        f"with {p.end.mistakes} mistakes",
        f"$(x·z + 1)¹⁰$ stands for {comb(12, 2)} features",
        f"{comb(12, 2)} is the number of monomials of two variables up to degree 10",
    ],
    ("features-and-kernels", 4): lambda p: [so("every visit was a mistake", p.run.mistakes == 4)],
    ("several-classes", 4): lambda p: ["$−2·0 + 0·2 − 1 = −1$"],
    ("several-classes", 5): lambda p: [
        "A has {}, C has {}, B has {}".format(*(text(dict(p.run.class_scores(1))[k]) for k in (0, 2, 1)))
    ],
    ("several-classes", 6): lambda p: [
        f"Before it, $w(A) = {vector(p.at(1).weights(0))}$ and $b(A) = {text(p.at(1).bias(0))}$, "
        f"$w(B) = {vector(p.at(1).weights(1))}$ and $b(B) = {text(p.at(1).bias(1))}$"
    ],
    ("several-classes", 7): lambda p: [f"{p.end.mistakes} mistakes in all"],
    ("several-classes", 9): lambda p: [f"mistake for mistake: {p.end.mistakes} of them", "lesson 4"],
    ("several-classes", 11): lambda p: [f"after {p.end.mistakes} mistakes", "“1 vs rest”"],
    ("learned-by-heart", 1): lambda p: [
        f"{p.n_trained} to train on, {count(p, 1)} to validate, {count(p, 2)} for the test",
        f"with {len(p.points)} old questions",
    ],
    ("learned-by-heart", 3): lambda p: [f"the {p.n_trained} points", so("Only $x₇$ is wrong", p.errors([7]) == 1)],
    ("learned-by-heart", 4): lambda p: [f"the {p.n_trained} points"],
    ("learned-by-heart", 5): lambda p: [
        f"After {p.end.mistakes} mistakes",
        so(f"right about all {p.n_trained} points", p.errors() == 0),
        so("five features", len(p.phi(p.points[0])) == 5),
    ],
    ("learned-by-heart", 7): lambda p: [
        f"Of the {count(p, 1)} points to validate the curve gets {p.errors(held(p, 1))} wrong",
        so("the line none", as_line(p).errors(held(p, 1)) == 0),
    ],
    ("learned-by-heart", 10): lambda p: [
        so(f"of its {count(p, 2)} points the line gets none wrong", p.errors(held(p, 2)) == 0),
        f"would have had {as_curve(p).errors(held(p, 2))} wrong",
    ],
    ("learned-by-heart", 11): lambda p: ["at most 2 mistakes"],
}


def held(page: TruePage, part: int) -> list[int]:
    """Return the numbers of the points that are held out: to validate 1, to test 2."""
    parts = page.dataset.parts
    return [] if parts is None else [i + 1 for i, code in enumerate(parts.tolist()) if code == part]


def count(page: TruePage, part: int) -> int:
    """Return how many points are held out."""
    return len(held(page, part))


def as_line(page: TruePage) -> TruePage:
    """Return the line of "learned by heart", after its first pass."""
    return ruled(page, features=type(page.settings.features).read("identity")).at(8)


def as_curve(page: TruePage) -> TruePage:
    """Return the curve of "learned by heart", at its end."""
    return ruled(page, features=type(page.settings.features).read("poly2")).at(16)
