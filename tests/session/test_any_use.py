"""Whatever a user does, in any order, the session stands where the referee gets by going forward from the start."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.sessions.session_file import plain_of, session_from
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.points.history import History
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.scheduler import Pauses
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.effort import random_sets
from tests.engine.beside import Beside
from tests.engine.cases import bits, doubles
from tests.engine.referee import Rules
from tests.session.bench import TICK, Bench

SLOW = 2e4
"""Multiply-adds a second, so that a slice of work is a few visits: the referee needs long for each."""
MOST_SLICES = 12

tenths = st.integers(-12, 12).map(lambda v: v / 10)
points = st.tuples(tenths | st.integers(-120, 120).map(lambda v: v / 100), tenths)
modes = st.sampled_from(list(Mode))
rules_changed = st.one_of(
    st.fixed_dictionaries({"order": st.sampled_from(list(Order))}),
    st.fixed_dictionaries({"eta": st.sampled_from([1.0, 0.1, 0.75])}),
    st.fixed_dictionaries({"bias": st.booleans()}),
    st.fixed_dictionaries({"max_epochs": st.none() | st.integers(1, 12)}),
    st.fixed_dictionaries({"max_updates": st.none() | st.integers(1, 40)}),
    st.fixed_dictionaries({"seed": st.integers(0, 3)}),
    st.fixed_dictionaries({"initial": st.none() | st.tuples(tenths, tenths, tenths)}),
)
ways = (
    moves.step,
    moves.step_back,
    moves.go_to_next_mistake,
    moves.go_before_next_mistake,
    moves.go_to_previous_mistake,
    moves.go_to_next_epoch,
    moves.go_to_previous_epoch,
    moves.go_to_end,
)


class AnyUseOfASession(Beside, RuleBasedStateMachine):
    """Documents, their history and an engineer, and what a user expects of them.

    Attributes
    ----------
    documents : list of Document
        What undo and redo must bring back; `place` is the current one.
    positive : int
        The class that is + in the run.
    """

    steps = 0
    """Steps of all machines together."""
    done: ClassVar[Counter[str]] = Counter()
    """What was done in them."""

    @initialize(mode=modes, order=st.sampled_from(list(Order)), start=st.lists(st.tuples(points, st.integers(0, 1))))
    def begin(self, mode: Mode, order: Order, start: list[tuple[tuple[float, float], int]]) -> None:
        dataset = Dataset.empty(("A", "B", "C")).with_points([p for p, _ in start], [k for _, k in start])
        document = Document().with_settings(TrainingSettings(mode, order)).with_dataset(dataset)
        self.history, self.documents, self.place = History(document), [document], 0
        self.bench = Bench()
        self.worker = self.bench.worker
        self.worker.pace.work_rate = SLOW
        self.shown: Snapshot | None = None
        self.load(is_fresh=True)

    @property
    def run(self) -> Run:  # type: ignore[override]
        """The run."""
        return self.bench.run

    @property
    def document(self) -> Document:
        """The current document."""
        return self.documents[self.place]

    def target(self, label: int) -> int:
        """Return −1/+1, or the class."""
        return label if self.rules_of_run.mode == "multiclass" else 2 * (label == self.positive) - 1

    # What the window does with the parts of the session

    def load(self, is_fresh: bool = False) -> None:
        """Give the engineer the document, which the history must have as well."""
        if is_fresh:
            self.expect_anew(self.document)
        self.bench.run_id += 1
        self.worker.load(self.history.document, self.bench.run_id, is_fresh)
        self.work(1)

    def edit(self, document: Document) -> None:
        """Make another document the current one."""
        del self.documents[self.place + 1 :]
        self.documents.append(document)
        self.place += 1
        self.history.push(document, "edit")
        self.load()

    def work(self, slices: int) -> None:
        """Let the thread work, and the window take what comes."""
        for _ in range(slices):
            self.worker.work_once()
            self.bench.clock.now += TICK
            letter = self.bench.mailbox.take()
            if letter is not None:
                assert isinstance(letter, Snapshot)
                self.shown = letter

    def finish(self) -> bool:
        """Work until the goal is reached; return whether that was soon."""
        for _ in range(MOST_SLICES):
            self.work(1)
            if self.worker.goal is None:
                return True
        self.worker.pause()
        self.work(1)
        return False

    def expect_anew(self, document: Document) -> None:
        """Expect a new run over all points (P9)."""
        rules, dataset = document.settings, document.dataset
        self.rules_of_run = Rules(
            rules.mode.value,
            rules.order.value,
            rules.eta,
            rules.bias,
            rules.initial,
            rules.max_epochs,
            rules.max_updates,
            rules.seed,
            n_classes=len(dataset.classes),
        )
        self.positive = document.positive
        self.placed = [
            (0, (x, z), label) for (x, z), label in zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True)
        ]
        self.kept = {}

    def has_points(self) -> bool:
        """Whether there is anything to edit."""
        return self.document.dataset.n_samples > 0

    # What a user does to points

    @rule(more=st.lists(st.tuples(points, st.integers(0, 2)), min_size=1, max_size=4))
    def add_points(self, more: list[tuple[tuple[float, float], int]]) -> None:
        self.done["add points"] += 1
        before, at = self.document, self.run.visit
        dataset = before.dataset.with_points([point for point, _ in more], [label for _, label in more])
        after = before.with_dataset(dataset)
        stays = not after.settings.mode.is_binary or after.positive == before.positive
        if self.has_points() and stays:
            self.done["arrive in a run"] += at > 0
            self.placed = [(min(visit, at), point, label) for visit, point, label in self.placed]
            self.placed += [(at, point, label) for point, label in more]
        else:
            self.expect_anew(after)
        self.edit(after)

    @rule(at=st.integers(0, 9), point=points)
    @precondition(has_points)
    def move(self, at: int, point: tuple[float, float]) -> None:
        self.done["move"] += 1
        dataset = self.document.dataset
        self.change_points(dataset.moved([at % dataset.n_samples], [point]))

    @rule(at=st.integers(0, 9), label=st.integers(0, 2))
    @precondition(has_points)
    def relabel(self, at: int, label: int) -> None:
        self.done["relabel"] += 1
        dataset = self.document.dataset
        self.change_points(dataset.relabelled([at % dataset.n_samples], label))

    @rule(at=st.integers(0, 9))
    @precondition(has_points)
    def remove(self, at: int) -> None:
        self.done["remove"] += 1
        self.change_points(self.document.dataset.without([at % self.document.dataset.n_samples]))

    def change_points(self, dataset: Dataset) -> None:
        after = self.document.with_dataset(dataset)
        self.expect_anew(after)
        self.edit(after)

    @rule(name=st.sampled_from(["A", "Z", "long"]))
    def rename(self, name: str) -> None:
        self.done["rename"] += 1
        dataset = self.document.dataset
        self.edit(self.document.with_dataset(dataset.with_classes([name, *dataset.classes[1:]])))

    @rule(at=st.integers(0, 9), point=points, drops=st.booleans())
    @precondition(has_points)
    def drag(self, at: int, point: tuple[float, float], drops: bool) -> None:
        self.done["drag"] += 1
        dataset, visit = self.document.dataset, self.run.visit
        after = self.document.with_dataset(dataset.moved([at % dataset.n_samples], [point]))
        retrains = self.worker.is_playing and self.worker.pace.speed is None
        self.worker.preview(after)
        self.work(3)
        assert retrains or self.run.visit == visit, "training holds while a point is dragged"
        self.worker.end_preview()
        if drops or retrains:
            self.expect_anew(after if drops else self.document)
        if drops:
            self.edit(after)
        else:
            self.load()

    # What a user does to rules

    @rule(changes=rules_changed)
    def change_rules(self, changes: dict[str, Any]) -> None:
        self.done["change " + next(iter(changes))] += 1
        settings = self.document.settings
        if "initial" in changes and not settings.mode.is_binary:
            return
        if changes.get("initial"):
            changes = {"initial": changes["initial"][: 2 + settings.bias]}
        if "bias" in changes and settings.initial is not None:
            changes = {**changes, "initial": None}
        after = self.document.with_settings(replace(settings, **changes))
        if after.settings != settings:
            self.expect_anew(after)
        self.edit(after)

    @rule(mode=modes)
    def switch_mode(self, mode: Mode) -> None:
        self.done["switch mode"] += 1
        settings = self.document.settings
        after = self.document.with_settings(
            replace(settings, mode=mode, initial=settings.initial if mode.is_binary else None)
        )
        if mode is not settings.mode and not (mode.is_binary and settings.mode.is_binary):
            self.expect_anew(after)
        self.edit(after)

    @rule(positive=st.integers(0, 2))
    def choose_positive(self, positive: int) -> None:
        before = self.document
        if positive not in before.dataset.present:
            return
        self.done["choose +"] += 1
        after = before.with_settings(replace(before.settings, positive=positive))
        if before.settings.mode.is_binary and before.positive != positive:
            self.expect_anew(after)
        self.edit(after)

    @rule(times=st.integers(1, 3), back=st.booleans())
    def undo_or_redo(self, times: int, back: bool) -> None:
        for _ in range(times):
            if back and self.history.undo_text:
                self.done["undo"] += 1
                self.place -= 1
                assert self.history.undo() is self.document
                self.load(is_fresh=True)
            elif not back and self.history.redo_text:
                self.done["redo"] += 1
                self.place += 1
                assert self.history.redo() is self.document
                self.load(is_fresh=True)

    # What a user does to time

    @rule(speed=st.sampled_from([None, 100.0, 10_000.0]), slices=st.integers(1, MOST_SLICES), goes_on=st.booleans())
    def play(self, speed: float | None, slices: int, goes_on: bool) -> None:
        self.done["play"] += 1
        self.worker.set_speed(speed)
        self.worker.play()
        visit, mark = self.run.visit, self.worker.pauses.visit
        assert self.worker.is_playing is self.has_points()
        self.work(slices)
        assert mark is None or visit >= mark or self.run.visit <= mark, "play pauses at its mark"
        if not goes_on:
            self.worker.pause()
            self.work(1)

    @rule(mistake=st.booleans(), epoch=st.booleans(), point=st.none() | st.integers(0, 3), ahead=st.integers(0, 30))
    def set_pauses(self, mistake: bool, epoch: bool, point: int | None, ahead: int) -> None:
        self.done["set pauses"] += 1
        visit = self.run.visit + ahead if ahead else None
        self.worker.set_pauses(Pauses(mistake, epoch, point, visit))

    @rule(way=st.sampled_from(ways))
    def go(self, way: Callable[[TrainingWorker], None]) -> None:
        self.done[way.__name__] += 1
        visit, updates = self.run.visit, self.run.state.updates
        can = self.has_points() and self.run.stop is None
        way(self.worker)
        if not self.finish():
            return
        if way is moves.step:
            assert self.run.visit == visit + 1 or not can or self.run.stop is not None
        if way is moves.step_back:
            assert self.run.visit == max(visit - 1, 0)
        if way is moves.go_to_next_mistake and can:
            assert self.run.state.updates == updates + 1 or self.run.stop is not None

    @rule(part=st.floats(0, 1.3))
    def seek(self, part: float) -> None:
        self.done["seek"] += 1
        frontier, visit = self.run.frontier, round(part * self.run.frontier)
        moves.seek(self.worker, visit)
        if self.finish():
            assert self.run.visit == visit or frontier < visit

    @rule()
    def save_and_open(self) -> None:
        """What a file would hold, opened in another session, leads to the same place of the same run."""
        self.done["save and open"] += 1
        places: list[Place] = []
        self.worker.tell_place(places.append)
        saved = SavedSession(self.document, places[0])
        opened = session_from(json.loads(json.dumps(plain_of(saved))))
        other = Bench()
        other.worker.restore(opened.document, 1, opened.place)
        while other.worker.returning is not None:
            other.worker.work_once()
        assert other.run.stages.arrivals == self.run.stages.arrivals
        assert bits(other.run.state) == bits(self.run.state)
        assert other.answers.empty() or other.answers.get_nowait()[1].is_same

    # What holds afterwards

    @invariant()
    def stands_where_the_referee_stands(self) -> None:
        if hasattr(self, "bench"):
            AnyUseOfASession.steps += 1
            assert self.run.settings.mode is self.document.settings.mode
            self.check_place()
            self.check_memory()

    @invariant()
    def stands_where_a_fresh_run_gets(self) -> None:
        if not hasattr(self, "bench"):
            return
        run = self.run
        fresh = Run.replayed(run.dataset, run.settings, run.stages.arrivals)
        fresh._advance_through(run.frontier)
        *numbers, _ = bits(fresh.trainer_at(run.visit).state)
        fresh.seek(run.visit)
        # a cycle is known to the run, not to the state that closes it
        assert (*numbers, fresh.stop) == (*bits(run.state)[:-1], run.stop)

    @invariant()
    def the_window_and_the_history_know_the_same_document(self) -> None:
        if not hasattr(self, "bench"):
            return
        assert self.history.document is self.document
        assert bool(self.history.undo_text) == (self.place > 0)
        assert bool(self.history.redo_text) == (self.place < len(self.documents) - 1)
        assert self.run.dataset.X.tolist() == self.document.dataset.X.tolist()

    @invariant()
    def what_is_shown_at_rest_is_the_place_where_it_rests(self) -> None:
        if not hasattr(self, "bench") or self.worker.is_playing:
            return
        shown = self.shown
        assert shown is not None
        assert (shown.run_id, shown.visit, shown.is_playing) == (self.bench.run_id, self.run.visit, False)
        assert shown.theta.tolist() == doubles(self.referee().parameters())
        names = self.document.dataset.classes
        assert shown.dataset.classes == names[: len(shown.dataset.classes)]


TestAnyUseOfASession = AnyUseOfASession.TestCase
TestAnyUseOfASession.settings = hypothesis_settings(
    max_examples=random_sets(12, least=5),  # tests.engine.long_use goes on as long as you like
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
)
