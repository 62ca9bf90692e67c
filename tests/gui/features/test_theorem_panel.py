"""The panel "Theorem" in the window: hidden it costs nothing, and its mistakes can be pointed at and gone to."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.many_runs import Question
from perceptron_gui.engine.run.records.all_points import MistakeStates, mistake_states_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.features.theorem.proof_plot import ProofPicture, ProofPlot
from perceptron_gui.gui.features.theorem.theorem_controls import Lifted, OnesPicture, boundary_ends, ground_of
from perceptron_gui.gui.features.theorem.theorem_html import proof_picture
from perceptron_gui.gui.features.theorem.trials import InfluencesPanel, TrialsPanel
from perceptron_gui.gui.panels.axis_plots import AxisPlot, ScaleAxis
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR, Theme
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.theorem.theorem_page import theorem_page
from perceptron_gui.session.worker.training_worker import Finding
from tests.gui.desk import Desk, Key
from tests.gui.legibility import pixels
from tests.session.bench import TEXTBOOK, XOR
from tests.session.explanation.test_theorem import finding_of, page_of, snapshot_of


def opened(desk: Desk) -> TheoremPanel:
    """Open the panel beside the textbook's run, at its end."""
    desk.show(TEXTBOOK)
    desk.window.side.bring_named("theorem")
    desk.do("run.end")
    panel = desk.window.side.panel(TheoremPanel)
    desk.wait(lambda: "MISTAKE 7" in panel.step.text() and "117" in panel.statement.text())
    return panel


def place_of(panel: TheoremPanel, mistake: int) -> QPoint:
    """Return where a mistake lies in the plot, in pixels."""
    return QPoint(round(pixel(panel.plot, mistake, 1.0).x()), panel.plot.height() // 2)


def test_mistakes_are_pointed_at_clicked_and_stepped_through(desk: Desk) -> None:
    panel = opened(desk)
    desk.qtbot.mouseMove(panel.plot.viewport(), place_of(panel, 3))
    desk.wait(lambda: "MISTAKE 3" in panel.step.text())
    assert desk.snapshot.mistakes == 7, "pointing goes nowhere"
    desk.qtbot.mouseClick(panel.plot.viewport(), Qt.MouseButton.LeftButton, pos=place_of(panel, 2))
    desk.wait(lambda: desk.snapshot.mistakes == 2 and "MISTAKE 2" in panel.step.text())
    assert panel.plot.hasFocus()
    desk.qtbot.keyClick(panel.plot, Key.Key_Down)
    desk.wait(lambda: desk.snapshot.mistakes == 3 and "MISTAKE 3" in panel.step.text())
    desk.qtbot.keyClick(panel.plot, Key.Key_Up)
    desk.wait(lambda: desk.snapshot.mistakes == 2)
    desk.qtbot.keyClick(panel.plot, Key.Key_Right)  # time, as everywhere
    desk.wait(lambda: desk.snapshot.visit == 4)


def test_a_class_that_is_added_in_the_middle_of_a_run_changes_nothing(desk: Desk) -> None:
    desk.show(TEXTBOOK, TrainingSettings(mode=Mode.MULTICLASS))
    desk.window.side.bring_named("theorem")
    panel = desk.window.side.panel(TheoremPanel)
    desk.do("run.next_mistake")
    desk.wait(lambda: "MISTAKE 1" in panel.step.text())
    desk.commands.palette.add()
    desk.do("run.next_mistake")
    desk.wait(lambda: "MISTAKE 2" in panel.step.text())
    assert len(desk.document.dataset.classes) == 3 and "∠" in panel.step.text()


def test_what_has_the_keys_wears_a_ring_and_the_wheel_scrolls_what_it_lies_in(desk: Desk) -> None:
    panel = opened(desk)
    plot, ring = panel.plot, QColor(panel.theme.accent)

    def corner() -> QColor:
        image = plot.grab().toImage()
        return image.pixelColor(image.width() // 2, round(image.devicePixelRatio()))

    plot.setFocus()
    desk.wait(lambda: corner() == ring)
    desk.window.canvas.setFocus()
    desk.wait(lambda: corner() != ring)
    at, no_button = QPointF(plot.rect().center()), Qt.MouseButton.NoButton
    turn = QWheelEvent(
        at,
        at,
        QPoint(),
        QPoint(0, -120),
        no_button,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(plot.viewport(), turn)
    assert not turn.isAccepted()


def test_it_follows_a_point_that_is_moved(desk: Desk) -> None:
    panel = opened(desk)
    desk.window.controller.set_dataset(TEXTBOOK.moved([2], [[1.0, 2.0]]), "move")
    desk.do("run.end")
    verdict = analyze(desk.dataset, TrainingSettings()).bound
    assert verdict is not None
    desk.wait(lambda: f"{verdict.at_most}" in panel.statement.text() and "117" not in panel.statement.text())


@pytest.mark.new_window
def test_hidden_it_asks_for_nothing_and_draws_nothing(desk: Desk) -> None:
    panel = desk.window.side.panel(TheoremPanel)
    desk.show(TEXTBOOK)
    desk.do("run.end")
    desk.settle()
    assert desk.window.requests.wanted is not None
    assert not desk.window.requests.wanted.proof
    assert not panel.is_built


def test_no_click_leads_beyond_what_is_shown_while_it_asks(desk: Desk) -> None:
    panel = opened(desk)
    desk.window.controller.seek(9)
    desk.wait(lambda: desk.snapshot.visit == 9)
    desk.key(Key.Key_Q)
    desk.wait(lambda: desk.snapshot.is_veiled)
    desk.wait(lambda: panel.plot.picture is not None and len(panel.plot.picture.path.mistakes) == 4)
    desk.qtbot.mouseMove(panel.plot.viewport(), place_of(panel, 7))
    assert "MISTAKE 4" in panel.step.text()


# The drawing, without a window


def test_the_plane_through_the_origin_meets_the_points_plane_in_the_boundary() -> None:
    ground = QRectF(0, 0, 5, 5)
    assert boundary_ends((1.0, 1.0, -3.0), ground) == ((0.0, 3.0), (3.0, 0.0))
    assert boundary_ends((0.0, 2.0, -4.0), ground) == ((0.0, 2.0), (5.0, 2.0))
    assert boundary_ends((1.0, 0.0, 1.0), ground) is None
    assert boundary_ends((0.0, 0.0, 0.0), ground) is None
    lifted = Lifted(ground, QRectF(0, 0, 300, 200))
    for low, high in zip(lifted.corners(0).toList(), lifted.corners(1).toList(), strict=True):
        assert low.x() == high.x()
        assert low.y() > high.y()
    assert all(lifted.area.adjusted(-1, -1, 1, 1).contains(corner) for corner in lifted.corners(1).toList())


def test_the_ground_holds_all_points_and_the_origin() -> None:
    ground = ground_of(snapshot_of(Run(TEXTBOOK, TrainingSettings())))
    assert all(ground.contains(x, y) for x, y in [*TEXTBOOK.X.tolist(), (0.0, 0.0)])
    assert ground.width() == ground.height()


def test_the_ones_are_drawn_of_two_features_and_two_classes_with_a_bias_only(qapp: object) -> None:
    picture = OnesPicture()
    for settings, is_drawn in (
        (TrainingSettings(), True),
        (TrainingSettings(bias=False), False),
        (TrainingSettings(mode=Mode.MULTICLASS), False),
    ):
        picture.show_snapshot(snapshot_of(Run(TEXTBOOK, settings)))
        assert (picture.sizeHint().height() > 0) is is_drawn
        assert not picture.grab().isNull()
    wide = Dataset.of(np.column_stack([TEXTBOOK.X, TEXTBOOK.X]), TEXTBOOK.labels.tolist())
    picture.show_snapshot(snapshot_of(Run(wide, TrainingSettings())))
    assert picture.sizeHint().height() == 0


def plot_of(qtbot: QtBot, picture: ProofPicture | None, theme: Theme = LIGHT) -> ProofPlot:
    """Return a plot that shows a picture."""
    assert picture is not None
    plot = ProofPlot()
    qtbot.addWidget(plot)
    plot.set_theme(theme)
    plot.resize(round(330 * theme.scale), round(250 * theme.scale))
    plot.show_picture(picture)
    plot.grab()
    return plot


def pixel(plot: AxisPlot, t: float, value: float) -> QPointF:
    """Return where a number over another lies in the viewport."""
    x, y = plot.place(np.array([t, value])).tolist()
    return QPointF(plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(x, y))))


@pytest.mark.parametrize("is_linear", [False, True])
@pytest.mark.parametrize("initial", [None, (1.0, 1.0, -2.0), (-9.0, 4.0, 1.0)])
def test_the_sides_meet_at_the_bound_and_the_run_is_between_them(
    qtbot: QtBot, is_linear: bool, initial: tuple[float, ...] | None
) -> None:
    picture = proof_picture(page_of(settings=TrainingSettings(initial=initial)), LIGHT, is_linear)
    plot = plot_of(qtbot, picture)
    assert picture is not None
    assert picture.bound is not None
    end = np.array([picture.bound])
    lower = picture.curves.along(end)
    assert lower is not None
    ((x,), (y,)) = plot.corner.getData()
    assert x == plot.end.value() == pytest.approx(plot.place(end)[0])
    assert y == pytest.approx(plot.place(lower)[0])
    assert y == pytest.approx(plot.place(picture.curves.length(end))[0])
    (left, right), (low, high) = plot.getViewBox().viewRange()
    assert left < x < right
    t, lengths = plot.lengths.getData()
    assert (low <= lengths).all()
    assert (lengths <= high).all()
    assert (lengths <= np.interp(t, *plot.upper.getData()) + 1e-9).all() or is_linear
    assert t.tolist() == plot.place(picture.path.mistakes).tolist()


def test_a_plot_that_was_used_shows_what_a_new_one_does(qtbot: QtBot) -> None:
    """What did not change is not drawn again (A8)."""
    pictures = [
        proof_picture(page_of(settings=TrainingSettings(eta=eta), visits=visits, pointed_at=here), LIGHT, is_linear)
        for eta, visits, here, is_linear in (
            (1, 1000, 1, False),
            (1, 1000, 3, False),
            (1, 5, None, False),
            (2, 5, 0, True),
        )
    ]
    used = plot_of(qtbot, pictures[-1])
    for picture in pictures:
        used.show_picture(picture)
        used.grab()
        new = plot_of(qtbot, picture)
        for name in ("upper", "lower", "length", "along", "lengths", "alongs", "here", "corner"):
            one, other = (getattr(plot, name).getData() for plot in (used, new))
            assert np.array_equal(one, other, equal_nan=True), name
        assert used.getViewBox().viewRange() == new.getViewBox().viewRange()


@pytest.mark.parametrize("is_linear", [False, True])
@pytest.mark.parametrize("mode", Mode)
def test_points_that_all_lie_at_the_origin_are_drawn_although_theta_stays_there(
    qtbot: QtBot, mode: Mode, is_linear: bool
) -> None:
    points = Dataset.of([[0, 0], [0, 0]], [0, 1])
    picture = proof_picture(page_of(points, TrainingSettings(mode=mode, bias=False), 9), LIGHT, is_linear)
    assert picture is not None
    assert len(picture.path.mistakes)
    assert not plot_of(qtbot, picture).grab().isNull()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("is_linear", [False, True])
@pytest.mark.parametrize("degree", [1, 2])
def test_nothing_is_drawn_at_a_bound_that_may_be_beyond_doubles(qtbot: QtBot, degree: int, is_linear: bool) -> None:
    kernel, features = Kernel(KernelName.POLY, degree, 1.0), FeatureMap.read("x1^9*x1^2")
    settings = TrainingSettings(mode=Mode.DUAL, features=features, kernel=kernel, max_epochs=3)
    dataset = Dataset.of([[1e12], [3.0], [-5.0]], [1, 1, 0])
    picture = proof_picture(page_of(dataset, settings, 4), LIGHT, is_linear)
    assert picture is not None
    assert picture.bound is None
    assert not plot_of(qtbot, picture).grab().isNull()


SIZES = (1.0, 1e-4, 1e-9, 1e8)
"""Factors of coordinates: each with a line and with curves, in small letters and in large ones."""


@pytest.mark.parametrize(
    ("size", "is_linear", "theme"),
    [
        *((size, turn % 2 == 0, LIGHT) for turn, size in enumerate(SIZES)),
        *((size, turn % 2 == 1, PROJECTOR) for turn, size in enumerate(SIZES)),
    ],
)
def test_no_number_of_the_axes_is_cut(qtbot: QtBot, size: float, is_linear: bool, theme: Theme) -> None:
    # Of 1e-4 there are 0.0001 and 0.01 upwards, which are wider than 10⁻⁹.
    dataset = Dataset.of(np.array([[1.0, 2.0], [2.0, -1.0], [-1.0, 1.0]]) * size, [0, 1, 0])
    plot = plot_of(qtbot, proof_picture(page_of(dataset, TrainingSettings(), 9), theme, is_linear), theme)
    image = plot.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    is_dark = pixels(image)[..., 0] < 200
    assert is_dark.any()
    assert not (is_dark[:, 0].any() or is_dark[:, -1].any() or is_dark[0].any() or is_dark[-1].any())


def test_in_arabic_the_vertical_axis_stands_where_it_does_elsewhere(qtbot: QtBot) -> None:
    QApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        picture = proof_picture(page_of(TEXTBOOK, TrainingSettings(), 9), LIGHT, True)
        plot = plot_of(qtbot, picture, LIGHT)
        plot.grab()
        assert plot.getAxis("left").pos().x() < plot.getViewBox().pos().x()
    finally:
        QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_logarithmic_axis_has_powers_of_ten_and_no_place_for_what_is_not_positive(qtbot: QtBot) -> None:
    axis, plot = ScaleAxis("bottom"), AxisPlot("", "bottom")
    qtbot.addWidget(plot)
    axis.is_log = True
    ends = np.log10([0.5, 2000.0])
    axis.room = 30
    assert axis.tickSpacing(*ends, 300) == [(1, 0)]
    axis.room = 120
    assert axis.tickSpacing(*ends, 300) == [(2, 0)]
    assert axis.tickStrings([-9.0, 0.0, 2.0], 1.0, 1.0) == ["10⁻⁹", "1", "100"]
    plot.set_log(True)
    assert np.isnan(plot.place(np.array([0.0, -1.0]))).all()
    axis.is_log, axis.room = False, 60
    assert axis.tickSpacing(0, 130, 300) == [(50, 0)]


def test_states_of_another_run_do_not_point_beyond_the_end(qapp: object) -> None:
    run = Run(XOR, TrainingSettings())
    run.advance(4)
    states: MistakeStates = mistake_states_of(run)
    finding = Finding(Document(XOR), finding_of(XOR, TrainingSettings()).analysis)
    assert theorem_page(finding, snapshot_of(run), states, pointed_at=99).here == len(states) - 1


def test_what_is_switched_on_in_the_panel_is_shown_there_and_in_the_menu(desk: Desk) -> None:
    panel = opened(desk)
    words = "The same run without a bias"
    assert words not in panel.more.text()
    panel.controls.boxes["ones"].click()
    desk.wait(lambda: words in panel.more.text())
    assert desk.window.actions_by_id["show.ones"].isChecked()
    desk.do("show.linear")
    assert panel.controls.boxes["linear"].isChecked()
    assert panel.plot.picture is not None
    assert panel.plot.picture.is_linear


def test_the_last_influences_have_a_page_and_a_box_that_rings_them(desk: Desk) -> None:
    opened(desk)
    desk.window.side.bring_named("influences")
    panel = desk.window.side.panel(InfluencesPanel)
    desk.wait(lambda: panel.is_built and "x₃ (just now)" in panel.text.text())
    panel.boxes.boxes["influence"].click()
    desk.wait(lambda: desk.window.actions_by_id["show.influence"].isChecked())


def test_the_same_margin_is_trained_in_several_numbers_of_dimensions_and_can_be_stopped(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.engine.run.many_runs.N_ORDERS", 3)
    opened(desk)
    desk.window.side.bring_named("trials")
    panel = desk.window.side.panel(TrialsPanel)
    desk.wait(lambda: panel.is_built)
    button = panel.buttons[Question.DIMENSIONS]
    assert panel.trial.sizeHint().height() == 0
    button.click()
    desk.wait(lambda: panel.trial.trial is not None and panel.trial.trial.is_over)
    trial = panel.trial.trial
    assert trial is not None
    assert "101" in panel.words.text()
    assert pixel(panel.trial, 101.0, 1.0).x() < panel.trial.width()
    assert button.text() == "Does the dimension matter?"
    panel.buttons[Question.MARGINS].click()
    desk.wait(lambda: panel.trial.trial is not None and panel.trial.trial.question is Question.MARGINS)
    desk.wait(lambda: panel.trial.trial is not None and panel.trial.trial.is_over)
    assert "margin halves" in panel.words.text()
    assert pixel(panel.trial, 1601.0, 1.0).x() < panel.trial.width()
    monkeypatch.setattr("perceptron_gui.engine.run.many_runs.N_ORDERS", 10**6)
    button.click()
    desk.wait(lambda: "Stop" in button.text())
    button.click()
    assert panel.trial.trial is None
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    desk.qtbot.wait(40)
    assert panel.trial.trial is None, "what comes late is not shown"
