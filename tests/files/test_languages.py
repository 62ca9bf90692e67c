"""A language is a folder: its catalogue is read as gettext reads it, and a desktop's wishes find the one that fits."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from perceptron_gui import translation
from perceptron_gui.__main__ import main
from perceptron_gui.cli import UsageError, take_language
from perceptron_gui.files.program import languages, policy
from perceptron_gui.files.program.guide import guide_pages
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.session.lessons.lesson import Text
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import N_, ntr, tr
from tests.files.sessions.json_schema import allows
from tests.pseudo import languages_in

HEADER = 'msgid ""\nmsgstr ""\n"X-Name: Lingua\\n"\n"Plural-Forms: nplurals={n}; plural={rule};\\n"\n\n'
GERMAN = """msgid "Saved {name}."
msgstr "{name} ist gespeichert."

msgctxt "verb"
msgid "Open"
msgstr "Öffnen"

msgid "Open"
msgstr "Offen"

#. for translators
#: gui/somewhere.py
#, fuzzy
#| msgid "Quit now"
msgid "Quit"
msgstr "Weg"

msgid ""
"two "
"lines\\n"
"with \\"quotes\\" and \\\\"
msgstr ""
"zwei "
"Zeilen\\n"
"mit „Zeichen“ und \\\\"

msgid "{count} mistake"
msgid_plural "{count} mistakes"
msgstr[0] "{count} Fehler"
msgstr[1] "{count} Fehlern"

msgid "Undo"
msgstr ""

#~ msgid "gone"
#~ msgstr "fort"
"""
ARABIC = "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return an empty folder of languages, in the place of the program's."""
    with languages_in(tmp_path):
        yield tmp_path
    translation.use(None)


def write(folder: Path, language: str, texts: str = GERMAN, n: int = 2, rule: str = "(n != 1)") -> None:
    (folder / language).mkdir()
    text = HEADER.format(n=n, rule=rule) + texts
    (folder / language / languages.CATALOGUE).write_text(text, encoding="utf-8")


def test_a_language_is_spoken_and_what_it_lacks_is_english(folder: Path) -> None:
    write(folder, "de")
    languages.speak("de")
    assert tr("Saved {name}.").format(name="x") == "x ist gespeichert."
    assert tr("Undo") == "Undo"
    assert tr("gone") == "gone"
    assert counted("{count} mistake", "{count} mistakes", 1) == "1 Fehler"
    assert counted("{count} visit", "{count} visits", 2) == "2 visits"
    languages.speak("en")
    assert tr("Saved {name}.") == "Saved {name}."


def test_a_translation_that_nobody_has_looked_at_since_its_text_changed_is_left_out(folder: Path) -> None:
    write(folder, "de")
    languages.speak("de")
    assert tr("Quit") == "Quit"


def test_a_context_tells_a_text_from_the_same_one(folder: Path) -> None:
    assert (tr("Open", "verb"), tr(N_("Open", "verb")), tr("Open")) == ("Open", "Open", "Open")
    write(folder, "de")
    languages.speak("de")
    assert (tr("Open", "verb"), tr(N_("Open", "verb")), tr("Open")) == ("Öffnen", "Öffnen", "Offen")
    assert tr("Open", "another") == "Open"


def test_lines_quotes_and_backslashes_are_read(folder: Path) -> None:
    write(folder, "de")
    languages.speak("de")
    assert tr('two lines\nwith "quotes" and \\') == "zwei Zeilen\nmit „Zeichen“ und \\"


def test_six_plurals_follow_the_rule_of_their_language(folder: Path) -> None:
    forms = "".join(f'msgstr[{i}] "form {i}"\n' for i in range(6))
    write(folder, "ar", f'msgid "{{count}} a"\nmsgid_plural "{{count}} b"\n{forms}', 6, f"({ARABIC})")
    languages.speak("ar")
    counts = (0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 111)
    found = [counted("{count} a", "{count} b", count).rstrip("\u2069")[-1] for count in counts]
    assert found == ["0", "1", "2", "3", "3", "4", "4", "5", "5", "3", "4"]


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        (["de_AT.UTF-8"], "de"),
        (["de-DE", "en"], "de"),
        (["en_GB", "de"], "en"),
        (["pt_PT"], "pt_BR"),
        (["nl", "fr"], "fr"),
        (["zh-Hans-CN"], "zh_CN"),
        (["zh_SG"], "zh_CN"),
        (["zh_TW.UTF-8"], "zh_CN"),
        (["zh-Hant-HK", "fr"], "zh_CN"),
        (["zh", "en"], "zh_CN"),
        (["PT"], "pt_BR"),
        (["C"], "en"),
        (["C.UTF-8", "de"], "en"),
        (["", "x", "sr@latin"], "en"),
        ([], "en"),
    ],
)
def test_a_desktop_gets_the_first_of_its_languages_that_there_is(folder: Path, wanted: list[str], spoken: str) -> None:
    for name in ("de", "fr", "pt_BR", "zh_CN"):
        (folder / name).mkdir()
        (folder / name / languages.CATALOGUE).touch()
    assert languages.fitting(wanted) == spoken


def test_a_language_without_a_translation_is_not_offered(folder: Path) -> None:
    write(folder, "de")
    write(folder, "fr", 'msgid "Undo"\nmsgstr ""\n')
    assert languages.names() == {"en": "English", "de": "Lingua"}
    languages.speak("fr")
    assert translation.language() == "en"


BYTES = [b"", b"\xff\xfe", b"msgid", b'msgstr "\n\n\\', b'msgid "a"\nmsgstr[0] "b', b"\0" * 99, b'msgctxt "a"']


@pytest.mark.parametrize("content", BYTES)
def test_a_damaged_catalogue_is_english(folder: Path, content: bytes) -> None:
    (folder / "de").mkdir()
    (folder / "de" / languages.CATALOGUE).write_bytes(content)
    languages.speak("de")
    assert tr("Undo") == "Undo"


DAMAGED = ["{nam}", "{name", "{}", "{0}", "name}", "no name", "{name:d}", "{name!x}", "{name.x}", "{name} {count}"]


@pytest.mark.parametrize("translated", DAMAGED)
def test_a_text_whose_fields_are_damaged_is_english_and_no_other(folder: Path, translated: str) -> None:
    forms = f'msgid_plural "{{count}} are {{name}}"\nmsgstr[0] "{translated}"\nmsgstr[1] "{{count}} {{name}} sind"\n'
    write(folder, "de", f'msgid "{{name}} it"\nmsgstr "{translated}"\n\nmsgid "{{count}} is {{name}}"\n{forms}')
    languages.speak("de")
    assert tr("{name} it").format(name="x") == "x it"
    assert ntr("{count} is {name}", "{count} are {name}", 2) == "{count} {name} sind"
    if translated != "{name} {count}":
        assert ntr("{count} is {name}", "{count} are {name}", 1) == "{count} is {name}"


RULES = ["n/0", "n%0", "n==", "-1", "n-5", "(" * 300 + "n" + ")" * 300, "n+" * 999 + "n", "x", "exit()", "𝟙", "9**9"]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_of_plurals_that_is_damaged_leaves_what_is_counted_in_english(folder: Path, rule: str) -> None:
    write(folder, "de", rule=rule)
    languages.speak("de")
    assert [ntr("{count} mistake", "{count} mistakes", count) for count in (1, 2)] == [
        "{count} mistake",
        "{count} mistakes",
    ]
    assert tr("Quit") == "Quit" and tr("Open") == "Offen"


def test_a_rule_that_leads_to_more_forms_than_there_are_takes_the_last(folder: Path) -> None:
    write(folder, "de", n=9, rule="n")
    languages.speak("de")
    assert [ntr("{count} mistake", "{count} mistakes", count) for count in (0, 1, 7)] == [
        "{count} Fehler",
        "{count} Fehlern",
        "{count} Fehlern",
    ]


def test_a_language_that_is_chosen_is_spoken_whatever_stands_around_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, "de", 'msgid "there is no such file"\nmsgstr "die Datei gibt es nicht"\n')
    write(folder, "fr", 'msgid "Undo"\nmsgstr ""\n')
    for arguments in (["--language", "de", "train", "no.csv"], ["train", "no.csv", "--language=de"]):
        assert main(arguments) == 2
        assert "die Datei gibt es nicht" in capsys.readouterr().err
        translation.use(None)
    assert main(["train", "no.csv", "--language", "xx"]) == 2
    assert capsys.readouterr().err == 'There is no language "xx": use --language with one of de, en.\n'
    assert main(["train", "no.csv", "--language", "fr"]) == 2
    assert "one of de, en." in capsys.readouterr().err, "one that says nothing in it is not offered"
    assert main(["train", "no.csv", "--language"]) == 2
    assert 'There is no language ""' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "spoken"),
    [
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "ar_EG.UTF-8"}, "ar"),
        ({"LANGUAGE": "de:fr", "LANG": "C.UTF-8"}, "de"),
        ({"LANGUAGE": "de", "LANG": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "de", "LANG": "POSIX"}, "en"),
        ({"LANGUAGE": "de", "LANG": "C", "LC_ALL": "de_DE@euro"}, "de"),
        ({"LANGUAGE": "::zh-Hans"}, "zh_CN"),
        ({"LANGUAGE": "../../x", "LANG": "de"}, "en"),
        ({"LANGUAGE": "x" * 9999}, "en"),
        ({"LC_ALL": "xx_YY"}, "en"),
    ],
)
def test_the_command_line_speaks_the_language_of_the_system(
    said: dict[str, str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in languages.VARIABLES:
        monkeypatch.setenv(name, said.get(name, ""))
    assert languages.fitting(languages.of_system()) == spoken


def test_a_process_speaks_the_language_of_the_system() -> None:
    code = "from perceptron_gui.files.program import languages as l; print(l.of_system(), l.fitting(l.of_system()))"
    own = {name: value for name, value in os.environ.items() if name not in languages.VARIABLES}
    env = own | {"LANGUAGE": "", "LC_ALL": "", "LANG": "fr_CA.UTF-8"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout == "['fr_CA.UTF-8'] fr\n"


CODES = {
    "pt": "pt_BR",
    "pt-BR": "pt_BR",
    "PT_br": "pt_BR",
    "pt_PT.UTF-8": "pt_BR",
    "zh": "zh_CN",
    "zh-Hans": "zh_CN",
    "zh_TW": "zh_CN",
    "zh-Hant-HK": "zh_CN",
    "de_AT": "de",
    "DE": "de",
    "fr_CA": "fr",
    "fr-CA": "fr",
    "en_GB": "en",
    "es-419": "es",
    "ar_EG@euro": "ar",
}
"""What people type and systems say, and which language of the program that is."""


@pytest.mark.parametrize(("code", "language"), CODES.items())
def test_what_people_type_and_systems_say_names_a_language_everywhere(
    code: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in languages.VARIABLES:
        monkeypatch.setenv(name, code if name == "LANG" else "")
    assert languages.fitting(languages.of_system()) == language
    assert languages.fitting([code, "fr", "de"]) == language
    try:
        assert take_language(["--language", code, "train"]) == (["train"], language)
        assert translation.language() == language
    finally:
        translation.use(None)
    assert Preferences(language=code).held("language") == language
    monkeypatch.setattr(policy, "machine_folders", lambda: [tmp_path])
    (tmp_path / policy.FILE_NAME).write_text(f'{{"language": "{code}", "locked": ["language"]}}', encoding="utf-8")
    found = policy.read_policy({"language": language})
    assert (found.value("language", "fr"), found.flaws(), found.unheeded()) == (language, [], [])
    assert allows(policy.schema(), {"language": code})
    assert Text((("xx", "no"), (code, "yes"))).in_language(language[:2], "xx") == "yes", "of a lesson"


@pytest.mark.parametrize("code", ["", "x", "gone", "../../x", "de/..", "de\n", "d e", "C", "x" * 9999])
def test_what_names_no_language_is_refused_everywhere(code: str) -> None:
    assert languages.named(code) == ""
    with pytest.raises(UsageError, match="There is no language"):
        take_language(["--language", code])
    assert not policy.SETTINGS["language"].fits(code)
    assert not allows(policy.schema(), {"language": code})


def test_qt_says_of_a_desktop_what_the_program_knows() -> None:
    code = "from PySide6.QtCore import QLocale as q; from perceptron_gui.files.program import languages as l; "
    code += "print(l.fitting(q.system().uiLanguages()))"
    for said, spoken in {"zh_TW": "zh_CN", "de_AT": "de", "nl_NL": "en"}.items():
        env = os.environ | {"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": f"{said}.UTF-8"}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        assert done.stdout == f"{spoken}\n", said


def test_a_catalogue_is_read_as_gettext_reads_it(folder: Path) -> None:
    """Babel, which makes the catalogues, is not among the libraries of tests: where it is, it is the referee."""
    pofile = pytest.importorskip("babel.messages.pofile")
    text = HEADER.format(n=2, rule="(n != 1)") + GERMAN
    told = {
        (message.context or "", message.id if isinstance(message.id, str) else message.id[0]): message.string
        for message in pofile.read_po(io.BytesIO(text.encode()), locale="de")
        if message.id and not message.fuzzy
    }
    found = {
        (context, one): tuple(forms) if is_plural else forms[0]
        for context, one, is_plural, forms in languages.entries(text)
        if one
    }
    assert found == told


def test_a_page_of_the_guide_that_is_translated_takes_the_place_of_the_english_one(folder: Path) -> None:
    english = guide_pages()
    write(folder, "de", 'msgid "Save"\nmsgstr "Sichern"\n')
    (folder / "de/guide").mkdir()
    (folder / "de/guide" / english[1].name).write_text("# Das Fenster\n\nLinks die Werkzeuge.\n", encoding="utf-8")
    languages.speak("de")
    german = guide_pages()
    assert [page.name for page in german] == [page.name for page in english]
    assert (german[1].title, german[0].title) == ("Das Fenster", english[0].title)
    assert any("| `Ctrl+S` | Sichern |" in page.text for page in german)
    languages.speak("en")
    assert guide_pages() == english
