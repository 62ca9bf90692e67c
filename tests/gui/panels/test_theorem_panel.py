"""The panel "Theorem" in the window: hidden it costs nothing, and its mistakes can be pointed at and gone to."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.mistake_states import MistakeStates, mistake_states_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.trial import Question
from perceptron_gui.engine.theory.bounds import analyze
from perceptron_gui.gui.panels.proof_plot import PlotScale, ProofDrawing
from perceptron_gui.gui.panels.registry import PANELS
from perceptron_gui.gui.panels.theorem import TheoremPanel
from perceptron_gui.gui.panels.theorem_controls import Lifted, OnesPicture, boundary_ends, ground_of
from perceptron_gui.gui.panels.theorem_html import proof_picture
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR, Theme
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.theorem_page import theorem_page
from perceptron_gui.session.worker.analysis import Finding
from tests.gui.desk import Desk, Key
from tests.gui.legibility import pixels
from tests.session.bench import TEXTBOOK, XOR
from tests.session.explanation.test_theorem import finding_of, page_of, snapshot_of

NUMBER = [entry.name for entry in PANELS].index("theorem")


def opened(desk: Desk) -> TheoremPanel:
    """Open the panel beside the textbook's run, at its end."""
    desk.show(TEXTBOOK)
    desk.window.side.bring(desk.window.docks[NUMBER])
    desk.do("run.end")
    panel = desk.window.side.panel(TheoremPanel)
    desk.wait(lambda: "MISTAKE 7" in panel.step.text() and "117" in panel.statement.text())
    return panel


def place_of(panel: TheoremPanel, mistake: int) -> QPoint:
    """Return where a mistake lies in the plot, in pixels."""
    drawing = panel.plot.drawing
    assert drawing is not None
    return QPoint(round(float(drawing.across.place(float(mistake)))), panel.plot.height() // 2)


def test_mistakes_are_pointed_at_clicked_and_stepped_through(desk: Desk) -> None:
    panel = opened(desk)
    desk.qtbot.mouseMove(panel.plot, place_of(panel, 3))
    desk.wait(lambda: "MISTAKE 3" in panel.step.text())
    assert desk.snapshot.mistakes == 7, "pointing goes nowhere"
    desk.qtbot.mouseClick(panel.plot, Qt.MouseButton.LeftButton, pos=place_of(panel, 2))
    desk.wait(lambda: desk.snapshot.mistakes == 2 and "MISTAKE 2" in panel.step.text())
    assert panel.plot.hasFocus()
    desk.qtbot.keyClick(panel.plot, Key.Key_Down)
    desk.wait(lambda: desk.snapshot.mistakes == 3 and "MISTAKE 3" in panel.step.text())
    desk.qtbot.keyClick(panel.plot, Key.Key_Up)
    desk.wait(lambda: desk.snapshot.mistakes == 2)
    desk.qtbot.keyClick(panel.plot, Key.Key_Right)  # time, as everywhere
    desk.wait(lambda: desk.snapshot.visit == 4)


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
    desk.wait(lambda: panel.plot.drawing is not None and len(panel.plot.drawing.picture.path.mistakes) == 4)
    desk.qtbot.mouseMove(panel.plot, place_of(panel, 7))
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


def drawing_of(is_linear: bool, settings: TrainingSettings | None = None) -> ProofDrawing:
    """Return the drawing of the textbook's run."""
    picture = proof_picture(page_of(settings=settings), LIGHT, is_linear)
    assert picture is not None
    return ProofDrawing(picture, LIGHT, QSizeF(330, 250))


@pytest.mark.parametrize("is_linear", [False, True])
@pytest.mark.parametrize("initial", [None, (1.0, 1.0, -2.0), (-9.0, 4.0, 1.0)])
def test_the_sides_meet_at_the_bound_and_the_run_is_between_them(
    qapp: object, is_linear: bool, initial: tuple[float, ...] | None
) -> None:
    drawing = drawing_of(is_linear, TrainingSettings(initial=initial))
    picture, area = drawing.picture, drawing.area
    assert picture.bound is not None
    end = np.array([picture.bound])
    lower = picture.curves.along(end)
    assert lower is not None
    assert drawing.upwards.place(lower) == pytest.approx(drawing.upwards.place(picture.curves.length(end)))
    assert area.left() < float(drawing.across.place(picture.bound)) < area.right()
    lengths = drawing.upwards.place(picture.path.length)
    assert (lengths >= area.top()).all()
    assert (lengths <= area.bottom() + 1e-9).all()
    assert (lengths >= drawing.upwards.place(picture.curves.length(picture.path.mistakes)) - 1e-9).all()


@pytest.mark.parametrize("is_linear", [False, True])
@pytest.mark.parametrize("mode", Mode)
def test_points_that_all_lie_at_the_origin_are_drawn_although_theta_stays_there(mode: Mode, is_linear: bool) -> None:
    points = Dataset.of([[0, 0], [0, 0]], [0, 1])
    picture = proof_picture(page_of(points, TrainingSettings(mode=mode, bias=False), 9), LIGHT, is_linear)
    assert picture is not None
    assert len(picture.path.mistakes)
    image = QImage(330, 250, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    ProofDrawing(picture, LIGHT, QSizeF(image.size())).draw(painter)
    assert painter.end()


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=["light", "projector"])
@pytest.mark.parametrize("is_linear", [False, True])
@pytest.mark.parametrize("size", [1.0, 1e-4, 1e-9, 1e8])
def test_no_number_of_the_axes_is_cut(size: float, is_linear: bool, theme: Theme) -> None:
    # Of 1e-4 there are 0.0001 and 0.01 upwards, which are wider than 10⁻⁹.
    dataset = Dataset.of(np.array([[1.0, 2.0], [2.0, -1.0], [-1.0, 1.0]]) * size, [0, 1, 0])
    picture, around = proof_picture(page_of(dataset, TrainingSettings(), 9), theme, is_linear), 60
    assert picture is not None
    image = QImage(330 + 2 * around, 250 + 2 * around, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.translate(around, around)
    ProofDrawing(picture, theme, QSizeF(330, 250)).draw(painter)
    painter.end()
    is_dark = pixels(image)[..., 0] < 200
    inside = is_dark[around:-around, around:-around]
    assert inside.any()
    assert is_dark.sum() == inside.sum()


def test_a_logarithmic_axis_has_powers_of_ten_and_no_place_for_what_is_not_positive() -> None:
    scale = PlotScale(0.5, 2000.0, 0.0, 300.0, is_log=True)
    assert scale.ticks(30) == [1, 10, 100, 1000]
    assert scale.ticks(120) == [1, 100]
    assert np.isnan(scale.place(np.array([0.0, -1.0]))).all()
    assert scale.place(0.5) == 0
    assert scale.place(2000.0) == pytest.approx(300)
    assert PlotScale(0.0, 130.0, 0.0, 300.0, is_log=False).ticks(60) == [0, 50, 100]


def test_states_of_another_run_do_not_point_beyond_the_end(qapp: object) -> None:
    run = Run(XOR, TrainingSettings())
    run.advance(4)
    states: MistakeStates = mistake_states_of(run)
    finding = Finding(Document(XOR), finding_of(XOR, TrainingSettings()).analysis)
    assert theorem_page(finding, snapshot_of(run), states, pointed_at=99).here == len(states) - 1


def test_what_is_switched_on_in_the_panel_is_shown_there_and_in_the_menu(desk: Desk) -> None:
    panel = opened(desk)
    for name, words in {"ones": "THE SAME RUN WITHOUT A BIAS", "influence": "x₃ (just now)"}.items():
        assert words not in panel.more.text()
        panel.controls.boxes[name].click()
        desk.wait(lambda words=words: words in panel.more.text())
        assert desk.window.actions_by_id[f"show.{name}"].isChecked()
    desk.do("show.linear")
    assert panel.controls.boxes["linear"].isChecked()
    assert panel.plot.drawing is not None
    assert panel.plot.drawing.picture.is_linear


def test_the_same_margin_is_trained_in_several_numbers_of_dimensions_and_can_be_stopped(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.engine.run.trial.N_ORDERS", 3)
    panel = opened(desk)
    button = panel.controls.trials[Question.DIMENSIONS]
    assert panel.trial.sizeHint().height() == 0
    button.click()
    desk.wait(lambda: panel.trial.trial is not None and panel.trial.trial.is_over)
    trial = panel.trial.trial
    assert trial is not None
    assert "101" in panel.trial_words.text()
    scale = panel.trial.scale(trial)
    assert float(scale.place(101.0)) < panel.trial.width()
    assert button.text() == "Does the dimension matter?"
    panel.controls.trials[Question.MARGINS].click()
    desk.wait(lambda: panel.trial.trial is not None and panel.trial.trial.question is Question.MARGINS)
    desk.wait(lambda: panel.trial.trial is not None and panel.trial.trial.is_over)
    assert "half as large" in panel.trial_words.text()
    scale = panel.trial.scale(panel.trial.trial)
    assert float(scale.place(1601.0)) < panel.trial.width()
    monkeypatch.setattr("perceptron_gui.engine.run.trial.N_ORDERS", 10**6)
    button.click()
    desk.wait(lambda: "Stop" in button.text())
    button.click()
    assert panel.trial.trial is None
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    desk.qtbot.wait(40)
    assert panel.trial.trial is None, "what comes late is not shown"
