"""Every word that the command line says is in the catalogue: in a language of other letters none is English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from perceptron_gui.__main__ import main
from perceptron_gui.cli.command_registry import COMMANDS
from perceptron_gui.engine.data.kernel import KernelName
from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.files.points.sample_files import BY_NAME
from tests.pseudo import english, pseudo, spoken

NAMES = [
    r"(?<![\w-])--?[a-z][a-z-]*",  # options
    r"[a-z]+\.csv|\./train",
    r"F\.csv|\b[A-Z]+\b|w1,…,wd,b|identity|poly\d|averaged|voted|pocket|letter",  # values in the help
    r"^[a-z_]+(?=: )",  # how a run ends, as in the JSON object
    *(
        rf"\b{name}\b"
        for name in (*COMMANDS, "perceptron-gui", "render", *sorted(BY_NAME, key=len)[::-1], *Mode, *Order, *KernelName)
    ),
]
"""What is no word of any language: it is typed, or read by programs."""
POINTS = "x1,x2,label\n3,3,A\n4,3,A\n1,1,B\n"
CROSSED = "x1,x2,label\n0,0,A\n1,1,A\n0,1,B\n1,0,B\n"


Say = Callable[[str], str]


def words_in(text: str, *typed: str) -> list[str]:
    """Return the English words of a text, without names and what was typed."""
    for name in (*map(re.escape, typed), *NAMES):
        text = re.sub(name, " ", text, flags=re.MULTILINE)
    return english(text)


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    with spoken():
        yield


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Say:
    """Return what says what a command line prints, in a folder with some files."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "a.csv": POINTS,
        "xor.csv": CROSSED,
        "bare.csv": "x1,x2,label\n",
        "bad.csv": POINTS + "1,q,B\n",
    }.items():
        Path(name).write_text(text)

    def say(line: str) -> str:
        main(line.split())
        printed = capsys.readouterr()
        return printed.out + printed.err

    return say


def test_the_language_keeps_fields_and_symbols_and_makes_all_longer() -> None:
    assert pseudo('"over {count} errors "+ *η* **x**.').startswith('"øνéř {count} éřřøřš')
    assert pseudo('"over {count} errors "+ *η* **x**.').endswith('"+ *η* **x**.')
    assert len(pseudo("Save points as…")) == 15 + 6
    assert pseudo("{file}: {sentence}") == "{file}: {sentence}"


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "train --help",
        "analyze --help",
        "samples --help",
        "lessons --help",
        "grade --help",
        "sheet --help",
        "samples",
        "samples iris -o new.csv",
        "train a.csv",
        "train --mode dual a.csv",
        "train --mode multiclass --no-bias a.csv",
        "train --order random --eta 0.3 a.csv",
        "train --order online a.csv",
        "train xor.csv",
        "train --max-updates 2 xor.csv",
        "train --order shuffled --max-epochs 2 xor.csv",
        "analyze a.csv",
        "analyze --mode multiclass a.csv",
        "analyze xor.csv",
    ],
)
def test_every_word_of_a_report_is_translated(said: Say, line: str) -> None:
    text = said(line)
    assert any(letter not in "\n" and ord(letter) > 127 for letter in text)
    assert words_in(text) == []


@pytest.mark.parametrize(
    "line",
    [
        "nothing",
        "--nothing",
        "render",
        "a.csv b.csv",
        "train",
        "train a.csv b.csv",
        "train bare.csv",
        "train bad.csv",
        "train nowhere.csv",
        "train --eta 0 a.csv",
        "train --eta q a.csv",
        "train --eta",
        "train --json=1 a.csv",
        "train --odre cyclic a.csv",
        "train --kernel rbf a.csv",
        "train --order any a.csv",
        "train --seed -1 a.csv",
        "train --initial 1,2 a.csv",
        "train --initial 1,2,3 --mode multiclass a.csv",
        "train --max-epochs 0 a.csv",
        "train --positive C a.csv",
        "train --log a.csv a.csv",
        "samples wid",
        "samples nonsense",
        "samples -o x.csv",
    ],
)
def test_every_word_of_a_refusal_is_translated(said: Say, line: str) -> None:
    text = said(line)
    assert text.count("\n") == 1
    assert words_in(text, *line.split()) == []
