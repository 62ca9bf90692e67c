"""A second thread, which analyses whether the points of the newest document are separable (A10)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from perceptron_gui.engine.theory.bounds import Analysis, analyze
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.background_thread import BackgroundThread, answer_or_failure
from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


@dataclass(frozen=True, eq=False)
class Finding:
    """The result of an analysis.

    Attributes
    ----------
    document : Document
    analysis : Analysis or None
        None where it could not be done.
    failure : str
        Why not, in a sentence; else empty.
    """

    document: Document
    analysis: Analysis | None
    failure: str = ""


class AnalysisThread(BackgroundThread[Document, Finding]):
    """Analyses the newest document in the background.

    Parameters
    ----------
    gate : PriorityGate
        Where it waits while the window handles events.
    """

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "analysis")
        self._earlier: Analysis | None = None

    def answer(self, question: Document) -> Finding:
        """Return the analysis of a document, see `BackgroundThread`."""
        return answer_or_failure(lambda: self._analyze(question), partial(Finding, question, None))

    def _analyze(self, document: Document) -> Finding:
        self._earlier = analyze(document.dataset, document.settings, self.should_stop, earlier=self._earlier)
        return Finding(document, self._earlier)
