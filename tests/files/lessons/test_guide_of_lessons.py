"""What the guide says about lessons is so: its tables, plans, commands, and its example of a file (L1, L3, L6)."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.__main__ import main
from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.program.guide import guide_pages
from perceptron_gui.session.lessons.lesson import PARTS, STATIONS, Answer, Answers, Lesson, Page
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.questions import GOALS, KINDS, MAY
from perceptron_gui.session.saved import saved_fields
from perceptron_gui.session.view.switches import NAMES

TEACH, MAKE = (next(page.text for page in guide_pages() if name in page.name) for name in ("teach-with", "make-a"))
LESSONS = {name: lesson_file.read_lesson(path) for name, path in shipped().items()}
CODE = [
    re.sub("^    ", "", block, flags=re.MULTILINE) for block in re.findall(r"(?:^    .*\n)+", MAKE, flags=re.MULTILINE)
]
WHOLE, PROGRAM, CHOICE = CODE[0], CODE[1], CODE[2]


def rows(text: str, title: str) -> list[list[str]]:
    """Return the cells of the table below a heading, or the first one whose header begins so."""
    table = text.split(f"| {title} |", 1)[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_the_table_of_lessons_is_that_of_the_program() -> None:
    assert rows(TEACH, "lesson") == [
        [found.lesson.title.in_language("en"), name, str(found.lesson.minutes), str(len(found.lesson.asked()))]
        for name, found in LESSONS.items()
    ]


@pytest.mark.parametrize("heading", ["A lecture of 45 minutes", "A lab of 45 minutes"])
def test_a_plan_takes_the_minutes_of_its_lessons_and_45_in_all(heading: str) -> None:
    plan = rows(TEACH.split(f"## {heading}", 1)[1], "minutes")
    assert sum(int(minutes) for minutes, *_ in plan) == 45
    named = [(int(minutes), name) for minutes, name, _ in plan if name]
    assert len(named) == 3 and all(LESSONS[name].lesson.minutes == minutes for minutes, name in named)


@pytest.mark.seldom
def test_every_command_of_the_page_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [span for span in re.findall(r"`perceptron-gui ([^`]+)`", TEACH + MAKE) if span != "lessons"]
    assert {shlex.split(each)[0] for each in commands} == {"lessons", "grade", "sheet"}
    Path("class.txt").write_text("Ada\nGrace\n")
    Path("answers").mkdir()
    for command in commands:
        name, *words = shlex.split(command)
        if name == "grade":
            digest = lesson_file.read_lesson(words[0]).digest
            lesson_file.write(Path("answers/ada.answers"), Answers(digest, "Ada", (Answer(8, "10"),)))
            words = [path for word in words for path in (map(str, Path().glob(word)) if "*" in word else [word])]
        with contextlib.redirect_stdout(io.StringIO()) as said:
            assert main([name, *words]) == 0, command
        if "-o" in words:
            assert Path(words[words.index("-o") + 1]).stat().st_size
        else:
            assert json.loads(said.getvalue())[0]["page_8"] == 1
    assert Path("marks.csv").read_text().splitlines()[1].startswith("Ada,0,0,1,")


def test_the_example_of_a_lesson_is_one_and_asks_what_it_says() -> None:
    lesson = lesson_file.lesson_from(json.loads(WHOLE))
    marking = Marking(lesson)
    assert lesson.asked() == [2] and marking.judge(2, "7").is_right and not marking.judge(2, "6").is_right


def test_every_kind_is_there_with_an_example_that_can_be_asked() -> None:
    table = rows(MAKE, "kind")
    assert [kind for kind, *_ in table] == [*KINDS]
    plain: Any = json.loads(WHOLE)
    for kind, _, example in table:
        ask = json.loads(example.strip("`")) if example.startswith("`") else json.loads(CHOICE)
        assert ask["kind"] == kind
        if kind == "choice":
            ask["answer"] = printed(PROGRAM)
        page = {**plain["pages"][1], "ask": ask}
        marking = Marking(lesson_file.lesson_from(plain | {"pages": [page]}))
        at = marking.standing(1)
        found = marking.lesson.pages[0].ask
        assert found is not None and found.words(at) and found.solution(at)


def printed(program: str) -> str:
    """Return what the program of the guide prints. `program`: as it is typed into a terminal."""
    command, option, code = shlex.split(program)
    assert (command, option) == ("python3", "-c")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(code, {})
    return said.getvalue().strip()


def test_every_entry_of_a_lesson_is_explained() -> None:
    kinds = (Lesson, Page, *KINDS.values())
    for name in {name for kind in kinds for name in saved_fields(kind)} | {"kind", "format", "version"}:
        assert f"**{name}**" in MAKE, name


def test_every_name_that_an_entry_can_have_is_told() -> None:
    words = set(re.findall(r"[a-z_]+", MAKE))
    assert {*PARTS, *STATIONS, *NAMES, *GOALS, *MAY} <= words
    of = {"f", "alpha", "loss", "errors", "mistakes", "bound", "margin", "theta", "after_visit", "end", "page"}
    assert of <= words
