"""A thread that works out weight space for the points on the screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.part_codes import is_same_parts
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.weight_space.weight_space import WeightSpace, weight_space_of
from perceptron_gui.session.worker.background_thread import BackgroundThread, answer_or_failure

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.session.weight_space.constraints import Pair
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class SpaceQuestion(Frozen, eq=False):
    """Points and rules whose weight space is asked for."""

    dataset: Dataset
    settings: TrainingSettings
    pair: Pair | None  # where every class has a row of weights: the two that are compared

    def is_like(self, other: SpaceQuestion | None) -> bool:
        """Whether another question has the same answer."""
        if other is None or self.dataset.X is not other.dataset.X or self.dataset.labels is not other.dataset.labels:
            return False
        return self._rules == other._rules and is_same_parts(self.dataset.parts, other.dataset.parts)

    def is_variant_of(self, other: SpaceQuestion | None) -> bool:
        """Whether it is about as many points under the same rules: where some are being dragged they lie elsewhere."""
        is_same = other is not None and self._rules == other._rules
        return is_same and other is not None and self.dataset.X.shape == other.dataset.X.shape

    def is_in_space_of(self, other: SpaceQuestion) -> bool:
        """Whether θ has the same numbers, so that both are seen in the same way."""
        return self.pair == other.pair and self._n_entries == other._n_entries

    @property
    def _n_entries(self) -> int:
        return len(self.settings.features.names(self.dataset.features)) + self.settings.bias

    @property
    def _rules(self) -> tuple[object, ...]:
        """What matters of the rules."""
        settings = self.settings
        kind = model_kind(settings)
        return kind.has_class_rows, settings.bias, settings.positive, settings.features, settings.kernel, self.pair


class SpaceFinding(Frozen, eq=False):
    """The answer."""

    question: SpaceQuestion
    space: WeightSpace | None  # None where it could not be worked out
    failure: str = ""  # why not, in a sentence; else empty


class WeightSpaceThread(BackgroundThread[SpaceQuestion, SpaceFinding]):
    """Works out the newest weight space that was asked for. `gate`: where it waits while the window handles events."""

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "weight space")

    def answer(self, question: SpaceQuestion) -> SpaceFinding:
        """Return the weight space of some points, see `BackgroundThread`."""
        return answer_or_failure(lambda: self._work_out(question), partial(SpaceFinding, question, None))

    def _work_out(self, question: SpaceQuestion) -> SpaceFinding:
        space = weight_space_of(question.dataset, question.settings, question.pair, should_stop=self.should_stop)
        return SpaceFinding(question, space)
