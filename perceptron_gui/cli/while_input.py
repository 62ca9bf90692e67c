"""Ending a command when its standard input ends: a program that holds the other end has then ended, killed or not."""

from __future__ import annotations

import _thread
import contextlib
import os
import sys
import threading
import time

from perceptron_gui.cli.refusals import INTERRUPTED

LOOK_SECONDS = 0.25
TRIES, TRY_SECONDS = 5, 2.0
"""How often it is interrupted, and how long it has each time to leave nothing half-written behind."""
BLOCK = 2**12


def stop_with_input() -> None:
    """Interrupt the command, as Ctrl-C does, as soon as standard input ends."""
    threading.Thread(target=_stop_at_end, name="input", daemon=True).start()


def _stop_at_end() -> None:
    with contextlib.suppress(OSError):
        _wait_for_end()
    for _ in range(TRIES):  # an exception is lost where it is raised in what Qt calls
        _thread.interrupt_main()
        time.sleep(TRY_SECONDS)
    os._exit(INTERRUPTED)  # Ctrl-C may be ignored, as in what a shell starts in the background


def _wait_for_end() -> None:
    if sys.platform == "win32":
        import msvcrt
        from _winapi import PeekNamedPipe

        # While a thread reads a pipe, who asks what kind of file that is waits, as libraries do when they are loaded.
        while True:
            PeekNamedPipe(msvcrt.get_osfhandle(0), 0)
            time.sleep(LOOK_SECONDS)
    while os.read(0, BLOCK):
        pass
