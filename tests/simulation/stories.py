"""Stories: acts by chance, each followed by whatever the scheduler lets happen, and a rest now and then."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from unittest.mock import patch

from perceptron_gui.gui.app import make_application
from tests.simulation.session import Session
from tests.simulation.simulation import Simulation
from tests.simulation.window import Window, alone

REST_EVERY = 50
"""Acts from one rest to the next, at which everything is proved."""


class StoryFault(AssertionError):
    """A story that failed, with what tells it again."""


def session_story(seed: int, count: int) -> list[tuple[object, ...]]:
    """Play acts on a session without widgets; return what was on its screen."""
    make_application()
    simulation, acts = Simulation(seed), list[str]()
    with simulation.in_place():
        session = Session(simulation)
        try:
            for number in range(1, count + 1):
                acts.append(session.act())
                simulation.breathe()
                if number % REST_EVERY == 0 or number == count:
                    acts.append("rest")
                    session.rest()
        except Exception as error:
            last = " · ".join(acts[-8:])
            raise StoryFault(f"seed {seed}, act {len(acts)} ({last}): {error}") from error
        finally:
            session.close()
    return session.seen


def window_story(seed: int, count: int) -> None:
    """Play acts on the real window."""
    make_application()
    with tempfile.TemporaryDirectory(prefix="simulation-") as folder:
        simulation, acts = Simulation(seed), list[str]()
        with patch.dict(os.environ, PERCEPTRON_LAB_CONFIG=str(Path(folder) / "config")), simulation.in_place(), alone():
            window = Window(simulation, Path(folder))
            try:
                for number in range(1, count + 1):
                    acts.append(window.act())
                    simulation.breathe()
                    window.look()
                    if number % REST_EVERY == 0 or number == count:
                        acts.append("rest")
                        window.rest()
            except Exception as error:
                last = " · ".join(acts[-8:])
                raise StoryFault(f"seed {seed}, act {len(acts)} ({last}): {error}") from error
            finally:
                window.close()
