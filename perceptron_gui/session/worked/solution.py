"""The worked solution of a stretch of a run, and the run as a table: as values and in LaTeX."""

from collections.abc import Sequence

from perceptron_gui.engine.data.dataset import Bools, Dataset, Part, trained_part
from perceptron_gui.engine.exact.effort import TooMuchWork
from perceptron_gui.engine.run.records.all_points import all_points
from perceptron_gui.engine.run.records.record import Replay
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.theory.separability import geometry, mistake_bound, verdict_on
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.explanation.explain import explain, step_summary
from perceptron_gui.session.explanation.step import Explanation, as_latex
from perceptron_gui.session.explanation.terms import point_values, written_vector
from perceptron_gui.session.explanation.theorem.theorem_terms import so_far, why_no_bound
from perceptron_gui.session.formula import latex
from perceptron_gui.session.formula.latex import aligned
from perceptron_gui.session.formula.line import EXACT, Formula, line
from perceptron_gui.session.formula.nodes import Remark, point_symbol
from perceptron_gui.session.messages.run_end import PART_NAMES, learned_text, run_end, what_fails
from perceptron_gui.session.output.run_table import columns_of, row_texts
from perceptron_gui.session.points.point_table import cell_text, class_column, column_name, part_column
from perceptron_gui.session.programs.written_program import one_line
from perceptron_gui.session.wording import bound_text, counted, field_text, grouped, joined, together
from perceptron_gui.session.worked.past import Look, NothingToShow, Stretch, past_run, snapshots, visits_of
from perceptron_gui.translation import ntr, spelled, tr

MOST_STEPS = 100
"""Visits that are written out: some twenty pages."""
MOST_POINTS = 40
"""Points that are listed."""
MOST_BOUND_POINTS, BOUND_WORK = 1_000, 1e9
"""Points up to which the bound is worked out, and what that may take, in multiply-adds: a second."""


class Solution(Frozen):
    """What stands on the page."""

    title: str  # may have any character
    rules: str  # the rules of the run, in a sentence
    points: tuple[Formula, ...]  # the points, each with its class
    more_points: str  # how many are not listed; empty for none
    steps: tuple[Explanation, ...]  # the visits
    left_out: str  # how many visits of the stretch are not written out; empty for none
    parameters: tuple[Formula, ...]  # w and b after the last visit
    end: tuple[str, ...]  # how many mistakes there were, why the run ended, how far it is from its bound


class Table(Frozen):
    """A table that stands on paper."""

    # may have any characters
    title: str
    rules: str  # those of the run, in a sentence; empty for none
    columns: tuple[str, ...]  # their names
    rows: tuple[Sequence[str], ...]  # their cells
    left_out: str = ""  # how many rows are not in it; empty for none


def solution_of(document: Document, place: Place, stretch: Stretch, look: Look) -> Solution:
    """Return the worked solution.

    `place`: says when points came during the run. `look`: see `Look`. Raises `NothingToShow` when the stretch has no
    visit.
    """
    run = past_run(document, place, stretch.last, look)
    visits = visits_of(run, stretch)
    steps: list[Explanation] = []
    last = None
    for last in snapshots(document, run, visits[:MOST_STEPS], stretch.is_veiled):
        step = explain(last)
        steps += [] if step is None else [step]
        look(1.0)
    summary = None if last is None else step_summary(last)
    n, more = document.dataset.n_samples, len(visits) - len(steps)
    unlisted = max(n - MOST_POINTS, 0)
    return Solution(
        title=_title_of(document),
        rules=rules_text(document),
        points=tuple(point_line(document.dataset, i) for i in range(min(n, MOST_POINTS))),
        more_points=counted("and {count} more point", "and {count} more points", unlisted) if unlisted else "",
        steps=tuple(steps),
        left_out=_left_out(more) if more else "",
        parameters=() if summary is None else summary.parameters,
        end=() if last is None else _end(document, last),
    )


def _left_out(count: int) -> str:
    words = ntr(
        "{count} more visit is not written out: a solution has at most {most}.",
        "{count} more visits are not written out: a solution has at most {most}.",
        count,
    )
    return words.format(count=grouped(count), most=grouped(MOST_STEPS))


def rules_text(document: Document) -> str:
    """Return the rules of a run in a line."""
    settings, bias = document.settings, tr("with bias") if document.settings.bias else tr("without bias")
    parts = [settings.mode.value, settings.order.value, f"{spelled('η')} = {field_text(settings.eta)}"]
    parts += [f"{spelled('β')} = {field_text(settings.beta)}"] * bool(settings.beta)
    features = "" if settings.features.is_identity else settings.features.text
    return joined(filter(None, [*parts, settings.kernel.label, features, bias]))


def point_line(dataset: Dataset, index: int, has_class: bool = True) -> Formula:
    """Return a point with its class, and its part where some are held out.

    `index`: which point. `has_class`: whether its class may be told.
    """
    vector, told = written_vector(point_values(dataset, index)), list[str]()
    if has_class:
        told.append(dataset.classes[int(dataset.labels[index])])
    if dataset.parts is not None:
        told.append(tr(PART_NAMES[Part(dataset.parts[index])]))
    return line(point_symbol(index), EXACT, vector, *[Remark(joined(told))] * bool(told))


def _end(document: Document, last: Snapshot) -> tuple[str, ...]:
    """Return what the run came to after the last visit that is shown."""
    count = counted("{count} mistake", "{count} mistakes", last.mistakes)
    if last.settings.beta:
        count = learned_text(last.mistakes, last.near_misses)
    words = tr("After visit {visit}: {mistakes}.").format(visit=grouped(last.visit), mistakes=count)
    end = run_end(last)
    return words, *([] if end is None else [end.sentence]), _bound_text(document, last)


def _bound_text(document: Document, last: Snapshot) -> str:
    """Return how many mistakes the theorem allows, or why it says nothing."""
    trained, settings = trained_part(document.dataset), document.named_settings
    try:
        data = geometry(trained, settings)
        verdict = None if trained.n_samples > MOST_BOUND_POINTS else verdict_on(data, work=BOUND_WORK)
    except TooMuchWork:
        verdict = None
    if verdict is None:
        return tr("No bound is known: finding the margin of so many points would take too long.")
    bound = mistake_bound(verdict, settings, trained)
    if bound is not None:
        most = tr("The theorem allows at most {bound}.").format(bound=bound_text(bound.at_most))
        reached = so_far(last.n_learned, bound.at_most, last.settings.beta > 0) if bound.at_most else ""
        return together(most, reached)
    if verdict.separable is False:
        fails = what_fails(settings, trained.n_features)
        return tr("The theorem gives no bound: {fails}.").format(fails=fails)
    return str(why_no_bound(verdict, trained, settings))


PREAMBLE = r"""\documentclass[{paper}paper]{{article}}
\usepackage[utf8]{{inputenc}}
\usepackage[T1]{{fontenc}}
\usepackage{{amsmath}}
\usepackage[margin=2cm]{{geometry}}
\setlength{{\parindent}}{{0pt}}
\allowdisplaybreaks
\sloppy
\begin{{document}}
"""
WHOLE = "\\filbreak\n"
"""Ends the page before what would be cut by its end, unless that is longer than a page."""
LAST_SIGN = 0xFF
"""The last sign of those that `inputenc` knows without another package (Latin-1)."""
END = "\\end{document}\n"


def solution_latex(solution: Solution, paper: str) -> str:
    """Return a worked solution as a document of LaTeX. `paper`: "a4" or "letter"."""
    parts = [PREAMBLE.format(paper=paper), rf"\section*{{{words(solution.title)}}}", words(solution.rules)]
    if solution.points:
        parts.append(aligned(solution.points))
    parts += [words(solution.more_points)] * bool(solution.more_points)
    for step in solution.steps:
        parts.append(f"{WHOLE}\\bigskip\\hrule\\medskip\n" + as_latex(step))
    parts.append(rf"{WHOLE}\bigskip\hrule\medskip")
    parts += [words(solution.left_out) + r"\par"] * bool(solution.left_out)
    if solution.parameters:
        parts.append(aligned(solution.parameters))
    return compilable("\n\n".join([*parts, *map(words, solution.end)]) + "\n" + END)


def table_latex(table: Table) -> str:
    """Return a table of LaTeX that stands by itself: it needs no package."""
    note = "% " + one_line(
        tr("Include it in a document with \\input; if it runs over several pages, use longtable instead of tabular.")
    )
    head = rf"\begin{{tabular}}{{{'l' * len(table.columns)}}}"
    lines = [note, head, _row(table.columns), r"\hline", *map(_row, table.rows), r"\end{tabular}"]
    return compilable("\n".join(lines) + "\n")


def _row(cells: Sequence[str]) -> str:
    return "  " + " & ".join(map(words, cells)) + r" \\"


def words(text: str) -> str:
    """Return text for a document. `text`: any characters."""
    return latex.words(one_line(text))


def compilable(document: str) -> str:
    """Return a document with a ? for every sign that the fonts of LaTeX lack, so that it compiles whatever a name has.

    `document`: of LaTeX.
    """
    return "".join(
        sign if sign == "\n" or (sign.isprintable() and ord(sign) <= LAST_SIGN) else "?" for sign in document
    )


MOST_ROWS = 2_000
"""Rows of a table: some forty pages."""


def run_table(document: Document, place: Place, stretch: Stretch, look: Look) -> Table:
    """Return the table of a stretch.

    `place`: says when points came during the run. `look`: see `Look`. Raises `NothingToShow` when the stretch has no
    visit, or too many.
    """
    run = past_run(document, place, stretch.last, look)
    visits = visits_of(run, stretch)
    if len(visits) > MOST_ROWS:
        words = tr("A table can have at most {most} rows, but this one would have {count}: choose fewer visits.")
        raise NothingToShow(words.format(most=grouped(MOST_ROWS), count=grouped(len(visits))))
    points, rows = all_points(document.dataset), []
    settings = document.named_settings
    for record in Replay(run).visits(visit - 1 for visit in visits):
        told = record if points is None else points.record(record)
        rows.append(row_texts(told, settings, document.dataset))
        look(1.0)
    columns = tuple(tr(column.name) for column in columns_of(settings))
    return Table(_title_of(document), rules_text(document), columns, tuple(rows))


def points_table(document: Document, hidden: Bools | None = None) -> Table:
    """Return the points as a table, the first of them where there are too many for one.

    `hidden`: shape (n_samples,): points whose class is not to be told.
    """
    dataset = document.dataset
    columns = [*range(part_column(dataset) + (dataset.parts is not None))]
    rows = []
    for i in range(min(dataset.n_samples, MOST_ROWS)):
        cells = [cell_text(dataset, i, column) for column in columns]
        if hidden is not None and hidden[i]:
            cells[class_column(dataset)] = "?"
        rows.append(cells)
    more = dataset.n_samples - len(rows)
    left_out = counted("and {count} more point", "and {count} more points", more) if more else ""
    return Table(_title_of(document), "", tuple(column_name(dataset, j) for j in columns), tuple(rows), left_out)


def _title_of(document: Document) -> str:
    return document.title or tr("A perceptron run")
