"""Two models that say the same are one, of whatever kind, so that no boundary is worked out twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, SettingsError, TrainingSettings
from perceptron_gui.engine.model.models import Model, make_model
from perceptron_gui.engine.run.followers.variants import average_at, pocket_of, vote_at
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.contours.field import is_equal
from tests.session.bench import TEXTBOOK


def models_at(settings: TrainingSettings, visit: int) -> Iterator[Model]:
    """Yield the models of a run: its own, the averaged, the voted and the best."""
    run = Run(TEXTBOOK, settings)
    run.advance(7)
    run.seek(visit)
    yield take_snapshot(run, 0, Wants()).model
    average, vote, best = average_at(run, visit).model, vote_at(run, visit).model, pocket_of(run).at(visit)
    assert average is not None and vote is not None and best is not None
    yield from (average, vote, make_model(settings, TEXTBOOK, best.theta, best.expansion))


@pytest.mark.parametrize("mode", [*Mode])
@pytest.mark.parametrize("name", [*KernelName])
def test_a_model_is_the_one_that_was_made_of_the_same_run_and_not_that_of_an_earlier_visit(
    mode: Mode, name: KernelName
) -> None:
    try:
        settings = TrainingSettings(mode, kernel=Kernel(name))
    except SettingsError:
        return
    one, same, earlier = (list(models_at(settings, visit)) for visit in (5, 5, 2))
    assert all(map(is_equal, one, same))
    assert not any(map(is_equal, one[:3], earlier))  # the best may be the same


def test_sequences_are_the_same_only_in_whole() -> None:
    assert is_equal((1, (2.0, [3])), (1, (2.0, [3])))
    assert not is_equal((1, 2), (1,))
    assert not is_equal((1, 2), [1, 2])
