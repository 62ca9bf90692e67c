"""A mode, or an order, is a line in each of a few lists: one that lacks it would be found when somebody chooses it."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.settings import RANDOM_ORDERS, Mode, Order, TrainingSettings
from perceptron_gui.engine.model.models import MODELS, Model
from perceptron_gui.engine.training.factory import KERNEL_TRAINERS, SCHEDULES, TRAINERS
from perceptron_gui.session.actions import Situation, reasons_disabled
from perceptron_gui.session.output.run_table import COLUMNS
from perceptron_gui.session.programs import written_program
from perceptron_gui.session.programs import written_program as sklearn_module
from perceptron_gui.session.programs.written_program import LEARNERS, numpy_program, sklearn_program, templates, why_not
from perceptron_gui.session.view.switches import SWITCHES
from perceptron_gui.session.wording import ORDERS, WORDS
from tests.session.bench import XOR
from tests.session.programs.tasks import make_task


def test_every_mode_has_its_model_trainer_words_columns_and_program() -> None:
    assert set(MODELS) == set(TRAINERS) == set(WORDS) == set(Mode)
    assert set(COLUMNS) == set(LEARNERS) == set(MODELS.values())
    assert {mode for mode, kind in MODELS.items() if kind.has_kernels} == set(KERNEL_TRAINERS)


def test_modes_stand_in_the_order_of_their_buttons() -> None:
    assert list(WORDS) == list(Mode)
    assert len({words.name for words in WORDS.values()}) == len(WORDS)


def test_every_order_has_its_schedule_words_and_program_in_the_order_of_the_list() -> None:
    assert list(ORDERS) == list(SCHEDULES) == list(Order)
    assert len({words.name for words in ORDERS.values()}) == len(ORDERS)
    for order, words in ORDERS.items():
        assert f"orders/{words.program}.jinja" in templates().list_templates()
        assert words.hint
        assert ("seed" in words.places) <= (order in RANDOM_ORDERS)


def test_programs_of_an_order_that_they_do_not_know_fail_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    """None must be written that makes other visits than the run."""
    task = make_task(XOR, TrainingSettings(order=Order.SHUFFLED, max_epochs=3))
    assert not why_not(task)
    for module in (written_program, sklearn_module):
        monkeypatch.setattr(module, "ORDERS", {order: ORDERS[order] for order in Order if order is not Order.SHUFFLED})
    for ask in (why_not, sklearn_program, numpy_program):
        with pytest.raises(KeyError):
            ask(task)


def test_what_a_switch_needs_is_a_part_of_some_model_and_missed_in_words() -> None:
    """The canvas shows what is switched on where the model has it (`Picture.shows`)."""
    needed = {switch.needs for switch in SWITCHES if switch.needs}
    beside = {"hall", "online"}  # a view and an order, no parts of a model
    assert needed - beside <= Model.own_parts.union(*(kind.own_parts for kind in MODELS.values()))
    missed = reasons_disabled(Situation(parts=frozenset()))
    assert all(missed[name] for name in needed)
