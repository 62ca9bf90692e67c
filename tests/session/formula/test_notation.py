"""Every notation names all symbols, none twice, and writes every formula of the program with the same numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.run.records.all_points import mistake_states_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.files.points.sample_files import BY_NAME as SAMPLES
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.explanation.binary_visit import dual_parameters
from perceptron_gui.session.explanation.explain import explain, step_summary
from perceptron_gui.session.explanation.facts.place_facts import place_facts, point_facts
from perceptron_gui.session.explanation.step import as_latex, as_text, matrix_lines, score_lines
from perceptron_gui.session.explanation.terms import step_name
from perceptron_gui.session.explanation.theorem.theorem_page import side_names, theorem_page
from perceptron_gui.session.explanation.theorem.theorem_terms import ones_of, recency_text
from perceptron_gui.session.formula import nodes, notation
from perceptron_gui.session.formula.latex import aligned, mathematics
from perceptron_gui.session.formula.line import Formula, bracketed, flat, line, product, text_of
from perceptron_gui.session.formula.nodes import Node, Symbol
from perceptron_gui.session.formula.notation import HAT, NOTATIONS, OWN, SYMBOLS, Notation, plain
from perceptron_gui.session.messages.model_line import model_line
from perceptron_gui.session.messages.symbol_words import use
from perceptron_gui.session.messages.verdict_text import verdict_hint, verdict_texts
from perceptron_gui.session.view.switches import NOTES as KINDS
from perceptron_gui.session.wording import index_text
from perceptron_gui.session.worked.past import Stretch
from perceptron_gui.session.worked.solution import rules_text, solution_latex, solution_of
from perceptron_gui.session.worker.training_worker import Finding, find
from perceptron_gui.translation import tr
from tests import odd_symbols

GLOSSARY = Path(__file__).parents[3] / "docs" / "glossary.md"
NOTES = [pytest.param(each, id=each.name) for each in NOTATIONS]
OTHERS = NOTES[1:]


@pytest.fixture(autouse=True)
def own_again() -> Iterator[None]:
    """Leave the program's own symbols to others."""
    yield
    use(OWN.name)


# The table


def test_every_kind_of_notes_in_the_menu_has_a_notation() -> None:
    assert [kind.name for kind in KINDS] == [notes.name for notes in NOTATIONS]


@pytest.mark.parametrize("notes", NOTES)
def test_no_symbol_has_two_meanings(notes: Notation) -> None:
    """Bold or not is no difference: in words nobody sees it."""
    writings = [plain(notes.writing(symbol)) for symbol in SYMBOLS]
    indices = [notes.indices.get(letter, letter) for letter in (nodes.BY_CLASS, nodes.BY_POINT)]
    assert sorted(writings + indices) == sorted({*writings, *indices})


@pytest.mark.parametrize("notes", NOTES)
def test_a_symbol_keeps_what_stands_at_it(notes: Notation) -> None:
    for symbol in SYMBOLS:
        numbered = notes.writing(nodes.of(symbol, "7") if not symbol.lower else symbol)
        assert ("7" in numbered.lower + numbered.upper) is (not symbol.lower), symbol
        assert notes.writing(nodes.squared(symbol)) == nodes.squared(notes.writing(symbol))


@pytest.mark.parametrize("notes", NOTES)
def test_a_symbol_is_a_letter_with_scripts_that_any_line_of_text_can_have(notes: Notation) -> None:
    """On the plane, in a card and in a sentence nothing but signs can be set at it."""
    indices = {
        nodes.BY_CLASS: (nodes.S, nodes.W, nodes.B),
        nodes.BY_POINT: (nodes.X, nodes.Y, nodes.X_HAT, nodes.ALPHA),
        nodes.BY_TIME: (nodes.THETA,),
        f"{nodes.BY_CLASS}{nodes.BY_POINT}": (nodes.COUNTS,),
    }
    for symbol in SYMBOLS:
        own = ("" if symbol.lower else "7", *(index for index, symbols in indices.items() if symbol in symbols))
        for lower in own:
            written = plain(notes.writing(nodes.of(symbol, lower) if lower else symbol))
            assert not re.search("[_^,]|[A-Za-zα-ω]{2}", written), (notes.name, written)


def test_every_symbol_of_the_glossary_is_named() -> None:
    terms, _, _ = GLOSSARY.read_text(encoding="utf-8").partition("## Symbols of notes")
    rows = [row.split("|")[3] for row in terms.splitlines() if row.startswith("| ")][1:]
    symbols = re.sub(r"`[^`]*`|\b[A-Za-z]{2,}\b", "", " ".join(rows))
    letters = set(re.findall(rf"[A-Za-zα-ω]{HAT}?", symbols))
    known = {plain(replace(symbol, upper="", lower="")) for symbol in SYMBOLS}
    regions, of_all, indices, other = {"S"}, {"X", "W", "B"}, {"i", "j"}, {"z", "a"}
    assert len(known & letters) > 20
    assert letters - known - regions - of_all - indices - other == set()


def test_what_the_notes_write() -> None:
    """The lines of the notes, as far as these go: what the table is for."""
    f = line(
        nodes.F, "(", nodes.X, ") = ", nodes.Noted(line(product(nodes.W, nodes.X), " + ", nodes.B), nodes.ACTIVATION)
    )
    bound = line(nodes.Power(nodes.Quotient(nodes.RADIUS, nodes.MARGIN), "2"))
    said = {}
    for notes in NOTATIONS:
        use(notes.name)
        said[notes.name] = [text_of(f), text_of(bound), text_of(nodes.LOSS), text_of(nodes.WRONG), index_text(2)]
    assert said == {
        "own": ["f(x) = w·x + b", "(R\u0302/γ\u0302)²", "L", "E", "x₃"],
        "hyperplane": ["f(x) = wx + b", "(R\u0302/γ\u0302)²", "L", "M", "x₃"],
        "augmented": [f"f(x) = w{HAT}·x{HAT}", "(R/γ)²", "L", "E", "x₃"],
        "features": ["h(x) = w·x + w₀", "(R\u0302/γ\u0302)²", "L", "E", "x₃"],
        "online": ["f(x) = wᵀx + b", "(R′/γ′)²", "L", "E", "x⁽³⁾"],
        "objective": ["f(x) = αᵀx + α₀", "(R\u0302/γ\u0302)²", "D", "ℳ", "x₃"],
    }


def test_counts_have_the_rate_in_them_where_alpha_has() -> None:
    counted = line(nodes.of(nodes.ALPHA, 3), " = ", nodes.Count("2"))
    use("hyperplane")
    assert [text_of(counted), text_of(nodes.Count("1")), text_of(nodes.Count("0"))] == ["α₃ = 2η", "η", "0"]
    assert (mathematics(counted), tr("α")) == (r"\alpha_{3} = 2\eta", "α/η")


def test_a_sum_in_brackets_has_the_mark_of_the_scalar_product_that_a_vector_has() -> None:
    summed = line(product(bracketed(line(nodes.THETA, " + ", nodes.X_HAT)), nodes.X_HAT))
    assert text_of(OWN.noted(summed)) == "(θ + x̂)·x̂"
    assert text_of(notation.HYPERPLANE.noted(summed)) == "(θ + x̂)x̂"
    assert text_of(notation.OBJECTIVE.noted(summed)) == "(α̂ + x̂)ᵀx̂"
    assert text_of(notation.OBJECTIVE.noted(line(product(bracketed("−4"), line("3"))))) == "(−4)·3"


def test_greek_vectors_are_bold_in_latex() -> None:
    use("objective")
    assert mathematics(product(nodes.W, nodes.X)) == r"\boldsymbol{\alpha}^{T}\mathbf{x}"


def test_words_take_the_symbols_and_names_of_users_do_not() -> None:
    use("objective")
    words = tr("{name}: η stretches w and b, y·f too; {w}").format(name="η, w", w="b")
    assert words == "η, w: λ stretches α and α₀, y·f too; b"
    assert str(line(nodes.Words("η"), " ", nodes.ETA)) == "η λ"


# All formulas

CASES: dict[str, tuple[str, TrainingSettings]] = {
    **{
        f"{mode.value} {order.value}": (name, TrainingSettings(mode=mode, order=order, eta=0.5))
        for mode, name, orders in (
            (Mode.PRIMAL, "two-classes", (Order.CYCLIC, Order.BATCH, Order.RANDOM)),
            (Mode.DUAL, "textbook", (Order.CYCLIC, Order.BATCH, Order.ONLINE)),
            (Mode.MULTICLASS, "three-classes", (Order.CYCLIC, Order.BATCH, Order.SHUFFLED)),
        )
        for order in orders
    },
    **{
        f"dual {kernel.value}": ("ring", TrainingSettings(mode=Mode.DUAL, kernel=Kernel(kernel), eta=0.5))
        for kernel in KernelName
        if kernel is not LINEAR.name
    },
    "multiclass poly": (
        "three-classes",
        TrainingSettings(mode=Mode.MULTICLASS, kernel=Kernel(KernelName.POLY), eta=0.5),
    ),
    **{f"{mode.value} at degree 2": ("three-classes", TrainingSettings(mode=mode, features=POLY2)) for mode in Mode},
    **{f"{mode.value} without bias": ("through-origin", TrainingSettings(mode=mode, bias=False)) for mode in Mode},
    **{f"{mode.value} with a margin": ("two-classes", TrainingSettings(mode=mode, beta=1.0, eta=2.0)) for mode in Mode},
    "primal from start weights": ("two-classes", TrainingSettings(initial=(1.0, 0.5, -1.0), eta=0.5)),
    "dual from start weights": ("two-classes", TrainingSettings(mode=Mode.DUAL, initial=(1.0, 0.5, -1.0))),
    "not separable": ("xor", TrainingSettings()),
    "four features": ("iris", TrainingSettings(mode=Mode.DUAL)),
}
MOST_MISTAKES = 2


def notes_of(case: str) -> list[Notation]:
    """Return two of the kinds of notes; each of them meets each mode, several orders, and half of the other cases."""
    others, place = NOTATIONS[1:], [*CASES].index(case)
    return [others[(place + place // len(others) + shift) % len(others)] for shift in (0, 2)]


class Seen:
    """Places of a run at its mistakes, and what was found about its points."""

    def __init__(self, case: str) -> None:
        name, settings = CASES[case]
        try:
            self.document = Document().with_settings(settings).with_dataset(SAMPLES[name].make())
        except SettingsError:  # pragma: no cover
            pytest.skip("these do not go together")
        run = self.run = Run(self.document.dataset, self.document.named_settings)
        run.advance(400)
        self.states = mistake_states_of(run)
        visits = [int(visit) + 1 for visit in run.log.visits[:MOST_MISTAKES]] or [1]
        ends = {*visits, run.data.n_samples} if settings.order is Order.BATCH else {*visits, visits[-1] + 1}
        self.snapshots: list[Snapshot] = []
        for visit in sorted(end for end in ends if end <= run.frontier):
            run.seek(visit)
            self.snapshots.append(take_snapshot(run, 0, Wants(alpha=True, age=True)))
        self.finding: Finding = find(self.document)

    def formulas(self) -> Iterator[Node]:
        """Yield all that is mathematics."""
        for snapshot in self.snapshots:
            step, summary, page = explain(snapshot, is_full=True), step_summary(snapshot), self.page(snapshot)
            assert step is not None and summary is not None
            yield from (step.heading, *step.rule, step.verdict.whole, *step.update, *score_lines(step))
            yield from (*matrix_lines(step), *summary.rule, *summary.parameters)
            yield from () if step.effect is None else (step.effect,)
            yield from model_line(snapshot, is_full=True).formulas
            if "alpha" in snapshot.model.parts:
                yield from dual_parameters(snapshot)
            ones = ones_of(snapshot)
            yield from (ones.sentence, *(row.name for row in ones.rows))
            if page.step is not None:
                told = page.step
                yield from (each for each in (told.start, told.rule, told.along, told.length, *told.place) if each)
        assert page.theorem is not None and page.numbers is not None
        street = page.theorem.street
        yield from (*page.theorem.bound, *([street] if street else []), *page.theorem.reasons)
        yield from (each for each in side_names(page.numbers) if each is not None)

    def page(self, snapshot: Snapshot):  # type: ignore[no-untyped-def]
        return theorem_page(self.finding, snapshot, self.states)

    def texts(self) -> Iterator[str]:
        """Yield what is said in words, of which formulas are but a part."""
        for snapshot in self.snapshots:
            step, dataset = explain(snapshot), snapshot.dataset
            assert step is not None and snapshot.last is not None
            yield from (as_text(step), model_line(snapshot).text)
            owner = None if snapshot.model.target(0) is not None else snapshot.last.target
            yield step_name(snapshot.last, owner)
            for facts in (point_facts(snapshot, dataset, 0), place_facts(snapshot, [0.5] * dataset.n_features)):
                yield " ".join([facts.title, *(" ".join(row) for row in facts.rows), facts.note])
            yield recency_text(snapshot)
            page = self.page(snapshot)
            yield " ".join([page.news, page.remark, "" if page.step is None else page.step.heading])
        yield from verdict_texts(self.finding)[0]
        yield from (verdict_hint(self.finding), rules_text(self.document))

    def latex(self) -> Iterator[str]:
        """Yield what is copied as LaTeX, and as the last a whole document."""
        for snapshot in self.snapshots:
            step = explain(snapshot)
            assert step is not None
            yield from (as_latex(step), model_line(snapshot).latex)
        solution = solution_of(self.document, Place(), Stretch(1, self.snapshots[-1].visit), lambda _: None)
        yield solution_latex(solution, "a4")


@cache
def seen(case: str) -> Seen:
    """Return the places of a case, which are the same in every notation."""
    return Seen(case)


def leaves(node: Node) -> Iterator[Node]:
    """Yield what a formula is made of."""
    children = [*node.children]
    if isinstance(node, nodes.Quotient | nodes.Enclosed | nodes.Several) or children:
        for child in children:
            yield from leaves(child)
    else:
        yield node


def numbers(node: Node) -> list[str]:
    """Return the numbers of a formula from left to right, but for counts, in which a notation may have the rate."""
    found = list[str]()
    for leaf in leaves(node):
        if isinstance(leaf, nodes.Number):
            found.append(leaf.written.text)
        elif isinstance(leaf, nodes.Verbatim) and not isinstance(leaf, nodes.Count):
            found += re.findall(r"\d[\d.\u202f]*", leaf.text)
    return found


@pytest.mark.drawn
@pytest.mark.parametrize("case", CASES)
def test_in_every_notation_formulas_have_the_same_numbers_and_nothing_has_a_symbol_of_other_notes(case: str) -> None:
    for notes in notes_of(case):
        use(notes.name)
        formulas = {*seen(case).formulas()}
        said = [*map(text_of, formulas), *seen(case).texts()]
        assert not {text for text in said if odd_symbols.foreign_symbols(notes, text)}, notes.name
        known = {plain(notes.writing(symbol)) for symbol in SYMBOLS} | {"sign", "sgn", "exp"}
        known |= {plain(replace(notes.writing(s), lower="", upper="")) for s in SYMBOLS}
        for formula in formulas:
            now = notation.noted(formula)
            assert numbers(now) == numbers(formula), (notes.name, str(formula))
            symbols = [leaf for leaf in leaves(now) if isinstance(leaf, Symbol)]
            strange = {plain(replace(each, lower="", upper="")) for each in symbols} - known
            assert not strange, (notes.name, str(formula))
            assert text_of(formula) and mathematics(formula) and aligned([Formula(tuple(flat(formula)))])


@pytest.mark.drawn
@pytest.mark.parametrize("case", CASES)
def test_no_symbol_of_the_program_is_left_in_what_it_says(case: str) -> None:
    places = seen(case)
    with odd_symbols.chosen():
        said = [*map(text_of, places.formulas()), *places.texts(), *places.latex()]
    left = {
        text
        for text in said
        if odd_symbols.own_symbols(text) or re.search(r"\\(eta|alpha|beta|gamma|theta|varphi|hat)", text)
    }
    assert left == set()


@pytest.mark.parametrize("notes", OTHERS)
def test_a_document_of_latex_has_no_sign_that_does_not_compile(notes: Notation) -> None:
    places = seen("dual cyclic")
    use(notes.name)
    *_, document = places.latex()
    assert "?" not in document and document.isascii()


def test_the_glossary_shows_what_differs() -> None:
    rows = [[plain(each.writing(symbol)) for each in NOTATIONS] for symbol in SYMBOLS]
    written = [f"| {' | '.join(row)} |" for row in rows if len(set(row)) > 1]
    _, _, shown = GLOSSARY.read_text(encoding="utf-8").partition("## Symbols of notes")
    assert [row for row in shown.splitlines() if row.startswith("| ")][1:] == written
