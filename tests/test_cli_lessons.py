"""The commands of lessons: graded in any order, refused in a sentence, printed on paper (L1, L5, L6)."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui import translation
from perceptron_gui.__main__ import main
from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.lessons import questions, run_questions
from perceptron_gui.session.lessons.lesson import Answer, Answers, Lesson, Page, Proof, Text
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.sheet import Sheet, sheet_of
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.session.lessons.test_marking import answers_of, many_pages

TEXTBOOK = SavedSession(Document().with_dataset(BY_NAME["textbook"].make()))
PAGES = (
    Page(text=Text((("", "Look."),))),
    Page(visit=2, ask=visit_questions.RightOrMistake()),
    Page(visit=2, ask=run_questions.Number("f", 3, vary=True), hide=frozenset({"model", "form"})),
    Page(ask=questions.Separable()),
)


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """A lesson on disk."""
    path = tmp_path / "three.lesson"
    lesson_file.write(path, Lesson(Text((("", "Three points"),)), sessions={"a": TEXTBOOK}, pages=PAGES))
    return path


def handed_in(lesson: Path, name: str, *values: Any, file: str = "") -> str:
    """Write answers to the pages 2, 3 …; return the path."""
    digest = lesson_file.read_lesson(lesson).digest
    given = tuple(Answer(page, value) for page, value in enumerate(values, 2))
    path = lesson.parent / f"{file or name}.answers"
    lesson_file.write(path, Answers(digest, name, given))
    return str(path)


def said(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> tuple[str, list[str]]:
    """Return what a command prints, and the sentences beside it."""
    assert main([*map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert all(line.endswith(".") for line in err.splitlines()), err
    return out, err.splitlines()


def test_marks_are_a_row_a_student_in_csv_and_in_json(lesson: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = lesson_file.read_lesson(lesson)
    own = Marking(found.lesson, found.digest).standing(3, "Ada").now
    truth = float(own.model.decision_function(own.dataset.X[2:])[0, 0])
    files = [
        handed_in(lesson, "grace", "right", str(truth), Proof(True)),
        handed_in(lesson, "Ada", "mistake", str(truth), Proof(True)),
        handed_in(lesson, "=1+1", "mistake", file="formula"),
    ]
    out, err = said(capsys, "grade", lesson, *files)
    assert not err
    rows = [*csv.reader(io.StringIO(out))]
    assert rows[0] == ["name", "page_2", "page_3", "page_4", "right", "of"]
    assert rows[1] == ["'=1+1", "1", "0", "0", "1", "3"]
    assert rows[2] == ["Ada", "1", "1", "1", "3", "3"]
    assert rows[3][:2] == ["grace", "0"]
    listed = json.loads(said(capsys, "grade", lesson, "--json", *files)[0])
    assert listed[1] == {"name": "Ada", "page_2": 1, "page_3": 1, "page_4": 1, "right": 3, "of": 3}
    assert [each["name"] for each in listed] == ["=1+1", "Ada", "grace"]
    output = lesson.parent / "marks.csv"
    said(capsys, "grade", lesson, *files, "-o", output)
    assert output.read_text(encoding="utf-8") == out


def test_marks_are_the_same_in_any_order_of_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.lesson"
    lesson_file.write(path, many_pages())
    digest, files = lesson_file.read_lesson(path).digest, []
    for student in range(4):
        given = answers_of(student)
        files.append(tmp_path / f"{student}.answers")
        lesson_file.write(files[-1], Answers(digest, f"Student {student % 3}", given.answers))
    first, told = said(capsys, "grade", path, *files)
    assert (
        told == ['There are several files from "Student 0": each gets its own row.'] and first.count("Student 0,") == 2
    )
    random.Random(0).shuffle(files)
    assert said(capsys, "grade", path, *files) == (first, told)


def test_what_cannot_be_judged_is_told_and_the_others_are(lesson: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = handed_in(lesson, "Ada", "mistake")
    other = lesson.parent / "other.answers"
    lesson_file.write(other, Answers("0f" * 32, "Grace", ()))
    damaged = lesson.parent / "damaged.answers"
    damaged.write_bytes(Path(good).read_bytes()[:-20])
    strange = handed_in(lesson, "Kay", "mistake", Proof(True))
    far = lesson.parent / "far.answers"
    digest = lesson_file.read_lesson(lesson).digest
    lesson_file.write(far, Answers(digest, "Alan", (Answer(1, "x"), Answer(99, "x"), Answer(2, "mistake"))))
    missing = lesson.parent / "missing.answers"
    out, err = said(capsys, "grade", lesson, good, other, damaged, strange, far, missing)
    assert [row.split(",")[0] for row in out.splitlines()] == ["name", "Ada", "Alan", "Kay"]
    for words in (
        "other.answers: these are answers to another lesson",
        "damaged.answers, line",
        "Kay, page 3: This answer does not fit the question.",
        "Alan, page 1: Page 1 has no question.",
        "Alan, page 99: Page 99 has no question.",
        "missing.answers: the file cannot be",
    ):
        assert any(words in line for line in err), (words, err)
    assert len(err) == 6
    out, err = said(capsys, "grade", lesson, other, damaged, code=2)
    assert not out and err[-1] == "None of these answers could be marked."


def test_nothing_in_answers_says_what_is_right(lesson: Path) -> None:
    texts = [Path(handed_in(lesson, "Ada", value)).read_text(encoding="utf-8") for value in ("mistake", "right")]
    assert texts[0].replace("mistake", "right") == texts[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["grade"], "grade needs a lesson and answers"),
        (["grade", "LESSON"], "grade needs a lesson and answers"),
        (["grade", "nowhere.lesson", "x"], "nowhere.lesson: "),
        (["sheet", "LESSON"], "sheet needs a lesson and a file"),
        (["sheet", "LESSON", "-o", "x.pdf", "--names", "nowhere.txt"], "the file cannot be read because there is no"),
        (["sheet", "LESSON", "-o", "x.pdf", "--names", "EMPTY"], "it must have 1 to 1\u202f000 names"),
        (["sheet", "LESSON", "-o", "nowhere/x.pdf"], "nowhere/x.pdf: "),
        (["sheet", "LESSON", "-o", "x.pdf", "--paper", "a5"], "--paper"),
        (["lessons", "nothing"], 'There is no lesson "nothing"'),
        (["lessons", "-o", "x.lesson"], "lessons takes the name of one lesson"),
        (["lessons", "a", "b"], "lessons takes the name of one lesson"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    arguments: list[str],
    words: str,
    lesson: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(lesson.parent)
    Path("empty.txt").write_text("\n")
    places = {"LESSON": str(lesson), "EMPTY": "empty.txt"}
    out, err = said(capsys, *(places.get(each, each) for each in arguments), code=2)
    assert not out and len(err) == 1 and words in err[0]


@pytest.mark.parametrize("command", ["train", "analyze", "render"])
@pytest.mark.parametrize(
    ("name", "words"), [("x.lesson", "this is a lesson; open"), ("X.ANSWERS", "these are answers to a lesson")]
)
def test_what_is_no_file_of_points_is_called_by_its_name(
    command: str, name: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text("{}")
    output = ["-o", tmp_path / "x.png"] if command == "render" else []
    out, err = said(capsys, command, tmp_path / name, *output, code=2)
    assert not out and len(err) == 1 and f"{name}: {words}" in err[0]


def test_the_lessons_that_come_with_the_program_are_listed_written_and_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, _ = said(capsys, "lessons")
    assert shipped() and out.count("\n") == len(shipped())
    for name, path in shipped().items():
        assert name in out
        copy = tmp_path / f"{name}.lesson"
        said(capsys, "lessons", name.upper(), "-o", copy)
        assert copy.read_bytes() == path.read_bytes() == said(capsys, "lessons", name)[0].encode()
        read = lesson_file.read_lesson(copy)
        marking = Marking(read.lesson, read.digest)
        assert marking.problems() == []
        assert 3 <= len(read.lesson.asked()) <= 6 and 8 <= (read.lesson.minutes or 0) <= 15
        for page in read.lesson.pages:
            assert len(page.text.in_language("en").split()) <= 60
        for number in read.lesson.asked():
            ask = read.lesson.pages[number - 1].ask
            assert ask is not None and ask.solution(marking.standing(number))


# On paper


def test_list_and_sheets_have_the_texts_of_the_language_that_is_spoken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from perceptron_gui.gui.pictures import paper

    printed: list[Sheet] = []
    monkeypatch.setattr(paper, "sheets_pdf", lambda sheets, size: printed.extend(sheets) or b"%PDF-")
    name, path = next(pair for pair in shipped().items() if '"choice"' in pair[1].read_text(encoding="utf-8"))
    lesson = lesson_file.read_lesson(path).lesson
    for spoken, tag in (("de", "de"), ("pt_BR", "pt"), ("zh_CN", "zh"), ("en", "en")):
        try:
            listed, _ = said(capsys, "lessons", "--language", spoken)
            assert main(["sheet", str(path), "-o", str(tmp_path / "a.pdf"), "--solutions", "--language", spoken]) == 0
            capsys.readouterr()
        finally:
            translation.use(None)
        title = lesson.title.in_language(tag)
        assert f"{name:<24}  {title} (" in listed
        sheet = printed.pop()
        asked = [lesson.pages[number - 1] for number in lesson.asked()]
        assert sheet.title == title
        assert [item.text for item in sheet.items] == [page.text.in_language(tag) for page in asked]
        why = [page.ask.why.in_language(tag) for page in asked if isinstance(page.ask, questions.Choice)]
        assert why and all(any(words in item.solution for item in sheet.items) for words in why)


def test_a_sheet_has_every_question_and_says_what_is_right_only_when_asked(lesson: Path) -> None:
    found = lesson_file.read_lesson(lesson)
    marking = Marking(found.lesson, found.digest)
    plain, solved = sheet_of(marking), sheet_of(marking, has_solutions=True)
    assert [item.heading for item in plain.items] == ["Question 1", "Question 2", "Question 3"]
    assert not any(item.solution for item in plain.items) and all(item.n_lines for item in plain.items)
    assert all(item.solution for item in solved.items)
    assert plain.items[0].parameters and not plain.items[1].parameters  # the weights are hidden on that page
    assert plain.items[0].choices == ("right", "a mistake")
    assert str(plain.items[0].points[0]).startswith("x₁ = (3, 3)")


def test_every_name_gets_a_sheet_with_its_own_numbers(lesson: Path) -> None:
    found = lesson_file.read_lesson(lesson)
    marking = Marking(found.lesson, found.digest)
    sheets = [sheet_of(marking, name, has_solutions=True) for name in map(str, range(6))]
    assert len({str(sheet.items[1].points) for sheet in sheets}) > 1
    assert len({str(sheet.items[0].points) for sheet in sheets}) == 1
    for sheet in sheets:
        own = marking.standing(3, sheet.name).now
        f = own.model.decision_function(own.dataset.X[2:])[0, 0]
        assert sheet.items[1].solution.startswith(f"f(x₃) = {f:g}".replace("-", "−"))


def test_sheets_are_written_as_a_pdf(lesson: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = lesson.parent / "names.txt"
    names.write_text("Ada\n\nGrace Hopper\n", encoding="utf-8")
    out, _ = said(capsys, "sheet", lesson, "-o", lesson.parent / "a.pdf", "--names", names, "--solutions")
    assert out.startswith("2 sheets written to ")
    data = (lesson.parent / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF") and b"%%EOF" in data
    said(capsys, "sheet", lesson, "-o", lesson.parent / "b.pdf", "--paper", "letter")
    assert data.count(b"/Type /Page\n") == 4 and b"/MediaBox [0 0 595" in data
    assert b"/MediaBox [0 0 612" in (lesson.parent / "b.pdf").read_bytes()
