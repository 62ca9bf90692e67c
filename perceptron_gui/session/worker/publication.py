"""What leaves the training thread: snapshots, surveys and pages, in the form in which the window takes them (A3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue

from perceptron_gui.engine.run.curves import curves_of
from perceptron_gui.engine.run.mistake_states import mistake_states_of
from perceptron_gui.engine.run.pocket import pocket_of
from perceptron_gui.engine.run.preview import preview_snapshot
from perceptron_gui.engine.run.replay import Look, no_look
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, Wants, take_snapshot
from perceptron_gui.engine.run.weight_path import weight_path_of
from perceptron_gui.session.document import Document
from perceptron_gui.session.run_table import PageRequest, page_of
from perceptron_gui.session.saved.place import Return
from perceptron_gui.session.worker.mailbox import Mailbox
from perceptron_gui.session.worker.protocol import Answer, Failure, WorkerMessage
from perceptron_gui.session.worker.survey import Survey


class Publication:
    """Sends what the window wants to see of a run.

    Parameters
    ----------
    mailbox : Mailbox of WorkerMessage
        Where snapshots go.
    answers : SimpleQueue of (int, Answer)
        Where surveys and pages go, each with the number of its run.
    clock : callable
        Seconds, ascending.
    look : callable
        Called now and then in long work; it may raise `Cancelled`.

    Attributes
    ----------
    document : Document or None
        What the run was made from, with the names that the classes have now.
    run_id : int
        Number of the run.
    n_commands : int
        Commands carried out so far.
    wants : Wants
        What the visible views need.
    """

    def __init__(
        self,
        mailbox: Mailbox[WorkerMessage],
        answers: SimpleQueue[tuple[int, Answer]],
        clock: Callable[[], float],
        look: Look = no_look,
    ) -> None:
        self.document: Document | None = None
        self.run_id = self.n_commands = 0
        self.wants = Wants()
        self._mailbox = mailbox
        self._answers = answers
        self._surveys = (
            Survey(curves_of, lambda wants: wants.curves, clock, look),
            Survey(mistake_states_of, lambda wants: wants.proof, clock, look),
            Survey(weight_path_of, lambda wants: wants.path, clock, look),
            Survey(pocket_of, lambda wants: wants.pocket, clock, look),
        )

    @property
    def is_awaited(self) -> bool:
        """Whether the window took the last message."""
        return self._mailbox.is_empty

    def put_run(self, run: Run, is_moving: bool = False) -> None:
        """Send a run as it stands.

        Parameters
        ----------
        run : Run
        is_moving : bool
            Whether it is on its way.
        """
        self._put(take_snapshot(run, self.run_id, self.wants, is_moving))

    def put_preview(self, run: Run, document: Document) -> None:
        """Send a run's parameters on points that are being moved.

        Parameters
        ----------
        run : Run
        document : Document
            Its points, some of them elsewhere.
        """
        self._put(preview_snapshot(run, self.run_id, self.wants, document.dataset))

    def put_failure(self, details: str) -> None:
        """Send an exception.

        Parameters
        ----------
        details : str
            The traceback.
        """
        self._mailbox.put(Failure(self.run_id, details))

    def put_page(self, run: Run, request: PageRequest) -> None:
        """Send rows of the table, unless they are of another run.

        Parameters
        ----------
        run : Run
        request : PageRequest
        """
        if request.run_id == self.run_id:
            self._answers.put((self.run_id, page_of(run, request)))

    def put_return(self, found: Return) -> None:
        """Send what was found where the run was saved.

        Parameters
        ----------
        found : Return
        """
        self._answers.put((self.run_id, found))

    def put_surveys(self, run: Run, now: float) -> None:
        """Send what is to be known of the run as a whole, as far as a view shows it and it was not sent just before.

        Parameters
        ----------
        run : Run
        now : float
            Seconds.
        """
        for survey in self._surveys:
            answer = survey.answer(run, self.wants, now)
            if answer is not None:
                self._answers.put((self.run_id, answer))

    def seconds_until_surveys(self, run: Run) -> float:
        """Return how long to wait until the next survey of a run is to be sent.

        Parameters
        ----------
        run : Run
        """
        return min(survey.seconds_until_due(run, self.wants) for survey in self._surveys)

    def _put(self, snapshot: Snapshot) -> None:
        """Send `snapshot` with the names that the classes have now: another name is no other run."""
        dataset, names = snapshot.dataset, self.document.dataset.classes if self.document is not None else ()
        names = names[: len(dataset.classes)]
        if dataset.classes != names:
            dataset = dataset.with_classes(names)
        self._mailbox.put(replace(snapshot, dataset=dataset, n_commands=self.n_commands))
