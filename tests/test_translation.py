"""The one place where visible text is translated."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

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
