"""Every letter that is written, in any language, is in a font that the program brings; lines are no higher for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QRawFont, QTextBlock, QTextDocument, QTextLayout
from PySide6.QtWidgets import QLabel

from perceptron_gui.files.program import languages
from perceptron_gui.gui.features.user_guide import markdown_document
from perceptron_gui.gui.style.style_sheet import OTHER_SCRIPTS
from perceptron_gui.gui.style.theme import FORMULA_FAMILIES, FORMULA_FONT, LIGHT, RESOURCES, text_font
from perceptron_gui.gui.widgets.formula_html import breakable
from perceptron_gui.translation import ISOLATING

UNSEEN = ("Cc", "Cf", "Zl", "Zp")
"""Kinds of characters for which nothing is drawn."""
SAMPLES = {"Noto Sans SC": "红色的点", "Noto Sans Arabic UI": "نقطة", "Noto Sans Raised": "ᵖᵀ"}


def written(language: str) -> Iterator[str]:
    """Yield all texts of a language: its catalogue, and whatever else lies in its folder."""
    catalogue = (languages.FOLDER / language / languages.CATALOGUE).read_text(encoding="utf-8")
    for _, _, _, forms in languages.entries(catalogue):
        yield from forms
    for path in (languages.FOLDER / language).rglob("*"):
        if path.suffix in (".md", ".txt"):
            yield path.read_text(encoding="utf-8")


def of_all() -> Iterator[str]:
    """Yield the texts that stand in the same files in every language."""
    for folder in ("guide", "lessons", "programs"):
        for path in sorted((RESOURCES / folder).glob("*")):
            if path.suffix in (".md", ".lesson", ".jinja"):
                yield path.read_text(encoding="utf-8")


def lacking(texts: Iterable[str], pattern: str = "*.[ot]tf") -> str:
    """Return the characters of texts that no font has. `pattern`: of the fonts' files."""
    fonts = [QRawFont(str(path), 12) for path in sorted((RESOURCES / "fonts").glob(pattern))]
    assert fonts and all(font.isValid() for font in fonts)
    letters = {each for each in set().union(*texts) if unicodedata.category(each) not in UNSEEN}
    return "".join(sorted(each for each in letters if not any(font.supportsCharacter(ord(each)) for font in fonts)))


@pytest.mark.parametrize("language", languages.known())
def test_no_letter_of_a_language_is_without_a_font(language: str) -> None:
    assert lacking(of_all() if language == "en" else written(language)) == "", "run packaging/fonts.py"


def test_a_letter_without_a_font_is_found() -> None:
    assert lacking(["a 红 ا"], "Inter-*.ttf") == "ا红"
    assert lacking(["a ก"]) == "ก"


@pytest.mark.parametrize("weight", [QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold, QFont.Weight.Bold])
@pytest.mark.parametrize("slanted", [False, True])
def test_figures_are_of_one_width_and_words_are_as_without_it(weight: QFont.Weight, slanted: bool) -> None:
    """At each hyphen of French a word came apart: it had the width of a figure, 40 % more than its own."""
    font = text_font(100, weight)
    font.setItalic(slanted)
    width = QFontMetricsF(font).horizontalAdvance
    assert len({width(each) for each in "0123456789+−=≤×"}) == 1
    assert width("-") < 0.8 * width("0")
    for words in ("est-ce", "au-delà", "self-made", "Sch-"):
        assert width(words) == pytest.approx(sum(map(width, words)), abs=12), "kerned, and not drawn apart"


WORDS = 400
"""So many are laid out at once."""
CHARACTERS = "".join(chr(code) for code in range(0x20, 0x10000) if not 0xD800 <= code < 0xE000)
NAMED: dict[tuple[str, str], set[int]] = {}
"""The forms of each font that a character stands for, of those that Qt looks for when it writes a PDF."""


def named_forms(font: QRawFont) -> set[int]:
    key = (font.familyName(), font.styleName())
    if key not in NAMED:
        NAMED[key] = {*font.glyphIndexesForString(CHARACTERS)}
    return NAMED[key]


@pytest.mark.parametrize("language", languages.known())
def test_every_form_of_a_letter_can_be_told_from_its_character(language: str) -> None:
    """A PDF says which character each form stands for: figures of one width had none, so that no number was copied."""
    texts = [*(of_all() if language == "en" else written(language))]
    # A form depends on the letters that it is joined to, and most words are written many times.
    words = [*dict.fromkeys(word for text in texts for word in re.split(r"[ \t\n]+", text))]
    texts = [" ".join(words[first : first + WORDS]) for first in range(0, len(words), WORDS)]
    for font in (text_font(15), text_font(15, QFont.Weight.Bold), LIGHT.maths(15), LIGHT.maths(15, is_italic=True)):
        for text in texts:
            layout = QTextLayout(text, font)
            layout.beginLayout()
            layout.createLine()
            layout.endLayout()
            for run in layout.glyphRuns():
                raw = run.rawFont()
                assert named_forms(raw).issuperset(run.glyphIndexes()), f"{raw.familyName()}: {text}"


def families(text: str, font: QFont) -> set[tuple[str, str]]:
    """Return family and style of all that a line is drawn with."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    assert line.height() <= 19, "the height of a line of Inter"
    return {(run.rawFont().familyName(), run.rawFont().styleName()) for run in layout.glyphRuns()}


@pytest.mark.parametrize("mark", sorted(ISOLATING), ids=ascii)
def test_a_mark_of_direction_makes_no_line_higher(mark: str) -> None:
    """Whatever font of the desktop had it gave the line its height."""
    for font, family in ((text_font(15), "Inter"), (LIGHT.maths(15), "STIX Two Text")):
        assert families(f"a{mark}b", font) == {(family, "Regular")}


@pytest.mark.parametrize("slanted", [False, True])
@pytest.mark.parametrize("weight", [QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold, QFont.Weight.Bold])
def test_triangles_on_buttons_are_the_same_on_every_desktop(weight: QFont.Weight, slanted: bool) -> None:
    """Whatever font of the desktop had them gave them its size."""
    font = text_font(15, weight)
    font.setItalic(slanted)
    for small, large in ("▸▶", "▾▼", "▴▲", "◂◀"):
        assert {family for family, _ in families(f"a{small}b", font)} == {"Inter"}
        assert 0 < QFontMetricsF(font).horizontalAdvance(small) < QFontMetricsF(font).horizontalAdvance(large)


@pytest.mark.parametrize("family", OTHER_SCRIPTS)
def test_letters_of_another_script_come_with_the_program_and_keep_its_lines(family: str) -> None:
    text = SAMPLES[family]
    for font, style in (
        (text_font(15), "Regular"),
        (text_font(15, QFont.Weight.DemiBold), "Bold"),
        (LIGHT.maths(15), "Regular"),
        (LIGHT.maths(15, is_bold=True), "Bold"),
    ):
        assert families(text, font) == {(family, style)}
        assert {name for name, _ in families(f"{text} x = −0.11", font)} == {family, font.families()[0]}


SIGNS = "‖∇L‖ ∂∠∅ℳ∞√ Σαᵢ ≤≥≈≠ ←→ wᵨ xᵀ θ⁽ᵗ⁾ γ̂α̂ŵ x′ Aₗⱼ sᵣ ✗"
"""What formulas are written with, in any notes."""


def test_no_sign_of_a_formula_comes_from_another_program_and_lines_with_them_are_no_higher() -> None:
    """∇ and ∠ came from whatever the desktop had, and ≈ and ← were letters of text among those of formulas."""
    brought = {"Inter", *FORMULA_FAMILIES, *OTHER_SCRIPTS}
    for font in (text_font(15), text_font(15, QFont.Weight.DemiBold), LIGHT.maths(15), LIGHT.maths(15, is_bold=True)):
        assert {family for family, _ in families(SIGNS, font)} <= brought
    document = QTextDocument()
    heights = set[float]()
    for text in ("f = 3", "f ≈ 3", "∂L ← 2", "∇L ≤ ∠"):
        document.setHtml(f'<p style="{FORMULA_FONT}; font-size:19px">{text}</p>')
        heights.add(document.size().height())
        runs = document.begin().layout().glyphRuns()
        assert {run.rawFont().familyName() for run in runs} <= {"STIX Two Text", "STIX Two Math"}, text
    assert len(heights) == 1


def test_the_common_characters_of_names_are_there() -> None:
    table = (bytes((row, place)) for row in range(0xB0, 0xD8) for place in range(0xA1, 0xFF))
    common = [place.decode("gb2312", "ignore") for place in table]
    assert len("".join(common)) == 3755
    assert lacking(common, "NotoSansSC-*.otf") == ""


@pytest.mark.parametrize("words", ["阅读 *视图 ▸ 语言* 页", "افتح *عرض ▸ اللغة* أولًا"])
def test_words_of_scripts_without_italics_are_bold_instead_in_the_guide(words: str) -> None:
    document = markdown_document(f"{words}\n\n*View* and `key`")
    block = document.begin()
    assert [font.bold() for font in fonts_of(block)] == [False, True, False]
    assert not any(font.italic() for font in fonts_of(block))
    assert [font.italic() for font in fonts_of(block.next())] == [True, False, False]


def fonts_of(block: QTextBlock) -> list[QFont]:
    """Return the fonts of a paragraph, from its begin."""
    fragments, found = block.begin(), list[QFont]()
    while not fragments.atEnd():
        found.append(fragments.fragment().charFormat().font())
        fragments += 1
    return found


def test_code_goes_from_left_to_right_whatever_it_says() -> None:
    document = markdown_document("نص\n\n```\n# تعليق\nx = −1\n```\n")
    block = document.begin().next()
    assert block.text() == "# تعليق"
    assert block.textDirection() is Qt.LayoutDirection.LeftToRight


def test_a_text_without_blanks_gets_no_breaks_of_ours() -> None:
    text = "感知机在每次误分类之后更新权值向量，直到所有的点都被正确分类为止。"
    assert breakable(text) == text
    assert breakable("x" * 40) != "x" * 40


def test_chinese_goes_on_in_the_next_line_and_is_cut_where_it_has_no_room() -> None:
    label = QLabel("感知机在每次误分类之后更新权值向量，直到所有的点都被正确分类为止。", wordWrap=True)
    label.setFont(text_font(15))
    assert label.heightForWidth(200) == 3 * QFontMetrics(label.font()).lineSpacing()
    cut = QFontMetrics(label.font()).elidedText(label.text(), Qt.TextElideMode.ElideRight, 200)
    assert cut.endswith("…") and 8 <= len(cut) <= 14
