"""Files that LibreOffice 7.4.7 wrote of one table in several locales, encodings and forms are the same points again.

Each was made by ``soffice --headless --convert-to "csv:Text - txt - csv (StarCalc):TOKENS" flowers.ods``, with the
locale of the user's profile (ooSetupSystemLocale) set. TOKENS are the separator, 34 for quotes, the character set, 1,
nothing, the language, and whether all text is quoted, then true:

    en        en-US  44,34,76,1,,1033,true,true      UTF-8, commas, all text in quotes
    de        de-DE  59,34,76,1,,1031,false,true     UTF-8, semicolons, decimal commas
    de-comma  de-DE  44,34,76,1,,1031,false,true     UTF-8, commas, numbers with decimal commas in quotes
    de-16     de-DE  9,34,65535,1,,1031,false,true   UTF-16, tabs
    fr        fr-FR  59,34,1,1,,1036,true,true       Windows-1252, semicolons, all text in quotes
    ch        de-CH  59,34,76,1,,2055,false,true     UTF-8, semicolons, decimal points
    se        sv-SE  9,34,12,1,,1053,false,true      ISO 8859-1, tabs
    br        pt-BR  59,34,1,1,,1046,true,true       Windows-1252, semicolons
"""

from pathlib import Path

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.opened_file import take_sample
from perceptron_gui.files.points.import_choice import ImportChoice
from perceptron_gui.files.points.points_file import PointsFileError, read_points

FOLDER = Path(__file__).parent / "libreoffice"
BY_THE_RULES = ("ch", "de", "en")
ASKED_ABOUT = ("br", "de-16", "de-comma", "fr", "se")
ROWS = [
    ([5.1, 3.5, 1234.5], "setosa"),
    ([-4.9, 3.0, 1000000.0], "größer, später"),
    ([0.25, 0.000001, 12.0], "versicolor"),
    ([7.0, 3.2, -0.5], 'so "so"'),
    ([6.4, 1.25, 1e-7], "setosa"),
]


def check(dataset: Dataset) -> None:
    labels = [dataset.classes[k] for k in dataset.labels]
    assert list(zip(dataset.X.tolist(), labels, strict=True)) == ROWS
    assert dataset.features == ("Länge", "Breite", 'Größe "cm"')
    assert dataset.rounded == ()


def test_every_file_is_one_of_these() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*BY_THE_RULES, *ASKED_ABOUT}


@pytest.mark.parametrize("name", BY_THE_RULES)
def test_files_in_utf8_are_read_without_a_question(name: str) -> None:
    check(read_points(FOLDER / f"{name}.csv").dataset)


@pytest.mark.parametrize("name", [*BY_THE_RULES, *ASKED_ABOUT])
def test_what_is_proposed_for_any_of_them_reads_it(name: str) -> None:
    path = FOLDER / f"{name}.csv"
    choice = ImportChoice.of(take_sample(path, lambda part: None))
    check(read_points(path, options=choice.head.options).dataset)


@pytest.mark.parametrize("name", ASKED_ABOUT)
def test_the_rules_refuse_the_others_in_a_sentence(name: str) -> None:
    with pytest.raises(PointsFileError, match=r"(UTF-16 text|UTF-8 text|not a number)"):
        read_points(FOLDER / f"{name}.csv")
