"""Sentences stand one after the other as their script has it: no blank after a mark of Chinese, no comma of another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from perceptron_gui.files.program import languages
from perceptron_gui.files.program.guide import guide_pages
from perceptron_gui.gui.features.user_guide import _is_code as is_code
from perceptron_gui.gui.features.user_guide import blocks, markdown_document
from perceptron_gui.gui.language import speak
from perceptron_gui.translation import ENGLISH
from tests.gui.gallery import ways
from tests.gui.gallery.stage import Stage
from tests.gui.whole_window.words import OVERLAYS, PANELS_IN, STATES, painted, texts
from tests.punctuation import MISPLACED, misplaced


def wrong(stage: Stage, language: str, *among: QWidget) -> set[str]:
    """Return what is said with misplaced marks, in all windows or only `among` some of their parts."""
    said = {*painted(stage), *(text for widget in among or stage.shown for text in texts(widget))}
    tables = [table for widget in among or stage.shown for table in widget.findChildren(QTableView)]
    turned = {f"{type(table).__name__} goes from the right" for table in tables if table.isRightToLeft()}
    return turned | {misplaced(text, language) for text in said} - {""}


@pytest.fixture
def stage(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Stage]:
    """Return a window that speaks a language."""
    speak(request.param)
    shown = Stage()
    yield shown
    shown.close()
    speak(ENGLISH)
    QLocale.setDefault(QLocale.system())


@pytest.mark.parametrize("language", MISPLACED)
def test_no_mark_is_misplaced_in_the_catalogue(language: str) -> None:
    catalogue = (languages.FOLDER / language / languages.CATALOGUE).read_text(encoding="utf-8")
    assert {misplaced(form, language) for *_, forms in languages.entries(catalogue) for form in forms} == {""}


@pytest.mark.parametrize("language", MISPLACED)
def test_no_mark_is_misplaced_in_the_guide(qapp: QApplication, language: str) -> None:
    speak(language)
    try:
        documents = [markdown_document(page.text) for page in guide_pages()]
        said = [block.text() for document in documents for block in blocks(document) if not is_code(block)]
    finally:
        speak(ENGLISH)
    assert len(said) > 300
    assert {misplaced(text, language) for text in said} == {""}


@pytest.mark.slow
@pytest.mark.parametrize(("stage", "language"), [(name, name) for name in MISPLACED], indirect=["stage"])
def test_no_mark_is_misplaced_in_any_state(stage: Stage, language: str) -> None:
    found: dict[str, set[str]] = {}
    for name, way in {**PANELS_IN, **STATES, "rules": ways.rules}.items():
        way(stage)
        side = stage.window.side
        for entry in side.offered if name in PANELS_IN else ():
            stage.panel(entry.name)
            assert side.front is not None
            found[f"{entry.name} in {name}"] = wrong(stage, language, side.front, side.row)  # the others had their turn
        found[name] = wrong(stage, language)
    for name, way in OVERLAYS.items():
        stage.with_overlay(way, lambda name=name: found.update({name: wrong(stage, language)}))  # type: ignore[misc]
    assert {text: name for name, said in found.items() for text in said} == {}
