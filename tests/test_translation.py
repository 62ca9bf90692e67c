"""The one place where visible text is translated."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from perceptron_gui import translation
from perceptron_gui.translation import N_, ntr, tr, use


class Shouting(NullTranslations):
    """Another language, whose catalogue has a header under the empty text, as all have."""

    def gettext(self, message: str) -> str:
        return message.upper() if message else "Content-Type: text/plain"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return (msgid1 if n < 2 else msgid2).upper()


@pytest.fixture
def shouting() -> Iterator[None]:
    use(Shouting())
    yield
    use(None)


def test_english_is_shown_as_it_is_written() -> None:
    assert tr("Saved {name}.") == "Saved {name}."
    assert [ntr("one", "many", count) for count in (0, 1, 2)] == ["many", "one", "many"]


def test_a_catalogue_translates_all_that_is_shown_from_then_on(shouting: None) -> None:
    assert tr("saved") == "SAVED"
    assert tr(N_("a title")) == "A TITLE"


def test_the_catalogue_decides_which_plural_a_count_takes(shouting: None) -> None:
    assert [ntr("one", "many", count) for count in (0, 1, 2)] == ["ONE", "ONE", "MANY"]


def test_the_empty_text_is_not_the_header_of_the_catalogue(shouting: None) -> None:
    assert tr("") == ""


def test_english_loads_no_catalogue_and_no_code_for_one() -> None:
    code = "import sys; from perceptron_gui.translation import tr; tr('x'); print('gettext' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_what_is_filled_in_goes_as_its_own_letters_do() -> None:
    translation.use(None, "ar", is_leftwards=True)
    try:
        assert translation.isolated("x₁₀ (الآن)، x₉") == "\u2067x₁₀ (الآن)، x₉\u2069"
        assert translation.isolated("x₁₀، 3؟") == "\u2066x₁₀، 3؟\u2069", "their marks are no letters"
    finally:
        translation.use(None)


@pytest.mark.parametrize(
    ("text", "isolated"),
    [
        ("أعدادًا مثل 0.5 −1 0 أو (0.5, −1, 0).", ["0.5 −1 0", "(0.5, −1, 0)"]),
        ("مثل 3 أو −0.25 أو 7/3.", ["−0.25", "7/3"]),
        ("خطك: 1 −2 0.5؛ الفارغ", ["1 −2 0.5"]),
        ("K(x, z) = exp(−g‖x − z‖²): أي شكل", ["K(x, z) = exp(−g‖x − z‖²)"]),
        ("السمات {known} أو x1, x2, x1*x2، لا", ["x1, x2, x1*x2"]),
        ("الخسارة L (خط) · ‖∇L‖ (متقطع)", ["‖∇L‖"]),
        ("دوري · η = 1 · انحياز", ["η = 1"]),
        ("هناك 0.1 + 0.2 ليس 0.3", ["0.1 + 0.2"]),
        ("اكتب --mode multiclass.", ["--mode multiclass"]),
        ("لا يؤخذ بالخيار --{name} {asked}: الملف", ["--{name} {asked}"]),
        ("سهمك {angle}°، أكثر من {most}°.", ["{angle}°", "{most}°"]),
        ("الخسارة y·f ≤ 0؛ وهنا d = 2، لا 3", ["y·f ≤ 0", "d = 2"]),
        ("حتى w = (1, 1)، b = −3.", ["w = (1, 1)", "b = −3"]),
        ("(3,3)+ (4,3)+ (1,1)− نقاط", ["(3,3)+ (4,3)+ (1,1)−"]),
        ("اضغط ⇧Space أو Ctrl++", ["⇧Space", "Ctrl++"]),
        ("عدد (−1 مثلًا) دون 2⁶⁴ − 1", ["−1", "2⁶⁴ − 1"]),
        ("الفئة + و.lesson", ["+", ".lesson"]),
        ("حصة {share} % منها", ["{share} %"]),
        ("Alt+اليسار", []),
        ("Perceptron Lab {version}<br>برنامج", ["Perceptron Lab {version}"]),
        ("ثمنه ({updates})، وx·z للنواة (CSV)", []),
        ("تعدّ: +1 للفئة، −1 للبقية", ["+1", "−1"]),
        ("y·f = {number}: نقطة", ["y·f = {number}"]),
        ("{shown} من {count}، *w* و <b>b</b>", []),
        ("الزيارة 9 من 23", []),
        ("{first}, {second} أو", []),
        ("Saved {name} there.", ["Saved {name} there."]),
        ("{first} · {second}", []),
    ],
)
def test_what_is_typed_or_computed_keeps_its_direction_in_a_text_from_the_right(text: str, isolated: list[str]) -> None:
    translation.use(None, "ar", is_leftwards=True)
    try:
        shown = str(translation._template(text))
    finally:
        translation.use(None)
    assert re.findall("\u2066([^\u2069]*)\u2069", shown) == isolated
    assert re.sub("[\u2066\u2069\u200f]", "", shown) == text
