"""For rooms of tests about words, parts and keys: the boundary is where it will be at once.

On its way it is drawn sixty times a second, while a test waits for something else. How it moves is asked in
tests/gui/canvas/test_beats.py and tests/gui/style/test_motion.py, and for pages in features/lessons/test_going_on.py.
"""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_motion(request: pytest.FixtureRequest) -> None:
    """Let the boundary of the shared window jump, until the window is started over for the next test."""
    if "desk" in request.fixturenames:
        request.getfixturevalue("desk").window.canvas.animation.is_reduced = True
