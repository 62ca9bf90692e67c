"""A kernel is one file that owns all it knows: the others ask it, and what does not know one fails loudly (D5)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.kernel import FUNCTIONS, OWNERS, Kernel, KernelName
from perceptron_gui.engine.data.kernels.function import KernelFunction
from perceptron_gui.engine.native import loader
from tests.sources import PACKAGE, PATHS, nodes

REGISTRY = "engine/data/kernel.py"
CURVED = [name for name, function in FUNCTIONS.items() if function.is_curved]


@pytest.mark.together
def test_nothing_but_the_list_and_the_examples_names_a_member_of_the_list() -> None:
    members = {name.name for name in CURVED}
    naming = [
        path.relative_to(PACKAGE).as_posix()
        for path in PATHS
        if any(name in path.read_text(encoding="utf-8") for name in members)
        and any({getattr(node, "attr", ""), getattr(node, "id", "")} & members for node in nodes(path))
    ]
    assert naming == [REGISTRY, "engine/data/samples.py"]


@pytest.mark.parametrize("name", KernelName)
def test_every_kernel_says_all_that_is_asked_of_it(name: KernelName) -> None:
    function = Kernel(name).function
    words = function.words
    assert all([words.name, words.meaning, words.action, words.hint, words.formula])
    assert not function.is_curved or (words.owner and words.no_primal)
    for each in function.parameters:
        assert all([each.symbol, each.tip.count(":") == 1, each.refusal, each.option])
        assert each.is_whole or (each.wanted and each.too_small)
        assert each in OWNERS[each.name]
    assert words.formula.format(**Kernel(name).numbers)
    assert len({each.words.key for each in FUNCTIONS.values()} - {""}) == sum(
        bool(each.words.key) for each in FUNCTIONS.values()
    )


def test_a_kernel_that_lacks_an_answer_cannot_be_made() -> None:
    complete = FUNCTIONS[CURVED[0]]
    for missing in KernelFunction.__abstractmethods__:
        methods = {each: getattr(complete, each) for each in KernelFunction.__abstractmethods__ - {missing}}
        with pytest.raises(TypeError, match=missing):
            type("Incomplete", (KernelFunction,), methods)()


def test_a_name_without_a_kernel_is_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(CURVED[0])
    monkeypatch.delitem(FUNCTIONS, CURVED[0])
    for ask in (lambda: kernel.function, lambda: kernel.is_curved, lambda: kernel.essence, lambda: Kernel(CURVED[0])):
        with pytest.raises(KeyError):
            ask()


@pytest.mark.skipif(loader.library is None, reason="there is no compiled loop here")
def test_the_compiled_loop_refuses_a_kernel_that_it_does_not_know() -> None:
    kinds = [numbers[0] for name in CURVED if (numbers := Kernel(name).function.loop_numbers()) is not None]
    assert len({*kinds}) == len(kinds)
    assert loader.library is not None
    for kind in (-1, max(kinds) + 1, 2**40):
        with pytest.raises(ValueError, match=f"has no kernel {kind}"):
            loader.library.gram_row(loader.KernelNumbers(kind, 2, 1.0, 1.0), np.ones((2, 3)), 0, 0, 3)


@pytest.mark.parametrize("name", [name for name in CURVED if not FUNCTIONS[name].is_decimal])
def test_what_is_never_a_decimal_is_not_worked_out_as_one(name: KernelName) -> None:
    function = Kernel(name).function
    assert function.whole_places(0) is None
    assert isinstance(function.product([Fraction(1)], [Fraction(1, 2)]), float)
    for ask in (lambda: function.held(0), lambda: function.roundings(2), lambda: function.monomials(2)):
        with pytest.raises(TypeError):
            ask()


def test_a_number_is_refused_in_the_words_of_the_kernel_that_is_meant() -> None:
    for name, function in FUNCTIONS.items():
        for each in function.parameters:
            with pytest.raises(SettingsError) as raised:
                Kernel(name, **{each.name: -1})
            assert str(raised.value) == each.refusal.format(value=-1, most=each.limits.le)
