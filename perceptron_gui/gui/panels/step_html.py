"""The explanation of a step as rich text, with the scores of classes as bars, and W as a table."""

import html
from collections.abc import Iterable

from PySide6.QtGui import QFontMetricsF

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.style.theme import FORMULA_FONT, SMALL, Theme
from perceptron_gui.gui.widgets.formula_html import (
    FORMULA,
    NO_BREAK,
    formulas_html,
    plain_html,
    sentence_html,
    words_html,
)
from perceptron_gui.session.explanation.loss_page import LossPage
from perceptron_gui.session.explanation.step import Bar, Explanation, WeightRow, left_out_text, matrix_lines
from perceptron_gui.session.formula.line import Formula
from perceptron_gui.session.scripts import subscript
from perceptron_gui.session.wording import MINUS, gap_after, together
from perceptron_gui.translation import N_, isolated, spelled, tr

BAR, SHORTEST_BAR = 44, 8
"""Pixels of the longest bar to one side of 0; it is shorter beside a number for which there would not be room."""
LONG_NUMBER, BAR_PER_LETTER = 9, 6
"""Characters that have room beside the longest bar, and pixels that a bar gives up for each further one."""
LONGEST_NAME = 16
"""Letters of a class name beside its bar or its row."""
WIDEST_MATRIX = 310
"""Pixels of a row of W that stands in columns, what a panel of the usual width has room for; longer rows are lines."""
MATRIX_FONT = round(0.85 * FORMULA)
CELL_PADDING, COLUMN_GAP = 4, 12


def shortened_html(name: str) -> str:
    """Return the name of a class for a column; the formulas have it in full."""
    return html.escape(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…")


def bars_html(bars: tuple[Bar, ...], theme: Theme) -> str:
    """Return the scores as bars to both sides of 0, the winner's name in bold."""
    if not bars:
        return ""
    best = max(bar.part for bar in bars)
    longest = max(len(str(bar.value)) for bar in bars)
    length = max(round(BAR / theme.scale) - BAR_PER_LETTER * max(longest - LONG_NUMBER, 0), SHORTEST_BAR)
    rows = "".join(_bar_row(bar, length, bar.part == best, theme) for bar in bars)
    return f'<table cellspacing="0" cellpadding="3" style="margin-top:8px">{rows}</table>'


def _bar_row(bar: Bar, length: int, is_best: bool, theme: Theme) -> str:
    name = shortened_html(bar.name)
    remark = f'<td style="color:{theme.muted}">{bar.remark}</td>'  # apart: numbers stand below each other
    sides = [max(-bar.part, 0.0), max(bar.part, 0.0)]
    blocks = [_block(round(length * side), theme.classes[bar.index % 10]) for side in sides]
    return (
        f"<tr><td>{f'<b>{name}</b>' if is_best else name}</td>"
        f'<td width="{length}" align="right">{blocks[0]}</td><td width="{length}">{blocks[1]}</td>'
        f"<td><b>{isolated(str(bar.value))}</b></td>{remark}</tr>"
    )


def _block(width: int, colour: str) -> str:
    if not width:
        return ""
    cell = f'<td width="{width}" height="12" bgcolor="{colour}"></td>'
    return f'<table cellspacing="0" cellpadding="0"><tr>{cell}</tr></table>'


def fits_in_columns(matrix: tuple[WeightRow, ...], theme: Theme) -> bool:
    """Return whether a panel of the usual width has room for W in columns."""
    measure = QFontMetricsF(theme.maths(MATRIX_FONT, is_bold=True)).horizontalAdvance
    columns = zip(*([row.name[:LONGEST_NAME], *_cells(row), row.change] for row in matrix), strict=True)
    gaps = (len(_cells(matrix[0])) + matrix[0].is_folded) * (COLUMN_GAP + CELL_PADDING)
    return sum(max(map(measure, column)) + 2 * CELL_PADDING for column in columns) + gaps <= WIDEST_MATRIX


def matrix_html(matrix: tuple[WeightRow, ...], features: tuple[str, ...], theme: Theme) -> str:
    """Return W in columns. `matrix`: its rows. `features`: names of the columns; empty for w₁, w₂ …."""
    size = theme.formula(MATRIX_FONT)
    rows = _matrix_head(matrix[0], features, theme) + "".join(_matrix_row(row, theme) for row in matrix)
    style = f"{FORMULA_FONT}; font-size:{size}px"
    return f'<table cellspacing="0" cellpadding="{CELL_PADDING}" style="{style}">{rows}</table>'


def _cells(row: WeightRow) -> list[str]:
    return [str(number) for number in (*row.weights, row.bias) if number is not None]


def _matrix_head(row: WeightRow, features: tuple[str, ...], theme: Theme) -> str:
    named = [html.escape(name) for name in features]
    names = named or [f"<i>{spelled('w')}</i>{subscript(j + 1)}" for j in range(len(row.weights))]
    names[len(row.weights) :] = [*["…"] * row.is_folded, *[f"<i>{spelled('b')}</i>"] * (row.bias is not None)]
    style = f"color:{theme.muted}; padding-left:{COLUMN_GAP}px"
    cells = "".join(f'<td align="right" style="{style}">{name}</td>' for name in names)
    return f"<tr><td></td>{cells}<td></td></tr>"


def _matrix_row(row: WeightRow, theme: Theme) -> str:
    """Return a row of W on a tint, with a strip and a word, where it was rewarded or punished."""
    colour = theme.text if not row.change else theme.wrong if row.change.startswith(MINUS) else theme.good
    ground = f' bgcolor="{theme.background}"' if row.change else ""
    cells = _cells(row)
    if row.is_folded:
        cells.insert(len(row.weights), "…")
    numbers = "".join(f'<td align="right" style="padding-left:{COLUMN_GAP}px">{cell}</td>' for cell in cells)
    name = shortened_html(row.name)
    change = f'<b style="color:{colour}">{row.change.replace(" ", "&nbsp;")}</b>' if row.change else ""
    return f"<tr{ground}><td>{f'<b>{name}</b>' if row.change else name}</td>{numbers}<td>{change}</td></tr>"


ALL_ZERO = N_(
    "All weights are 0, so every point is on the boundary. That counts as a mistake: the first visit changes the "
    "weights."
)
ALL_ZERO_IN_BATCH = N_(
    "All weights are 0, so every point is on the boundary. That counts as a mistake: the first pass learns from "
    "every point."
)


def step_html(
    step: Explanation, theme: Theme, is_full: bool = False, is_dense: bool = False, is_short: bool = False
) -> tuple[str, ...]:
    """Return an explanation as rich text: what was found, each formula of the update, W, and what the update did.

    `is_full`: whether long sums are written out: then no link offers it. `is_dense`: whether room is short: then bars
    say what the scores are, and how they came about stands last. `is_short`: whether so much that rows of W are told by
    what they come to.
    """
    rule = formulas_html(step.rule, theme, stands_out=False, is_full=is_full, is_dense=is_dense)
    is_told_by_bars = is_dense and bool(step.bars)
    first = [
        heading_html(plain_html(step.heading), theme, "0", is_high=False),
        "" if is_told_by_bars else rule,
        bars_html(step.bars, theme),
        _verdict(step, theme, is_dense),
    ]
    lines = _outline(step.update) if is_told_by_bars and is_short else step.update
    update = [formulas_html(each, theme, is_full=is_full, is_dense=is_dense) for each in _statements(lines)]
    parts = []
    if step.effect is not None and not is_dense:
        parts.append(heading_html(tr("Effect"), theme))
    if step.moved is not None:
        parts.append(formulas_html((step.moved,), theme, is_dense=True))
    if step.effect is not None:
        height = 100 if is_dense else 140
        parts.append(f'<p style="margin:4px 0 0 0; line-height:{height}%">{sentence_html(step.effect, theme)}</p>')
    parts.append(rule if is_told_by_bars else "")
    return "".join(first), *update, _matrix(step, theme), "".join(parts)


def _statements(lines: Iterable[Formula]) -> list[list[Formula]]:
    """Return lines together with those that continue them."""
    statements: list[list[Formula]] = []
    for each in lines:
        if statements and each.is_continuation:
            statements[-1].append(each)
        else:
            statements.append([each])
    return statements


def _outline(lines: tuple[Formula, ...]) -> list[Formula]:
    """Return what lines begin with and what they come to, without the numbers in between."""
    ends = [*(not line.is_continuation for line in lines[1:]), True]  # whether the next line begins something else
    return [line for line, is_end in zip(lines, ends, strict=False) if is_end or not line.is_continuation]


def loss_html(page: LossPage, theme: Theme, is_full: bool = False, is_dense: bool = False) -> tuple[str, str, str]:
    """Return M, the gradient, and what is said of it as rich text. `is_full`, `is_dense`: see `step_html`."""
    wrong = () if page.wrong is None else (page.wrong,)
    formulas = [formulas_html(lines, theme, is_full=is_full, is_dense=is_dense) for lines in (wrong, page.gradient)]
    remarks = [sentence_html(each, theme) for each in page.remarks]
    return formulas[0], formulas[1], remark_html(together(*remarks), theme)


def remark_html(words: str, theme: Theme) -> str:
    """Return a paragraph that is less important. `words`: as rich text."""
    return f'<p style="color:{theme.muted}; margin:8px 0 0 0">{words}</p>'


def start_html(snapshot: Snapshot, theme: Theme) -> str:
    """Return what is said where there is no step to explain, as rich text."""
    if not snapshot.dataset.n_samples:
        text = tr("Place points on the plane: a run needs points from two classes.")
    elif snapshot.visit:
        text = tr("Pause to see what each visit does.")
    else:
        text = tr("This is the start of the run. Space plays it, → makes one visit, ⇧→ goes to the next mistake.")
        if snapshot.is_undecided and not snapshot.is_veiled:
            is_batch = snapshot.settings.order is Order.BATCH
            text += "<br><br>" + tr(ALL_ZERO_IN_BATCH if is_batch else ALL_ZERO)
    return f'<p style="color:{theme.muted}">{text}</p>'


def _verdict(step: Explanation, theme: Theme, is_dense: bool) -> str:
    colour = theme.of_visit(step.is_mistake, step.is_near_miss)
    word, explanation = words_html(step.verdict.word), sentence_html(step.verdict.explanation, theme)
    around, inside = (6, 4) if is_dense else (12, 9)
    return (
        f'<table width="100%" cellspacing="0" cellpadding="0" style="margin:{around}px 0"><tr>'
        f'<td width="4" bgcolor="{colour}"></td><td bgcolor="{theme.background}" style="padding:{inside}px 12px">'
        f'<b style="color:{colour}">{word}</b>{gap_after(word)}{explanation}</td></tr></table>'
    )


def _matrix(step: Explanation, theme: Theme) -> str:
    """Return W after the visit: in columns where they fit, else line by line."""
    if not step.matrix:
        return ""
    heading = heading_html(tr("W after this visit"), theme)
    if not fits_in_columns(step.matrix, theme):
        return heading + formulas_html(matrix_lines(step), theme)
    more = f"<p>… {left_out_text(step.left_out)}</p>" if step.left_out else ""
    return heading + matrix_html(step.matrix, step.features, theme) + more


def heading_html(text: str, theme: Theme, margin: str = "14px 0 4px 0", is_high: bool = True) -> str:
    """Return a line of small letters above a part of a panel. `is_high`: whether they are capitals."""
    style = f"color:{theme.muted}; font-size:{theme.letters(SMALL)}px; font-weight:600; margin:{margin}"
    whole = text.replace(" = ", f"{NO_BREAK}={NO_BREAK}")  # y = +1 is in one line
    return f'<p style="{style}{"; text-transform:uppercase" * is_high}">{whole}</p>'
