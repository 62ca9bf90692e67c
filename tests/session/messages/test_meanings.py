"""What the words of the window mean: one plain sentence each, and none of them missing where it is asked for."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.messages.meanings import MEANINGS, meaning
from perceptron_gui.session.messages.run_end import counts_names, counts_text
from tests.session.bench import XOR, Bench

GAP = "     "
"""Between two counts."""


@pytest.mark.parametrize("word", MEANINGS)
def test_a_meaning_names_its_word_first_and_is_short(word: str) -> None:
    sentence = meaning(word)
    assert sentence.endswith(".") and "\n" not in sentence
    head, _, rest = sentence.partition(": ")
    assert head.lower().split()[0] == {"bound": "at", "rounded": "≈"}.get(word.split()[0], word.split()[0])
    assert len(rest.split()) <= 24


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("is_exact", [True, False])
def test_every_count_of_the_status_line_has_a_meaning(order: Order, is_exact: bool) -> None:
    run = Bench.on(XOR, TrainingSettings(order=order)).run
    snapshot = replace(take_snapshot(run, 0, Wants()), is_exact=is_exact)
    names = counts_names(snapshot)
    assert len(names) == len(counts_text(snapshot).split(GAP))
    assert ("exact" in names) == is_exact
    assert all(meaning(name) for name in names)
