"""The document: points and rules; and the place of its run, as saved, with a digest to check the way back (P9, C10).

View options live elsewhere, so that undo never undoes a zoom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto
from functools import cached_property
from hashlib import sha256
from typing import Annotated

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Part, has_test, is_same_parts, n_trained, positive_class
from perceptron_gui.engine.data.features.feature_map import IDENTITY
from perceptron_gui.engine.data.settings import SettingsError, TrainingSettings
from perceptron_gui.engine.exact.feature_values import mapping_problem
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import Frozen, field, is_within, replace
from perceptron_gui.session.points.palette import in_palette
from perceptron_gui.session.saved import NOT_SAVED, PER_POINT, VISIT, Visit
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr


class Change(Enum):
    """What an edit means for a run.

    `SAME`: only words differ, primal or dual, names of classes, a title: the run stays as it is (D3). `EXTENDED`:
    points were added after the others, whose targets stay as they were: the run goes on (P9). `NEW`: anything else: a
    run of its own.
    """

    SAME = auto()
    EXTENDED = auto()
    NEW = auto()


class Document(Frozen, dict=True):
    """Points and rules, never changed in place."""

    dataset: Dataset = field(default_factory=Dataset.empty)
    settings: TrainingSettings = field(default_factory=TrainingSettings)
    title: str = ""  # what the window's title says
    # which file or example the points came from: undo can bring back those of another one
    origin: Annotated[str, NOT_SAVED] = ""
    note: str = ""  # what is to be read beside the points

    @property
    def positive(self) -> int:
        """Index of the class that is + in the binary modes."""
        chosen = positive_class(self.dataset, self.settings.positive)
        return chosen if chosen is not None else self.dataset.present[-1]

    @property
    def named_settings(self) -> TrainingSettings:
        """The rules with the + class named from the start, so that the run goes on when a third arrives."""
        return self.settings.naming(self.positive)

    def with_dataset(self, dataset: Dataset) -> Document:
        """Return the document with other points.

        A third class leaves the class that is + as it was (A14), and so does any other edit that leaves it its points:
        signs never flip without being asked to. Features that points with other columns cannot have give way to the
        identity, start weights to zero.

        `dataset`: the points after the edit.
        """
        named = replace(self.settings, positive=self.positive) if len(dataset.present) > 2 else self.settings
        settings = in_palette(named, self.dataset, dataset)
        if dataset.features != self.dataset.features and mapping_problem(dataset.first(0), settings.features):
            settings = replace(settings, features=IDENTITY, initial=None)
        elif _start_problem(dataset, settings):
            settings = replace(settings, initial=None)
        if len(dataset.present) > 2 and settings.positive is None:  # its class is gone
            settings = replace(settings, positive=min(dataset.present, key=lambda k: abs(k - self.positive)))
        elif len(dataset.present) <= 2 and settings.positive is not None:
            settings = replace(settings, positive=_positive_of_two(dataset, settings.positive))
        return replace(self, dataset=dataset, settings=settings)

    def with_settings(self, settings: TrainingSettings) -> Document:
        """Return the document with other rules; a binary mode for three classes keeps or gets a + class.

        `settings`: the rules after the edit.
        """
        if settings.positive is None and len(self.dataset.present) > 2:
            settings = settings.naming(self.positive)
        return replace(self, settings=settings)

    @property
    def problem(self) -> str:
        """A sentence why these points cannot be trained on under these rules; "" if they can."""
        if self.dataset.n_samples and not n_trained(self.dataset):
            return tr("All points would be held out: leave at least one to train on.")
        return mapping_problem(self.dataset, self.settings.features) or _start_problem(self.dataset, self.settings)

    @property
    def name(self) -> str:
        """What it is called where it is spoken of: its title, if it has one."""
        return self.title or tr("untitled")

    @property
    def has_content(self) -> bool:
        """Whether there is anything in it that would be lost: points, or a note."""
        return bool(self.dataset.n_samples or self.note)

    @property
    def is_page(self) -> bool:
        """Whether it was opened as a page of a lesson."""
        return self.origin.startswith("lesson ")

    def change_since(self, earlier: Document) -> Change:
        """Return how this document is related to an earlier one."""
        if not self._has_rules_of(earlier):
            return Change.NEW
        now, before = self.dataset, earlier.dataset
        if now.X is before.X and now.labels is before.labels and is_same_parts(now.parts, before.parts):
            return Change.SAME
        is_longer = now.n_samples > before.n_samples > 0 and now.is_extension_of(before)
        is_trained_on = n_trained(now) - n_trained(before) == now.n_samples - before.n_samples
        return Change.EXTENDED if is_longer and is_trained_on else Change.NEW

    def has_geometry_of(self, other: Document) -> bool:
        """Whether another document's analysis, apart from bounds, holds for this one too (T1)."""
        now, before = self.dataset, other.dataset
        is_same = now.X is before.X and now.labels is before.labels and is_same_parts(now.parts, before.parts)
        return is_same and self._space == other._space

    def is_variant_of(self, other: Document) -> bool:
        """Whether this is another document after edits of points, under rules with the same geometry."""
        is_alike = self.origin == other.origin and self.dataset.n_features == other.dataset.n_features
        return is_alike and self._space == other._space

    def has_test_of(self, earlier: Document) -> bool:
        """Whether an earlier document has the same test part; after points came or went, whether there still is one."""
        now, before = self.dataset, earlier.dataset
        if self.origin != earlier.origin or before.parts is None:
            return False
        if now.n_samples != before.n_samples:
            return has_test(now)
        return now.parts is not None and np.array_equal(now.parts == Part.TEST, before.parts == Part.TEST)

    @cached_property
    def _space(self) -> tuple[object, ...]:
        """Return the rules that verdict and margin depend on."""
        rules = self.rules
        return rules.mode, rules.positive, rules.bias, rules.features, rules.kernel.essence

    def _has_rules_of(self, other: Document) -> bool:
        """Whether a run by another document's rules may go on by these."""
        if self.settings is other.settings and self.positive == other.positive:
            return True  # as for every place of a point that is dragged
        return self.rules == other.rules

    @cached_property
    def rules(self) -> TrainingSettings:
        """The rules, with those settings neutralised that may change within one run."""
        return self.settings.within_a_run(self.positive)


def _positive_of_two(dataset: Dataset, positive: int) -> int | None:
    return positive if positive in dataset.present and positive != positive_class(dataset, None) else None


def _start_problem(dataset: Dataset, settings: TrainingSettings) -> str:
    """Return why no run of points can begin with the start weights; "" where one can."""
    try:
        settings.check_features(len(settings.features.names(dataset.features)) if settings.initial is not None else 0)
    except SettingsError as error:
        return str(error)
    return ""


SLICE = 3e5
"""Work of one step of the way back, in multiply-adds: below half a millisecond."""
ARRIVAL_WORK = SLICE / 10
"""What the arrival of points counts as."""


class Place(Frozen):
    """A place in a run: what points and rules alone do not determine.

    Raises `ValueError` when the visits cannot be those of a run.
    """

    visit: Visit = 0  # visits completed
    # the visits at which the last points came, ascending, one for each point that came during the run
    arrivals: Annotated[tuple[Visit, ...], PER_POINT] = ()
    digest: str = ""  # SHA-256 of counts and parameters there, in hexadecimal digits; empty where it is not known

    def __post_init__(self) -> None:
        """Raise `ValueError` for visits that no run can have."""
        ends = (self.visit, *self.arrivals[:1], *self.arrivals[-1:])
        if not all(is_within(visit, VISIT) for visit in ends) or [*self.arrivals] != sorted(self.arrivals):
            raise ValueError(
                tr(
                    "Visits must be whole numbers from 0 to 2⁶², and those at which points arrived must be in "
                    "ascending order."
                )
            )


class Return(Frozen):
    """The end of the way back to a place."""

    place: Place  # that was looked for
    reached: Place  # that was found

    @property
    def is_same(self) -> bool:
        """Whether the run came to the same place with the same result."""
        if not self.place.digest:
            return self.place.visit == self.reached.visit
        return self.place == self.reached


class Travel(Frozen, eq=False):
    """What undo or redo did to a run."""

    what: str  # what was undone or done again, as it is told
    earlier: Document
    document: Document
    has_begun: bool  # whether the run before it had visits
    # where the run goes because points that arrived in it are taken back, or arrive again; None where none did
    place: Place | None


def place_of(run: Run) -> Place:
    """Return where a run stands."""
    return Place(run.visit, tuple(visit for visit, _ in run.stages.arrivals), digest_of(run))


def digest_of(run: Run) -> str:
    """Return a number that tells the result at the cursor from others, as hexadecimal digits.

    It covers the counts, θ and every point's number of updates, whose bits are the same on every path of computation
    (E4). Rows of zeros at the end are not covered, beyond the second: a run has that of a class or not, whether it
    was there from the start.
    """
    state, theta = run.state, parameters(run.trainer)
    counts = state.sums.counts if state.sums is not None else np.zeros((0, 0))
    found = sha256(f"{state.visits} {state.mistakes} {state.updates}\n".encode())
    for rows in (np.asarray(theta + 0.0, "<f8"), np.asarray([state.alpha], "<i8"), np.asarray(counts, "<i8")):
        found.update(rows[:2].tobytes())
        found.update(np.trim_zeros(rows[2:], "b", axis=0).tobytes())
    return found.hexdigest()


def first_points(dataset: Dataset, place: Place) -> Dataset:
    """Return the points that are there from the start of the run. `dataset`: all points. `place`: of the run."""
    return dataset.first(max(dataset.n_samples - len(place.arrivals), 0))


def way_back(run: Run, dataset: Dataset, place: Place) -> Iterator[None]:
    """Bring a run of the first points to a saved place; each step of the iterator does a slice of the work.

    If the run ends earlier, points arrive at its end, and the place is not reached.

    `run`: at its start, on `first_points`. `dataset`: all points. `place`: of a run of the same points and rules.
    Returns after each slice of work that is not the last one.
    """
    n_present, work = run.data.n_samples, SLICE
    for visit, n_came in (*Counter(place.arrivals).items(), (place.visit, 0)):
        before = -1
        while before < run.visit < visit:
            if work <= 0:
                yield
                work = SLICE
            before, work = run.visit, run.advance(visit, work)
        if n_came:
            n_present, work = n_present + n_came, work - ARRIVAL_WORK
            run.add_points(dataset.first(n_present))
    if place.visit < run.visit:
        run.seek(place.visit)


def return_text(found: Return) -> str:
    """Return the message after restoring a run; "" if everything is as saved."""
    if found.is_same:
        return ""
    visits = counted("{count} visit", "{count} visits", found.place.visit)
    if found.reached.visit != found.place.visit:
        words = tr("The run was saved after {visits}, but now it ends before that.")
    else:
        words = tr("This is not the run that was saved: after {visits} it has a different result.")
    return words.format(visits=visits)
