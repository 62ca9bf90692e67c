"""Contrast (G3), measured in pixels in every theme: text 4.5:1, and what means something by its form alone 3:1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import asdict
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.point_layer import UniformScatter
from perceptron_gui.gui.style.theme import THEMES, Theme, blend, contrast
from tests.effort import one_in
from tests.gui.canvas_words import labels_on
from tests.gui.desk import Desk
from tests.gui.gallery.ways import scattered
from tests.gui.legibility import faint, luminance, pixels

TEXT, GRAPHICS = 4.5, 3.0
LINES = ("show.street", "show.radius", "show.optimum", "show.levels")
CORE = 0.1
"""Share of the pixels of a line that are in its middle: those at its sides are half of what lies below."""


def shot(widget: QWidget, box: QRect | None = None) -> NDArray[np.uint8]:
    """Return the pixels of a widget."""
    return pixels(widget.grab(box or widget.rect()).toImage())


def light(widget: QWidget, box: QRect | None = None) -> Floats:
    """Return the light of every pixel of a widget."""
    return luminance(shot(widget, box))


def ratio(one: Floats, other: Floats) -> Floats:
    """Return the contrast of pixels (WCAG)."""
    found: Floats = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return found


def stands_out(widget: QWidget, hide: Callable[[bool], object]) -> float:
    """Return the contrast, in the middle of its lines, of what can be hidden on a widget with what lies below it."""
    there = shot(widget)
    hide(True)
    below = shot(widget)
    hide(False)
    differs = (there != below).any(axis=2)
    over, under = luminance(there[differs]), luminance(below[differs])
    changed = ratio(over, under)[np.abs(over - under) > 0.004]
    assert len(changed) > 20, "nothing of it is seen"
    return float(np.quantile(changed, 1 - CORE))


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_colour_of_text_can_be_read_on_every_ground(theme: Theme) -> None:
    least = 7.0 if theme.name == "contrast" else TEXT
    panel, regions = QColor(theme.panel), [theme.region_colour(k) for k in range(len(theme.classes))]
    hover = blend(QColor(theme.text), panel, 0.06)
    grounds = [panel, QColor(theme.background), QColor(theme.good_tint), QColor(theme.warn_tint), hover, *regions]
    for name in ("text", "muted", "accent", "wrong", "good", "warn"):
        assert min(contrast(QColor(getattr(theme, name)), ground) for ground in grounds) >= least, name
    for k in range(len(theme.classes)):
        assert min(contrast(QColor(theme.class_text(k)), ground) for ground in [panel, *regions]) >= least, k
        assert min(contrast(theme.class_colour(k), ground) for ground in [panel, *regions]) >= GRAPHICS, k
    assert contrast(QColor(theme.on_accent), QColor(theme.accent)) >= TEXT
    assert min(contrast(QColor(theme.edge), QColor(ground)) for ground in (theme.panel, theme.background)) >= GRAPHICS


def words_on_the_plane_and_around_it_can_be_read(desk: Desk, theme: str) -> None:
    """S₊ and S₋ had 3.2 to 3.4, numbers on the tint of a class 4.4."""
    at_a_mistake(desk, BY_NAME["two-classes"].make(), 2)
    assert faint(desk.window) == [], theme
    found = {}
    canvas, image = desk.window.canvas, shot(desk.window.canvas)
    words = [(text, box) for text, box in labels_on(desk.window) if canvas.rect().contains(box.toAlignedRect())]
    words += [(text, box) for box, text in canvas._layers.grid._words()]
    assert {"S₊  f > 0", "S₋  f < 0"} <= {text for text, _ in words} and len(words) > 6
    for text, box in words:
        found[text] = _ratio_in(image, box.toAlignedRect())
    assert {text: value for text, value in found.items() if value < TEXT} == {}, theme


def _ratio_in(image: NDArray[np.uint8], box: QRect) -> float:
    """Return the contrast between the commonest light in a box and the one that stands out most."""
    pixels_in = image[max(box.top(), 0) : box.bottom() + 1, max(box.left(), 0) : box.right() + 1]
    part = luminance(pixels_in).round(3)
    values, counts = np.unique(part, return_counts=True)
    return float(ratio(values, values[counts.argmax()]).max())


def lines_on_the_plane_stand_out_from_the_tints(desk: Desk, theme: str) -> None:
    """The boundary before the last update had 2.1."""
    canvas = desk.window.canvas
    layers = canvas._layers
    for name in LINES:
        desk.window.actions_by_id[name].trigger()
    at_a_mistake(desk, BY_NAME["two-classes"].make(), 3)
    desk.wait(lambda: layers.geometry.layer.opacity() == 1)  # it comes little by little
    for layer in (layers.geometry.layer, layers.marks):
        found = stands_out(canvas, lambda is_hidden, each=layer: each.setVisible(not is_hidden))
        assert found > GRAPHICS, (theme, layer)
    layers.geometry.layer.setVisible(False)
    lines = dict(layers.line.lines)
    assert lines["ghost"] and lines["boundary"]
    for kind in ("ghost", "boundary"):
        others = {name: each for name, each in lines.items() if name != kind}
        found = stands_out(
            canvas, lambda is_hidden, o=others, all_of=lines: layers.line.set_lines(**(o if is_hidden else all_of))
        )
        assert found > GRAPHICS, (theme, kind)
    axis = light(canvas, QRect(round(canvas.frame.x(0)) - 3, 20, 7, 1))[0]
    assert ratio(axis, np.median(axis)).max() >= GRAPHICS, theme
    layers.geometry.layer.setVisible(True)
    desk.show(BY_NAME["ring"].make(), TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF)))
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.stop is not None and canvas.curves.is_settled)
    desk.settle()
    desk.wait(lambda: canvas.curves.is_settled)
    found = stands_out(canvas, lambda is_hidden: layers.curves.lines.setVisible(not is_hidden))
    assert found > GRAPHICS, theme


def points_of_every_class_stand_out_wherever_they_lie(desk: Desk, theme: str) -> None:
    """Four of the projector's had 2.5 to 2.8 on the tint of another class."""
    at_a_mistake(desk, scattered(60, 10), 3, TrainingSettings(mode=Mode.MULTICLASS))
    canvas = desk.window.canvas
    points, ground = canvas._layers.points, canvas._layers.ground
    places = [QPoint(round(x), round(y)) for x, y in canvas.frame.pixels(canvas.positions).tolist()]
    hidden = [
        item for item in canvas.scene().items() if isinstance(item, Layer) and item.isVisible() and item is not ground
    ]
    for item in hidden:
        item.setVisible(isinstance(item, UniformScatter))
    shown = shot(canvas)
    for item in hidden:
        item.setVisible(False)
    below = shot(canvas)
    for item in hidden:
        item.setVisible(True)
    found = {}
    for point, at in enumerate(places):
        others = [each for each in places if each != at and (each - at).manhattanLength() < 2 * points.diameter]
        if not others and canvas.rect().adjusted(20, 20, -20, -20).contains(at):
            found[point] = float(ratio(*(luminance(image[at.y(), at.x()]) for image in (shown, below))))
    assert len({int(desk.dataset.labels[point]) for point in found}) >= 8
    assert {point: value for point, value in found.items() if value < GRAPHICS} == {}, theme


def marks_of_the_timeline_and_edges_of_fields_stand_out(desk: Desk, theme: str) -> None:
    """Marks of epochs had 2.3, edges of fields 1.4."""
    desk.show(BY_NAME["two-classes"].make())
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.stop is not None)
    desk.do("run.previous_mistake")
    desk.settle()
    timeline = desk.window.transport.timeline
    image, picture = light(timeline), timeline._picture
    ground = np.median(image)
    epoch = round(picture.x(desk.snapshot.passes[0].size))
    row = round(timeline.height() - 12)
    assert ratio(image[row, epoch - 2 : epoch + 3], ground).max() >= GRAPHICS, (theme, "where an epoch begins")
    known = round((picture.x(0) + picture.x(desk.snapshot.frontier)) / 2) + 2
    bottom = image[timeline.height() - 9 :, known]
    assert ratio(bottom[:6], ground).max() >= GRAPHICS, (theme, "how far the run is known")
    page = desk.rules
    fields = [each for kind in (QLineEdit, QComboBox) for each in page.findChildren(kind) if each.isVisible()]
    assert len(fields) > 5
    for field in fields:
        if field.isEnabled() and not field.hasFocus():
            edge = light(field)[field.height() // 2, :6]
            assert ratio(edge, edge[5]).max() >= GRAPHICS, (theme, field.accessibleName())
    empty = [each for each in fields if isinstance(each, QLineEdit) and each.placeholderText() and not each.text()]
    for field in empty:
        assert _ratio_in(shot(field), field.rect().adjusted(4, 4, -4, -4)) >= TEXT, field.placeholderText()
    assert len(empty) > 2
    page.close_page()


def at_a_mistake(desk: Desk, dataset: Dataset, mistakes: int, settings: TrainingSettings | None = None) -> None:
    """Go to one of the first mistakes, and wait until it is shown as it stays."""
    desk.show(dataset, settings)
    for _ in range(mistakes):
        desk.do("run.next_mistake")
    desk.settle()
    desk.window.canvas.animation.finish()
    desk.window.stage.hints.hide()


@pytest.mark.seldom
def test_all_that_is_shown_stands_out_in_every_theme(desk: Desk) -> None:
    """One walk: a change of the theme takes longer than a run."""
    for theme in one_in(2, THEMES):
        as_at_first = asdict(desk.window.preferences.view_state)
        desk.window.controller.change_view(**{**as_at_first, "theme": theme})
        desk.settle()
        words_on_the_plane_and_around_it_can_be_read(desk, theme)
        points_of_every_class_stand_out_wherever_they_lie(desk, theme)
        marks_of_the_timeline_and_edges_of_fields_stand_out(desk, theme)
        lines_on_the_plane_stand_out_from_the_tints(desk, theme)
