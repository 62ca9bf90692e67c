"""What can be done to the selected points by menu: one entry each, of which actions are made."""

from __future__ import annotations

from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_


class Transform(Frozen):
    """A way to move all selected points."""

    action: str  # the id of its action
    text: str  # its text in the menu; marked for translation, as `hint` is
    shortcut: str = ""  # keys in Qt's portable form. Empty for none
    hint: str = ""  # what the tooltip adds


ABOUT_MIDDLE = N_("about the middle of the selected points")
BY_A_STEP = N_("by a step, to which points snap")
TRANSFORMS = (
    Transform("edit.mirror_across", N_("Mirror left and right"), hint=ABOUT_MIDDLE),
    Transform("edit.mirror_upwards", N_("Mirror top and bottom"), hint=ABOUT_MIDDLE),
    Transform("edit.turn_left", N_("Turn left by 90°")),
    Transform("edit.turn_right", N_("Turn right by 90°")),
    Transform("edit.tilt_left", N_("Turn left by 15°")),
    Transform("edit.tilt_right", N_("Turn right by 15°")),
    Transform("edit.double", N_("Twice as large")),
    Transform("edit.halve", N_("Half as large")),
    Transform("edit.jitter", N_("Jitter"), "Ctrl+J", N_("moves each by chance, by a step at most")),
    Transform("edit.nudge_left", N_("Nudge to the left"), "Alt+Left", BY_A_STEP),
    Transform("edit.nudge_right", N_("Nudge to the right"), "Alt+Right", BY_A_STEP),
    Transform("edit.nudge_up", N_("Nudge up"), "Alt+Up", BY_A_STEP),
    Transform("edit.nudge_down", N_("Nudge down"), "Alt+Down", BY_A_STEP),
)
"""In the order of the menu."""
