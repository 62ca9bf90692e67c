"""Words that are listed have the comma of their language between them."""

from __future__ import annotations

import pytest

from perceptron_gui.files.program import languages
from perceptron_gui.session.wording import joined


@pytest.mark.parametrize(
    ("language", "told"), [("en", "x₁, x₂"), ("ar", "x₁، x₂"), ("zh_CN", "x₁、x₂"), ("de", "x₁, x₂")]
)
def test_a_list_of_words_has_the_comma_of_its_language(language: str, told: str) -> None:
    languages.speak(language)
    try:
        assert joined(["x₁", "x₂"]) == told
    finally:
        languages.speak("en")
