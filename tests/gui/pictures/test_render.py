"""`render` paints a run without a display, the same bytes every time, or says in a sentence why not (C9)."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtWidgets import QApplication

from perceptron_gui.cli import main
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.points.points_file import write_points
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.gui.pictures.still import Still
from perceptron_gui.gui.style.theme import THEMES
from perceptron_gui.session.document import Document, place_of
from perceptron_gui.session.output.picture_choice import PAGE, Replay
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import ViewState, view_wants
from tests.gui.pictures.test_pictures import colours, words
from tests.session.bench import XOR

Render = Callable[..., bytes]


@pytest.fixture
def points(tmp_path: Path) -> str:
    """Return a points file with XOR."""
    path = tmp_path / "xor.csv"
    write_points(path, XOR)
    return str(path)


@pytest.fixture
def render(qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Render:
    """Return what carries a command out and returns the picture."""
    del qapp

    def carry_out(*arguments: str, name: str = "out.svg") -> bytes:
        assert main(["render", *arguments, "-o", str(tmp_path / name)]) == 0, capsys.readouterr().err
        assert capsys.readouterr().out == ""
        return (tmp_path / name).read_bytes()

    return carry_out


def test_the_same_command_twice_writes_the_same_bytes(render: Render, points: str) -> None:
    for name in ("out.png", "out.svg"):
        assert render(points, "--visit", "3", name=name) == render(points, "--visit", "3", name=name)


@pytest.mark.parametrize("sign", ["\a", "\0", "\x1b", "\x7f", "\x85", "\u202e", "\ufffe", "\uffff", "\ud800", "<&>"])
def test_whatever_stands_in_a_name_or_title_an_svg_is_xml(qapp: QApplication, sign: str) -> None:
    points = Dataset.of([[0.0, 0.0], [1.0, 1.0]], [0, 1], (f"A{sign}", "B"), (f"x{sign}", "y"))
    session = SavedSession(Document(points, TrainingSettings(), f"title{sign}"))
    still = Still(session, THEMES["light"], (640, 480), PAGE, lambda run: None)
    still.show(None)
    root = ElementTree.fromstring(still.file("svg", 1.0))
    still.close()
    assert (root.findtext("{*}title") or "").startswith("title")


def test_no_display_is_needed_whatever_the_environment_names_and_words_begin_where_the_language_does(
    render: Render, points: str
) -> None:
    code = "import os, sys; from perceptron_gui.__main__ import main; main(sys.argv[1:]); print(dict(os.environ))"
    env = os.environ | {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":9999"}
    command = [sys.executable, "-c", code, "render", points, "-o", f"{points}.png", "--language", "ar"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert done.stderr == "" and QImage(f"{points}.png").width() == 1280
    assert ast.literal_eval(done.stdout)["QT_QPA_PLATFORM"] == "xcb", "it is left as it was"
    leftward = colours(QImage(f"{points}.png"))[8:52, 850:900]
    rightward = colours(QImage.fromData(render(points, name="out.png")))[8:52, 12:62]
    ink = [int((figure.astype(int).sum(axis=2) < 150).sum()) for figure in (leftward, rightward)]
    assert min(ink) > 200, "the count of mistakes, black and large, where a line begins"


def test_a_picture_has_the_size_the_scale_and_the_place_that_were_asked_for(render: Render, points: str) -> None:
    image = QImage.fromData(render(points, "--size", "640x400", "--scale", "1.5", "--view", "canvas", name="o.png"))
    assert (image.width(), image.height()) == (960, 600)
    told = words(render(points, "--visit", "3"))
    assert "VISIT 3" in told and "2 MISTAKES" in told
    assert "VISIT" not in words(render(points, "--view", "canvas"))
    assert b"/Type /Page" in render(points, name="out.pdf")


@pytest.mark.seldom
def test_an_animation_has_a_picture_for_every_place_and_each_is_that_place(render: Render, points: str) -> None:
    small = ("--size", "320x240", "--scale", "0.5")
    film = movie(render(points, "--every", "visit", *small, name="o.gif"))
    assert len(film) == 9
    for visit in (0, 3, 8):
        still = QImage.fromData(render(points, "--visit", str(visit), *small, name="o.png"))
        assert np.abs(colours(film[visit]) - colours(still)).mean() < 4
    assert len(movie(render(points, "--every", "epoch", "--most-frames", "2", *small, name="o.gif"))) == 2


def test_a_folder_has_the_still_of_every_place(render: Render, points: str, tmp_path: Path) -> None:
    small = ("--size", "320x240", "--scale", "0.5")
    assert main(["render", points, "--to", "2", "--every", "visit", *small, "-o", f"{tmp_path}/pictures/"]) == 0
    pictures = [path.read_bytes() for path in sorted((tmp_path / "pictures").iterdir())]
    assert pictures == [render(points, "--visit", str(visit), *small, name="o.png") for visit in range(3)]


def movie(data: bytes) -> list[QImage]:
    """Return the pictures of a GIF, as Qt reads them."""
    buffer = QBuffer()
    buffer.setData(data)
    reader, pictures = QImageReader(buffer, b"gif"), []
    while not (image := reader.read()).isNull():
        pictures.append(image.convertToFormat(QImage.Format.Format_RGB32))
    return pictures


@pytest.mark.parametrize(
    "options",
    [["--kernel", "rbf", "--mode", "dual"], ["--variant", "averaged"], ["--holdout", "0.5"], ["--order", "batch"]],
)
def test_every_kind_of_run_has_a_picture_of_its_end(render: Render, points: str, options: list[str]) -> None:
    assert "MISTAKE" in words(render(points, "--max-epochs", "3", *options))


def test_a_session_is_seen_as_it_was_saved_but_nothing_is_asked(render: Render, tmp_path: Path) -> None:
    view = ViewState(exercise="predict")
    path = str(tmp_path / "lesson.perceptron")
    write_session(path, SavedSession(Document(XOR, TrainingSettings(max_epochs=2), "A lesson"), view=view))
    svg = render(path, "--view", "page")
    assert "MISTAKE" in words(svg) and b"<title>A lesson</title>" in svg


def test_points_that_came_in_the_middle_of_a_run_come_so_again_unless_it_is_another(
    render: Render, tmp_path: Path
) -> None:
    settings = TrainingSettings(max_epochs=2)
    run = Run(XOR.first(2), settings)
    run.advance(3)
    run.add_points(XOR)
    run.advance(10**6)
    path = str(tmp_path / "lesson.perceptron")
    write_session(path, SavedSession(Document(XOR, settings), place_of(run)))
    told = f"VISIT {run.visit}"
    assert run.visit != 8 and told in words(render(path))
    assert "VISIT 8" in words(render(path, "--eta", "2"))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("{points}", "use -o with a name that ends in .png, .svg, .pdf, .gif or .mp4"),
        ("{points} -o out.jpg", "the name of a picture must end in .png, .svg, .pdf, .gif or .mp4"),
        ("{points} -o {points}.png --size 10x10", "needs a size from 320x240 to 7680x4320"),
        ("{points} -o out.png --size 1280", "such as 1280x800"),
        ("{points} -o out.png --scale 100", "needs a number from 0.25 to 8"),
        ("{points} -o out.png --theme pink", "needs light, dark, projector or contrast"),
        ("{points} -o out.png --visit x", "needs a whole number"),
        ("{points} -o out.png --visit 999 --max-epochs 2", "is past the end: the run has only 8 visits"),
        ("{points} -o out.png --size 7680x4320 --scale 8", "pixels is too large"),
        ("{points} -o out.gif --fps 0", "needs a number from 0.1 to 50"),
        ("{points} -o out.gif --from 5 --to 2", "--to must not come before --from"),
        ("{points} -o out.gif --to 99 --every visit", "--to 99 is past the end: the run has only 8 visits"),
        ("{points} -o out.gif --visit 3", "use --from and --to for an animation"),
        ("{points} -o out/ --visit end", "use --from and --to for an animation"),
        ("{points} -o out.png --from 3", "--from is for animations: use -o with a name that ends in .gif, .mp4 or /."),
        ("{points} -o out.pdf --fps 3 --every visit", "--every is for animations"),
        ("{points} -o nowhere/pictures/", "there is no such folder"),
        ("{points} -o out.mp4", "needs the program ffmpeg, which is not installed; a .gif works without it"),
        ("{points} -o nowhere/out.png", "there is no such folder"),
        ("{points}.none -o out.png", "there is no such file"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_nothing_is_written(
    qapp: QApplication,
    points: str,
    command: str,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    del qapp
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["render", *command.format(points=points).split()]) == 2
    out, err = capsys.readouterr()
    assert out == "" and sentence in err and err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["xor.csv"]


def test_a_reel_shows_any_place_as_the_run_itself_would() -> None:
    document = Document(XOR, TrainingSettings(max_epochs=3))
    reel = Replay(document, view_wants(document, ViewState()))
    assert reel.go_to_end() == 8  # where XOR closes its cycle (T9)
    for visit in (8, 0, 5, 6, 4, 7):
        snapshot = reel.at(visit).snapshot
        assert snapshot.visit == visit
        assert (snapshot.last is None) is (visit == 0)
