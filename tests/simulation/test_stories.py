"""Whatever answers when: a story is told again by its seed, all stay true, and faults that are put back are found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perceptron_gui.engine.run.snapshot import RunAnswer
from perceptron_gui.gui.canvas.figures.foreground import Arrow
from perceptron_gui.gui.canvas.figures.labels import Label
from perceptron_gui.gui.canvas.figures.vectors import Vectors
from perceptron_gui.gui.controller import Controller
from tests.simulation.stories import StoryFault, session_story, window_story

SOON = {session_story: 10_000, window_story: 1_000}
"""Acts in which a fault that was put back is to be found: as many as take ten seconds of a core."""


def found_soon(tell: Callable[[int, int], object], first: int = 0, count: int = 100) -> BaseException:
    """Tell one story after the other until one fails; return how.

    Parameters
    ----------
    first : int
        The seed that found it the last time: those before it come afterwards.
    count : int
        Acts of each.
    """
    seeds = range(SOON[tell] // count)
    for seed in (*seeds[first:], *seeds[:first]):
        try:
            tell(seed, count)
        except StoryFault as fault:
            assert f"seed {seed}" in str(fault)
            assert fault.__cause__ is not None
            return fault.__cause__
    raise AssertionError("not found")


def test_a_story_is_told_again_by_its_seed() -> None:
    story = session_story(7, 100)
    assert story == session_story(7, 100)
    assert story != session_story(8, 100)


@pytest.mark.parametrize("seed", range(10))
def test_a_session_stays_true_whatever_answers_when(seed: int) -> None:
    assert session_story(seed, 100)


@pytest.mark.parametrize("seed", range(2))
def test_the_window_stays_true_whatever_answers_when(seed: int) -> None:
    window_story(seed, 100)


def test_snapshots_of_runs_that_were_left_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    take = Controller._take_message

    def take_any(self: Controller) -> None:
        message = self.training_thread.mailbox._letter
        number, self._run_id = self._run_id, getattr(message, "run_id", self._run_id)
        take(self)
        self._run_id = number

    monkeypatch.setattr(Controller, "_take_message", take_any)
    assert "a snapshot of" in str(found_soon(session_story))


def test_answers_that_do_not_say_which_run_they_are_of_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found about a new space was once joined with the way of a run in the old one."""
    monkeypatch.setattr(RunAnswer, "is_of", lambda self, snapshot: True)
    monkeypatch.setattr(RunAnswer, "leads_to", lambda self, snapshot: True)
    found = found_soon(session_story, first=66)
    assert isinstance(found, ValueError) or "joined with another run" in str(found), found


def test_rows_that_moved_and_have_no_arrow_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the origin is out of view the arrows of a mistake are left out: once the rows that it moved were not."""
    names = Vectors._update_names

    def names_of_all_rows(self: Vectors, moved: list[tuple[int, Arrow, Arrow]]) -> list[Label]:
        rows = self._moved(self._weights.factor)
        return [label for _, each in zip(rows, moved, strict=True) for label in names(self, [each])]

    monkeypatch.setattr(Vectors, "_update_names", names_of_all_rows)
    assert "zip()" in str(found_soon(window_story, first=2))
