"""As seen with other eyes: every pixel of the window follows the matrix, and nothing that is saved does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.style import looks
from perceptron_gui.gui.style.theme import LIGHT, THEMES, Theme
from perceptron_gui.session.view.switches import ALL_CONES, ALTERNATIVES
from perceptron_gui.session.view.view_state import ViewState
from tests.gui.desk import Desk
from tests.gui.legibility import LINEAR, pixels
from tests.gui.style.test_class_colours import EYES as MEASURED

NEAR = 8
"""Levels of 255 by which a mixture of two colours may differ: light adds up, and paint is mixed by levels."""
NEAR_IN_AREAS = 5
FLAT = 400
"""Pixels of one colour that are an area, and no edge between two."""


def seen(image: np.ndarray, eyes: str) -> Floats:
    """Return an image as eyes of a kind see it, in levels: worked out here from the light of each pixel."""
    light = LINEAR[image] @ np.array(looks.EYES[eyes]).T
    light = np.clip(light, 0, 1)
    levels: Floats = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055) * 255
    return levels


def test_the_matrices_are_those_that_the_classes_are_told_apart_by() -> None:
    for eyes in ("protanopia", "deuteranopia", "tritanopia"):
        assert np.array_equal(looks.EYES[eyes], MEASURED[eyes])
    assert np.allclose(np.array(list(looks.EYES.values())).sum(axis=2), 1.0, atol=1e-5), "grey stays grey"
    assert {each.name for each in ALTERNATIVES if each.field == "eyes"} == {ALL_CONES, *looks.EYES}


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("eyes", looks.EYES)
def test_every_colour_of_a_theme_goes_through_the_matrix_and_back(theme: Theme, eyes: str) -> None:
    other = looks.seen_with(theme, eyes)
    for name in ("text", "accent", "wrong", "good", "warn", "line", "edge"):
        before, after = (QColor(getattr(each, name)) for each in (theme, other))
        rgb = np.array([[before.red(), before.green(), before.blue()]])
        assert np.abs(seen(rgb, eyes)[0] - (after.red(), after.green(), after.blue())).max() <= 1
    assert other.scale == theme.scale and len(set(other.classes)) >= 9
    assert looks.as_it_is(other) == theme and looks.as_it_is(theme) is theme


@pytest.mark.seldom
def test_the_whole_window_follows_the_matrix(desk: Desk) -> None:
    desk.do("run.next_mistake")
    desk.settle()
    desk.window.canvas.animation.finish()
    before = pixels(desk.window.grab().toImage())
    codes = before.astype(np.int32) @ np.array((65536, 256, 1), np.int32)
    colours, places, counts = np.unique(codes, return_inverse=True, return_counts=True)
    places = places.reshape(codes.shape)
    plain = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
    areas = {code: places == code for code in np.flatnonzero(counts > FLAT).tolist()}
    assert len(areas) >= 6
    for eyes in looks.EYES:
        desk.do(f"view.eyes_{eyes}")
        desk.settle()
        after = pixels(desk.window.grab().toImage()).astype(np.float32)
        off = np.abs(after - seen(plain, eyes).astype(np.float32)[places]).max(axis=2)
        assert (off <= NEAR).mean() > 0.98, eyes
        for code, area in areas.items():
            assert np.median(off[area]) <= NEAR_IN_AREAS, (eyes, f"#{colours[code]:06x}")
    desk.do(f"view.eyes_{ALL_CONES}")
    desk.settle()
    assert np.array_equal(pixels(desk.window.grab().toImage()), before)


def test_a_picture_is_saved_as_it_is(desk: Desk) -> None:
    def paint(drawing: Drawing) -> QImage:
        image = QImage(drawing.width, drawing.height, QImage.Format.Format_RGB32)
        image.fill(QColor(drawing.ground))
        painter = QPainter(image)
        drawing.paint(painter)
        painter.end()
        return image

    make: Callable[[], QImage] = lambda: desk.commands.pictures.pictures.make("canvas", False, paint)  # noqa: E731
    before = make()
    desk.do("view.eyes_grey")
    desk.settle()
    assert make() == before
    shown = desk.window.canvas.theme
    assert shown.eyes == "grey" and shown.classes != LIGHT.classes, "and the window stays grey"


def test_eyes_are_not_kept(desk: Desk) -> None:
    desk.do("view.eyes_grey")
    kept = desk.window.preferences.with_view_state(desk.window.controller.view_state)
    assert kept.view_state.eyes == ALL_CONES


# What the desktop wishes


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what lets the desktop wish for something."""

    class Hints:
        def __init__(self, scheme: Qt.ColorScheme, preference: Qt.ContrastPreference) -> None:
            self.scheme, self.preference = scheme, preference

        def colorScheme(self) -> Qt.ColorScheme:
            return self.scheme

        def accessibility(self) -> Hints:
            return self

        def contrastPreference(self) -> Qt.ContrastPreference:
            return self.preference

    def wish(is_dark: bool = False, is_high: bool = False) -> None:
        scheme = Qt.ColorScheme.Dark if is_dark else Qt.ColorScheme.Light
        choice = Qt.ContrastPreference
        made = Hints(scheme, choice.HighContrast if is_high else choice.NoPreference)
        monkeypatch.setattr(QGuiApplication, "styleHints", lambda: made)

    return wish


def test_the_desktop_is_followed_until_something_else_is_chosen(hints: Callable[..., None]) -> None:
    first = Preferences().view_state
    names = []
    for wish in ({}, {"is_dark": True}, {"is_high": True}, {"is_dark": True, "is_high": True}):
        hints(**wish)
        names.append(looks.theme_for(first).name)
        assert looks.theme_for(ViewState(theme="projector")).name == "projector"
        assert looks.theme_for(Preferences(theme="light").view_state).name == "light"
    assert names == ["light", "dark", "contrast", "contrast"]


@pytest.mark.parametrize(("pixels", "growth"), [(12, 1.0), (14.7, 1.0), (18.4, 1.25), (29.4, 2.0), (60, 2.0)])
def test_letters_are_as_much_larger_as_those_of_the_desktop(
    monkeypatch: pytest.MonkeyPatch, pixels: float, growth: float
) -> None:
    class Info:
        def __init__(self, font: object) -> None: ...

        def pixelSize(self) -> float:
            return pixels

    monkeypatch.setattr(looks, "USUAL_LETTERS", 14.7)
    monkeypatch.setattr(looks, "QFontInfo", Info)
    assert looks.theme_for(ViewState()).scale == pytest.approx(growth)
    assert looks.theme_for(ViewState(text_size="large")).scale == 1.5
    assert looks.theme_for(ViewState(theme="projector", text_size="larger")).scale == pytest.approx(1.3 * 1.25)


def test_a_desktop_that_turns_dark_is_followed_at_once(desk: Desk, hints: Callable[..., None]) -> None:
    assert desk.window.theme.name == "light"
    scheme = QGuiApplication.styleHints().colorSchemeChanged
    hints(is_dark=True)
    scheme.emit(Qt.ColorScheme.Dark)
    assert desk.window.theme.name == "dark"
    desk.do("view.dark")
    assert desk.window.theme.name == "light", "the key turns what is seen"
    scheme.emit(Qt.ColorScheme.Light)
    scheme.emit(Qt.ColorScheme.Dark)
    assert desk.window.theme.name == "light"
