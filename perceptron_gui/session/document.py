"""What the user made: the points and the rules. View options live elsewhere, so that undo never undoes a zoom."""

from __future__ import annotations

from enum import Enum, auto
from typing import Annotated

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, is_same_parts, positive_class
from perceptron_gui.engine.data.features.feature_map import IDENTITY
from perceptron_gui.engine.data.parts import Part, has_test, n_trained
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.feature_values import mapping_problem
from perceptron_gui.frozen import Frozen, field, replace
from perceptron_gui.session.saved import NOT_SAVED
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


class Document(Frozen):
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
        identity.

        `dataset`: the points after the edit.
        """
        settings = self.settings
        if dataset.features != self.dataset.features and mapping_problem(dataset.first(0), settings.features):
            settings = replace(settings, features=IDENTITY, initial=None)
        if len(dataset.present) > 2 and settings.positive is None:
            settings = replace(settings, positive=self.positive)
        elif len(dataset.present) <= 2 and settings.positive is not None:
            settings = replace(settings, positive=self._positive_of_two(dataset))
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
        """Why these points cannot be trained on by these rules, in a sentence; "" where they can."""
        if self.dataset.n_samples and not n_trained(self.dataset):
            return tr("All points would be held out: leave one to train on.")
        return mapping_problem(self.dataset, self.settings.features)

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
        """Whether all that is known of another document's points, but for bounds, holds for this one's (T1)."""
        now, before = self.dataset, other.dataset
        is_same = now.X is before.X and now.labels is before.labels and is_same_parts(now.parts, before.parts)
        return is_same and self._space() == other._space()

    def is_variant_of(self, other: Document) -> bool:
        """Whether these are another document's points after edits, seen by rules with the same geometry."""
        is_alike = self.origin == other.origin and self.dataset.n_features == other.dataset.n_features
        return is_alike and self._space() == other._space()

    def has_test_of(self, earlier: Document) -> bool:
        """Whether the test part is the one of an earlier document; where points came or went, whether there is one."""
        now, before = self.dataset, earlier.dataset
        if self.origin != earlier.origin or before.parts is None:
            return False
        if now.n_samples != before.n_samples:
            return has_test(now)
        return now.parts is not None and np.array_equal(now.parts == Part.TEST, before.parts == Part.TEST)

    def _space(self) -> tuple[object, ...]:
        """Return the rules that verdict and margin depend on."""
        rules = self.rules
        return rules.mode, rules.positive, rules.bias, rules.features, rules.kernel.essence

    def _has_rules_of(self, other: Document) -> bool:
        """Whether a run by another document's rules may go on by these."""
        if self.settings is other.settings and self.positive == other.positive:
            return True  # as for every place of a point that is dragged
        return self.rules == other.rules

    @property
    def rules(self) -> TrainingSettings:
        """The rules, with what may differ within one run made equal."""
        return self.settings.within_a_run(self.positive)

    def _positive_of_two(self, dataset: Dataset) -> int | None:
        positive = self.settings.positive
        stays = positive_class(dataset, None) == positive
        return None if stays or positive not in dataset.present else positive
