"""Every command takes a session where it takes a points file; its rules are the defaults (C10)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.__main__ import main
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.points.points_file import write_points
from perceptron_gui.files.points.sample_files import ALL_SAMPLES
from perceptron_gui.files.sessions.session_file import read_session, write_session
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.saved.saved_session import SavedSession

POINTS = Dataset.of([[0, 0], [2, 1], [0.5, 0], [2, 2], [0, 1]], [0, 1, 0, 1, 0], ("no", "yes"))
XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])


def session(tmp_path: Path, settings: TrainingSettings, dataset: Dataset = POINTS, **parts: Any) -> str:
    """Write a session, and return its path."""
    path = tmp_path / "lesson.perceptron"
    write_session(path, SavedSession(Document(dataset, settings), **parts))
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Return what a command answers as JSON."""
    assert main([*arguments, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


OPTIONS = [
    (TrainingSettings(Mode.DUAL, Order.SHUFFLED, eta=0.1, seed=4), "--mode dual --order shuffled --eta 0.1 --seed 4"),
    (TrainingSettings(bias=False, beta=0.5, max_epochs=3), "--no-bias --beta 0.5 --max-epochs 3"),
    (TrainingSettings(initial=(1.0, -2.0, 0.5)), "--initial 1,-2,0.5"),
    (
        TrainingSettings(Mode.MULTICLASS, Order.RANDOM, max_updates=9),
        "--mode multiclass --order random --max-updates 9",
    ),
    (TrainingSettings(features=POLY2, positive=0), "--features poly2 --positive no"),
    (TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.RBF, gamma=2)), "--mode dual --kernel rbf --gamma 2"),
    (
        TrainingSettings(Mode.MULTICLASS, kernel=Kernel(KernelName.LAPLACIAN, gamma=0.5)),
        "--mode multiclass --kernel laplacian --gamma 0.5",
    ),
]


@pytest.mark.parametrize("settings, options", OPTIONS, ids=lambda each: each if isinstance(each, str) else "")
@pytest.mark.parametrize("command", ["train", "analyze"])
def test_a_session_is_trained_on_as_its_points_with_its_rules_as_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, settings: TrainingSettings, options: str
) -> None:
    points = str(tmp_path / "points.csv")
    write_points(points, POINTS)
    given = options.split()
    if command == "analyze":
        for name in ("--order", "--eta", "--seed", "--beta", "--max-epochs", "--initial", "--max-updates"):
            if name in given:
                del given[given.index(name) : given.index(name) + 2]
    plain = answer(capsys, command, points, *given)
    assert answer(capsys, command, session(tmp_path, settings)) == plain


def test_options_win_over_the_rules_of_a_session(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = session(tmp_path, TrainingSettings(eta=0.1, seed=7, beta=1.0, initial=(1.0, 2.0, 3.0)))
    found = answer(capsys, "train", path, "--eta", "2", "--beta", "0")
    assert (found["eta"], found["beta"], found["seed"]) == (2, 0, 7)


@pytest.mark.parametrize("option", [["--no-bias"], ["--features", "poly2"], ["--mode", "multiclass"]])
def test_start_weights_that_an_option_leaves_no_room_for_go(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: list[str]
) -> None:
    path = session(tmp_path, TrainingSettings(initial=(1.0, 2.0, 3.0)))
    assert answer(capsys, "train", path, *option)["status"] in ("converged", "cycle")


def test_a_kernel_gives_way_to_the_primal_when_that_is_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = session(tmp_path, TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.RBF)), XOR)
    assert answer(capsys, "train", path)["status"] == "converged"
    assert answer(capsys, "train", path, "--mode", "primal")["status"] == "cycle"


def test_classes_of_the_palette_without_points_are_left_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    dataset = Dataset.of(POINTS.X, POINTS.labels + 1, ("empty", "no", "yes", "none"))
    found = answer(capsys, "train", session(tmp_path, TrainingSettings(positive=1), dataset))
    assert (found["classes"], found["positive"]) == (["no", "yes"], "no")


def test_points_that_came_during_the_run_are_there_from_the_start(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    plain = answer(capsys, "train", session(tmp_path, TrainingSettings()))
    assert answer(capsys, "train", session(tmp_path, TrainingSettings(), place=Place(7, (3, 5)))) == plain


@pytest.mark.parametrize(
    "dataset, words",
    [
        (Dataset.empty(), "there are no points"),
        (POINTS.without([1, 3]), 'all points belong to the class "no"'),
    ],
)
def test_a_session_that_teaches_nothing_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, dataset: Dataset, words: str
) -> None:
    path = session(tmp_path, TrainingSettings(), dataset)
    assert main(["train", path]) == 2
    out, err = capsys.readouterr()
    assert not out and err.startswith(path) and words in err


def test_a_damaged_session_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = Path(session(tmp_path, TrainingSettings()))
    path.write_bytes(path.read_bytes()[:-100])
    assert main(["analyze", str(path)]) == 2
    out, err = capsys.readouterr()
    assert not out and "the file is damaged here" in err and err.count("\n") == 1


@pytest.mark.parametrize("sample", ALL_SAMPLES, ids=lambda sample: sample.name)
def test_an_example_is_written_as_the_session_that_it_opens_as(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, sample: Any
) -> None:
    path = tmp_path / "example.Perceptron"
    assert main(["samples", sample.name, "-o", str(path)]) == 0
    document = read_session(path).session.document
    made = sample.make()
    assert document.dataset.X.tolist() == made.X.tolist() and document.dataset.classes == made.classes
    assert document.title == sample.title and document.note == sample.watch
    assert replace(document.settings, positive=None) == sample.settings_from(TrainingSettings())
    assert str(made.n_samples) in capsys.readouterr().out


def with_empty_classes(settings: TrainingSettings) -> tuple[Dataset, TrainingSettings]:
    """Return points whose palette has two classes without any, and rules of multiclass from uneven start weights."""
    dataset = Dataset.of(POINTS.X, POINTS.labels * 2 + 1, ("empty", "no", "nobody", "yes"))
    rows = ((9.0, -9.0, 9.0), (0.5, 1.0, 0.0), (-7.0, 7.0, 7.0), (1.0, -2.0, 3.0))
    n = len(settings.features.names(dataset.features)) + settings.bias
    return dataset, replace(settings, mode=Mode.MULTICLASS, initial=tuple(v for row in rows for v in (row * 2)[:n]))


@pytest.mark.parametrize(
    "settings",
    [TrainingSettings(), TrainingSettings(bias=False), TrainingSettings(features=POLY2), TrainingSettings(eta=0.1)],
    ids=["", "no bias", "features", "eta"],
)
def test_a_class_without_points_goes_with_its_start_weights(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, settings: TrainingSettings
) -> None:
    dataset, settings = with_empty_classes(settings)
    run = Run(dataset, settings)  # as the window has it: no class without points is asked (M1)
    run.advance(10**4)
    found, theta = answer(capsys, "train", session(tmp_path, settings, dataset)), parameters(run.trainer)[[1, 3]]
    assert (found["visits"], found["mistakes"]) == (run.visit, run.state.mistakes)
    assert found["classes"] == ["no", "yes"]
    assert found["W"] == (theta[:, :-1] if settings.bias else theta).tolist()
    assert answer(capsys, "analyze", session(tmp_path, settings, dataset))["n_samples"] == 5
