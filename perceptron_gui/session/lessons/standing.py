"""Where a page stands: the states of its run that are asked about, when they are, with the numbers of one name (L4)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256

import numpy as np

from perceptron_gui.engine.data.dataset import Ints, trained_part
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.effort import TooMuchWork
from perceptron_gui.engine.run.run import Run, visits_within
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.theory import separability
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import SLICE, Document, Place
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.session.worked import past
from perceptron_gui.translation import tr

LONGEST_RUN = 10**5
"""Visits within which the end of a run must come to be asked about."""
LONGEST_STAY = 10**6
"""Visits up to which a page can stand in a run."""
WORK = 1e9
"""What a verdict may take, in multiply-adds. Neither time nor slices of work count: every machine gives the same marks.
"""


class Unanswerable(ValueError):
    """A question that nobody can judge here, or an answer to another one; the message is one plain sentence."""


class TooLong(Unanswerable):
    """A question whose judgement would take longer than anybody waits."""


class Standing:
    """The facts about a page that its question is judged by.

    `session`: what the page shows, with its visit. `languages`: those of texts, the one that is wanted first. `look`:
    is called on the way, and may raise to give it up. `base`: the facts of another place in the
    same run, if there is one; it keeps what is true of the whole run. `signs`: shape (n_features,): −1 for a feature
    whose sign was changed for a name (L4), else 1; None where none was. That of the base counts.
    """

    def __init__(
        self,
        session: SavedSession,
        languages: tuple[str, str] = ("", ""),
        look: Callable[[], object] = tuple,
        base: Standing | None = None,
        signs: Ints | None = None,
    ) -> None:
        self.session, self.languages, self.look, self._base = session, languages, look, base
        self.document = session.document
        self.signs: Ints | None = signs if base is None else base.signs
        self.solutions: dict[object, str] = {}  # what was said of questions, which takes long
        self._made: Standing | None = None

    @cached_property
    def _run(self) -> Run:
        """The run, once its place was reached; the cursor is moved about."""
        if not self.document.dataset.n_samples:
            raise Unanswerable(tr("There are no points."))
        self.look()
        place = self.session.place
        if max((place.visit, *place.arrivals[-1:])) > self._visits_within(LONGEST_STAY):
            raise TooLong(tr("It takes too long to reach this visit of the run."))
        # A class has thousands of runs: none keeps a log, which has room for a million mistakes.
        run = past.past_run(self.document, place, place.visit, lambda _: self.look(), keeps_past=False)
        if run.visit != place.visit:
            words = tr("The run ends after {visits}, before it reaches this page.")
            raise Unanswerable(words.format(visits=counted("{count} visit", "{count} visits", run.visit)))
        return run

    def of_made(self, session: SavedSession) -> Standing:
        """Return where something stands that was made of the page, at the start of its run; the last one is kept."""
        if self._made is None or self._made.document is not session.document:
            self._made = Standing(replace(session, place=Place()), self.languages, signs=self.signs)
        self._made.look = self.look
        return self._made

    def _visits_within(self, most: int) -> int:
        return visits_within(most, trained_part(self.document.dataset), self.document.named_settings)

    def _state(self, visit: int) -> Snapshot:
        return next(past.snapshots(self.document, self._run, [visit], is_veiled=False))

    @cached_property
    def now(self) -> Snapshot:
        """The run where the page stands. Raises `Unanswerable`, as all others do, where there is none."""
        return self._state(self.session.place.visit)

    @cached_property
    def before(self) -> Snapshot | None:
        """The run before the last visit to its place; None at its start."""
        visit = self.session.place.visit
        return self._state(visit - 1) if visit else None

    @property
    def axes(self) -> tuple[int, int | None]:
        """The features that the canvas shows across and upwards."""
        (across, upwards), d = self.session.canvas.axes, self.document.dataset.n_features
        return (across, upwards) if max(across, upwards) < d else (0, 1 if d > 1 else None)

    @cached_property
    def following(self) -> Snapshot:
        """The run after the next visit, which is its `last`."""
        run, visit = self._run, self.session.place.visit
        run.seek(visit)
        if run.visit_once() is None:
            raise Unanswerable(tr("The run is at its end: there is no next visit."))
        return self._state(visit + 1)

    @cached_property
    def end(self) -> Snapshot:
        """The run at its end, or where it closes its first cycle (P7, T9)."""
        run, most = self._run, self._visits_within(LONGEST_RUN)
        run.seek(run.frontier)
        while run.stop is None and run.cycle is None and run.visit < most:
            self.look()
            run.advance(most, SLICE)
        if run.stop is None and run.cycle is None:
            if most < LONGEST_RUN:
                raise TooLong(tr("The run takes too long to end."))
            raise Unanswerable(tr("The run does not end within {most} visits.").format(most=grouped(LONGEST_RUN)))
        return self._state(run.visit if run.cycle is None else run.cycle.visit)

    def mistakes_within(self, visits: int) -> int:
        """Return how many mistakes are made within so many visits, round the cycle where there is one."""
        run, most, before = self._run, self._visits_within(visits), -1
        run.seek(run.frontier)
        while before < run.visit < most:
            self.look()
            before = run.visit
            run.advance(most, SLICE)
        if run.visit == most < visits and run.stop in (None, Stop.CYCLE):
            raise TooLong(tr("The run takes too long to end."))
        return run.state.mistakes

    def at(self, when: str) -> Snapshot:
        """Return the state that is asked about. `when`: "end", or the page's place."""
        return self.end if when == "end" else self.now

    @cached_property
    def analysis(self) -> separability.Analysis:
        """The verdict about all points that are trained on, and the bound."""
        if self._base is not None:
            self._base.look = self.look
            return self._base.analysis
        trained, settings = trained_part(self.document.dataset), self.document.named_settings
        if not trained.n_samples:
            raise Unanswerable(tr("There are no points."))
        try:
            verdict = separability.verdict_on(separability.geometry(trained, settings), self._should_stop, WORK)
        except TooMuchWork:
            raise TooLong(tr("It takes too long to decide whether these points are separable.")) from None
        bound = None if verdict is None else separability.mistake_bound(verdict, settings, trained)
        return separability.Analysis(verdict, None, bound)

    def _should_stop(self) -> bool:
        self.look()
        return False

    @property
    def verdict(self) -> Verdict:
        """The verdict of `analysis`."""
        found = self.analysis.verdict
        assert found is not None  # there are points
        return found


def seed_of(name: str, digest: str, attempt: int) -> bytes:
    """Return what the numbers of a name follow from. `attempt`: which of its orders, from 0."""
    return sha256(f"{name_key(name)}\n{digest}\n{attempt}".encode()).digest()


def name_key(name: str) -> str:
    """Return what tells a name from others, however it is written."""
    return unicodedata.normalize("NFC", name).strip().casefold()


def signs_of(document: Document, seed: bytes) -> Ints:
    """Return −1 for each feature whose sign is changed, else 1, shape (n_features,).

    Under other features than the coordinates none is.
    """
    n_features = document.dataset.n_features
    if not document.settings.features.is_identity:
        return np.ones(n_features, dtype=np.int64)
    bits = np.unpackbits(np.frombuffer(seed, dtype=np.uint8))
    return np.where(np.resize(bits, n_features), -1, 1)


def varied(session: SavedSession, seed: bytes, reorders: bool = True) -> SavedSession:
    """Return a session with its points in another order, and some of their features with the other sign.

    Both are exact; start weights and what is looked at go along. Points that came during the run keep their places; of
    points that are seen through features no sign is changed.
    """
    document, n_arrived = session.document, len(session.place.arrivals)
    n = document.dataset.n_samples
    n_moved = max(n - n_arrived, 0) if reorders else 0
    order = sorted(range(n_moved), key=lambda i: sha256(seed + i.to_bytes(8, "big")).digest())
    rows = np.array([*order, *range(n_moved, n)], dtype=np.int64)
    signs = signs_of(document, seed)
    dataset = document.dataset.only(rows)
    dataset = replace(dataset, X=frozen(dataset.X * signs + 0.0))  # + 0.0 makes −0.0 plain 0
    view = session.view
    view = replace(
        view,
        selection=tuple(np.argsort(rows)[[*view.selection]].tolist()) if view.selection else (),
        hand_line=_mirrored_weights(view.hand_line, signs, document.settings),
        pins=tuple(replace(pin, settings=_rules(pin.settings, signs)) for pin in view.pins),
    )
    settings = _rules(document.settings, signs)
    canvas, place = session.canvas, replace(session.place, digest="")
    across, upwards = (axis < len(signs) and bool(signs[axis] < 0) for axis in canvas.axes)
    left, right = (-canvas.right + 0.0, -canvas.left + 0.0) if across else (canvas.left, canvas.right)
    bottom, top = (-canvas.top + 0.0, -canvas.bottom + 0.0) if upwards else (canvas.bottom, canvas.top)
    canvas = replace(canvas, left=left, right=right, bottom=bottom, top=top)
    document = replace(document, dataset=dataset, settings=settings)
    return replace(session, document=document, place=place, view=view, canvas=canvas)


def _rules(settings: TrainingSettings, signs: Ints) -> TrainingSettings:
    return replace(settings, initial=_mirrored_weights(settings.initial, signs, settings))


def _mirrored_weights(
    weights: tuple[float, ...] | None, signs: Ints, settings: TrainingSettings
) -> tuple[float, ...] | None:
    """Return weights of points with other signs; None where there are none."""
    if weights is None:
        return None
    entries = weight_signs(signs, settings, len(weights))
    return tuple(weight * sign + 0.0 for weight, sign in zip(weights, entries, strict=True))


def weight_signs(signs: Ints | None, settings: TrainingSettings, count: int) -> list[int]:
    """Return the sign that each weight changes by, row after row, where features change theirs; b stays.

    `signs`: see `Standing`. `settings`: of pinned runs, too, whose features may be others. `count`: how many weights.
    """
    if signs is None or settings.has_curved_kernel or not settings.features.is_identity:
        return [1] * count
    row = [*signs.tolist(), *[1] * settings.bias]
    return [row[i % len(row)] for i in range(count)]
