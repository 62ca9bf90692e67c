"""What is on paper can be copied, searched and read aloud: every letter, figure and sign, in every language.

A form of a letter that no character has is painted by Qt like any other, and is lost to whoever copies it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.lessons.lesson_file import read_lesson
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program import languages
from perceptron_gui.gui.features.run_exports import solution_pdf
from perceptron_gui.gui.pictures import paper, printed_pages
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.pictures.still import Still, on_white
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.formula.notation import NOTATIONS, OWN
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.sheet import Sheet, sheet_of
from perceptron_gui.session.messages.symbol_words import use
from perceptron_gui.session.output.picture_choice import PAGE
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.worked.past import Stretch
from perceptron_gui.session.worked.solution import Solution, points_table, run_table, solution_of
from tests.gui.desk import Desk
from tests.gui.pdf_pages import PdfPages
from tests.session.bench import TEXTBOOK, XOR

TEXT = "{http://www.w3.org/2000/svg}text"
NUMBER = re.compile(r"[+−]?\d+(?:[.,]\d+)*")
UNSEEN, PICTURE = ("Cc", "Cf", "Zs", "Zl", "Zp"), "\ufffc"
"""Kinds of characters that are not written, and what stands for a picture."""
DOCUMENTS = {
    "primal": Document(TEXTBOOK, title="3·7 = 21: +1 − 0,5 ≤ 8 ≈ 2 × 4 → (a) [b] {c} 1/2 × −1 <&> “é” œuf"),
    "multiclass": Document(BY_NAME["three-classes"].make(), TrainingSettings(Mode.MULTICLASS, eta=0.5)),
    "dual": Document(XOR, TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.POLY), beta=0.25)),
}


@pytest.fixture(params=languages.known())
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """Speak a language for one test."""
    languages.speak(request.param)
    yield request.param
    languages.speak("en")
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.fixture
def notes(qapp: QApplication) -> Iterator[None]:
    """Leave the program's own symbols to others."""
    yield
    use(OWN.name)


def quietly(part: float) -> None:
    """Look at nothing."""


def solution_to(document: Document, last: int) -> Solution:
    return solution_of(document, Place(), Stretch(1, last), quietly)


def letters(text: str) -> str:
    """Return what of a text is written, in small letters, with accents and joined letters as letters of their own."""
    return "".join(
        each
        for each in unicodedata.normalize("NFKD", text.replace(PICTURE, "").casefold())
        if unicodedata.category(each) not in UNSEEN
    )


def read_all(pages: PdfPages, source: str) -> str:
    """Return what is read from pages, which is all that was to be written: every letter, and every number as one."""
    read = "\n".join(map(letters, pages.texts))
    assert "\ufffd" not in read, "a form that has no character"
    lost = Counter(letters(source)) - Counter(read)
    assert not lost, f"{lost} cannot be read"
    numbers = NUMBER.findall(unicodedata.normalize("NFKD", source))
    assert numbers and not [each for each in numbers if each not in read]
    return read


def words_of(parts: Sequence[str], pictures: paper.Pictures | None = None) -> str:
    return paper.rich_document("".join(parts), pictures).toPlainText()


def drawing_of(document: Document, use_drawing: Callable[[Drawing], object], visit: int = 3) -> None:
    """Paint a place of a run: the plane, the counter and the step."""
    still = Still(SavedSession(document), on_white(LIGHT), (1000, 700), PAGE)
    try:
        still.analyze()
        still.show(visit)
        use_drawing(still.drawing())
    finally:
        still.close()


def svg_words(drawing: Drawing) -> str:
    """Return the text of a drawing, as an SVG has it."""
    return "\n".join(element.text or "" for element in ElementTree.fromstring(drawing.svg()).iter(TEXT))


def printer_to(path: Path) -> QPrinter:
    """Return a printer that writes a PDF file."""
    printer = printed_pages.new_printer("", is_lying=False)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    return printer


def in_file(path: Path, data: bytes) -> PdfPages:
    path.write_bytes(data)
    return PdfPages(path)


def turn_of(language: str) -> int:
    """Return the place of a language: it tells which document is in it, and whether that is printed, or else saved."""
    return [*languages.known()].index(language)


def test_every_letter_and_number_of_a_worked_solution_can_be_copied(language: str, tmp_path: Path) -> None:
    document = [*DOCUMENTS.values()][turn_of(language) % len(DOCUMENTS)]
    solution = solution_to(document, 6)
    parts = paper.solution_parts(solution)
    plot, path = paper.points_plot(document), tmp_path / "a.pdf"
    if turn_of(language) % 2:
        assert printed_pages.print_text(printer_to(path), parts, paper.plot_pictures(plot))
    else:
        path.write_bytes(solution_pdf(solution, "a4", plot))
    read = read_all(PdfPages(path), words_of(parts))
    assert "x₁" in read or "x1" in read


def test_every_letter_and_number_of_a_printed_table_can_be_copied(language: str, tmp_path: Path) -> None:
    document = DOCUMENTS["multiclass"]
    for number, table in enumerate((run_table(document, Place(), Stretch(1, 12), quietly), points_table(document))):
        path, parts = tmp_path / f"{number}.pdf", [paper.table_html(table)]
        assert printed_pages.print_text(printer_to(path), parts)
        read_all(PdfPages(path), words_of(parts))


def test_every_letter_and_number_of_a_sheet_can_be_copied(language: str, tmp_path: Path) -> None:
    lesson = read_lesson(shipped()["why-it-ends"]).lesson
    for has_solutions in (False, True) if language == "en" else (True,):
        sheet: Sheet = sheet_of(Marking(lesson), "Ærøskøbing 3", has_solutions, language)
        words = words_of(paper._sheet(sheet, paper.Pictures()))
        read_all(in_file(tmp_path / "sheet.pdf", paper.sheets_pdf([sheet], "a4")), words)


def test_every_letter_and_number_of_a_picture_can_be_copied(language: str, tmp_path: Path) -> None:
    def check(drawing: Drawing) -> None:
        path = tmp_path / "picture.pdf"
        if turn_of(language) % 2:
            assert printed_pages.print_drawing(printer_to(path), drawing)
        else:
            path.write_bytes(drawing.pdf())
        read_all(PdfPages(path), svg_words(drawing))

    drawing_of([*DOCUMENTS.values()][(turn_of(language) + 1) % len(DOCUMENTS)], check)


def test_every_letter_and_number_of_a_panel_can_be_copied(desk: Desk, tmp_path: Path) -> None:
    desk.show(TEXTBOOK)
    desk.do("run.next_mistake")
    pictures = desk.commands.pictures.pictures
    for what in ("step", "table", "points"):
        desk.window.side.bring_named(what)
        desk.settle()
        assert what in pictures.names
        words, data = pictures.make(what, True, lambda drawing: (svg_words(drawing), drawing.pdf()))
        read_all(in_file(tmp_path / f"{what}.pdf", data), words)


@pytest.mark.parametrize("notation", [each.name for each in NOTATIONS])
def test_the_symbols_of_all_notes_can_be_copied(notes: None, notation: str, tmp_path: Path) -> None:
    use(notation)
    parts = [part for each in DOCUMENTS.values() for part in paper.solution_parts(solution_to(each, 2))]
    path, plot = tmp_path / "a.pdf", paper.points_plot(DOCUMENTS["primal"])
    assert printed_pages.print_text(printer_to(path), parts, paper.plot_pictures(plot))
    read_all(PdfPages(path), words_of(parts))


NAMES = ("é œ ﬁ ffi fl", "R\u0302 x\u0302 γ\u0302 i\u0302 ǎ", "红色的点，一", "نقطة لا إله", "1⁄2 −> <- -- 3x4 ᵀ")


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_class_is_called_can_be_copied(name: str, tmp_path: Path, qapp: QApplication) -> None:
    document = Document(Dataset.of([[0, 0], [1, 1], [2, 0.5]], [0, 1, 0], (name, "B")))
    solution = solution_to(document, 3)
    parts = [*paper.solution_parts(solution), f"<p><b>{name}</b> <i>{name}</i></p>"]
    words = words_of(parts)
    assert letters(name)[0] in letters(words)
    path = tmp_path / "printed.pdf"
    assert printed_pages.print_text(printer_to(path), parts, paper.plot_pictures(paper.points_plot(document)))
    read_all(PdfPages(path), words)


# The worked solution


def places_of(solution: Solution, pages: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pages on which each visit begins and ends."""
    found = []
    for step in solution.steps:
        head = letters(str(step.heading))
        last = letters(str(step.effect if step.effect is not None else step.verdict.whole))
        first_page = next(number for number, text in enumerate(pages) if head in letters(text))
        last_page = next(
            number for number, text in enumerate(pages) if number >= first_page and last[-20:] in letters(text)
        )
        found.append((first_page, last_page))
    return found


@pytest.mark.parametrize(
    ("name", "way"),
    [
        *(("primal", "a4"), ("primal", "")),
        *(("multiclass", "letter"), ("multiclass", "a4")),
        *(("dual", ""), ("dual", "letter")),
    ],
)
def test_a_mistake_and_its_update_are_on_one_page(name: str, way: str, tmp_path: Path, qapp: QApplication) -> None:
    """In a file of either size, and as it is printed."""
    document, path = DOCUMENTS[name], tmp_path / "a.pdf"
    solution, plot = solution_to(document, 14), paper.points_plot(document)
    if way:
        path.write_bytes(solution_pdf(solution, way, plot))
    else:
        assert printed_pages.print_text(printer_to(path), paper.solution_parts(solution), paper.plot_pictures(plot))
    texts = PdfPages(path).texts
    places = places_of(solution, texts)
    assert len(texts) > 2 and all(first == last for first, last in places)
    counts = Counter(first for first, _ in places)
    assert max(counts.values()) > 1, "a page has as many as there is room for"


def test_the_worked_solution_begins_with_a_plot_of_the_points(tmp_path: Path, qapp: QApplication) -> None:
    document = Document(TEXTBOOK)
    solution, plot = solution_to(document, 4), paper.points_plot(document)
    pages = in_file(tmp_path / "a.pdf", solution_pdf(solution, "a4", plot))
    assert not pages.has_dots
    _, begun, rest = letters(pages.texts[0]).partition(letters(solution.rules))
    plot_words, listed, _ = rest.partition(letters(str(solution.points[0])))
    assert begun and listed
    assert Counter(plot_words) == Counter("x1x2x3" + "224"), "names of points, and numbers at the axes"
    picture = QImage(*paper.PLOT, QImage.Format.Format_RGB32)
    picture.fill("white")
    with QPainter(picture) as painter:
        painter.drawPicture(0, 0, plot)
    colours = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert colours.issuperset(LIGHT.classes[:2]), "the points of both classes"


def test_the_worked_solution_ends_with_what_came_out_and_the_bound(tmp_path: Path, qapp: QApplication) -> None:
    document = Document(TEXTBOOK)
    solution = solution_to(document, 1_000)
    *_, last = in_file(tmp_path / "a.pdf", solution_pdf(solution, "a4", paper.points_plot(document))).texts
    told = [letters(str(each)) for each in (*solution.parameters, *solution.end)]
    assert all(each in letters(last) for each in told)
    assert re.match(r"The theorem allows at most \d+\.", solution.end[-1]) and "Converged" in solution.end[-2]
