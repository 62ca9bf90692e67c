"""A curved boundary on the canvas: asked for when the picture is another, coarse first, closely at rest."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QPainterPath, QPolygonF
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.canvas.figures.curved_boundary import Curves, area, level_labels, segments
from perceptron_gui.gui.canvas.figures.labels import side_labels, undecided_label
from perceptron_gui.gui.canvas.figures.theorem_figures import right_angle_figure
from perceptron_gui.gui.canvas.figures.vectors import ArrowScale, Vectors
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import DARK, LIGHT, PROJECTOR, Theme
from perceptron_gui.session.contours.field import Field, FieldQuestion, Paths
from perceptron_gui.session.contours.tracing import answer
from perceptron_gui.session.document import Document
from perceptron_gui.session.view.switches import SWITCHES
from perceptron_gui.session.view.view_state import ViewState
from tests.gui.desk import PATIENCE_MS, Desk

XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
THREE = Dataset.of([[0, 2], [2, 0], [-2, -1], [0.5, 1.5]], [0, 1, 2, 0], ["a", "b", "c"])
FRAME = ViewFrame(-1, -1, 2, 2, 300, 300)


def seen(
    dataset: Dataset = XOR,
    visits: int = 3,
    features: FeatureMap = POLY2,
    mode: Mode = Mode.PRIMAL,
    switches: tuple[str, ...] = (),
    theme: Theme = LIGHT,
) -> Picture:
    """Return the picture of a run after so many visits."""
    run = Run(dataset, TrainingSettings(mode=mode, features=features))
    for _ in range(visits):
        run.visit_once()
    state = ViewState()
    for name in switches:
        state = state.switched(name, True)
    return Picture(Scene.of(dataset, (0, 1), take_snapshot(run, 1, Wants())), FRAME, theme, state)


class Asked:
    """Curves, and what they asked."""

    def __init__(self, parent: QObject) -> None:
        self.curves = Curves(parent)
        self.questions: list[FieldQuestion] = []
        self.curves.asked.connect(self.questions.append)

    def answer(self) -> Field:
        """Answer the last question."""
        field = answer(self.questions[-1])
        self.curves.take_field(field)
        return field


@pytest.fixture
def asked(qapp: QObject) -> Asked:
    """Return curves that draw nothing yet."""
    return Asked(qapp)


def test_a_straight_boundary_asks_nothing(asked: Asked) -> None:
    asked.curves.follow(seen(features=IDENTITY))
    assert not asked.questions
    assert asked.curves.is_settled
    assert not asked.curves.lines.isVisible()
    assert not asked.curves.ground.isVisible()


def test_a_curved_one_is_looked_at_coarsely_then_closely_at_rest_and_then_no_more(asked: Asked, qtbot: QtBot) -> None:
    curves = asked.curves
    curves.follow(seen())
    assert [question.is_fine for question in asked.questions] == [False]
    asked.answer()
    assert curves.lines.lines["boundary"]
    assert not curves.is_settled
    qtbot.waitUntil(lambda: len(asked.questions) == 2, timeout=PATIENCE_MS)
    assert asked.questions[-1].is_fine
    asked.answer()
    assert curves.is_settled
    curves.follow(seen())  # the same state, told once more
    assert len(asked.questions) == 2
    curves.follow(seen(visits=4))
    assert [question.is_fine for question in asked.questions] == [False, True, False]
    curves.follow(seen(features=IDENTITY))


def test_the_last_answer_stays_until_the_next_but_not_on_another_plane(asked: Asked) -> None:
    curves = asked.curves
    curves.follow(seen())
    field = asked.answer()
    curves.follow(seen(visits=4))
    assert curves.field is field
    curves.follow(seen(THREE, mode=Mode.MULTICLASS))
    assert curves.field is None
    assert not curves.lines.isVisible()
    curves.take_field(field)  # answered late
    assert curves.field is None
    asked.answer()
    assert curves.lines.isVisible()
    curves.follow(seen(features=IDENTITY))
    assert not curves.lines.isVisible()


def test_the_drawn_pieces_of_the_boundary_hang_together(asked: Asked) -> None:
    asked.curves.follow(seen(visits=40))
    pieces = segments(asked.answer().boundary, FRAME)
    assert len(pieces) > 20
    gaps = [one.p2() != other.p1() for one, other in pairwise(pieces)]
    assert sum(gaps) + 1 == len(asked.curves.field.boundary.paths)  # type: ignore[union-attr]
    asked.curves.follow(seen(features=IDENTITY))


def test_lines_with_gaps_have_dashes_of_one_length() -> None:
    places = np.column_stack([np.linspace(-1, 2, 301), np.zeros(301)])
    dashed = segments(Paths(places, np.array([0, 301])), FRAME, is_dashed=True)
    drawn = sum(piece.length() for piece in dashed)
    assert 0.5 < drawn / 300 < 0.65


def test_before_the_first_mistake_the_canvas_says_that_f_is_0(asked: Asked) -> None:
    picture = seen(visits=0)
    asked.curves.follow(picture)
    asked.answer()
    assert [label.text for label in undecided_label(picture, asked.curves.field)] == ["f = 0 everywhere"]
    assert not side_labels(picture, asked.curves.field)
    picture = seen(visits=40)
    asked.curves.follow(picture)
    asked.answer()
    assert not undecided_label(picture, asked.curves.field)
    assert sorted(label.text for label in side_labels(picture, asked.curves.field)) == [
        "S₊  f > 0",
        "S₋  f < 0",
    ]
    asked.curves.follow(seen(features=IDENTITY))


def test_level_lines_and_colours_are_there_on_demand_for_straight_boundaries_too(asked: Asked) -> None:
    for features in (POLY2, IDENTITY):
        picture = seen(features=features, switches=("levels", "activation"))
        asked.curves.follow(picture)
        field = asked.answer()
        assert field.levels
        assert asked.curves.lines.lines["levels"]
        assert len(asked.curves.ground.areas) == len(field.bands)
        assert level_labels(picture, field)
    assert not asked.curves.lines.lines["boundary"], "of a straight one it is a polygon's"
    asked.curves.follow(seen(features=IDENTITY))


@pytest.mark.parametrize("theme", [LIGHT, DARK, PROJECTOR], ids=lambda theme: theme.name)
def test_heights_grow_away_from_the_ground_on_both_sides(asked: Asked, theme: Theme) -> None:
    picture = seen(visits=40, switches=("activation",), theme=theme)
    asked.curves.follow(picture)
    field = asked.answer()
    ground = QColor(theme.panel).lightnessF()
    for owner in (0, 1):
        colours = [
            colour
            for band, (colour, _) in zip(field.bands, asked.curves.ground.areas, strict=True)
            if band.owner == owner
        ]
        away = [abs(colour.lightnessF() - ground) for colour in colours]
        assert away == sorted(away)
        assert away[-1] > away[0] + 0.1
    asked.curves.follow(seen(features=IDENTITY))


def test_what_only_straight_boundaries_have_is_not_drawn() -> None:
    names = [switch.name for switch in SWITCHES if switch.needs == "line"]
    assert "street" in names
    curved, straight = (seen(features=features, switches=tuple(names)) for features in (POLY2, IDENTITY))
    assert all(map(straight.shows, names))
    assert not any(map(curved.shows, names))
    vectors = Vectors(curved, ArrowScale())
    assert vectors.arrows_and_names() == ([], [])
    assert vectors.handles(lambda at: True) == {}
    assert vectors.tip(0) is None
    assert right_angle_figure(curved) is None


def test_a_window_draws_the_curve_of_its_run_and_sleeps(desk: Desk) -> None:
    document = Document(XOR, TrainingSettings(features=POLY2))
    desk.window.controller.open_document(document)
    street = desk.window.actions_by_id["show.street"]
    assert not street.isEnabled()
    assert "curved" in street.toolTip()
    desk.do("run.end")
    desk.settle()
    curves = desk.window.canvas.curves
    desk.wait(lambda: curves.is_settled and not desk.window.controller.clock._timer.isActive())
    field, model = curves.field, desk.snapshot.model
    assert field is not None
    assert len(field.boundary.paths) == 2, "a hyperbola has two branches"
    assert np.abs(model.decision_function(field.boundary.places)).max() < 0.01
    winners = [model.winners(scores) for scores in model.decision_function(XOR.X).tolist()]
    assert winners == [(label,) for label in XOR.labels.tolist()]
    desk.window.controller.open_document(Document(XOR, TrainingSettings()))
    desk.settle()
    desk.wait(lambda: not curves.lines.isVisible())
    assert street.isEnabled()


@pytest.mark.parametrize("sizes", [(), (4,), (3, 5, 70)])
def test_an_area_has_the_corners_of_its_rings(sizes: tuple[int, ...]) -> None:
    """What is read from a stream is the path that polygons make one by one."""
    offsets = np.cumsum((0, *sizes))
    rings = Paths(np.random.default_rng(5).uniform(-1, 2, (offsets[-1], 2)), offsets)
    expected = QPainterPath()
    for ring in rings.paths:
        expected.addPolygon(QPolygonF(FRAME.points(ring)))
    found = area(rings, FRAME)
    assert found == expected
    assert found.fillRule() == expected.fillRule()
    assert found.elementCount() == sum(sizes)


@pytest.mark.parametrize("mode", Mode)
def test_on_a_plane_that_was_emptied_nothing_is_traced_and_nothing_fails(desk: Desk, mode: Mode) -> None:
    """In multiclass no class was left, and the status line said "IndexError"."""
    desk.show(XOR, TrainingSettings(mode, kernel=Kernel() if mode is Mode.PRIMAL else Kernel(KernelName.RBF)))
    desk.window.controller.change_view(switches=desk.window.controller.view_state.switches | {"levels", "heights"})
    for _ in range(2):
        desk.do("run.next_mistake")
    desk.do("edit.clear")
    desk.settle()
    desk.wait(lambda: not desk.window.controller.background.is_busy and not desk.window.controller.clock.is_awake)
    assert "Error" not in desk.message
