"""Commands of which only the latest matters: no queue of old places may build up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.session.worker.mailbox import Mailbox

if TYPE_CHECKING:
    from perceptron_gui.session.worker.training_worker import Command, TrainingWorker


class LatestCommand:
    """Lets a command replace the one before it, if that is of the same kind and not done yet.

    The mouse asks faster than a long run can be sought through.
    """

    def __init__(self) -> None:
        self._kind = ""
        self._mailbox: Mailbox[Command] = Mailbox()

    def replace(self, kind: str, command: Command) -> Command:
        """Return what to post to the training thread for `command`.

        `kind`: what the command is about, such as "seek"; not empty. Returns does the latest command of this kind, and
        nothing where that was done already.
        """
        if kind != self._kind:
            self._kind, self._mailbox = kind, Mailbox()
        mailbox = self._mailbox
        mailbox.put(command)
        return lambda worker: _do_latest(worker, mailbox)

    def end(self) -> None:
        """Let the latest command stand: another one was posted after it."""
        self._kind = ""


def _do_latest(worker: TrainingWorker, mailbox: Mailbox[Command]) -> None:
    command = mailbox.take()
    if command is not None:
        command(worker)
