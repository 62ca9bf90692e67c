"""What holds for every test of this room."""

from tests.gui.features.in_hall import hall as hall
from tests.gui.still import no_motion as no_motion
