"""A mode is a line in each of a few lists: one that lacks it would be found when somebody chooses it."""

from __future__ import annotations

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.model.models import MODELS, Model
from perceptron_gui.engine.training.factory import KERNEL_TRAINERS, TRAINERS
from perceptron_gui.session.actions import Situation, reasons_disabled
from perceptron_gui.session.modes import WORDS
from perceptron_gui.session.output.run_table import COLUMNS
from perceptron_gui.session.programs.numpy_program import LEARNERS
from perceptron_gui.session.view.switches import SWITCHES


def test_every_mode_has_its_model_trainer_words_columns_and_program() -> None:
    assert set(MODELS) == set(TRAINERS) == set(WORDS) == set(Mode)
    assert set(COLUMNS) == set(LEARNERS) == set(MODELS.values())
    assert {mode for mode, kind in MODELS.items() if kind.has_kernels} == set(KERNEL_TRAINERS)


def test_modes_stand_in_the_order_of_their_buttons() -> None:
    assert list(WORDS) == list(Mode)
    assert len({words.name for words in WORDS.values()}) == len(WORDS)


def test_what_a_switch_needs_is_a_part_of_some_model_and_missed_in_words() -> None:
    """The canvas shows what is switched on where the model has it (`Picture.shows`)."""
    needed = {switch.needs for switch in SWITCHES if switch.needs}
    assert needed <= Model.own_parts.union(*(kind.own_parts for kind in MODELS.values()))
    missed = reasons_disabled(Situation(parts=frozenset()))
    assert all(missed[name] for name in needed)
