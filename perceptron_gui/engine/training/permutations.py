"""In which order a pass visits the points, and which error comes next where there are no passes (P4)."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Ints
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.native import loader

WORDS_AT_ONCE = 4096
"""Raw words of the generator that are drawn together."""
Words = NDArray[np.uint64]


def pass_order(settings: TrainingSettings, epoch: int, began_with: int, n_samples: int) -> Ints | None:
    """Return the indices of the points in the order in which a pass visits them.

    `epoch`: the pass, from 1. `began_with`: points present when the pass began; only these are permuted. `n_samples`:
    points present now: those that came during the pass are visited at its end (P9). Returns shape (n_samples,), or
    None: none is the order of placement.
    """
    if settings.order is not Order.SHUFFLED:
        return None
    return np.concatenate([permutation(settings.seed, epoch, began_with), np.arange(began_with, n_samples)])


def permutation(seed: int, epoch: int, n_samples: int) -> Ints:
    """Return the shuffled order of a pass: the stable argsort of raw Philox words (P4).

    The generator is addressed by (seed, epoch), so that any pass can be visited again without a memory of the others.

    `seed`: random seed. `epoch`: the pass, from 1. `n_samples`: points present when it began. Returns shape
    (n_samples,).
    """
    if loader.library is not None:
        return loader.library.shuffle(seed, epoch, n_samples)
    words = np.random.Philox(key=seed, counter=[0, epoch, 0, 0]).random_raw(n_samples)
    return np.argsort(words, kind="stable").astype(np.int64)


def points_at(order: Ints | None, positions: list[int]) -> list[int]:
    """Return the indices of the points at some positions of a pass.

    `order`: shape (n_samples,), or None: indices in the order of the pass; None is the order of placement. `positions`:
    from 0.
    """
    return positions if order is None else [int(order[p]) for p in positions]


def random_words(seed: int, step: int) -> Words:
    """Return the words of Philox(key=seed, counter=[0, 0, 1, 0]) from one step to the end of its block (P4).

    `seed`: random seed. `step`: the first word: visits completed. Returns shape (n_words,): 1 to `WORDS_AT_ONCE` words,
    read-only.
    """
    return _block_of_words(seed, step // WORDS_AT_ONCE)[step % WORDS_AT_ONCE :]


@lru_cache(maxsize=8)
def _block_of_words(seed: int, block: int) -> Words:
    """Return words block · 4096 … of the generator; a counter stands for four of them."""
    words = np.random.Philox(key=seed, counter=[block * WORDS_AT_ONCE // 4, 0, 1, 0]).random_raw(WORDS_AT_ONCE)
    words.flags.writeable = False
    return words
