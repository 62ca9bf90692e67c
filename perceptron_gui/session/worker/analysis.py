"""What is found about a document: whether its points are separable, and the bound that follows from it (A10)."""

from collections.abc import Callable, Sequence
from functools import partial

from perceptron_gui.engine.data.dataset import Dataset, Ints, trained_part, trained_points
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.theory.separability import Analysis
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.background import Work, answer_or_failure


class Finding(Frozen, eq=False):
    """The result of an analysis."""

    document: Document
    analysis: Analysis | None  # of the points that are trained on (H1). None where it could not be done
    failure: str = ""  # why not, in a sentence; else empty

    def is_about(self, snapshot: Snapshot) -> bool:
        """Return whether it is about the points and the rules of a run, of whose points the last may be yet to come."""
        return self.document.rules == snapshot.rules and snapshot.is_about(self.document.dataset)

    def may_stand_beside(self, snapshot: Snapshot) -> bool:
        """Return whether it is about a run, or about a variant: points or start weights that are being dragged."""
        dataset = self.document.dataset
        is_variant = snapshot.is_about(dataset) or dataset.X.shape == snapshot.dataset.X.shape
        return is_variant and self.has_rules_of(snapshot)

    def has_rules_of(self, snapshot: Snapshot) -> bool:
        """Return whether it is about the rules of a run, whose start weights may be being dragged."""
        return replace(self.document.rules, initial=None) == replace(snapshot.rules, initial=None)

    def is_in_space_of(self, snapshot: Snapshot) -> bool:
        """Return whether what was found lies in the space of a run's parameters."""
        return self.document.rules.geometry == snapshot.rules.geometry


class Analyst:
    """Analyzes documents, one after the other: each begins where the last one ended (A10)."""

    def __init__(self) -> None:
        self._earlier: Analysis | None = None

    def answer(self, document: Document, work: Work[Finding]) -> Finding:
        """Return what is found about a document, see `Background`."""
        return answer_or_failure(lambda: self.find(document, work.should_stop), partial(Finding, document, None))

    def find(self, document: Document, should_stop: Callable[[], bool] = lambda: False) -> Finding:
        """Return what is found about a document. Raises `SettingsError`, `DatasetError`, `Cancelled` as `analyze`."""
        from perceptron_gui.engine.theory.separability import analyze

        trained = trained_part(document.dataset)
        self._earlier = analyze(trained, document.settings, should_stop, earlier=self._earlier)
        return Finding(document, _with_numbers_of(document.dataset, self._earlier))


def find(document: Document, should_stop: Callable[[], bool] = lambda: False) -> Finding:
    """Return the analysis of a document, in the thread that asks. Raises as `Analyst.find`."""
    return Analyst().find(document, should_stop)


def _with_numbers_of(dataset: Dataset, analysis: Analysis) -> Analysis:
    """Return what was found about the points trained on, with the numbers of all points (H1)."""
    from perceptron_gui.engine.theory.separability import Analysis

    if dataset.parts is None:
        return analysis
    numbers, verdict, street = trained_points(dataset), analysis.verdict, analysis.street
    if verdict is not None:
        witness = verdict.witness
        if witness is not None:
            witness = replace(witness, indices=_named(numbers, witness.indices))
        verdict = replace(verdict, witness=witness, holders=_named(numbers, verdict.holders))
    if street is not None:
        pairs = tuple((int(numbers[i]), int(numbers[j])) for i, j in street.pairs)
        street = replace(street, kerbs=_named(numbers, street.kerbs), pairs=pairs)
    return Analysis(verdict, street, analysis.bound)


def _named(numbers: Ints, points: Sequence[int]) -> tuple[int, ...]:
    return tuple(numbers[list(points)].tolist())
