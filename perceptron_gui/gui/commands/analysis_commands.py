"""Has every new document analyzed, and shows what was found about its points."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.bars.verdict_words import verdict_texts
from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Change, Document
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.worker.analysis_thread import AnalysisThread, Finding


class AnalysisCommands(QObject):
    """Shows the verdict on the points, and the bound on updates that follows from it.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._judged: Document | None = None

    @cached_property
    def analysis_thread(self) -> AnalysisThread:
        """The thread that analyzes; what it needs is imported after the first paint (A9)."""
        from perceptron_gui.session.worker.analysis_thread import AnalysisThread

        return AnalysisThread(self._controller.training_thread.gate)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for an analysis."""
        return {}

    def begin(self) -> None:
        """Analyze the document of now, and every later one."""
        self._controller.document_changed.connect(self.analyze)
        self._controller.ticked.connect(self.take_finding)
        self._controller.clock.add_work(lambda: self.analysis_thread.is_busy)
        self.analysis_thread.start()
        self.analyze(self._controller.document)

    def stop(self) -> None:
        """End the analysis."""
        self.analysis_thread.stop()

    def analyze(self, document: Document) -> None:
        """Ask for the verdict on a document's points.

        Parameters
        ----------
        document : Document
        """
        self._window.top.verdict.show_verdict((tr("looking …"), "…"), None)
        earlier = self._judged
        if earlier is not None and document.change_since(earlier) is Change.NEW:
            self._judged = None
            self._window.counter.set_bound(None)  # that of other points; more of the same do not make it blink
        self._tell_panels(None)
        self.analysis_thread.ask(document)
        self._controller.clock.wake()

    def take_finding(self) -> None:
        """Show what was found, if it is about the points on the screen."""
        finding = self.analysis_thread.findings.take()
        if finding is None or finding.document is not self._controller.document:
            return
        texts, is_good, hint = verdict_texts(finding)
        self._window.top.verdict.show_verdict(texts, is_good, hint)
        bound = finding.analysis.bound if finding.analysis is not None else None
        self._window.counter.set_bound(bound.at_most if bound is not None else None)
        self._judged = finding.document
        self._tell_panels(finding)

    def _tell_panels(self, finding: Finding | None) -> None:
        for panel in self._window.side.panels:
            panel.set_finding(finding)
