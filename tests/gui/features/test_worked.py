"""The worked solution is asked for by visits, and written as pages or as LaTeX beside the window."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import qInstallMessageHandler

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.run_exports import solution_pdf
from perceptron_gui.gui.pictures.paper import points_plot, solution_parts
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.formula.notation import NOTATIONS, OWN, Notation
from perceptron_gui.session.messages.symbol_words import use
from perceptron_gui.session.output.exports import SOLUTION, TABLE
from perceptron_gui.session.worked.past import Stretch
from perceptron_gui.session.worked.solution import solution_of
from tests.gui.conftest import Desk
from tests.gui.filing.test_saving import typing
from tests.odd_symbols import foreign_symbols
from tests.session.bench import XOR


def test_solution_and_table_of_chosen_visits_are_written_from_the_menu(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(XOR)
    desk.do(SOLUTION.action)
    assert desk.message == "The run has made no visits yet: press → for the first."
    for _ in range(3):
        desk.do("run.step")
    desk.settle()
    typing(monkeypatch, tmp_path / "one.pdf", tmp_path / "two.tex", tmp_path / "three.tex")
    dialog = desk.commands.late["worked"].made.dialog
    for action, name in ((SOLUTION, "one.pdf"), (SOLUTION, "two.tex"), (TABLE, "three.tex")):
        desk.do(action.action)
        assert (
            dialog.isVisible()
            and dialog.fields.last.text() == "3"
            and dialog.on_letter.isVisible() == (action is SOLUTION)
        )
        dialog.fields.last.setText("9")
        dialog._take()
        assert dialog.isVisible() and dialog.fields.last.check() == "It can be at most 3."
        dialog.fields.last.setText("2")
        dialog._take()
        desk.wait((tmp_path / name).exists)
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "two.tex").read_text(encoding="utf-8").count("VISIT") == 2
    assert (tmp_path / "three.tex").read_text(encoding="utf-8").count(r"\\") == 3


def test_pages_have_the_size_of_the_paper_and_text_that_is_text(desk: Desk) -> None:
    solution = solution_of(Document(XOR, title="<b>&"), Place(), Stretch(1, 8), lambda part: None)
    plot = points_plot(Document(XOR))
    a4, letter = (solution_pdf(solution, paper, plot) for paper in ("a4", "letter"))
    assert b"/MediaBox [0 0 595" in a4 and b"/MediaBox [0 0 612" in letter
    assert b"/Type /Font" in a4 and b"/Subtype /Image" not in a4


@pytest.mark.parametrize("notes", [pytest.param(each, id=each.name) for each in NOTATIONS[1:]])
def test_pages_have_the_symbols_of_the_notes_alone(desk: Desk, notes: Notation) -> None:
    settings = TrainingSettings(eta=0.5, initial=(1.0, 0.5, -1.0))
    try:
        use(notes.name)
        for mode in Mode:
            document = Document(
                XOR, replace(settings, mode=mode, initial=None if mode is Mode.MULTICLASS else settings.initial)
            )
            solution = solution_of(document, Place(), Stretch(1, 4), lambda part: None)
            assert not foreign_symbols(notes, "".join(solution_parts(solution))), mode
    finally:
        use(OWN.name)


def test_pages_are_written_in_the_thread_of_a_file_without_a_word_of_qt(desk: Desk) -> None:
    """The layout of a text with more than a few paragraphs starts a timer, for which the thread had nothing."""
    solution = solution_of(Document(XOR), Place(), Stretch(1, 40), lambda part: None)
    pages, said, plot = list[bytes](), list[str](), points_plot(Document(XOR))
    before = qInstallMessageHandler(lambda kind, context, message: said.append(message))
    try:
        thread = threading.Thread(target=lambda: pages.append(solution_pdf(solution, "a4", plot)))
        thread.start()
        thread.join()
    finally:
        qInstallMessageHandler(before)
    assert pages[0].count(b"/Type /Page\n") > 1
    assert not said


def test_a_question_asked_after_the_dialog_was_opened_is_not_answered(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(XOR)
    desk.do("run.end")
    desk.wait(lambda: desk.window.controller.snapshot.stop is not None)
    worked = desk.commands.late["worked"].made
    desk.do(TABLE.action)
    desk.do("run.reset")
    desk.do("run.step")
    desk.do("run.predict")
    desk.wait(lambda: desk.window.controller.snapshot.is_veiled and desk.window.controller.snapshot.visit == 1)
    typing(monkeypatch, tmp_path / "run.tex")
    worked.dialog._take()  # type: ignore[attr-defined]
    desk.wait((tmp_path / "run.tex").exists)
    assert (tmp_path / "run.tex").read_text(encoding="utf-8").count(r"\\") == 2  # the header, and one visit
