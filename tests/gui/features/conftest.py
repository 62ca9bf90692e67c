"""What holds for every test of this room."""

from tests.gui.still import no_motion as no_motion
