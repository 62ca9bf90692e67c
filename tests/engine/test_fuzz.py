"""Random sets against fractions, a few of them: `tests.engine.fuzz` and `fuzz_bounds` check any number as commands."""

import pytest

from tests.engine import fuzz, fuzz_bounds, fuzz_kernels
from tests.engine.cases import Case


def test_random_sets_agree_with_fractions_and_carry_their_proofs() -> None:
    counts = fuzz.run(40, seed=0)
    assert min(counts[kind] for kind in ("exact", "left the range", "rounded from the start")) > 2
    assert min(counts[kind] for kind in ("separable", "not separable")) > 4
    under = [counts[f"{kind} under a kernel"] for kind in ("exact", "rounded from the start", "left the range")]
    assert sum(under) == -(-sum(counts[kind] for kind in ("exact", "left the range", "rounded from the start")) // 5)


def test_random_sets_under_kernels_agree_with_fractions() -> None:
    counts = fuzz_kernels.run(30, seed=1)
    assert min(counts[kind] for kind in ("exact", "rounded from the start")) > 3
    assert counts["left the range"] > 0


def test_a_difference_is_found_and_its_set_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "assert_certified", lambda *_: pytest.fail("no proof"))
    with pytest.raises(pytest.fail.Exception):
        fuzz.run(30, seed=1)
    assert capsys.readouterr().err.startswith("set 0 of seed 1: Case(")


@pytest.mark.parametrize("number", [419124, 500499, 9176])
def test_a_batch_whose_sum_leaves_the_exact_range_is_told_without_rounding(number: int) -> None:
    """Found by 50 000 sets: from zero, too, and with several classes the sum of points may be beyond 2^53."""
    assert fuzz.run(1, 2026, number)["left the range"] == 1


def test_start_weights_are_told_as_they_are_where_beta_leaves_the_exact_range() -> None:
    """Found by 4645 sets: 10¹² − 0.0001 was told as 10¹², the whole number that stood for it."""
    assert fuzz.run(1, 0, 4645)["left the range"] == 1


def test_random_separable_sets_stay_below_their_bounds_and_those_made_for_it_reach_them() -> None:
    counts = fuzz_bounds.run(45)
    assert counts["at the bound"] >= 4
    assert counts["below"] > 15
    assert counts["rounded under a kernel"] < 5


def test_the_fuzzers_draw_multiclass_polynomial_kernels_with_near_points_and_twins() -> None:
    def is_meant(case: Case) -> bool:
        has_twins = len({tuple(point) for point in case.points}) < len(case.points)
        kernel = case.rules.kernel
        return case.rules.mode == "multiclass" and kernel is not None and kernel[0] == "poly" and has_twins

    assert sum(is_meant(fuzz_kernels.case_of(7, number)) for number in range(200)) > 10
    assert sum(is_meant(fuzz_bounds.case_of(7, number)) for number in range(300)) > 10
