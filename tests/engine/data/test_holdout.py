"""The draw of what is held out (H1), beside a slow one by the book."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.dataset import Dataset, HoldOut

Parts = tuple[list[int], list[int], list[int]]


def by_the_book(labels: list[int], validation: Fraction, test: Fraction, seed: int) -> Parts:
    """Draw the parts point by point: training, validation, test."""
    words = [int(word) for word in np.random.Philox(key=seed, counter=[0, 0, 2, 0]).random_raw(len(labels))]
    parts: Parts = ([], [], [])
    for k in sorted(set(labels)):
        points = sorted((i for i, label in enumerate(labels) if label == k), key=lambda i: words[i])
        n_validation, n_test = (int(share * len(points) + Fraction(1, 2)) for share in (validation, test))
        while n_validation + n_test >= len(points):
            if n_test:
                n_test -= 1
            else:
                n_validation -= 1
        parts[1].extend(points[:n_validation])
        parts[2].extend(points[n_validation : n_validation + n_test])
        parts[0].extend(points[n_validation + n_test :])
    return sorted(parts[0]), sorted(parts[1]), sorted(parts[2])


def drawn(labels: list[int], hold_out: HoldOut, n_classes: int) -> Parts:
    dataset = Dataset.of(np.zeros((len(labels), 2)), labels, [str(k) for k in range(n_classes)])
    split = hold_out.split(dataset)
    assert split.n_held_out == len(split.validation) + len(split.test)
    return split.training.tolist(), split.validation.tolist(), split.test.tolist()


def test_the_draw_is_that_of_the_book_on_random_sets() -> None:
    rng = np.random.default_rng(12)
    for _ in range(400):
        n_classes, n_samples = int(rng.integers(1, 6)), int(rng.integers(0, 40))
        labels = rng.integers(0, n_classes, n_samples).tolist()
        seed = int(rng.integers(0, 2**64, dtype=np.uint64)) if rng.random() < 0.5 else int(rng.integers(4))
        places = 10 ** int(rng.integers(1, 5))
        validation = int(rng.integers(places))
        shares = Fraction(validation, places), Fraction(int(rng.integers(places - validation)), places)
        assert drawn(labels, HoldOut(*shares, seed), n_classes) == by_the_book(labels, *shares, seed)


def test_ten_points_are_drawn_as_on_the_blackboard() -> None:
    # The ten words of seed 0 begin with f79, 7e7, 503, 3de, 61a, 79c, 3a2, 945, 7c2, 7db. Ascending, those of A are
    # points 3 2 4 5 1 0, a quarter of which and a half make 2 and 2; those of B are 6 8 9 7, which make 1 and 1.
    quarters = HoldOut(Fraction(1, 4), Fraction(1, 4))
    assert drawn([0] * 6 + [1] * 4, quarters, 2) == ([0, 1, 7, 9], [2, 3, 6], [4, 5, 8])


def test_one_point_of_each_class_is_left_and_the_test_gives_back_first() -> None:
    assert drawn([0] * 10, HoldOut(Fraction(45, 100), Fraction(1, 2)), 1) == ([0], [2, 3, 4, 5, 6], [1, 7, 8, 9])
    assert drawn([0, 1, 1], HoldOut(Fraction(9, 10), Fraction(0)), 2) == by_the_book(
        [0, 1, 1], Fraction(9, 10), Fraction(0), 0
    )
    assert len(drawn([0, 1, 1], HoldOut(Fraction(9, 10), Fraction(0)), 2)[0]) == 2


def test_shares_are_decimals_not_the_doubles_next_to_them() -> None:
    share, below = Fraction("0.35"), Fraction(0.35)  # 0.35·10 + ½ is 4; of the double, which is less, it is below 4
    assert below < share
    assert len(drawn([0] * 10, HoldOut(share), 1)[1]) == 4
    assert len(drawn([0] * 10, HoldOut(below), 1)[1]) == 3


def test_points_that_come_at_the_end_change_no_word_of_the_others() -> None:
    # With so many more of another class the shares of the first class stay, and so do its parts.
    hold_out = HoldOut(Fraction(1, 5), Fraction(1, 10), 7)
    alone, longer = drawn([0] * 30, hold_out, 2), drawn([0] * 30 + [1] * 50, hold_out, 2)
    assert [[i for i in part if i < 30] for part in longer] == list(alone)


@pytest.mark.parametrize(
    ("shares", "seed", "says"),
    [
        (("0.5", "0.5"), 0, "0 or more and add up to less than 1, not 0.5 and 0.5"),
        (("-0.1", "0"), 0, "0 or more and add up to less than 1, not -0.1 and 0.0"),
        (("0.1", "0"), 2**64, "whole number from 0 to 18446744073709551615, not 18446744073709551616"),
        (("0.1", "0"), -1, "not -1"),
    ],
)
def test_what_makes_no_sense_is_refused(shares: tuple[str, str], seed: int, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        HoldOut(Fraction(shares[0]), Fraction(shares[1]), seed)


def test_some_points_keep_their_marks() -> None:
    dataset = Dataset.of([[0, 0], [1, 1], [2, 2], [3, 3]], [0, 1, 0, 1], rounded=[1, 3])
    some = dataset.only(np.array([0, 2, 3]))
    assert (some.X[:, 0].tolist(), some.labels.tolist(), some.rounded) == ([0, 2, 3], [0, 0, 1], (2,))
    assert not some.X.flags.writeable
    assert not some.labels.flags.writeable
