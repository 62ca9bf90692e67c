"""Lessons and answers, read and written whole or not at all; their forms are those of sessions, and five more (L1, L6).

``python -m perceptron_gui.files.lessons.lesson_file docs`` writes both schemas.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from perceptron_gui.files import atomic, file_work
from perceptron_gui.files.lessons import is_lesson
from perceptron_gui.files.sessions import is_session, json_forms, session_file
from perceptron_gui.frozen import Frozen, Meta
from perceptron_gui.session.lessons import lesson as lessons
from perceptron_gui.session.lessons.questions import KINDS
from perceptron_gui.session.saved import LONGEST_RUN
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.translation import tr

LESSON, ANSWERS = "perceptron-lesson", "perceptron-answers"
"""The `format` of both."""
LONGEST_TAG = 35
"""Letters of the name of a language (RFC 5646)."""
MOST_LANGUAGES = 100


def _form(rule: json_forms.Schema, written: Any, read: Any) -> json_forms.Form:
    """Return a form of what msgspec leaves as it is. `rule`: what a schema says of it."""
    return json_forms.Form(Annotated[Any, Meta(extra_json_schema=rule)], written, read)


def _group(spot: json_forms.Spot, found: Any, most: int) -> dict[str, Any]:
    """Return a group of entries with names of their own."""
    if not isinstance(found, dict):
        raise spot.misfit({"type": "object"}, found)
    if len(found) > most or any(len(name) > LONGEST_NAME for name in found):
        words = tr("a group of at most {count} entries, with names of at most {most} letters")
        raise spot.refusal(words.format(count=most, most=LONGEST_NAME), found)
    return found


LONGEST_NAME = 100
"""Letters of the name of a session in a lesson."""


def _read_text(found: Any, spot: json_forms.Spot) -> lessons.Text:
    if not isinstance(found, dict):
        return lessons.Text((("", session_file.read_value(str, found, spot)),) if found != "" else ())
    group = _group(spot, found, MOST_LANGUAGES)
    wrong = next((tag for tag in group if not 0 < len(tag) <= LONGEST_TAG), None)
    if wrong is not None:
        words = tr("a group of texts, each named by a language code of 1 to {most} letters").format(most=LONGEST_TAG)
        raise spot.refusal(words, found)
    return lessons.Text(tuple((tag, session_file.read_value(str, said, spot.at(tag))) for tag, said in group.items()))


def _written_text(text: lessons.Text) -> json_forms.Plain:
    versions = {tag: json_forms.written_text(said) for tag, said in text.versions}
    return versions.get("", "") if versions.keys() <= {""} else versions


def _read_sessions(found: Any, spot: json_forms.Spot) -> dict[str, SavedSession]:
    group = _group(spot, found, lessons.MOST_SESSIONS)
    sessions = {}
    for name, parts in group.items():
        if not isinstance(parts, dict):
            raise spot.at(name).misfit({"type": "object"}, parts)
        sessions[name] = session_file.session_of(parts, spot.at(name))
    return sessions


def _read_ask(found: Any, spot: json_forms.Spot) -> lessons.Ask:
    if not isinstance(found, dict):
        raise spot.misfit({"type": "object"}, found)
    kind = found.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise spot.at("kind").misfit({"enum": [*KINDS]}, kind)
    fields = {name: value for name, value in found.items() if name != "kind"}
    ask: lessons.Ask = session_file.read_value(KINDS[kind], fields, spot)
    return ask


def _written_ask(ask: lessons.Ask) -> json_forms.Plain:
    fields: Any = session_file.form_of(type(ask)).written(ask)
    return {"kind": ask.kind, **fields}


def _ask_rule(kind: type[lessons.Ask]) -> json_forms.Schema:
    rule = session_file.schema_of(kind)
    properties = {"kind": {"const": kind.kind}, **rule["properties"]}
    return {**rule, "properties": properties, "required": ["kind", *rule.get("required", ())]}


def _read_answer(found: Any, spot: json_forms.Spot) -> lessons.Value:
    """Return what was answered, by what kind of JSON it is: whether it suits the question is not asked here."""
    value: lessons.Value
    if isinstance(found, list) and found and isinstance(found[0], list):
        value = session_file.read_value(ROWS, found, spot)
    elif isinstance(found, list):
        value = session_file.read_value(TEXTS, found, spot)
    elif isinstance(found, dict) and "session" in found:
        parts = _group(spot, found, 1)["session"]
        if not isinstance(parts, dict):
            raise spot.at("session").misfit({"type": "object"}, parts)
        value = lessons.Made(session_file.session_of(parts, spot.at("session")))
    elif isinstance(found, dict):
        value = session_file.read_value(lessons.Proof, found, spot)
    else:
        is_number = isinstance(found, int) and not isinstance(found, bool)
        value = session_file.read_value(NUMBER if is_number else str, found, spot)
    return value


def _written_answer(value: Any) -> json_forms.Plain:
    if isinstance(value, lessons.Made):
        parts: Any = session_file.entries_of(value.session)
        return {"session": parts}
    if isinstance(value, lessons.Proof):
        return session_file.form_of(lessons.Proof).written(value)
    if isinstance(value, tuple):
        return session_file.form_of(ROWS if value and isinstance(value[0], tuple) else TEXTS).written(value)
    return json_forms.written_text(value) if isinstance(value, str) else int(value)


TEXTS = Annotated[tuple[str, ...], Meta(max_length=10_000)]
ROWS = Annotated[tuple[TEXTS, ...], Meta(max_length=100)]
NUMBER = Annotated[int, Meta(ge=0, le=LONGEST_RUN)]
SESSION_RULE = session_file.schema_of(SavedSession)
TEXT_RULES = [json_forms.TEXT_RULE, {"type": "object", "additionalProperties": json_forms.TEXT_RULE}]
MADE_RULE = {
    "type": "object",
    "properties": {"session": SESSION_RULE},
    "required": ["session"],
    "additionalProperties": False,
}
ANSWER_RULES = [
    json_forms.TEXT_RULE,
    *(session_file.schema_of(kind) for kind in (NUMBER, TEXTS, ROWS, lessons.Proof)),
    MADE_RULE,
]
json_forms.SIMPLE_FORMS |= {
    lessons.Text: _form({"anyOf": TEXT_RULES}, _written_text, _read_text),
    dict[str, SavedSession]: _form(
        {"type": "object", "additionalProperties": SESSION_RULE},
        lambda sessions: {name: session_file.entries_of(session) for name, session in sessions.items()},
        _read_sessions,
    ),
    lessons.Value: _form({"anyOf": ANSWER_RULES}, _written_answer, _read_answer),
}
# Kinds have fields of those forms.
json_forms.SIMPLE_FORMS[lessons.Ask] = _form({"anyOf": [*map(_ask_rule, KINDS.values())]}, _written_ask, _read_ask)


class LessonFile(Frozen):
    """The content of a lesson's file."""

    lesson: lessons.Lesson
    digest: str  # SHA-256 of its bytes, in hexadecimal digits: answers and varied numbers belong to it
    stamp: atomic.FileStamp  # tells later whether the file was changed since


def read_lesson(path: str | os.PathLike[str], is_draft: bool = False) -> LessonFile:
    """Read a lesson; a session is one of a single page.

    `path`: a regular file. `is_draft`: see `lesson_from`. Raises `PointsFileError` when it cannot be read; names the
    file, and what would be right.
    """

    def take(plain: json_forms.Plain) -> lessons.Lesson:
        if is_session(path):
            return lessons.lesson_of(session_file.session_from(plain))
        return lesson_from(plain, is_draft)

    found, data, stamp = session_file.read_json(path, take)
    return LessonFile(found, sha256(data).hexdigest(), stamp)


MOST_LESSONS = 200
"""Of a folder; what comes after them by name is left out."""


def lessons_in(folder: str, look: Callable[[], None] = lambda: None) -> dict[Path, LessonFile | str]:
    """Read all lessons of a folder, in the order of their names; or the sentence why one cannot be read.

    `folder`: what lies in folders in it does not count. `look`: called before each; what it raises ends the work.
    Raises `PointsFileError` when the folder cannot be read.
    """
    found: dict[Path, LessonFile | str] = {}
    try:
        names = sorted(filter(is_lesson, os.listdir(folder)))
    except (OSError, ValueError) as error:
        words = tr("this folder of lessons cannot be read because {reason}.")
        raise file_work.FileError(words.format(reason=file_work.reason(error))).in_file(folder) from None
    for path in (Path(folder, name) for name in names[:MOST_LESSONS]):
        look()
        try:
            found[path] = read_lesson(path)
        except file_work.PointsFileError as error:
            found[path] = error.flaw.placed if error.flaw is not None else str(error)
    return found


def lesson_from(plain: json_forms.Plain, is_draft: bool = False) -> lessons.Lesson:
    """Return the lesson that JSON stands for. Raises `FileError` when it stands for none.

    `is_draft`: whether it may lack pages, and ask what does not fit them: its author is told.
    """
    parts = session_file.without_head(plain, LESSON, tr("this is not a lesson of this program."))
    lesson: lessons.Lesson = session_file.read_value(lessons.Lesson, parts, json_forms.Spot())
    if not is_draft and not (lesson.pages and lesson.sessions):
        raise file_work.FileError(tr("a lesson needs at least one page and one session."))
    for number, page in enumerate(lesson.pages, 1):
        if (page.session and page.session not in lesson.sessions) or not lesson.sessions:
            words = tr("page {page} shows the session {name}, but the lesson has no session of that name.")
            raise file_work.FileError(words.format(page=number, name=file_work.listed([page.session])))
        problem = page.ask.problem(lesson.session_of(page)) if page.ask is not None and not is_draft else ""
        if problem:
            raise file_work.FileError(tr("page {page}: {problem}").format(page=number, problem=problem))
    return lesson


def read_answers(path: str | os.PathLike[str]) -> lessons.Answers:
    """Read what a student has handed in. `path`: a regular file. Raises `PointsFileError` when it cannot be read."""
    answers: lessons.Answers = session_file.read_json(path, answers_from)[0]
    return answers


def answers_from(plain: json_forms.Plain) -> lessons.Answers:
    """Return the answers that JSON stands for. Raises `FileError` when it stands for none."""
    parts = session_file.without_head(plain, ANSWERS, tr("these are not answers to a lesson of this program."))
    answers: lessons.Answers = session_file.read_value(lessons.Answers, parts, json_forms.Spot())
    if not answers.name.strip() or len(answers.name) > lessons.LONGEST_NAME or not answers.name.isprintable():
        right = tr("a name of 1 to {most} characters").format(most=lessons.LONGEST_NAME)
        raise json_forms.Spot("name").refusal(right, answers.name)
    return answers


def plain_of(value: lessons.Lesson | lessons.Answers) -> dict[str, json_forms.Plain]:
    """Return a lesson, or answers, as JSON has them. Raises `FileError` when something cannot be written."""
    form = LESSON if isinstance(value, lessons.Lesson) else ANSWERS
    parts: Any = session_file.form_of(type(value)).written(value)
    return {"format": form, "version": session_file.VERSION, **parts}


def write(
    path: str | os.PathLike[str],
    value: lessons.Lesson | lessons.Answers,
    report: file_work.Report = file_work.tell_nobody,
) -> atomic.Written:
    """Write a lesson, or answers, that read back as the same; see `session_file.write_session`."""
    return session_file.write_json(path, lambda: plain_of(value), report)


def schemas() -> Mapping[str, json_forms.Schema]:
    """Return the JSON Schemas of lessons and answers, by the names of the files in which they are published."""
    return {
        "lesson.schema.json": session_file.schema(lessons.Lesson, LESSON, "A lesson"),
        "answers.schema.json": session_file.schema(lessons.Answers, ANSWERS, "Answers to a lesson"),
    }


if __name__ == "__main__":
    for file_name, each in schemas().items():
        text = json.dumps(each, indent=1, ensure_ascii=False) + "\n"
        atomic.write_bytes(str(Path(sys.argv[1], file_name)), text.encode())
