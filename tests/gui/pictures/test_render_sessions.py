"""`render` of a session paints what its window showed: points that came come again, classes keep their colours (C9)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from perceptron_gui.cli import main
from perceptron_gui.cli.render_command import session_to_paint
from perceptron_gui.engine.data.dataset import Dataset, in_class_order
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.frozen import replace
from perceptron_gui.gui.pictures.still import Still
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.document import Document, Place, place_of
from perceptron_gui.session.output.picture_choice import PAGE, PictureChoice, Replay
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import ViewState
from tests.gui.desk import Desk
from tests.gui.pictures.test_pictures import exported, words
from tests.test_cli import parser_of

Palette = Callable[[Dataset], Dataset]
PARSER = parser_of("render")
FIVE = Dataset.of([[0, 0], [1, 1], [2, 1], [0, 1], [3, -1]], [1, 1, 0, 0, 1])


def whole(dataset: Dataset) -> Dataset:
    """Return points whose classes all have some."""
    return dataset


def empty_between(dataset: Dataset) -> Dataset:
    """Return the same points in a palette with classes that have none: before, between and after."""
    names = (*dataset.classes, "none", "nobody", "nothing")
    return in_class_order(replace(dataset, classes=names), (2, 0, 3, 1, 4))


def saved(dataset: Dataset, settings: TrainingSettings, first: int = 3, each: int = 4) -> SavedSession:
    """Return a session whose last points came one by one, so many visits apart."""
    run = Run(dataset.first(first), settings)
    for n in range(first + 1, dataset.n_samples + 1):
        for _ in range(each):
            run.visit_once()
        run.add_points(dataset.first(n))
    for _ in range(each):
        run.visit_once()
    return SavedSession(Document(dataset, settings), place_of(run))


def painted(path: Path, session: SavedSession, *options: str) -> Place:
    """Return the place that a picture of a session is of, when its visit is asked for."""
    write_session(path, session)
    arguments = PARSER.read([str(path), *options, "-o", "out.png"])
    found = session_to_paint(str(path), arguments)
    reel = Replay(found.document, Wants(), found.place)
    reel.at(session.place.visit)
    return place_of(reel.run)


LIMITS: list[dict[str, int]] = [{}, {"max_epochs": 50}, {"max_updates": 60}, {"max_epochs": 70, "max_updates": 80}]


@pytest.mark.parametrize("order", [*Order])
@pytest.mark.parametrize("mode", [*Mode])
def test_points_that_came_in_the_middle_of_a_run_come_so_again(tmp_path: Path, mode: Mode, order: Order) -> None:
    for limits, palette in zip(LIMITS, (whole, empty_between) * 2, strict=True):
        session = saved(palette(FIVE), TrainingSettings(mode, order, seed=3, **limits))
        assert len(session.place.arrivals) == 2
        assert painted(tmp_path / "a.perceptron", session) == session.place, limits


@pytest.mark.parametrize("order", [Order.CYCLIC, Order.RANDOM, Order.ONLINE])
def test_a_limit_of_the_command_never_ends_a_run_before_the_place_of_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: Order
) -> None:
    for name in ("MAX_EPOCHS", "MAX_RANDOM_UPDATES"):
        monkeypatch.setattr(f"perceptron_gui.cli.command_line.{name}", 2)
    session = saved(FIVE, TrainingSettings(order=order), each=20)
    assert painted(tmp_path / "a.perceptron", session) == session.place


@pytest.mark.parametrize("option", ["--eta 2", "--order random", "--max-epochs 7", "--no-bias"])
def test_an_option_that_makes_another_run_has_all_points_from_the_start(tmp_path: Path, option: str) -> None:
    session = saved(FIVE, TrainingSettings())
    assert painted(tmp_path / "a.perceptron", session, *option.split()).arrivals == ()


@pytest.mark.parametrize("option", ["--eta 1", "--mode dual", "--seed 5", "--max-epochs 10000", "--positive B"])
def test_an_option_that_changes_nothing_of_the_run_leaves_it_as_it_is(tmp_path: Path, option: str) -> None:
    session = saved(FIVE, TrainingSettings())
    assert painted(tmp_path / "a.perceptron", session, *option.split()).arrivals == session.place.arrivals


@pytest.mark.parametrize(("mode", "palette"), [*((mode, empty_between) for mode in Mode), (Mode.MULTICLASS, whole)])
def test_a_picture_of_a_session_says_what_its_window_says(
    desk: Desk, tmp_path: Path, palette: Palette, mode: Mode
) -> None:
    dataset = palette(FIVE)
    n_rows = 1 if mode.is_binary else len(dataset.classes)
    start = tuple(float(k) for k in range(3 * n_rows))
    session = saved(dataset, TrainingSettings(mode, initial=start))
    path, out = tmp_path / "a.perceptron", tmp_path / "out.svg"
    write_session(path, session)
    desk.open(path)
    desk.wait(lambda: desk.snapshot.visit == session.place.visit)
    desk.settle()
    told = words(exported(desk, tmp_path / "window.svg", PictureChoice(PAGE, "svg")))
    assert main(["render", str(path), "--visit", str(session.place.visit), "-o", str(out)]) == 0
    assert "VISIT 12" in told
    assert counter_and_step(words(out.read_bytes())) == counter_and_step(told)


def counter_and_step(told: str) -> str:
    """Return the words of a page that do not depend on the size of the plane."""
    return told[told.index("VISIT") :]


def test_classes_have_the_colours_that_they_have_in_the_window(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del qapp
    path, out = tmp_path / "a.perceptron", tmp_path / "out.svg"

    def colours_of(labels: list[int]) -> set[str]:
        dataset = Dataset.of([[0, 0], [1, 1]], labels, ("a", "b", "c", "d"))
        write_session(path, SavedSession(Document(dataset, TrainingSettings(Mode.MULTICLASS))))
        assert main(["render", str(path), "--view", "canvas", "-o", str(out)]) == 0, capsys.readouterr().err
        return {part.split('"')[0] for part in out.read_text(encoding="utf-8").split('fill="#')[1:]}

    assert colours_of([0, 1]) != colours_of([2, 3])


def test_a_picture_is_the_same_whatever_the_labels_are_that_its_session_hides() -> None:
    pictures = []
    for labels in ([1, 1, 0, 0, 1], [1, 1, 1, 1, 0]):
        document = Document(Dataset.of(FIVE.X.tolist(), labels))
        session = SavedSession(document, Place(2), ViewState(switches=frozenset({"hide_labels", "street"})))
        still = Still(session, LIGHT, (700, 400), PAGE)
        still.analyze()
        still.show(2)
        pictures.append(still.pixels(1.0).tolist())
        still.close()
    assert pictures[0] == pictures[1]
