"""What is on the screen is what comes out: dots, lines and text, and one page of paper."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPen, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.pictures.drawing import Drawing, PictureError
from perceptron_gui.session.output.picture_choice import CANVAS, PAGE, PictureChoice
from tests.gui.desk import Desk, Key
from tests.session.bench import XOR

MEGABYTE = 2**20
TEXT = "{http://www.w3.org/2000/svg}text"


def colours(image: QImage) -> np.ndarray[tuple[int, int, int], np.dtype[np.int64]]:
    """Return the colours of a picture, shape (height, width, 3)."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.array(rgb.constBits()).reshape(rgb.height(), rgb.width(), 4)[..., :3].astype(np.int64)


def words(svg: bytes) -> str:
    """Return the text of an SVG in its order."""
    return " ".join(element.text or "" for element in ElementTree.fromstring(svg).iter(TEXT))


def crowd(n: int, spread: float = 1.0) -> Dataset:
    """Return points of two classes that no line separates."""
    rng = np.random.default_rng(0)
    return Dataset(rng.normal(0, spread, (n, 2)).round(3), rng.integers(0, 2, n), ("a", "b"), ("x1", "x2"))


def exported(desk: Desk, path: Path, choice: PictureChoice) -> bytes:
    """Write a picture and return what is in the file."""
    desk.commands.pictures.choice = choice
    desk.commands.pictures.write(path)
    desk.wait(lambda: not desk.commands.filing.saving.is_busy)
    return path.read_bytes()


@pytest.fixture
def stepped(desk: Desk) -> Desk:
    """Return a window at a mistake of XOR."""
    desk.show(XOR)
    desk.window.canvas.fit()
    desk.do("run.next_mistake")
    desk.settle()
    desk.wait(lambda: not desk.window.canvas.animation.is_moving and desk.snapshot.visit)
    return desk


# What comes out


def test_the_plane_is_that_of_the_screen_at_every_scale(stepped: Desk, tmp_path: Path) -> None:
    canvas = stepped.window.canvas
    seen = colours(stepped.window.stage.canvas.viewport().grab().toImage())
    for scale in (1, 2):
        data = exported(stepped, tmp_path / "plane.png", PictureChoice(CANVAS, "png", scale))
        image = QImage.fromData(data)
        assert (image.width(), image.height()) == (scale * canvas.width(), scale * canvas.height())
        small = colours(image.scaled(canvas.size(), mode=Qt.TransformationMode.SmoothTransformation))
        assert np.abs(small[120:] - seen[120:]).mean() < 1.0


def test_a_page_has_the_counter_and_this_step_as_text(stepped: Desk, tmp_path: Path) -> None:
    told = words(exported(stepped, tmp_path / "page.svg", PictureChoice(PAGE, "svg")))
    assert "MISTAKE" in told and "VISIT 1 · EPOCH 1" in told and "Mistake." in told
    alone = words(exported(stepped, tmp_path / "plane.svg", PictureChoice(CANVAS, "svg")))
    assert "MISTAKE" not in alone and "VISIT" not in alone and "x 1" in alone


def test_a_panel_is_as_wide_as_on_the_screen_and_its_text_is_text(stepped: Desk, tmp_path: Path) -> None:
    panel = stepped.window.side.panels[0]
    data = exported(stepped, tmp_path / "step.svg", PictureChoice("step", "svg"))
    assert f'viewBox="0 0 {panel.width()} {panel.height()}"'.encode() in data and "VISIT 1" in words(data)


def test_what_is_not_to_be_seen_any_more_is_the_page(stepped: Desk, tmp_path: Path) -> None:
    assert "curves" not in stepped.commands.pictures.pictures.names
    assert "VISIT 1" in words(exported(stepped, tmp_path / "other.svg", PictureChoice("curves", "svg")))


@pytest.mark.seldom
def test_on_white_the_picture_is_light_and_the_window_stays_dark(stepped: Desk, tmp_path: Path) -> None:
    stepped.window.controller.change_view(theme="dark")
    stepped.settle()
    for what in (CANVAS, PAGE, "step"):
        dark, light, again = (
            colours(
                QImage.fromData(exported(stepped, tmp_path / "p.png", PictureChoice(what, scale=1, is_on_white=white)))
            )
            for white in (False, True, False)
        )
        assert dark.mean() < 80 and light.mean() > 200 and bool((light[-1, -1] == 255).all()) is (what != CANVAS)
        assert (dark == again).all()


def test_nothing_is_told_that_an_exercise_hides(stepped: Desk, tmp_path: Path) -> None:
    stepped.do("run.predict")
    stepped.wait(lambda: stepped.snapshot.is_veiled)
    stepped.window.side.bring_named("loss")
    stepped.settle()
    for what in (PAGE, "loss"):
        told = words(exported(stepped, tmp_path / "veiled.svg", PictureChoice(what, "svg")))
        assert ("= ?" in told) is (what == "loss") and "L = 2" not in told


# Sizes


@pytest.mark.parametrize(("n", "most"), [(1000, MEGABYTE), (30_000, 2 * MEGABYTE)])
def test_an_svg_of_many_points_is_no_larger_than_it_may_be(desk: Desk, tmp_path: Path, n: int, most: int) -> None:
    desk.show(crowd(n))
    desk.settle()
    desk.window.canvas.fit()
    data = exported(desk, tmp_path / "crowd.svg", PictureChoice(PAGE, "svg"))
    assert len(data) <= most
    # Every point of few is a shape; of many they are dots in one picture.
    assert (data.count(b"<path") > n) == (n == 1000) and (b"data:image/png" in data) == (n != 1000)


def test_a_pdf_is_one_page_on_which_the_picture_fits_on_every_paper(qapp: QApplication) -> None:
    del qapp
    for width, height in ((1280, 800), (300, 2000)):
        drawing = Drawing(width, height, lambda painter: painter.drawRect(QRectF(10, 10, 50, 50)), title="a title")
        for paper, size in (("A4", (595, 842)), ("Letter", (612, 792))):
            data = drawing.pdf(paper)
            assert len(re.findall(rb"/Type /Page\b", data)) == 1
            boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
            upright = sorted(round(float(each)) for each in boxes[0])
            assert upright == sorted(size)


def test_a_picture_that_is_too_large_is_refused_in_a_sentence(qapp: QApplication) -> None:
    del qapp
    with pytest.raises(PictureError, match=r"40000 × 40000 pixels is too large"):
        Drawing(10_000, 10_000, lambda painter: None).image(4)


def test_the_same_drawing_gives_the_same_bytes(qapp: QApplication) -> None:
    del qapp

    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(Qt.GlobalColor.red, 3))
        painter.drawText(20, 40, "1 < 2 & 3")

    drawing = Drawing(100, 60, paint)
    assert drawing.svg() == drawing.svg() and words(drawing.svg()) == "1 < 2 & 3"


# Where it goes


def test_the_clipboard_gets_dots_and_the_status_line_says_so(stepped: Desk) -> None:
    stepped.commands.pictures.choice = PictureChoice(CANVAS, "png", 2)
    stepped.do("edit.copy_view")
    assert QGuiApplication.clipboard().image().width() == 2 * stepped.window.canvas.width()
    assert stepped.message == "Copied the picture."


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(stepped: Desk, tmp_path: Path) -> None:
    target = tmp_path / "no folder" / "page.png"
    stepped.commands.pictures.choice = PictureChoice()
    stepped.commands.pictures.write(target)
    stepped.wait(lambda: stepped.window.findChildren(QMessageBox))
    (box,) = stepped.window.findChildren(QMessageBox)
    assert "there is no such folder" in box.text() and not target.exists()
    box.close()


def test_the_dialog_shows_what_goes_with_a_form_and_is_remembered(desk: Desk) -> None:
    commands = desk.commands.pictures
    desk.do("file.picture")
    dialog, sized = commands.dialog, commands.dialog.sized
    assert [sized.what.itemData(i) for i in range(sized.what.count())] == [PAGE, CANVAS, "step"]
    assert sized.scale.isVisible() and not dialog.paper.isVisible() and "pixels" in dialog.told.text()
    desk.wait(dialog.isActiveWindow)
    sized.what.setFocus()
    for box in (dialog.form, sized.scale):
        desk.key(Key.Key_Tab)
        assert box.hasFocus()
    dialog.form.setCurrentIndex(dialog.form.findData("pdf"))
    dialog.on_white.setChecked(True)
    assert dialog.paper.isVisible() and not sized.scale.isVisible()
    assert commands.choice == PictureChoice(PAGE, "pdf", 2, "A4", True)
    assert PictureChoice.of(commands.choice.kept()) == commands.choice
    dialog.close()
