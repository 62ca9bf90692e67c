"""Windows for tests over the gallery: closed however a test ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.gui.gallery.stage import Stage


@pytest.fixture
def stages(qapp: QApplication) -> Iterator[list[Stage]]:
    """Yield a list; what is put into it is closed, however the test ends."""
    made: list[Stage] = []
    yield made
    for stage in made:
        stage.close()
    made.clear()
