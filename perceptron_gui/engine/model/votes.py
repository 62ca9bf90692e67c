"""The voted perceptron as a model (V2; Freund and Schapire 1999)."""

from abc import abstractmethod

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints
from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.model.models import LinearModel, Model, MulticlassModel, make_model
from perceptron_gui.frozen import AbstractFrozen, asdict

MOST_AT_ONCE = 2**20
"""Scores of all voters that are computed together."""


class Voters(AbstractFrozen, eq=False):
    """Parameters that vote, each as often as it stood after a visit."""

    durations: Ints  # shape (n_voters,): votes of each: visits after which it stood
    takes_part: Bools  # shape (n_voters, n_rows): which rows there were: a class that had no points yet gets no votes
    is_binary: bool  # whether each votes by the sign of f; else for its largest score, of equals the first

    def __len__(self) -> int:
        """Return how many different parameters vote."""
        return len(self.durations)

    @property
    def n_votes(self) -> int:
        """Votes of all together."""
        return int(self.durations.sum())

    @abstractmethod
    def columns(self, inputs: Floats) -> Floats:
        """Return of places what `scores` needs, shape (n_parts, n_places).

        `inputs`: shape (n_places, n_features): φ of them.
        """

    @abstractmethod
    def scores(self, columns: Floats) -> Floats:
        """Return f, or the score of every class, by each of the voters, but for a common positive factor.

        `columns`: shape (n_parts, n_places): from `columns`. Returns shape (n_voters, n_rows, n_places).
        """

    def totals(self, columns: Floats) -> Ints:
        """Return the votes: those for + less those for −, or those of every class.

        `columns`: shape (n_parts, n_places): from `columns`. Returns shape (n_rows, n_places).
        """
        n_places, n_rows = columns.shape[1], self.takes_part.shape[1]
        totals = np.zeros((n_rows, n_places), dtype=np.int64)
        size = max(MOST_AT_ONCE // max(len(self) * n_rows, 1), 1)
        for begin in range(0, n_places if len(self) else 0, size):
            part = slice(begin, begin + size)
            totals[:, part] = self._counted(self.scores(columns[:, part]))
        return totals

    def _counted(self, scores: Floats) -> Ints:
        if self.is_binary:
            signs = np.sign(scores[:, 0])
            return np.asarray(np.rint(self.durations @ signs), dtype=np.int64)[None]
        scores = np.where(self.takes_part[:, :, None], scores, -np.inf)
        winners = scores.argmax(axis=1)
        counted = [self.durations @ (winners == k) for k in range(scores.shape[1])]
        return np.asarray(counted, dtype=np.int64)


class LinearVoters(Voters, eq=False):
    """Voters with weights."""

    thetas: Floats  # shape (n_voters, n_rows, n_entries): θ of each, in any unit
    has_bias: bool  # whether the last entry of a row is b
    places: int  # decimals of so many places are multiplied by whole numbers: of those ties are ties

    def columns(self, inputs: Floats) -> Floats:
        """Return x̂ of places, times a power of ten, see `Voters`."""
        unit = 10.0**self.places
        held = np.rint(inputs * unit)
        entries = np.where(held / unit == inputs, held, inputs * unit)
        return np.column_stack([entries, np.full((len(inputs), int(self.has_bias)), unit)]).T

    def scores(self, columns: Floats) -> Floats:
        """Return θ·x̂, see `Voters`."""
        n_voters, n_rows, n_entries = self.thetas.shape
        products = self.thetas.reshape(-1, n_entries) @ columns
        return products.reshape(n_voters, n_rows, columns.shape[1])


class KernelVoters(Voters, eq=False):
    """Voters without weights: each differs from the one before by the points it has learned from since."""

    kernel: Kernel
    support: Ints  # shape (n_support,): the points that were learned from, ascending
    points: Floats  # shape (n_support, n_features): where they lie, in data units
    factor: float  # what a value of K is multiplied by in the scores, and what stands in the place of 1 for the bias
    bias: float  # 1 or 0: whether there is one
    start: float  # f of the start weights
    # shape (n_changes,): voter from which on, row, place in `points`, and the sign times the step
    changes: tuple[Ints, Ints, Ints, Floats]

    def columns(self, inputs: Floats) -> Floats:
        """Return K of places and of each point that was learned from, see `Voters`."""
        return self.kernel.function.values(self.points, inputs) * self.factor

    def scores(self, columns: Floats) -> Floats:
        """Return the sums of kernels, see `Voters`; b beside them: far from all points K is too small for one sum."""
        voters, rows, places, steps = self.changes
        rises, biases = (np.zeros((*self.takes_part.shape, size)) for size in (columns.shape[1], 1))
        np.add.at(rises, (voters, rows), steps[:, None] * columns[places])
        np.add.at(biases, (voters, rows), steps[:, None] * (self.bias * self.factor))
        biases[:1] += self.start
        rises = np.cumsum(rises, axis=0, out=rises)
        rises += np.cumsum(biases, axis=0)
        return rises


class Voting(Model, eq=False):
    """A model whose scores are votes; its other base class says for which mode."""

    is_sum = False

    @property
    @abstractmethod
    def voters(self) -> Voters | None:
        """Who votes: a field of each kind, since of two base classes one alone can have fields of its own."""

    @property
    def is_curved(self) -> bool:
        """Whether the boundary need not be one straight line: it has a corner where a voter's line ends to decide."""
        return True

    @property
    def cost(self) -> int:
        """How many vote, see `Model`."""
        return len(self.voters) if self.voters is not None else 1

    def scores(self, inputs: Floats) -> Floats:
        """Return the votes, see `Model`; in the binary modes those for + less those for −."""
        assert self.voters is not None
        votes: Floats = self.voters.totals(self.voters.columns(inputs)).T.astype(np.float64)
        return votes


class BinaryVoting(Voting, LinearModel, eq=False):
    """Votes for + and −."""

    voters: Voters | None = None  # see `Voting`


class ClassVoting(Voting, MulticlassModel, eq=False):
    """Votes for each of several classes."""

    voters: Voters | None = None  # see `Voting`


def voting_model(settings: TrainingSettings, dataset: Dataset, voters: Voters) -> Model:
    """Return the model of some votes.

    `settings`: the rules by which the voters were learned. `dataset`: the points they were learned from.
    """
    plain = make_model(settings, dataset, np.zeros((voters.takes_part.shape[1], 1)))
    kind = ClassVoting if plain.has_class_rows else BinaryVoting
    return kind(**asdict(plain), voters=voters)
