"""The panel "Weight space": every point as a half-space of weights, the solutions, and the way of θ (P2, T1)."""

import html
from functools import partial

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import NoteLines, SteadyText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.weight_space import views, weight_space
from perceptron_gui.session.weight_space import weight_space as words
from perceptron_gui.session.weight_space.half_spaces import Pair
from perceptron_gui.session.weight_space.views import WeightView
from perceptron_gui.translation import N_, tr

HEIGHTS = (380, 480)
"""Pixels of the panel, on a desk, from which a second and a third line are said below the picture."""


ON_SPHERE = N_(
    "Drag to turn the sphere; click to see the boundary of the weights there. Drag θ to restart the run from "
    "there; its length stays the same. After Enter, arrows turn the sphere, Space clicks in the middle, Esc "
    "leaves. Double-click to reset the view."
)
ON_PLANE = N_(
    "Click to see the boundary of the weights there; drag θ to restart the run from there. After Enter, arrows "
    "move a cross, Space clicks, Esc leaves. Scroll to zoom, double-click to see everything."
)
KEYS = N_("Weight space: arrows turn or move (⇧ faster) · Space shows the boundary · Esc leaves")
"""What the status line says while the arrows belong to the picture."""


class WeightSpacePanel(Panel):
    """The picture of weight space with what is said about it.

    `tried`: weights whose boundary is to be shown. `start_moved`, `start_chosen`: start weights that are being dragged,
    and those to start from. `start_given_up`: the drag is over, and nothing is to change.
    """

    wants = Wants(path=True)
    watched = "switches", "lit_point", "tried_weights", "is_presenting", "hall_tool"
    tried = Signal(object)
    start_moved = Signal(object)
    start_chosen = Signal(object)
    start_given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: weight_space.SpaceQuestion | None = None
        self._space: weight_space.WeightSpace | None = None
        self._failure = ""
        self._views = views.ViewChoice()
        self._dataset = Dataset.empty()
        self._is_dragging = False
        self._n_said = 1 + len(HEIGHTS)
        self._length = 1.0  # of the start weights that are dragged
        self.scene: weight_space.WeightScene | None = None

    def build(self) -> None:
        """Make the picture and what stands below it. See `Panel.build`."""
        from perceptron_gui.gui.features.weight_space.weight_picture import WeightControls, WeightPicture

        self.picture, self.controls = WeightPicture(), WeightControls()
        self.note, self.text = NoteLines(2), SteadyText()
        in_column(self, self.picture, self.note, self.controls, self.text, margins=(12, 10, 12, 12)).setStretch(0, 1)
        self.focus_part = self.picture
        self._connect()

    def _connect(self) -> None:
        picture = self.picture
        picture.pointed.connect(self._on_pointed)
        picture.picked.connect(self._on_picked)
        picture.start_moved.connect(self._on_start_moved)
        picture.start_dropped.connect(self._on_start_dropped)
        picture.start_given_up.connect(self._on_start_given_up)
        picture.view_changed.connect(self._on_view_changed)
        picture.view_reset.connect(self._on_view_reset)
        picture.keys_taken.connect(lambda are_taken: self.hint_changed.emit(tr(KEYS) if are_taken else ""))
        controls = self.controls
        controls.pair_chosen.connect(self._on_pair)
        controls.flat_toggled.connect(self._on_view_reset)
        controls.start_asked.connect(lambda: self.start_chosen.emit(self.view_state.tried_weights))

    def connect_to(self, controller: Controller) -> None:
        """Let start weights be dragged, and others be tried. See `Panel.connect_to`."""
        self.tried.connect(lambda weights: controller.change_view(tried_weights=weights))
        self.start_moved.connect(controller.preview_start)
        self.start_chosen.connect(controller.start_from)
        self.start_given_up.connect(controller.cancel_preview)

    # What the window tells

    def apply_theme(self, theme: Theme) -> None:
        """Give the picture and the lines below other colours. See `Panel.apply_theme`."""
        self.picture.set_theme(theme)
        self.controls.tell()
        self.note.set_theme(theme)
        self._choose_lines()

    def set_dataset(self, dataset: Dataset) -> None:
        """Forget how other points were seen. See `Panel.set_dataset`."""
        if dataset.X.shape != self._dataset.X.shape and not dataset.is_extension_of(self._dataset):
            self._views.forget()
        self._dataset = dataset

    def take_answer(self, answer: object) -> None:
        """Take the way of the weights. See `Panel.take_answer`."""
        from perceptron_gui.engine.run.records.curves import WeightPath

        if isinstance(answer, WeightPath):
            self.keep(answer)

    def take_finding(self, finding: weight_space.SpaceFinding) -> None:
        """Show a computed weight space, a little late during drags, unless it is about other points."""
        if finding.question.is_variant_of(self._question):
            self._space, self._failure = finding.space, finding.failure
            self._draw_if_seen()

    # Drawing

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether there is a picture, or it is known why there is none. See `Panel.has_come`."""
        return self._question is None or self._space is not None or bool(self._failure)

    def draw(self, snapshot: Snapshot) -> None:
        """Show the run in weight space. See `Panel.draw`."""
        is_shown = (
            weight_space.can_be_shown(len(snapshot.model.weight_names), snapshot.settings)
            and snapshot.dataset.n_samples > 0
        )
        self.controls.offer_pairs(snapshot)
        pair = self.controls.chosen_pair
        if is_shown and pair in weight_space.pairs_of(snapshot.dataset, snapshot.settings):
            self._ask(weight_space.SpaceQuestion(snapshot.dataset, snapshot.settings, pair))
            self.scene = self._scene_of(snapshot, pair)
        else:
            self._question = self._space = self.scene = None
            self._views.forget()  # the next may be of another space
        self.picture.setVisible(self.scene is not None)
        self.controls.show_scene(self.scene, pair is None)
        self.picture.show_scene(self.scene, self._view(snapshot) if self.scene is not None else None)
        said = self._said(snapshot)
        self.text.setText(self._html(said[: self._n_said]))
        self.text.setToolTip("\n".join(said[self._n_said :]))
        most = words.most_said_below(self.scene)[: self._n_said] if self.scene is not None else []
        self.text.keep_room_for(self._html(most))
        self.note.setVisible(self.scene is not None)
        if self.scene is not None:
            notes = words.about_point(self.scene, snapshot.dataset), words.about_tried(self.scene, snapshot.settings)
            self.note.show_lines([line for line in notes if line])
            if not snapshot.is_playing:
                told = [words.where_theta_is(self.scene), *said, *notes]
                self.picture.setAccessibleDescription("\n".join(filter(None, told)))

    def _ask(self, question: weight_space.SpaceQuestion) -> None:
        """Request weight space if the question is new; for a variant the old one is shown meanwhile."""
        earlier = self._question
        if question.is_like(earlier):
            return
        if not question.is_variant_of(earlier):
            self._space = None
        if earlier is not None and not question.is_in_space_of(earlier):
            self._views.forget()
        self._question, self._failure = question, ""
        self.asked.emit(partial(weight_space.find_space, question), self.take_finding)

    def _scene_of(self, snapshot: Snapshot, pair: Pair | None) -> weight_space.WeightScene | None:
        from perceptron_gui.engine.run.records.curves import WeightPath

        space, state, settings = self._space, self.view_state, snapshot.settings
        if space is None:
            return None
        found = np.flatnonzero(space.points == state.lit_point).tolist() if state.lit_point is not None else []
        tried = state.tried_weights
        return weight_space.WeightScene(
            space,
            weight_space.way_of(snapshot, self.known(WeightPath, while_moved=True), pair),
            words.entry_names(len(snapshot.model.weight_names), settings.bias),
            lit=found[0] if found else None,
            tried=tried if tried is not None and len(tried) == space.n_entries else None,
            can_start=pair is None and self.view_state.tool_in_hand is not None,
            is_veiled=snapshot.is_veiled,
        )

    def _view(self, snapshot: Snapshot) -> WeightView:
        """Return the view of weight space, and set the hint on what the mouse does in it."""
        assert self.scene is not None
        view, is_flat = self.picture.view, self.controls.flat.isChecked()
        if not self._is_dragging or view is None:
            view = self._views.view(self.scene.space, self.scene.way, snapshot.settings.eta, is_flat)
        self.picture.setToolTip(tr(ON_SPHERE if view.is_round else ON_PLANE))
        return view

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_lines()

    def _choose_lines(self) -> None:
        """Use fewer lines below the picture if height is short."""
        n_said = sum(self.height() >= height * self.theme.scale for height in (0, *HEIGHTS))
        if n_said != self._n_said:
            self._n_said = n_said
            if self.is_built:
                self.text.forget_height()
                self._draw_if_seen()

    def _said(self, snapshot: Snapshot) -> list[str]:
        """Return the lines of text below the picture."""
        if self.scene is not None:
            return words.said_below(self.scene)
        is_asked = self._question is not None
        why_not = (self._failure or tr("computing …")) if is_asked else ""
        return [why_not or words.why_not_shown(snapshot.dataset, snapshot.settings)]

    def _html(self, said: list[str]) -> str:
        lines = "".join(f'<p style="margin:0 0 4px 0">{html.escape(line)}</p>' for line in said)
        return f'<div style="color:{self.theme.muted}">{lines}</div>'

    # What the user does

    def _on_pointed(self, index: int | None) -> None:
        scene = self.scene
        point = int(scene.space.points[index]) if scene is not None and index is not None else None
        if point != self.view_state.lit_point:
            self.lit.emit(point, None)

    def _on_picked(self, theta: Floats) -> None:
        if self.picture.view is not None:
            self.tried.emit(views.rounded(theta, self.picture.view))

    def _on_start_moved(self, theta: Floats) -> None:
        if not self._is_dragging and self.scene is not None:
            self._length = float(np.sqrt(np.square(self.scene.way.current).sum()))
        self._is_dragging = True
        if self.picture.view is not None:
            self.start_moved.emit(views.rounded(theta, self.picture.view, self._length))

    def _on_start_dropped(self, theta: Floats) -> None:
        self._is_dragging = False
        if self.picture.view is not None:
            self.start_chosen.emit(views.rounded(theta, self.picture.view, self._length))

    def _on_start_given_up(self) -> None:
        self._is_dragging = False
        self.start_given_up.emit()

    def _on_view_changed(self, view: WeightView) -> None:
        self._views.by_hand = view
        if self.scene is not None:
            self.picture.show_scene(self.scene, view)

    def _on_view_reset(self) -> None:
        self._views.forget()
        self._draw_if_seen()

    def _on_pair(self) -> None:
        self.tried.emit(None)
        self._draw_if_seen()
