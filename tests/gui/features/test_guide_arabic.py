"""The guide in Arabic: its words go from right to left, and formulas, keys and code in them as they are typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextCursor

from perceptron_gui import translation
from perceptron_gui.files.program import languages
from perceptron_gui.files.program.guide import guide_pages
from perceptron_gui.gui.features.user_guide import _in_columns as in_columns
from perceptron_gui.gui.features.user_guide import blocks, key_groups, markdown_document, search
from perceptron_gui.gui.language import speak
from perceptron_gui.gui.panels.rich_text import Fold
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.gui.widgets.author_text import text_html
from perceptron_gui.gui.widgets.plain_text import MATHS
from tests.files.lessons.test_languages_of_lessons import LESSONS, texts_of
from tests.gui.desk import Desk

OPEN, CLOSED = translation.LEFT_TO_RIGHT, translation.END


@pytest.fixture(autouse=True)
def spoken(desk: Desk) -> Iterator[None]:
    speak("ar")
    yield
    speak("en")


def shown(markdown: str) -> list[QTextBlock]:
    """Return the paragraphs of a page that are not empty; they keep their document alive."""
    document = markdown_document(markdown)
    shown.document = document  # type: ignore[attr-defined]
    return [block for block in blocks(document) if block.text()]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("النقطة (4, 3) هناك", f"النقطة {OPEN}(4, 3){CLOSED} هناك"),
        ("المشتقة ∂L/∂b = −Σ y، أي", f"المشتقة {OPEN}∂L/∂b = −Σ y{CLOSED}، أي"),
        ("اضغط `Shift+→` ثم", f"اضغط {OPEN}Shift+→{CLOSED} ثم"),
        ("ملف `.lesson` و`x1*x2`", f"ملف {OPEN}.lesson{CLOSED} و{OPEN}x1*x2{CLOSED}"),
        ("w متجه", "w متجه"),
        ("`Ctrl+K`", f"{OPEN}Ctrl+K{CLOSED}"),
    ],
)
def test_a_paragraph_goes_from_the_right_and_what_is_typed_keeps_its_order(markdown: str, text: str) -> None:
    (block,) = shown(markdown)
    assert block.text() == text
    assert block.textDirection() is Qt.LayoutDirection.RightToLeft


def test_the_first_column_of_a_table_is_at_the_right() -> None:
    first, second, *_ = shown("| الأول | الثاني |\n|---|---|\n| `Space` | تشغيل |\n")
    assert (first.text(), second.text()) == ("الثاني", "الأول")
    table = QTextCursor(first).currentTable()
    assert table.format().alignment() & Qt.AlignmentFlag.AlignRight


def test_the_way_through_menus_points_where_it_is_read() -> None:
    """ "File ▸ New" pointed back to the file."""
    catalogue = (languages.FOLDER / "ar" / languages.CATALOGUE).read_text(encoding="utf-8")
    said = [translation.tr(each) for _, each, *_ in languages.entries(catalogue) if "▸" in each]
    written = [block.text() for page in guide_pages() for block in blocks(markdown_document(page.text))]
    told = [text_html(text.in_language("ar"), LIGHT) for lesson in LESSONS.values() for _, text in texts_of(lesson)]
    fold = Fold(translation.tr("More"))
    for texts in (said, written, told, [fold.text()]):
        assert any("◂" in text for text in texts)
        assert not any("▸" in text for text in texts)
    assert translation.onward("View ▸ Language") == "View ▸ Language", "in an English lesson"


def test_the_search_finds_words_and_formulas_across_the_marks_of_direction() -> None:
    for wanted in ("x̂ = (x, 1)", "لأي x̂ ="):
        found = search(wanted)
        assert found, wanted
        for match in found:
            assert match.line[match.start :][: match.length].strip(OPEN + CLOSED)[-1] == wanted[-1]


def test_every_paragraph_of_every_page_goes_from_the_right_but_code() -> None:
    for page in guide_pages():
        for block in shown(page.text):
            is_code = block.blockFormat().hasProperty(block.blockFormat().Property.BlockCodeLanguage)
            is_right = block.textDirection() is Qt.LayoutDirection.RightToLeft
            assert is_right is not is_code, block.text()


def test_letters_with_a_hat_are_set_in_the_font_of_formulas() -> None:
    (block,) = shown("الهامش γ̂ هنا")
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + block.text().index("γ") + 2)
    assert cursor.charFormat().fontFamilies() == [MATHS]


def test_no_heading_of_the_page_of_keys_is_slanted_in_letters_that_have_no_italics() -> None:
    keys = in_columns(key_groups())
    assert "<i>" not in keys
    assert keys.index("جديد") < keys.index("Ctrl+N"), "Qt sets the first cell at the left"
    speak("en")
    assert "<i>" in in_columns(key_groups())
