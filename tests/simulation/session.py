"""A window without widgets: the controller, the training, an analysis, a fan of runs, and somebody who joins it all.

What is on the screen is held to the document, and at rest to a run made anew and an analysis made anew.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, trained_part
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, POLY3
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.run.followers.variants import Average, Pocket, Vote
from perceptron_gui.engine.run.records.all_points import MistakeStates
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer, Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.files.sessions.session_file import read_session, write_session
from perceptron_gui.frozen import replace
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.panels.variants_html import VARIANTS, variants_html
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.document import Document, Place, Return, first_points, place_of, way_back
from perceptron_gui.session.exercises.exercise import Exercise, Prompt
from perceptron_gui.session.exercises.exercise_registry import EXERCISES, OPTIONS
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.facts.place_facts import place_facts, point_facts, slice_note
from perceptron_gui.session.explanation.theorem.theorem_page import theorem_page
from perceptron_gui.session.messages import spoken
from perceptron_gui.session.messages.model_line import model_line
from perceptron_gui.session.messages.run_end import state_news
from perceptron_gui.session.messages.verdict_text import verdict_hint, verdict_texts
from perceptron_gui.session.output.run_table import PageRequest, Selection
from perceptron_gui.session.points.history import History
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import SPEEDS, ViewState, with_pin
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.run_pool import RunBatch, RunPool
from perceptron_gui.session.worker.training_worker import Analyst, Command, Finding, find
from tests.gui.monkey.edits import EDITS_BY_NAME
from tests.session.bench import TEXTBOOK, XOR
from tests.simulation.simulation import Simulation

THREE = Dataset.of([[0, 2], [0, 3], [2, 0], [3, 0], [-2, -2], [-3, -2]], [0, 0, 1, 1, 2, 2], "ABC")
ROW = Dataset.of([[k, k % 2] for k in range(1, 11)], [int(k > 5) for k in range(1, 11)])
"""Separable, after many mistakes."""
SETS = (TEXTBOOK, XOR, THREE, ROW)
MOST_POINTS, MOST_FEATURES = 12, 3
EDITS = tuple(name for name in EDITS_BY_NAME if name != "place many")
TRAVEL: tuple[Command, ...] = (
    moves.step,
    moves.step_back,
    moves.go_to_next_mistake,
    moves.go_to_previous_mistake,
    moves.go_to_next_epoch,
    moves.go_to_end,
)
HASTE = (None, None, *SPEEDS)
WANTED = ("alpha", "curves", "proof", "path", "averaged", "voted", "pocket", "losses", "rivals", "age")
WANTS = tuple(
    Wants(**{name: bool(k >> place & 1) for place, name in enumerate(WANTED)})  # type: ignore[arg-type]
    for k in range(2 ** len(WANTED))
)
RULES: tuple[dict[str, object], ...] = (
    *({"mode": mode} for mode in Mode),
    *({"order": order} for order in Order),
    *({"eta": eta} for eta in (1.0, 0.5, 0.1)),
    *({"bias": bias} for bias in (True, False)),
    *({"features": features, "kernel": Kernel()} for features in (IDENTITY, POLY2, POLY3)),
    *(
        {"kernel": Kernel(name), "mode": mode, "features": IDENTITY}
        for name in KernelName
        for mode in (Mode.DUAL, Mode.MULTICLASS)
    ),
    *({"beta": beta} for beta in (0.0, 1.0)),
)
ANSWERS = 1000
"""How often an exercise that is on is answered, where all else together is done 600 times."""
ALL_VARIANTS = ViewState(switches=frozenset(switch for switch, _ in VARIANTS.values()))
LONGEST_PROOF = 3000
"""Visits that are made again to prove where a run stands."""


class Session:
    """One session, and what its user does by chance. `seen`: digests of what was on the screen."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation, self._chance = simulation, simulation.chance
        self.controller = controller = Controller(ViewState())
        self._numbers = np.random.default_rng(self._chance.randrange(2**32))
        self.seen: list[tuple[object, ...]] = []
        self._finding: Finding | None = None
        self._states: MistakeStates | None = None
        self._variants: dict[type, RunAnswer] = {}
        self._fan: RunBatch | None = None
        self._pool = RunPool(controller.scheduler)
        self._exercise: Exercise | None = None
        self._asked_of = 0
        self._analyst = Analyst()
        self._analysis = controller.background.work_for(self._take_finding)
        controller.failed.connect(self._fail)
        controller.answered.connect(self._take_answer)
        controller.document_changed.connect(self._analyze)
        controller.previewed.connect(self._analyze_preview)
        controller.views.add(self)
        controller.open_first(History(Document(TEXTBOOK)))
        controller.start()
        self._analyze(controller.document)

    def close(self) -> None:
        """End it."""
        self._pool.stop()
        self.controller.stop()

    # What is shown

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Join what is known with a snapshot, as panels do, and hold it to the document."""
        controller = self.controller
        document = controller.document
        assert snapshot.run_id == controller._run_id, "a snapshot of another run"
        if not controller.is_dragging:
            assert snapshot.is_about(document.dataset), "a snapshot of other points"
            assert snapshot.rules == document.rules, "a snapshot of other rules"
        if snapshot.model.has_class_rows:
            assert len(snapshot.theta) == len(snapshot.dataset.classes), "other classes than the run has rows for"
        self.seen.append((snapshot.run_id, snapshot.visit, snapshot.theta.tobytes()))
        self._known_states(snapshot)
        if self._exercise is not None:
            n_judged = self._exercise.tally.asked
            self._exercise.follow(self._exercise.hide(snapshot))
            is_judged = self._exercise.tally.asked > n_judged
            assert not is_judged or self._asked_of == snapshot.run_id, "an answer is judged by another run"
        if self._chance.random() < 0.1:
            self._join(snapshot)

    def _known_states(self, snapshot: Snapshot) -> MistakeStates | None:
        """Return the way of the run that is shown, where the one that is known says that it is that run's."""
        states = self._states
        if states is None or not states.is_of(snapshot):
            return None
        ours, theirs = snapshot.settings, states.settings
        is_ours = (ours.features, ours.kernel, ours.bias) == (theirs.features, theirs.kernel, theirs.bias)
        points, known = snapshot.trained, states.dataset
        n_both = min(points.n_samples, known.n_samples)
        assert is_ours and np.array_equal(points.X[:n_both], known.X[:n_both]), "an answer is joined with another run"
        return states

    def _join(self, snapshot: Snapshot) -> None:
        page = theorem_page(self._finding, snapshot, self._known_states(snapshot))
        assert page.numbers is None or (self._finding is not None and self._finding.may_stand_beside(snapshot))
        explain(snapshot)
        state_news(snapshot)
        model_line(snapshot, self._chance.random() < 0.5)
        spoken.visit_words(snapshot, self._chance.random() < 0.5)
        variants_html(self._variants.values(), snapshot, ALL_VARIANTS, LIGHT)
        self._point_at(snapshot)
        if self._finding is not None:
            verdict_texts(self._finding)
            verdict_hint(self._finding)

    def _point_at(self, snapshot: Snapshot) -> None:
        """Ask what stands beside the mouse, at a place and at a point, also at one that the run does not know yet."""
        dataset, numbers = self.controller.document.dataset, self._numbers
        place_facts(snapshot, numbers.integers(-4, 5, snapshot.dataset.n_features).astype(float).tolist())
        if dataset.n_samples:
            index = self._chance.randrange(dataset.n_samples)
            point_facts(snapshot, dataset, index)
            slice_note(snapshot, dataset, index, self.axes, numbers.integers(-4, 5, dataset.n_features).astype(float))

    def _take_finding(self, finding: Finding) -> None:
        controller = self.controller
        if finding.document is controller.document or controller.is_dragging:
            assert not finding.failure, finding.failure
            self._finding = finding

    def _take_answer(self, answer: object) -> None:
        if isinstance(answer, MistakeStates):
            self._states = answer
        if isinstance(answer, Average | Vote | Pocket):
            self._variants[type(answer)] = answer
        if isinstance(answer, RunAnswer):
            points, n_told = trained_part(self.controller.document.dataset), answer.dataset.n_samples
            is_ours = np.array_equal(points.X[:n_told], answer.dataset.X)  # its classes may have other names by now
            assert self.controller.is_dragging or is_ours, "an answer about other points"

    def _analyze(self, document: Document) -> None:
        self._analysis.ask(partial(self._analyst.answer, document))

    def _analyze_preview(self, document: Document) -> None:
        if not self._analysis.answer_here(partial(self._analyst.answer, document)):
            self._analyze(document)

    def _fail(self, details: str) -> None:
        raise AssertionError(details)

    # What an exercise sees and does: see `Desk`

    @property
    def snapshot(self) -> Snapshot | None:
        """The run as it is shown."""
        return self.controller.snapshot

    @property
    def axes(self) -> tuple[int, int | None]:
        """The first two features."""
        return 0, 1 if self.controller.document.dataset.n_features > 1 else None

    def post(self, command: Command) -> int:
        """Send a command to the training; return how many were sent up to now."""
        self.controller.post(command)
        return self.controller.training_thread.n_posted

    def show_prompt(self, prompt: Prompt) -> None:
        """Remember which run a question is about."""
        if prompt.question is not None and self.snapshot is not None:
            self._asked_of = self.snapshot.run_id

    # What the user does

    def act(self) -> str:
        """Do something; return what."""
        often = ANSWERS if self._exercise is not None else 0
        (act,) = self._chance.choices(self._acts, (*self._weights, often))
        act()
        return act.__name__

    @property
    def _acts(self) -> tuple[Callable[[], object], ...]:
        time = self._travel, self._seek, self._play, self._set_speed
        points = self._place, self._drag, self._edit, self._open, self._undo, self._redo
        others = self._change_rules, self._drag_start, self._look_at, self._ask_page, self._begin_fan, self._pin
        return *time, *points, *others, self._begin_exercise, self._answer

    _weights = (260, 140, 80, 30, 12, 20, 30, 3, 10, 6, 10, 6, 8, 10, 1, 8, 20)

    def _travel(self) -> None:
        self.controller.post(self._chance.choice(TRAVEL))

    def _seek(self) -> None:
        self.controller.seek(self._chance.randrange(40))

    def _play(self) -> None:
        self.controller.toggle_play()

    def _set_speed(self) -> None:
        self.controller.change_view(speed=self._chance.choice(HASTE))

    def _place(self) -> None:
        dataset = self.controller.document.dataset
        if dataset.n_samples >= MOST_POINTS:
            return self._open()
        self._let_go()
        point = [float(self._chance.randrange(-4, 5)) for _ in range(dataset.n_features)]
        self.controller.place([point], [self._chance.randrange(len(dataset.classes))])
        return None

    def _drag(self) -> None:
        """Move a point a little farther, or let it go, or give that up."""
        controller, chance = self.controller, self._chance
        dataset = controller.document.dataset
        if not dataset.n_samples:
            return
        place = [float(chance.randrange(-4, 5)) / 2 for _ in range(dataset.n_features)]
        moved = dataset.moved([chance.randrange(dataset.n_samples)], [place])
        end = chance.random()
        if end < 0.7:
            controller.preview(moved)
        elif end < 0.9:
            controller.end_preview()
            controller.set_dataset(moved, "move")
        elif controller.is_dragging:
            controller.cancel_preview()

    def _let_go(self) -> None:
        if self.controller.is_dragging:
            self.controller.cancel_preview()

    def _edit(self) -> None:
        document = self.controller.document
        edited = EDITS_BY_NAME[self._chance.choice(EDITS)](document, self._numbers)
        n_samples, n_features = edited.dataset.n_samples, edited.dataset.n_features
        if edited is not document and n_samples <= MOST_POINTS and n_features <= MOST_FEATURES:
            self._let_go()
            self.controller.edit(edited, "edit")

    def _undo(self) -> None:
        self._let_go()
        self.controller.undo()

    def _redo(self) -> None:
        self._let_go()
        self.controller.redo()

    def _change_rules(self) -> None:
        self._let_go()
        settings = self.controller.document.settings
        try:
            changed = replace(settings, initial=None, **self._chance.choice(RULES))
        except SettingsError:
            changed = replace(TrainingSettings(), **self._chance.choice(RULES))
        self.controller.set_settings(changed, "rules")

    def _open(self) -> None:
        self._let_go()
        self.controller.open_document(Document().with_dataset(self._chance.choice(SETS)))

    def _look_at(self) -> None:
        wants = self._chance.choice((Wants(), Wants(), *self._chance.sample(WANTS, 1)))
        self.controller.post(lambda worker: worker.want(wants))

    def _drag_start(self) -> None:
        controller, chance = self.controller, self._chance
        document = controller.document
        kind = document.settings
        if kind.has_curved_kernel or kind.mode is Mode.MULTICLASS or not kind.features.is_identity:
            return
        count = document.dataset.n_features + kind.bias
        weights = tuple(float(chance.randrange(-3, 4)) for _ in range(count))
        end = chance.random()
        if end < 0.6:
            controller.preview_start(weights)
        elif end < 0.8:
            controller.start_from(weights)
        elif controller.is_dragging:
            controller.cancel_preview()

    def _ask_page(self) -> None:
        request = PageRequest(self.controller._run_id, Selection(only_mistakes=True), 0)
        self.controller.post(lambda worker: worker.publication.put_page(worker.run, request))

    def _begin_fan(self) -> None:
        if self._fan is not None:
            self._fan.cancel()
        document = self.controller.document
        settings = [replace(document.named_settings, order=Order.SHUFFLED, seed=seed) for seed in range(2)]
        self._fan = self._pool.begin(document.dataset, settings, 10**3)

    def _pin(self) -> None:
        """Pin the run, or train a pinned one."""
        self._let_go()
        controller, pins = self.controller, self.controller.view_state.pins
        if pins and self._chance.random() < 0.5:
            controller.set_settings(self._chance.choice(pins).settings, "another run")
        else:
            controller.change_view(pins=with_pin(pins, controller.document.named_settings))

    def _begin_exercise(self) -> None:
        """Begin one, or end the one that is on."""
        if self._exercise is not None:
            self._exercise.end()
            self._exercise = None
        else:
            options = frozenset(option.name for option in OPTIONS if self._chance.random() < 0.5)
            self._exercise = self._chance.choice(EXERCISES).make(self, options)
            self._exercise.start()

    def _answer(self) -> None:
        assert self._exercise is not None
        if self._chance.random() < 0.2:
            self._exercise.take_arrow(self._chance.uniform(-1, 1), self._chance.uniform(-1, 1))
        else:
            self._exercise.answer(self._chance.randint(1, 2))

    # At rest

    def rest(self) -> None:
        """Let everything happen that is due, and prove what is shown then."""
        controller = self.controller
        if controller.is_dragging:
            controller.cancel_preview()
        controller.play(False)
        self._simulation.rest(lambda: not controller.clock.is_awake)
        self._prove()

    def _prove(self) -> None:
        controller = self.controller
        document, snapshot = controller.document, controller.snapshot
        assert snapshot is not None
        assert not controller.background.is_busy
        assert controller.training_thread.is_resting
        assert not controller.view_state.is_playing
        assert not snapshot.is_playing
        assert snapshot.is_about(document.dataset)
        assert snapshot.rules == document.rules
        assert self._finding is not None
        assert self._finding.document is controller.document, "the verdict is on other points"
        self._join(snapshot)
        prove_place(snapshot, document)
        self._prove_return(document)
        prove_finding(self._finding)

    def _prove_return(self, document: Document) -> None:
        """Hold the run to one that is made anew as it would be saved: on its way to the same place."""
        places: list[Place] = []
        self.controller.post(lambda worker: worker.tell_place(places.append))
        self._simulation.rest(lambda: not self.controller.clock.is_awake)
        (place,) = places
        if place.visit <= LONGEST_PROOF:
            run = Run(first_points(trained_part(document.dataset), place), document.named_settings)
            for _ in way_back(run, trained_part(document.dataset), place):
                pass
            assert Return(place, place_of(run)).is_same, "the run that would be saved is not found again"
        with tempfile.TemporaryDirectory(prefix="story-") as folder:
            path = Path(folder) / "session"
            write_session(path, SavedSession(document, place, self.controller.view_state))
            read = read_session(path).session.document
        assert (read.settings, read.dataset.classes) == (document.settings, document.dataset.classes)
        assert np.array_equal(read.dataset.X, document.dataset.X)
        assert np.array_equal(read.dataset.labels, document.dataset.labels), "what was saved is read otherwise"


def prove_place(snapshot: Snapshot, document: Document) -> None:
    """Hold the parameters of a snapshot to those of a run that is made anew, as far as that is short."""
    if snapshot.arrivals or snapshot.visit > LONGEST_PROOF:
        return
    run = Run(trained_part(document.dataset), document.named_settings)
    run.advance(snapshot.visit)
    while run.visit < snapshot.visit:
        run.visit_once()
    assert run.visit == snapshot.visit
    anew, shown = parameters(run.trainer), snapshot.theta
    # A class that came to the palette later, and has no point yet, has no row in the run that goes on.
    assert not anew[len(shown) :].any(), "parameters of another run"
    assert anew[: len(shown)].tobytes() == shown.tobytes(), "parameters of another run"


def prove_finding(finding: Finding) -> None:
    """Hold what was found, beginning where the last one ended, to what is found from the start."""
    one, other = finding.analysis, find(finding.document).analysis
    assert one is not None
    assert other is not None
    verdicts = [each.verdict.separable if each.verdict is not None else None for each in (one, other)]
    assert verdicts[0] == verdicts[1], "an analysis that began elsewhere found another verdict"
    bounds = [each.bound.at_most if each.bound is not None else None for each in (one, other)]
    assert bounds[0] == bounds[1], "an analysis that began elsewhere found another bound"
