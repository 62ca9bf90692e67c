"""Which data the visible views need from the run."""

from PySide6.QtCore import QObject

from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.bars.timeline import Timeline
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.panels.panel import combine_wants
from perceptron_gui.gui.panels.side_panel import SidePanel
from perceptron_gui.session.view.view_state import view_wants

TIMELINE_PADDING = 16
"""Pixels of the timeline, left and right together, without marks."""


class DataRequests(QObject):
    """Lets only that be copied from the run which a visible view shows. `wanted`: what the run was asked for last."""

    def __init__(self, controller: Controller, timeline: Timeline, side: SidePanel) -> None:
        super().__init__(controller)
        self.wanted: Wants | None = None
        self._controller, self._timeline, self._side, self._document = controller, timeline, side, controller.document
        controller.view_changed.connect(self.update)
        side.changed.connect(self.update)
        # No later snapshot may come: a run that ends in one go is shown once.
        timeline.rescaled.connect(self.update)

    def update(self, *_: object) -> None:
        """Request the data that visible views need, if that has changed.

        `_`: ignored: what a signal brings.
        """
        timeline, state, document = self._timeline, self._controller.view_state, self._controller.document
        ticks = min(max(timeline.width() - TIMELINE_PADDING, 1), timeline.span)
        beside_panels = view_wants(document, state, ticks, timeline.span)
        wants = combine_wants([beside_panels, *(panel.wants for panel in self._side.panels if panel.is_seen)])
        # The run gives up the errors of a test part with that part, before it is told what is wanted.
        if wants != self.wanted or (wants.test and document is not self._document):
            self.wanted, self._document = wants, document
            self._controller.post(lambda worker: worker.want(wants))
