"""The gallery of examples: a card with a picture for each, by mouse and by keys, in every theme and width."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.samples import Sample
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.files.points.sample_files import ALL_SAMPLES, BY_NAME, TOPICS
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.examples.gallery_dialog import PICTURE, GalleryDialog, picture_of
from perceptron_gui.gui.style.theme import DARK, LIGHT, PROJECTOR, THEMES, Theme
from perceptron_gui.gui.widgets.painted_widget import MOST_POINTS
from perceptron_gui.session.classes.small_plane import rectangle_around
from tests.gui.desk import Desk
from tests.gui.legibility import pixels

Key = Qt.Key


@pytest.fixture
def gallery(qtbot: QtBot) -> Iterator[GalleryDialog]:
    """Return the gallery, open."""
    parent = QWidget()
    qtbot.addWidget(parent)
    gallery = GalleryDialog(parent)
    gallery.show_gallery(LIGHT, lambda sample: sample.watch, "")
    qtbot.waitUntil(lambda: gallery.focusWidget() is gallery.page.cards["two-classes"])
    yield gallery


def press(qtbot: QtBot, gallery: GalleryDialog, *keys: Qt.Key) -> str:
    """Press keys where the focus is; return the name of the example that has it then."""
    for key in keys:
        widget = gallery.focusWidget()
        assert widget is not None
        qtbot.keyClick(widget, key)
    return next(name for name, card in gallery.page.cards.items() if card is gallery.focusWidget())


def test_every_example_has_a_card_that_says_its_title_and_what_to_watch(gallery: GalleryDialog) -> None:
    assert list(gallery.page.cards) == [name for topic in TOPICS for name in topic.names]
    assert sorted(gallery.page.cards) == sorted(BY_NAME)
    for name, card in gallery.page.cards.items():
        assert card.accessibleName() == BY_NAME[name].title
        assert card.accessibleDescription() == BY_NAME[name].watch


def test_arrows_go_from_card_to_card_and_enter_or_space_opens(qtbot: QtBot, gallery: GalleryDialog) -> None:
    chosen: list[str] = []
    gallery.chosen.connect(chosen.append)
    gallery.resize(900, 600)
    qtbot.waitUntil(lambda: gallery.page.n_columns == 2)
    assert press(qtbot, gallery, Key.Key_Right) == "textbook"
    assert press(qtbot, gallery, Key.Key_Down) == "through-origin"
    assert press(qtbot, gallery, Key.Key_Down, Key.Key_Down) == "wide"  # the last row of a topic may be short
    assert press(qtbot, gallery, Key.Key_Up) == "order"
    assert press(qtbot, gallery, Key.Key_Home, Key.Key_Left, Key.Key_Up) == "two-classes"
    assert press(qtbot, gallery, Key.Key_End, Key.Key_Right, Key.Key_Down) == "wine"
    press(qtbot, gallery, Key.Key_Return)
    press(qtbot, gallery, Key.Key_Home, Key.Key_Space)
    qtbot.mouseClick(gallery.page.cards["xor"], Qt.MouseButton.LeftButton)
    assert chosen == ["wine", "two-classes", "xor"]


def test_the_card_with_the_keys_is_in_view(qtbot: QtBot, gallery: GalleryDialog) -> None:
    press(qtbot, gallery, Key.Key_End)
    card = gallery.page.cards["wine"]
    qtbot.waitUntil(lambda: card.visibleRegion().boundingRect().height() == card.height())


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_no_card_covers_another_or_leaves_the_page(gallery: GalleryDialog, qtbot: QtBot, theme: Theme) -> None:
    for width in (420, 900, 1500):
        gallery.resize(width, 560)
        gallery.page.set_theme(theme)
        qtbot.waitUntil(lambda: gallery.page.height() >= gallery.page.minimumHeight())
        parts = [part for part in gallery.page.findChildren(QWidget) if part.parent() is gallery.page]
        boxes = [part.geometry() for part in parts]
        assert all(gallery.page.rect().contains(box) for box in boxes)
        assert not any(one.intersects(other) for i, one in enumerate(boxes) for other in boxes[:i])
        for card in gallery.page.cards.values():
            assert card.height() >= card.heightForWidth(card.width())


def colours_at(sample: Sample, dataset: Dataset, theme: Theme) -> list[str]:
    """Return the colours in the picture of `sample` where the points of a dataset belong."""
    image = picture_of(sample, theme, PICTURE, 1.0).toImage()
    left, _, right, top = rectangle_around(dataset, (PICTURE.width(), PICTURE.height()), 0.08)
    unit = PICTURE.width() / (right - left)
    pixels = (dataset.X[:, :2] - np.array([left, top])) * np.array([unit, -unit])
    return [QColor(image.pixel(int(x), int(y))).name() for x, y in pixels]


def test_a_picture_shows_the_points_where_they_lie_and_in_the_colours_of_their_classes() -> None:
    for name in ("textbook", "flip", "in-a-row"):
        points = BY_NAME[name].make()
        for theme in (LIGHT, DARK):
            wanted = [theme.class_colour(int(k)).name() for k in points.labels]
            assert colours_at(BY_NAME[name], points, theme) == wanted


def test_other_points_give_another_picture() -> None:
    moved = Dataset.of([[3, 3], [4, 3], [1, 4]], [1, 1, 0])
    other = replace(BY_NAME["textbook"], make=lambda: moved)
    assert colours_at(other, moved, LIGHT) == [LIGHT.class_colour(k).name() for k in (1, 1, 0)]


def colours_in(image: QImage) -> set[tuple[int, ...]]:
    """Return the colours of a picture, by red, green and blue."""
    return {*map(tuple, np.unique(pixels(image).reshape(-1, 3), axis=0).tolist())}


def test_every_picture_has_points_of_every_class() -> None:
    for sample in ALL_SAMPLES:
        image = picture_of(sample, LIGHT, PICTURE, 1.0).toImage()
        seen = colours_in(image)
        for k in sample.make().present:
            assert LIGHT.class_colour(k).getRgb()[:3] in seen, sample.name


def test_a_picture_of_points_in_one_place_or_on_a_line_or_very_many_is_drawn() -> None:
    many = np.random.default_rng(1).uniform(-1e12, 1e12, (50 * MOST_POINTS + 1, 2))
    for points in ([[2.0, 2.0]], [[1e12, 5.0], [-1e12, 5.0]], [[0.0, 0.0]] * 3, many):
        dataset = Dataset.of(points, [0] * len(points))
        sample = replace(BY_NAME["xor"], make=lambda dataset=dataset: dataset)
        image = picture_of(sample, LIGHT, QSize(60, 40), 2.0).toImage()
        assert image.width() == 120
        seen = colours_in(image)
        assert LIGHT.class_colour(0).getRgb()[:3] in seen


def test_letters_and_pictures_grow_for_a_projector(gallery: GalleryDialog) -> None:
    card = gallery.page.cards["xor"]
    before = card.heightForWidth(500)
    card.set_theme(PROJECTOR)
    assert card.heightForWidth(500) > before


def test_the_gallery_opens_an_example_and_says_what_to_watch_only_where_that_is_so(desk: Desk) -> None:
    desk.window.controller.change_settings("order", order=Order.BATCH)
    desk.do("data.gallery")
    gallery = desk.commands.examples.gallery
    assert gallery.page.cards["xor"].accessibleDescription() != BY_NAME["xor"].watch
    desk.window.controller.change_settings("order", order=Order.CYCLIC)
    desk.do("data.gallery")
    assert gallery.page.cards["xor"].accessibleDescription() == BY_NAME["xor"].watch
    gallery.page.cards["xor"].click()
    desk.wait(lambda: desk.document.title == "XOR" and "gallery" not in vars(desk.commands.examples))
    desk.do("data.gallery")
    gallery = desk.commands.examples.gallery
    desk.wait(lambda: gallery.focusWidget() is gallery.page.cards["xor"])
    gallery.reject()
    assert QApplication.activeModalWidget() is None


def test_the_empty_plane_leads_to_the_gallery_also_where_room_is_short(desk: Desk) -> None:
    desk.clear()
    row = desk.window.stage.examples
    desk.wait(row.all.isVisible)
    row.fit(row.all.sizeHint().width() + 10)
    assert [button.isVisible() for button in (row.all, *row.buttons.values())] == [True, False, False, False, False]
    row.all.click()
    assert desk.commands.examples.gallery.isVisible()
