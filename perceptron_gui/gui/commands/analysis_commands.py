"""Has every new document analyzed, and shows what was found about its points."""

from functools import partial

from PySide6.QtCore import QTimer, Signal

from perceptron_gui.gui.feature import WindowCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Change, Document
from perceptron_gui.session.messages.verdict_text import verdict_hint, verdict_texts
from perceptron_gui.session.worker.analysis import Analyst, Finding
from perceptron_gui.translation import tr

LOOKING_MS = 100
"""How long the last verdict stands while the next is looked for: while a point is dragged it would blink (G5)."""

MOST_WAITS = 2
"""Paints that the verdict on points that are being dragged waits for."""


class AnalysisCommands(WindowCommands):
    """Shows the verdict on the points, and the bound on updates that follows from it. `found`: what there is to tell."""

    found = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._analyst = Analyst()
        self._work = self._controller.background.work_for(self.take_finding)
        self._judged: Document | None = None
        self._proof = ""
        self._late = QTimer(self, singleShot=True, interval=LOOKING_MS)
        self._late.timeout.connect(self._say_looking)
        self._previewed: Document | None = None
        self._awaits_paint, self._waits = False, 0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._analyze_preview)

    def begin(self) -> None:
        """Analyze the document of now, and every later one, also while points are dragged."""
        self._controller.document_changed.connect(self.analyze)
        self._controller.previewed.connect(self._on_previewed)
        self._window.canvas.painted.connect(self._on_painted)
        self._controller.ticked.connect(self._begin_frame)
        self._window.top.verdict.pointed.connect(self._peek_at_proof)
        self._window.top.verdict.clicked.connect(self._switch_proof)
        self.analyze(self._controller.document)

    def analyze(self, document: Document) -> None:
        """Ask for the verdict on a document's points."""
        self._previewed = None
        self._work.ask(partial(self._analyst.answer, document))
        self._await(document)

    def _begin_frame(self) -> None:
        self._awaits_paint = self._controller.is_dragging

    def _on_previewed(self, document: Document) -> None:
        """Ask for the verdict on points that are being dragged: a short question before a frame, or after its paint."""
        if not self._work.is_short:
            self.analyze(document)
            return
        self._previewed = document
        if not self._awaits_paint:
            self._analyze_preview()  # at once: a timer's turn may come between the next frame and its paint
        elif not self._soon.isActive():
            self._soon.start()

    def _on_painted(self) -> None:
        self._awaits_paint = False
        if self._previewed is not None and not self._soon.isActive():
            self._soon.start()

    def _analyze_preview(self) -> None:
        """Answer now, unless a frame waits for its paint: then after it, but on a busy machine one always waits."""
        document = self._previewed
        if document is None:
            return
        if self._awaits_paint and self._waits < MOST_WAITS:
            self._waits += 1
            return
        self._previewed, self._waits = None, 0
        question = partial(self._analyst.answer, document)
        if not self._work.answer_here(question):
            self._work.ask(question)
        self._await(document)

    def _await(self, document: Document) -> None:
        """Let the last verdict stand while it is about a variant of what is being judged, but not long."""
        earlier = self._judged
        if earlier is None or not document.is_variant_of(earlier):
            self._say_looking()
        elif not self._late.isActive():
            self._late.start()
        if earlier is not None and document.change_since(earlier) is Change.NEW:
            self._window.score.set_bound(None)  # that of other points; more of the same do not make it blink
        self._controller.clock.wake()

    def _say_looking(self) -> None:
        if self._work.is_busy:
            self._window.top.verdict.show_verdict((tr("looking …"), "…"), None)
            self._tell_panels(None)

    def take_finding(self, finding: Finding) -> None:
        """Show what was found about the points on the screen; while these are dragged it may be a moment old."""
        controller = self._controller
        is_document = finding.document is controller.document
        if not (is_document or controller.is_dragging):
            return
        self._late.stop()
        hint = verdict_hint(finding) if is_document else ""  # who drags a point points at nothing else
        self._window.top.verdict.show_verdict(*verdict_texts(finding), hint)
        bound = finding.analysis.bound if finding.analysis is not None and is_document else None
        self._window.score.set_bound(bound.at_most if bound is not None else None, finding)
        self._window.canvas.figures.set_finding(finding)
        controller.views.draw_again(self._window.canvas)
        self._judged, self._proof = finding.document, _proof_of(finding)
        self._peek_at_proof(self._window.top.verdict.is_pointed)
        self._tell_panels(finding)
        self.found.emit(finding)

    def _tell_panels(self, finding: Finding | None) -> None:
        for panel in self._window.side.panels:
            panel.set_finding(finding)

    def _peek_at_proof(self, is_wanted: bool) -> None:
        """Show on the canvas why the verdict holds while it is pointed at."""
        self._window.canvas.figures.peek(self._proof if is_wanted else "")

    def _switch_proof(self) -> None:
        """Show that until it is switched off."""
        if self._proof:
            self._window.actions_by_id[f"show.{self._proof}"].trigger()


def _proof_of(finding: Finding) -> str:
    """Return the name of the view switch that shows why a verdict holds; empty where there is none."""
    verdict = finding.analysis.verdict if finding.analysis is not None else None
    if verdict is None or verdict.separable is None:
        return ""
    return "street" if verdict.separable else "witness"
