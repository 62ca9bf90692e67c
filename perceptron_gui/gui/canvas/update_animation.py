"""Two beats of a visit: look, then update. Slow enough to follow, and left out where nobody could."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot

STEP_MS = 560
"""How long both beats take when a visit is made by hand."""
LOOK_SHARE = 0.4
"""Part of it that belongs to looking."""


class UpdateAnimation(QObject):
    """Leads the canvas from the parameters before an update to those after it. `show`: draws a snapshot."""

    def __init__(self, show: Callable[[Snapshot], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._goal: Snapshot | None = None
        self.is_reduced = False
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.Linear)
        self._animation.valueChanged.connect(self._on_value)

    @property
    def is_moving(self) -> bool:
        """Whether a visit is being shown in two beats."""
        return self._animation.state() == QVariantAnimation.State.Running

    def lead_to(self, snapshot: Snapshot, earlier: Snapshot | None, speed: float | None) -> None:
        """Show a snapshot, in two beats if it is one update after the earlier one and there is time for it.

        `earlier`: None where there was none. `speed`: visits a second; None for unlimited.
        """
        goal, self._goal = self._goal, snapshot
        if self.is_moving and goal is not None and snapshot.last is goal.last:
            return  # the same visit with more to tell
        duration = self._duration(snapshot, earlier, speed)
        if not duration:
            self.finish()
            return
        self._animation.stop()
        self._animation.setDuration(duration)
        self._animation.start()

    def finish(self) -> None:
        """Show the goal at once."""
        goal, self._goal = self._goal, None
        self._animation.stop()
        if goal is not None:
            self._show(goal)

    def _duration(self, snapshot: Snapshot, earlier: Snapshot | None, speed: float | None) -> int:
        is_next = earlier is not None and snapshot.run_id == earlier.run_id and snapshot.visit == earlier.visit + 1
        if self.is_reduced or not is_next or snapshot.theta_before is None or snapshot.model.is_curved:
            return 0
        if not snapshot.is_playing:
            return STEP_MS
        return min(STEP_MS, round(800 / speed)) if speed is not None and speed <= 2 else 0

    def _on_value(self, value: object) -> None:
        goal = self._goal
        if goal is None or goal.last is None or not isinstance(value, float):
            return
        if value >= 1.0:
            self.finish()
            return
        share = max(0.0, (value - LOOK_SHARE) / (1 - LOOK_SHARE))
        eased = share * share * (3 - 2 * share)
        theta = goal.last.before + eased * (goal.last.after - goal.last.before)
        self._show(replace(goal, theta=theta))
