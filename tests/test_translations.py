"""Catalogues are whole: each field, plural and mark of a text is in its translation. One more language is a folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perceptron_gui import translation
from perceptron_gui.__main__ import main
from perceptron_gui.cli.command_line import HELP_WIDTH, Parser
from perceptron_gui.cli.command_registry import COMMANDS
from perceptron_gui.cli.report import shown_width
from perceptron_gui.files.program import languages
from perceptron_gui.translation import ENGLISH, tr
from tests import languages as checked
from tests.catalogue import collected
from tests.pseudo import languages_in, write_language

SIX = {"ar", "de", "es", "fr", "pt_BR", "zh_CN"}


def test_there_are_six_languages_and_english() -> None:
    assert {*languages.known()} >= SIX | {ENGLISH}


@pytest.mark.parametrize("name", [name for name in languages.known() if name != ENGLISH])
def test_nothing_is_lost_in_a_translation(name: str) -> None:
    text = (languages.FOLDER / name / languages.CATALOGUE).read_text(encoding="utf-8")
    assert checked.flaws_of(text) == []


@pytest.mark.parametrize(
    ("text", "translated", "flaw"),
    [
        ("Saved {name}.", "{name} gespeichert.", ""),
        ("Saved {name}.", "Gespeichert.", "lacks {name}"),
        ("Saved {name}.", "{nam} gespeichert.", "lacks {name}"),
        ("Saved.", "{name} gespeichert.", "has {name}"),
        ("Saved {name}.", "{name gespeichert.", "brace"),
        ("the rate $\\eta$", "die Rate $\\eta", "markup"),
        ("a <b>point</b>", "ein <b>Punkt", "markup"),
        ("over *w*", "über w", "markup"),
        ("View ▸ Dark", "Ansicht > Dunkel", "markup"),
        ("&File", "Datei", "&"),
        ("&File", "&Datei", ""),
        ("Open…", "Öffnen", "…"),
        ("Name:", "名称：", ""),
        (" and", "und", "blank"),
    ],
)
def test_what_is_lost_is_found(text: str, translated: str, flaw: str) -> None:
    found = checked.problem(text, translated)
    assert (flaw in found) if flaw else found == ""


def test_a_wrong_number_of_plurals_is_found() -> None:
    one, many = next((one, many) for one, many in sorted(collected(), key=str) if many and one.startswith("{count} m"))
    header = 'msgid ""\nmsgstr ""\n"X-Name: x\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\\n"\n\n'
    entry = f'msgid "{one}"\nmsgid_plural "{many}"\nmsgstr[0] "{{count}}"\nmsgstr[1] "{{count}}"\n'
    assert "2 forms of 3" in checked.flaws_of(header + entry)[0]
    assert checked.flaws_of(header + entry + 'msgstr[2] "{count} x"\n') == []
    assert "lacks {name}" not in str(checked.flaws_of(header + entry + 'msgstr[2] "two"\n'))
    wrong = header.replace("nplurals=3", "nplurals=2")
    assert "3 forms, not 2" in checked.flaws_of(wrong)[0]
    assert "wrong" in checked.flaws_of(header.replace("n==2", "n=="))[0]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Return what a command prints, which must succeed; English is spoken again afterwards."""
    try:
        assert main([*map(str, arguments)]) == 0
    finally:
        translation.use(None)
    return capsys.readouterr().out


@pytest.mark.drawn
@pytest.mark.parametrize("name", sorted(SIX))
@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_whole_and_no_wider_than_a_terminal(
    name: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = printed(capsys, command, "--help", "--language", name)
    assert max(map(shown_width, found.splitlines())) <= HELP_WIDTH
    languages.speak(name)
    try:
        parser = Parser(COMMANDS[command])
        COMMANDS[command].load().add_arguments(parser)
        wanted = [(action.help or "") % {**vars(action), "prog": ""} for action in parser._actions]
    finally:
        translation.use(None)
    whole = re.sub(r"\s", "", found)
    assert [words for words in wanted if re.sub(r"\s", "", words) not in whole] == []


@pytest.mark.parametrize("name", sorted(SIX))
def test_columns_of_numbers_end_where_their_heads_end(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    points = tmp_path / "points.csv"
    points.write_text("花長,عرض,e\u0301,班\n1,2,0,熊猫\n2,1,1,熊猫\n-1,-2,3,قط\n-2,0,1,م😀\n", encoding="utf-8")
    found = printed(capsys, "train", points, "--mode", "multiclass", "--language", name)
    table = found[found.rindex("\n\n") :].strip("\n").splitlines()
    assert len(table) == 5
    ends = [[shown_width(line[: cell.end()]) for cell in re.finditer(r"\S+(?: \S+)*", line)] for line in table]
    assert {tuple(each[-3:]) for each in ends} == {tuple(ends[0])}
    assert shown_width("\u2068e\u0301花\u2069") == 3


@pytest.fixture(scope="module")
def known() -> dict[str, list[object]]:
    """What programs read in English, once a test has made it: it is the same for all languages."""
    return {}


@pytest.mark.drawn
@pytest.mark.parametrize("name", ["ar", "fr", "zh_CN"])
def test_what_programs_read_is_the_same_whatever_signs_a_language_has(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], known: dict[str, list[object]]
) -> None:
    points = tmp_path / "points.csv"
    points.write_text("花長,عرض,班\n1,2,熊猫\n2,1,熊猫\n-1,-2,قط\n-2,0,\u202em😀\n", encoding="utf-8")

    def all_of(language: str) -> list[object]:
        log, lesson, own = (tmp_path / f"{each}" for each in ("log.csv", "one.lesson", "own.csv"))
        said = ["--language", language]
        made: list[object] = [
            printed(capsys, "train", points, "--mode", "multiclass", "--json", "--log", log, *said),
            printed(capsys, "analyze", points, "--mode", "multiclass", "--json", *said),
            printed(capsys, "analyze", points, "--positive", "قط", "--json", *said),
            printed(capsys, "samples", "xor", *said),
        ]
        printed(capsys, "lessons", "line-and-sign", "-o", lesson, *said)
        printed(capsys, "samples", "iris", "-o", own, *said)
        found = [*made, *(each.read_bytes() for each in (log, lesson, own))]
        for each in (log, lesson, own):
            each.unlink()
        return found

    if ENGLISH not in known:
        known[ENGLISH] = all_of(ENGLISH)
    assert all_of(name) == known[ENGLISH]


def test_a_seventh_language_is_one_folder(tmp_path: Path) -> None:
    write_language(tmp_path / "it")
    with languages_in(tmp_path):
        assert languages.names() == {"en": "English", "it": "Lingua"}
        assert languages.fitting(["it_CH"]) == "it"
        state = checked.states()["it"]
        assert (state.n_translated, state.n_fuzzy, state.n_missing, state.flaws) == (len(collected()), 0, 0, ())
        languages.speak("it")
        try:
            assert (translation.language(), tr("Undo") != "Undo") == ("it", True)
        finally:
            translation.use(None)


COLLECTED = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

#: here.py
msgid "Saved {name} whole."
msgstr ""

#: here.py
msgid "Undo"
msgstr ""

#: here.py
msgid "{count} mistake"
msgid_plural "{count} mistakes"
msgstr[0] ""
msgstr[1] ""
"""
KNOWN = """msgid ""
msgstr ""
"X-Name: Lingua\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Saved {name}."
msgstr "{name} hoc."

msgid "Undo"
msgstr "Infectum"

msgid "gone"
msgstr "abiit"
"""


def test_a_text_that_was_changed_keeps_its_translation_for_who_looks_at_it(tmp_path: Path) -> None:
    pytest.importorskip("babel", reason="python3 dev.py setup test package")
    import catalogues

    collection, own = tmp_path / "x.pot", tmp_path / "la" / catalogues.NAME
    own.parent.mkdir()
    (tmp_path / "it").mkdir()
    (tmp_path / "sv").mkdir()
    collection.write_text(COLLECTED, encoding="utf-8")
    own.write_text(KNOWN, encoding="utf-8")
    catalogues.main(collection)
    text = own.read_text(encoding="utf-8")
    assert text.startswith(KNOWN.partition("\n\n")[0])
    assert '#| msgid "Saved {name}."\nmsgid "Saved {name} whole."\nmsgstr "{name} hoc."' in text
    assert languages.Catalogue(text).gettext("Saved {name} whole.") == "Saved {name} whole."
    assert languages.Catalogue(text).gettext("Undo") == "Infectum"
    assert "abiit" not in text
    state = checked.state_of(text, frozenset({("Undo", None), ("Saved {name} whole.", None), ("new", None)}))
    assert (state.n_translated, state.n_fuzzy, state.n_missing) == (1, 1, 1)
    catalogues.main(collection)
    assert own.read_text(encoding="utf-8") == text
    assert "hoc" not in (tmp_path / "sv" / catalogues.NAME).read_text(encoding="utf-8")
    assert "X-Name: italiano" in (tmp_path / "it" / catalogues.NAME).read_text(encoding="utf-8")
