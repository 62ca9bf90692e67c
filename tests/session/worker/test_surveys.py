"""Curves, and the states of the proof, follow a run while a view shows them, but not more often than twice a second."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.run.curves import Curves
from perceptron_gui.engine.run.mistake_states import MistakeStates
from perceptron_gui.engine.run.snapshot import Wants
from perceptron_gui.session.worker.protocol import FAR
from perceptron_gui.session.worker.survey import SURVEY_EVERY
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.session.bench import TEXTBOOK, Bench

KINDS = {"curves": (Wants(curves=True), Curves), "proof": (Wants(proof=True), MistakeStates)}


def answers_of(bench: Bench) -> list[object]:
    """Take what was answered."""
    taken = []
    while not bench.answers.empty():
        taken.append(bench.answers.get()[1])
    return taken


@pytest.mark.parametrize("name", KINDS)
def test_a_survey_comes_when_it_is_wanted_and_again_when_the_run_has_gone_on(name: str) -> None:
    wants, kind = KINDS[name]
    bench = Bench.on(TEXTBOOK)
    bench.do(TrainingWorker.step)
    assert answers_of(bench) == []
    bench.do(lambda worker: worker.want(wants))
    assert [type(answer) for answer in answers_of(bench)] == [kind]
    bench.worker.work_once()
    assert answers_of(bench) == [], "nothing has changed"
    bench.do(TrainingWorker.step)
    assert answers_of(bench) == [], "too soon"
    assert 0 < bench.worker.seconds_until_due() <= SURVEY_EVERY
    bench.clock.now += SURVEY_EVERY
    bench.worker.work_once()
    assert [type(answer) for answer in answers_of(bench)] == [kind]
    assert bench.worker.seconds_until_due() == FAR


def test_both_come_where_both_are_wanted() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.do(lambda worker: worker.want(Wants(curves=True, proof=True)))
    assert {type(answer) for answer in answers_of(bench)} == {Curves, MistakeStates}
