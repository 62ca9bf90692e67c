"""Whatever is done to a run, in any order, it stands where the referee gets by going forward from the start."""

from __future__ import annotations

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import replace
from tests.engine.beside import Beside
from tests.engine.cases import ORDERS, Case
from tests.engine.referee import Rules

N_CLASSES = {"primal": 2, "dual": 2, "multiclass": 3}

tenths = st.integers(-12, 12).map(lambda v: v / 10)
hundredths = st.integers(-120, 120).map(lambda v: v / 100)
points = st.tuples(tenths | hundredths, tenths)
limits = st.none() | st.integers(1, 12)

Placed = tuple[tuple[float, float], int]
"""A point and its class."""


class AnyUse(Beside, RuleBasedStateMachine):
    """A run, and the little that the referee needs to make it again.

    Attributes
    ----------
    undo_stack : list of (points with labels, rules)
        What the user can go back to.
    """

    steps = 0
    """Steps of all machines together."""

    @initialize(
        mode=st.sampled_from(["primal", "dual", "multiclass"]),
        order=st.sampled_from(ORDERS),
        eta=st.sampled_from([1.0, 0.1, 0.75]),
        start=st.none() | st.tuples(tenths, hundredths, tenths),
        bias=st.booleans(),
        max_epochs=limits,
        max_updates=st.none() | st.integers(1, 40),
    )
    def begin(
        self,
        mode: str,
        order: str,
        eta: float,
        start: tuple[float, ...] | None,
        bias: bool,
        max_epochs: int | None,
        max_updates: int | None,
    ) -> None:
        initial = start and start[: 2 + bias] if mode != "multiclass" else None
        self.rules_of_run = Rules(
            mode, order, eta, bias, initial, max_epochs, max_updates, seed=3, n_classes=N_CLASSES[mode]
        )
        self.undo_stack: list[tuple[list[Placed], Rules]] = []
        self.start_anew([], self.rules_of_run)

    def start_anew(self, points_with_labels: list[Placed], rules: Rules) -> None:
        """Begin a new run, as after every edit that does not only add points (P9)."""
        self.rules_of_run = rules
        self.placed = [(0, point, label) for point, label in points_with_labels]
        self.kept = {}
        case = Case([[0.0, 0.0]], [0], rules)
        empty = Dataset.empty(case.dataset.classes)
        dataset = empty.with_points([point for _, point, _ in self.placed], [label for _, _, label in self.placed])
        self.run = Run(dataset, case.settings)

    def here(self) -> list[Placed]:
        """Return the points present at the cursor."""
        return [(point, label) for _, point, label in self.placed[: self.run.data.n_samples]]

    def edit(self, points_with_labels: list[Placed], rules: Rules | None = None) -> None:
        """Begin a new run with something changed, and remember how it was."""
        self.undo_stack.append((self.here(), self.rules_now()))
        self.start_anew(points_with_labels, rules or self.rules_now())

    # What a user does

    @rule(more=st.lists(st.tuples(points, st.integers(0, 2)), min_size=1, max_size=4))
    def add_points(self, more: list[tuple[tuple[float, float], int]]) -> None:
        at = self.run.visit
        self.placed = [arrival for arrival in self.placed if arrival[0] <= at]
        more = [(point, label % self.rules_of_run.n_classes) for point, label in more]
        self.placed += [(at, point, label) for point, label in more]
        here = self.run.data.dataset
        self.run.add_points(here.with_points([point for point, _ in more], [label for _, label in more]))
        assert self.run.frontier == at

    @rule()
    def step(self) -> None:
        before, can = self.run.visit, self.referee().stop in (None, "cycle") and bool(self.run.data.n_samples)
        visited = self.run.visit_once()
        if visited is None:
            assert not can or self.run.stop == "cycle"
        else:
            assert (visited.number, self.run.visit) == (before + 1, before + 1)

    @rule(visits=st.integers(1, 60), slices=st.sampled_from([1.0, 1e4, float("inf")]))
    def play(self, visits: int, slices: float) -> None:
        until = self.run.visit + visits
        while self.run.visit < until:
            before = self.run.visit
            self.run.advance(until, slices)
            if self.run.stop is not None or self.run.visit == before:
                break
        assert self.run.visit == until or self.run.stop is not None or not self.run.data.n_samples

    @rule(part=st.floats(0, 1))
    def seek(self, part: float) -> None:
        visit = round(part * self.run.frontier)
        self.run.seek(visit)
        assert self.run.visit == visit

    @rule(at=st.integers(0, 9), point=points)
    @precondition(lambda self: self.run.data.n_samples > 0)
    def move(self, at: int, point: tuple[float, float]) -> None:
        here, at = self.here(), at % self.run.data.n_samples
        self.edit([*here[:at], (point, here[at][1]), *here[at + 1 :]])

    @rule(at=st.integers(0, 9), label=st.integers(0, 2))
    @precondition(lambda self: self.run.data.n_samples > 0)
    def relabel(self, at: int, label: int) -> None:
        here, at = self.here(), at % self.run.data.n_samples
        self.edit([*here[:at], (here[at][0], label % self.rules_of_run.n_classes), *here[at + 1 :]])

    @rule(at=st.integers(0, 9))
    @precondition(lambda self: self.run.data.n_samples > 3)
    def remove(self, at: int) -> None:
        here, at = self.here(), at % self.run.data.n_samples
        self.edit([*here[:at], *here[at + 1 :]])

    @rule(order=st.sampled_from(ORDERS))
    def change_order(self, order: str) -> None:
        self.edit(self.here(), replace(self.rules_now(), order=order))

    @rule()
    @precondition(lambda self: bool(self.undo_stack))
    def undo(self) -> None:
        self.start_anew(*self.undo_stack.pop())

    @rule()
    @precondition(lambda self: self.rules_of_run.mode != "multiclass")
    def switch_mode(self) -> None:
        self.run.in_mode(Mode.DUAL if self.run.settings.mode is Mode.PRIMAL else Mode.PRIMAL)

    # What holds afterwards

    @invariant()
    def stands_where_the_referee_stands(self) -> None:
        if hasattr(self, "run"):
            AnyUse.steps += 1
            self.check_place()

    @invariant()
    def remembers_the_mistakes_up_to_the_frontier(self) -> None:
        if hasattr(self, "run"):
            self.check_memory()


TestAnyUse = AnyUse.TestCase
TestAnyUse.settings = hypothesis_settings(
    max_examples=30,  # tests.engine.long_use goes on as long as you like
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
)
