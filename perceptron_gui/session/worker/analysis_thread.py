"""A second thread, which analyses whether the points of the newest document are separable (A10)."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from perceptron_gui.engine.data.dataset import DatasetError
from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.theory.bounds import Analysis, analyze
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.gui_priority_gate import YIELD, PriorityGate
from perceptron_gui.session.worker.mailbox import Mailbox

PATIENCE_SECONDS = 0.25
"""How long an analysis goes on although there is a newer document. Points that are dragged come sooner than that; an
analysis that was given up for every new place would say nothing as long as the mouse moves."""

LEAST_WAITING = 0.01
"""Seconds that an analysis waits at the gate in any case; beyond that no longer than it works itself. While a point is
dragged events hardly end, and what waited for them at every look would be a second behind."""


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


class AnalysisThread:
    """Analyses the newest document in the background.

    Parameters
    ----------
    gate : PriorityGate
        Where it waits while the window handles events.
    """

    def __init__(self, gate: PriorityGate) -> None:
        self.findings: Mailbox[Finding] = Mailbox()
        self._gate = gate
        self._requests: Mailbox[Document] = Mailbox()
        self._wakes = threading.Event()
        self._over = threading.Event()
        self._asked = self._answered = 0
        self._began = self._waited = 0.0
        self._thread = threading.Thread(target=self._work, name="analysis", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._over.set()
        self._wakes.set()
        if self._thread.is_alive():
            self._thread.join()

    def ask(self, document: Document) -> None:
        """Analyse a document at once, or after the one that is being analysed; one that takes long is given up.

        Parameters
        ----------
        document : Document
        """
        self._requests.put(document)
        self._asked += 1  # afterwards: who reads it takes this document, or comes back for it
        self._wakes.set()

    @property
    def is_busy(self) -> bool:
        """Whether a finding may still come."""
        return self._answered != self._asked

    def _work(self) -> None:
        while True:
            self._wakes.wait()
            self._wakes.clear()
            if self._over.is_set():
                return
            asked = self._asked  # read first: a document that comes now is asked about once more, or in vain
            document = self._requests.take()
            if document is not None:
                self._answer(document)
            self._answered = asked

    def _answer(self, document: Document) -> None:
        self._began, self._waited = time.monotonic(), 0.0
        try:
            analysis = analyze(document.dataset, document.settings, self._should_stop)
            self.findings.put(Finding(document, analysis))
        except Cancelled:
            return
        except (DatasetError, SettingsError) as error:
            self.findings.put(Finding(document, None, str(error)))
        except Exception as error:  # the verdict is missing then, but nothing else is
            self.findings.put(Finding(document, None, f"{type(error).__name__}: {error}"))

    def _should_stop(self) -> bool:
        worked = self._let_events_go_first() - self._began
        is_stale = not self._requests.is_empty
        return self._over.is_set() or (is_stale and worked > PATIENCE_SECONDS)

    def _let_events_go_first(self) -> float:
        """Wait at the gate, but not for most of the time; return when that ended."""
        begin = time.monotonic()
        if self._waited > max(LEAST_WAITING, begin - self._began - self._waited):
            time.sleep(YIELD)
            return time.monotonic()
        self._gate.wait()
        end = time.monotonic()
        self._waited += end - begin
        return end
