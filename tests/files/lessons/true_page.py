"""What is true on a page of a lesson: its run, margin, loss and street, in fractions, without a line of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

from perceptron_gui.engine.data.dataset import trained_part
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.engine.kernel_referee import KernelReferee
from tests.engine.referee import Referee, Rules, dot
from tests.files.lessons.arithmetic import SUBSCRIPTS, NotKnown, Value, root
from tests.session.lessons.referee import solved

LONGEST = 3_000
"""Visits of a run that is made in fractions."""
Vector = tuple[Fraction, ...]
FEATURES = {
    "identity": lambda x: x,
    "x1, x2, x1*x2": lambda x: (*x, x[0] * x[1]),
    "poly2": lambda x: (*x, x[0] ** 2, x[0] * x[1], x[1] ** 2),
}
"""The feature maps of the lessons, by what is written in their files."""


def decimal(value: float) -> Fraction:
    """Return the decimal that a double stands for."""
    return Fraction(repr(float(value)))


def nearest(vectors: Sequence[Sequence[Fraction]]) -> Vector:
    """Return the point of a hull that is nearest to the origin: one of all simplices of its corners holds it."""
    best: tuple[Fraction, Vector] | None = None
    products = [[dot(a, b) for b in vectors] for a in vectors]
    for size in range(1, len(vectors[0]) + 2):
        for numbers in combinations(range(len(vectors)), size):
            chosen = [vectors[i] for i in numbers]
            gram = [[*(products[i][j] for j in numbers), Fraction(1), Fraction(0)] for i in numbers]
            found = solved([*gram, [*[Fraction(1)] * size, Fraction(0), Fraction(1)]])
            if found is None or min(found[:size]) < 0:
                continue
            columns = zip(*chosen, strict=True)
            point = tuple(sum((w * v for w, v in zip(found, column, strict=False)), Fraction(0)) for column in columns)
            if best is None or dot(point, point) < best[0]:
                best = dot(point, point), point
    assert best is not None
    return best[1]


class TruePage:
    """A session at a visit."""

    def __init__(self, session: SavedSession, visit: int | None = None) -> None:
        document = session.document
        self.session, self.settings, self.dataset = session, document.settings, document.dataset
        self.visit = session.place.visit if visit is None else visit
        trained = trained_part(self.dataset)
        self.points = [tuple(map(decimal, row)) for row in self.dataset.X.tolist()]
        self.labels = self.dataset.labels.tolist()
        self.n_trained = trained.n_samples
        assert trained.X.tolist() == self.dataset.X[: self.n_trained].tolist()  # so that numbers of points agree
        self.phi = FEATURES[self.settings.features.text]
        self.is_binary = self.settings.mode.is_binary

    def at(self, visit: int) -> TruePage:
        """Return the same at another visit."""
        return TruePage(self.session, visit)

    def target(self, label: int) -> int:
        """Return y of a class, or its place in multiclass."""
        if not self.is_binary:
            return label
        positive = 1 if self.settings.positive is None else self.settings.positive
        return 1 if label == positive else -1

    @property
    def targets(self) -> list[int]:
        """All y, of points held out, too."""
        return [self.target(label) for label in self.labels]

    def referee(self) -> Referee:
        """Return the run before its first visit."""
        settings = self.settings
        rules = Rules(
            mode=str(settings.mode),
            order=str(settings.order),
            eta=settings.eta,
            bias=settings.bias,
            initial=settings.initial,
            seed=settings.seed,
            n_classes=len(self.dataset.classes) if not self.is_binary else 2,
            kernel=(settings.kernel.name, settings.kernel.degree, settings.kernel.coef0)
            if settings.kernel.is_curved
            else None,
        )
        rows = [[float(value) for value in self.phi(x)] for x in self.points[: self.n_trained]]
        made = (KernelReferee if settings.kernel.is_curved else Referee)(rules, n_features=len(rows[0]))
        return made.add(rows, self.targets[: self.n_trained])

    @cached_property
    def run(self) -> Referee:
        """The run at the page's visit."""
        run = self.referee().run(until=self.visit)
        assert run.visits == self.visit
        return run

    @cached_property
    def end(self) -> Referee:
        """The run where it ends, or closes a cycle."""
        run = self.referee()
        while run.stop is None:
            assert run.visits < LONGEST
            run.step()
        return run

    # What formulas name

    def weights(self, row: int = 0) -> Vector:
        """Return w, or that of a class."""
        theta = self.run.parameters()[row]
        return tuple(theta[:-1] if self.settings.bias else theta)

    def bias(self, row: int = 0) -> Fraction:
        """Return b, or that of a class."""
        if isinstance(self.run, KernelReferee):
            return Fraction(self.run.biases[row])
        return Fraction(self.run.parameters()[row][-1]) if self.settings.bias else Fraction(0)

    def f(self, number: int) -> Fraction:
        """Return f at a point, held out or not. `number`: from 1."""
        if isinstance(self.run, KernelReferee):
            return Fraction(self.run.score(number - 1))
        return dot(self.weights(), self.phi(self.points[number - 1])) + self.bias()

    @property
    def loss(self) -> Fraction:
        """L."""
        return Fraction(self.run.loss())

    def errors(self, numbers: Iterable[int] | None = None) -> int:
        """Return how many points are errors. `numbers`: of which, from 1; None for those trained on."""
        if numbers is None:
            return sum(self.run.errors())
        return sum(self.targets[number - 1] * self.f(number) <= 0 for number in numbers)

    def hull(self, numbers: Iterable[int] | None = None) -> list[list[Fraction]]:
        """Return y·x̂ of points to train on. `numbers`: of which, from 1."""
        chosen = range(1, self.n_trained + 1) if numbers is None else numbers
        rows = [[*self.phi(self.points[i - 1]), *[Fraction(1)] * self.settings.bias] for i in chosen]
        return [[self.targets[i - 1] * v for v in row] for i, row in zip(chosen, rows, strict=True)]

    @cached_property
    def nearest(self) -> Vector:
        """γ̂·θ*."""
        return nearest(self.hull())

    @property
    def margin_square(self) -> Fraction:
        """γ̂²; 0 where the points are not separable."""
        return dot(self.nearest, self.nearest)

    @property
    def radius_square(self) -> Fraction:
        """R̂²."""
        return Fraction(max(dot(z, z) for z in self.hull()))

    @property
    def bound(self) -> Fraction:
        """(R̂/γ̂)²."""
        return self.radius_square / self.margin_square

    @property
    def street(self) -> Fraction:
        """ρ, half the distance of the two hulls."""
        groups: dict[int, list[Vector]] = {1: [], -1: []}
        for x, y in zip(self.points[: self.n_trained], self.targets, strict=False):
            groups[y].append(x)
        apart = nearest([[a - b for a, b in zip(p, q, strict=True)] for p in groups[1] for q in groups[-1]])
        return root(dot(apart, apart)) / 2

    def names(self, name: str, arguments: tuple[Any, ...] | None) -> Value:
        """Return what a symbol stands for here; see `arithmetic.Names`. Raises `NotKnown` where it is no number."""
        if name == "at":
            (place,) = arguments or ((),)
            return Fraction(place in self.points or place in map(self.phi, self.points))
        if arguments is not None:
            return self._function(name, arguments)
        letter, number = name.rstrip("₀₁₂₃₄₅₆₇₈₉"), name[len(name.rstrip("₀₁₂₃₄₅₆₇₈₉")) :].translate(SUBSCRIPTS)
        if number:
            return self._numbered(letter, int(number))
        known = {
            "w": self.weights,
            "b": self.bias,
            "θ": lambda: tuple(self.run.parameters()[0]),
            "α": lambda: tuple(map(Fraction, self.run.alpha)),
            "η": lambda: decimal(self.settings.eta),
            "L": lambda: self.loss,
            "ρ": lambda: self.street,
            "R̂": lambda: root(self.radius_square),
            "γ̂": lambda: root(self.margin_square),
            "θ*": self._best,
        }
        if not self.settings.bias:
            known |= {"R": known["R̂"], "γ": known["γ̂"], "w*": self._best}
        if letter not in known or not self.is_binary:
            raise NotKnown(name)
        value: Value = known[letter]()
        return value

    def _best(self) -> Vector:
        length = root(self.margin_square)
        return tuple(value / length for value in self.nearest)

    def _numbered(self, letter: str, number: int) -> Value:
        if letter == "α":
            return Fraction(self.run.alpha[number - 1])
        x = self.points[number - 1]
        if letter == "x":
            return x
        if letter == "x̂":
            # Where the one is a feature of its own, it is not added once more.
            return (*self.phi(x), Fraction(1)) if self.settings.bias else self.phi(x)
        if letter == "y" and self.is_binary:
            return Fraction(self.targets[number - 1])
        raise NotKnown(letter)

    def _function(self, name: str, arguments: tuple[Any, ...]) -> Value:
        if name in ("s", "w", "b"):
            row = self.dataset.classes.index(arguments[0])
            if name == "s" or self.is_binary:
                raise NotKnown(name)
            return self.weights(row) if name == "w" else self.bias(row)
        if name == "f" and len(arguments) == 1 and arguments[0] in self.points:
            return self.f(self.points.index(arguments[0]) + 1)
        if name == "φ" and len(arguments) == 1:
            image: Vector = self.phi(arguments[0])
            return image
        if name == "K" and isinstance(self.run, KernelReferee):
            one, other = (list(x) for x in arguments)
            return Fraction(self.run.product(one, other))
        raise NotKnown(name)
