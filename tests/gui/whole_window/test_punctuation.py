"""Sentences stand one after the other as their script has it: no blank after a mark of Chinese, no comma of another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from perceptron_gui.files.program import languages
from perceptron_gui.files.program.guide import guide_pages
from perceptron_gui.gui.features.user_guide import _is_code as is_code
from perceptron_gui.gui.features.user_guide import blocks, markdown_document
from perceptron_gui.gui.language import speak
from perceptron_gui.translation import ENGLISH
from tests.gui.gallery.stage import Stage
from tests.gui.whole_window.words import OVERLAYS, PANELS_IN, STATES, misplaced_marks
from tests.punctuation import MISPLACED, misplaced

STRICTEST = "zh_CN"
"""The language in which a blank between two sentences is wrong, too: all states are looked at in it."""
PAGES_IN = {
    STRICTEST: ("dual", "multiclass, four features", "batch", "online", "the empty plane"),
    "ar": ("dual", "multiclass, four features"),
}
"""In which states pages are looked at: each page in every language."""
SEEN_ELSEWHERE = (
    *("rules", "rules with a problem", "the menu of a class", "the menu of a point", "examples", "the points menu"),
    *(
        "points to order",
        "a picture",
        "a picture to print",
        "a film",
        "keys",
        "another name",
        "unsaved points",
        "about",
    ),
)
"""Menus and dialogs that the test of the gallery in every language looks at."""


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

    def look(name: str) -> None:
        assert stage.overlay is not None
        found[name] = misplaced_marks(stage, language, stage.overlay)

    pages, is_strictest = PAGES_IN[language], language == STRICTEST
    for name, way in {**PANELS_IN, **STATES}.items():
        if name not in pages and not is_strictest:
            continue
        way(stage)
        for entry in stage.window.side.offered if name in pages else ():
            stage.panel(entry.name)
            side = stage.window.side
            assert side.front is not None
            found[f"{entry.name} in {name}"] = misplaced_marks(stage, language, side.front, side.row)
        found[name] = misplaced_marks(stage, language)
    for name, way in OVERLAYS.items() if is_strictest else ():
        if name not in SEEN_ELSEWHERE:
            stage.with_overlay(way, partial(look, name))
    assert {text: name for name, said in found.items() for text in said} == {}


def test_every_page_is_looked_at_in_every_language() -> None:
    assert {*PAGES_IN} == {*MISPLACED}
    assert all({*names} >= {"dual", "multiclass, four features"} for names in PAGES_IN.values()), "have all pages"
