"""Curves along a run: mistakes per epoch, errors, loss, ‖w‖ and b over the visits (W4, P3, P4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.held_out_errors import held_out_errors
from perceptron_gui.engine.run.held_states import extremes, looked_at, thinned
from perceptron_gui.engine.run.norms import gradient_norm, weight_norm
from perceptron_gui.engine.run.replay import Look, Replay, no_look
from perceptron_gui.engine.run.run_answer import RunAnswer
from perceptron_gui.engine.run.visit_record import parameters
from perceptron_gui.engine.training.loss import loss
from perceptron_gui.frozen import Frozen, replace

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
    from perceptron_gui.engine.data.parts import Part
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.training.trainer import Trainer

MOST_SAMPLES = 480
"""The most states of which curves are computed: about as many as a wide panel has pixels."""
LEAST_SAMPLES, MOST_PRODUCTS = 12, 66_000_000
"""Fewer states for large sets, at least the first number: the work at all of them stays below the second."""
POINT_PRODUCTS = 30
"""To look at a point costs as much as so many products, besides those with the parameters."""
ALL_SHARES = 10_000
"""In online order: up to here the share of mistakes is looked at after every visit, after that at so many."""

NOTHING: Mapping[Part, Dataset] = MappingProxyType({})


class PartErrors(Frozen, eq=False):
    """Errors along a run among points that it does not train on (H1)."""

    part: Part  # what the points are for
    n_points: int  # how many they are
    errors: Ints  # shape (n_places,): points that were wrong under the parameters there; read-only


class Curves(RunAnswer, eq=False):
    """Numbers along a run: each holds from one visit through another, and of what lies between two is nothing known.

    All arrays are read-only.

    `settings`, `dataset`: see `RunAnswer`: the points present at the frontier.
    """

    # shape (n_ends,): visits completed at the end of an epoch, or of several where there are too many to show
    epoch_ends: Ints
    mistakes: Floats  # shape (n_ends,): mistakes per epoch since the end before: events in time
    # shape (n_places,): the first and the last visits completed at which the following are as they were computed
    visits: Ints
    through: Ints
    errors: Ints  # shape (n_places,): points that were wrong under the parameters there: a count then
    loss: Floats  # shape (n_places,): perceptron loss there (P3; M2 in multiclass)
    gradient: Floats  # shape (n_places,): length of the loss's gradient there
    # shape (n_places,): ‖w‖ (multiclass: of all rows together) and b (multiclass: NaN)
    norm: Floats
    bias: Floats
    seen: Ints  # shape (n_seen,): in online order, points shown so far, each once (P4); empty in the other orders
    rate: Floats  # shape (n_seen,): mistakes so far over points so far
    n_points: Ints  # shape (n_places,): points present there, of those that are trained on
    # errors there among the points held out, part by part; of the test part only where it was asked for
    held_out: tuple[PartErrors, ...] = ()

    def until(self, visit: int, with_errors: bool = True) -> Curves:
        """Return the curves as they were known when the run came to a visit for the first time.

        `visit`: visits completed. `with_errors`: whether to include the state at the visit itself, whose errors and
        loss tell of the visits to come.
        """
        ends = int(np.searchsorted(self.epoch_ends, visit, side="right"))
        known = np.searchsorted(self.visits, visit, "right") if with_errors else np.searchsorted(self.through, visit)
        places = int(known)
        points = int(np.searchsorted(self.seen, visit, side="right"))
        return Curves(
            self.settings,
            self.dataset,
            self.epoch_ends[:ends],
            self.mistakes[:ends],
            self.visits[:places],
            np.minimum(self.through[:places], visit),
            self.errors[:places],
            self.loss[:places],
            self.gradient[:places],
            self.norm[:places],
            self.bias[:places],
            self.seen[:points],
            self.rate[:points],
            self.n_points[:places],
            tuple(replace(each, errors=each.errors[:places]) for each in self.held_out),
        )


def curves_of(run: Run, look: Look = no_look, held_out: Mapping[Part, Dataset] = NOTHING) -> Curves:
    """Compute the curves of a run up to its frontier; the cursor stays where it is.

    `look`: called now and then; it may raise `Cancelled`. `held_out`: points that are not trained on, whose errors are
    to be counted, too.
    """
    ends = epoch_ends(run)
    edges = np.concatenate([[0], ends])
    epochs = np.diff([epoch_count(run, int(visit)) for visit in edges])
    n_samples = run.dataset.n_samples + sum(points.n_samples for points in held_out.values())
    products = n_samples * (len(run.state.theta) + POINT_PRODUCTS)
    most = max(LEAST_SAMPLES, min(MOST_SAMPLES, MOST_PRODUCTS // max(products, 1)))
    places, visits, through = looked_at(run, most)
    walk = Replay(run, look)
    looked = [_look(walk.to(int(visit)), held_out.values()) for visit in places]
    looks = np.array(looked, dtype=np.float64).reshape(-1, 7 + len(held_out))
    # The log of batch order holds updates, each of which learns from many mistakes.
    is_batch = run.settings.order is Order.BATCH
    mistakes = np.interp(edges, visits, looks[:, 5]) if is_batch else run.updates_before(edges)
    per_epoch = np.diff(mistakes) / np.maximum(epochs, 1)
    losses, gradients, norms, biases = (frozen(looks[:, column].copy()) for column in (1, 2, 3, 4))
    errors, n_points, *others = (frozen(looks[:, j].astype(np.int64)) for j in (0, *range(6, looks.shape[1])))
    counted = zip(held_out.items(), others, strict=True)
    parts = [PartErrors(part, points.n_samples, found) for (part, points), found in counted]
    data = run.trainer_at(run.frontier).data
    return Curves(
        data.settings,
        data.dataset,
        frozen(ends),
        frozen(per_epoch),
        frozen(visits),
        frozen(through),
        errors,
        losses,
        gradients,
        norms,
        biases,
        *_so_far(run),
        n_points,
        tuple(parts),
    )


def _so_far(run: Run) -> tuple[Ints, Floats]:
    """Return the points shown so far and mistakes so far over them, in online order: a visit is a point (P4)."""
    if run.settings.order is not Order.ONLINE:
        return frozen(np.empty(0, dtype=np.int64)), frozen(np.empty(0))
    # The share moves least late: of what follows the first ones some are enough to see how far it goes.
    late = thinned(np.arange(ALL_SHARES, run.frontier + 1), ALL_SHARES)
    seen = np.append(np.arange(1, min(ALL_SHARES, run.frontier + 1)), late)
    rate = run.updates_before(seen.astype(np.float64)) / seen
    places = extremes(rate, MOST_SAMPLES)
    return frozen(seen[places]), frozen(rate[places])


def epoch_ends(run: Run) -> Ints:
    """Return the visits at which epochs ended, at most as many as can be shown; none in random order.

    Returns shape (n_ends,): visits completed, ascending.
    """
    ends: list[int] = []
    passes = run.passes
    for i, part in enumerate(passes):
        last = passes[i + 1].visit if i + 1 < len(passes) else run.frontier
        if part.size:
            count = (last - part.visit) // part.size
            ends += range(part.visit + part.size, last + 1, part.size * max(count // 4000, 1))
            ends += [part.visit + count * part.size] * (count > 0)
    return thinned(np.unique(np.array(ends, dtype=np.int64)), MOST_SAMPLES)


def epoch_count(run: Run, visit: int) -> int:
    """Return how many epochs were over. `visit`: visits completed."""
    part = next((part for part in reversed(run.passes) if part.visit <= visit), run.passes[0])
    return part.epoch - 1 + (visit - part.visit) // part.size if part.size else 0


def _look(trainer: Trainer, held_out: Iterable[Dataset]) -> tuple[float, ...]:
    """Return errors, loss, ‖gradient‖, ‖w‖, b, mistakes so far and points of a trainer, and errors held out."""
    data, theta = trainer.data, parameters(trainer)
    bias = float(theta[0, -1]) if data.settings.bias and len(theta) == 1 else np.nan
    errors = float(np.count_nonzero(trainer.margins() <= 0.0))
    lengths = (gradient_norm(trainer), weight_norm(trainer))
    learned = float(trainer.state.mistakes + trainer.state.near_misses)
    others = [float(np.count_nonzero(held_out_errors(trainer, points))) for points in held_out]
    return errors, loss(trainer), *lengths, bias, learned, float(data.n_samples), *others
