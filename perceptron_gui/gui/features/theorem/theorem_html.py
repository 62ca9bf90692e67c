"""The theorem and its proof as rich text, and what the switches add: the column of ones, the last influences."""

import html
from collections.abc import Sequence

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.features.theorem.proof_plot import ProofPicture
from perceptron_gui.gui.panels.step_html import heading_html
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme
from perceptron_gui.gui.widgets.formula_html import formula_html, maths_html, sentence_html
from perceptron_gui.session.explanation.theorem.theorem_page import NO_PATH, TheoremPage, side_names
from perceptron_gui.session.explanation.theorem.theorem_terms import OnesRow, ones_of, recency_text
from perceptron_gui.session.formula.line import Formula, line, more_text
from perceptron_gui.session.formula.nodes import THETA, X_HAT, Product
from perceptron_gui.session.wording import bound_text, gap_after
from perceptron_gui.translation import is_leftwards, tr

COUNT, SMALLER_COUNT, FORMULA = 40, 26, 19
"""Pixels of the count of mistakes, of a long one, and of formulas."""
LONG_COUNT = 5
"""Figures."""
BESIDE_COUNT = 12
"""Pixels between the count and the bound."""


def why_html(page: TheoremPage, theme: Theme) -> str:
    """Return why there is no bound, or no way of the run in the picture; empty where both are there."""
    if page.theorem is None:
        return _plain(page.news, theme.muted)
    return ("" if page.theorem.bound else reasons_html(page, theme)) + _plain(page.news, theme.warn)


def statement_html(page: TheoremPage, theme: Theme) -> str:
    """Return the mistakes so far, and the bound with its numbers where there is one."""
    return _bound_html(page, theme) if page.theorem is not None else ""


def beside_html(page: TheoremPage, theme: Theme) -> str:
    """Return what stands beside the bound: the widest street and the raw figure."""
    if page.theorem is None:
        return ""
    parts = []
    raw = tr("raw (not a bound), exceeded:") if page.has_passed_raw else tr("raw (not a bound):")
    named = {tr("widest street:"): page.theorem.street, raw: page.theorem.raw}
    for words, formula in named.items():
        if formula is not None:
            name = f'<span style="color:{theme.muted}">{words}</span>'
            parts.append(
                f'<p style="margin:8px 0 0 0">{name}{gap_after(words, "&nbsp; ")}{maths_html(formula, theme)}</p>'
            )
    return "".join(parts)


def reasons_html(page: TheoremPage, theme: Theme) -> str:
    """Return why this bound applies, or why there is none."""
    reasons = page.theorem.reasons if page.theorem is not None else ()
    return "".join(_paragraph(reason, theme, theme.muted) for reason in reasons)


def _bound_html(page: TheoremPage, theme: Theme) -> str:
    """Return the count of mistakes in large figures, and the bound beside it."""
    if page.theorem is None:
        return ""
    size = round((COUNT if len(page.count) <= LONG_COUNT else SMALLER_COUNT) * theme.scale)
    lines = _lines_html(page.theorem.bound[-1:], theme)
    cells = [
        f'<td style="font-size:{size}px; font-weight:700">{page.count}</td>',
        f'<td width="{round(BESIDE_COUNT * theme.scale)}"></td>',
        f'<td><p style="margin:0; color:{theme.muted}">{page.counted}</p>{lines}</td>',
    ]
    whole = ""
    if is_leftwards():  # Qt does not mirror a table
        cells = [cell.replace("<td ", '<td align="right" ') for cell in reversed(cells)]
        whole = ' width="100%"'
    table = f'<table{whole} cellspacing="0" cellpadding="0"><tr>{"".join(cells)}</tr></table>'
    return table + _plain(page.remark, theme.muted)


def _lines_html(lines: Sequence[Formula], theme: Theme) -> str:
    """Return formulas below each other, whose hats reach above their lines."""
    return "".join(f'<p style="margin:7px 0 0 0">{maths_html(line, theme, FORMULA)}</p>' for line in lines)


def end_html(page: TheoremPage, theme: Theme) -> str:
    """Return what a bound of several lines follows from, and why a run must end; empty where there is no bound."""
    if page.theorem is None:
        return ""
    end = page.theorem.end
    sentence = _paragraph(end, theme, theme.text) if end is not None else ""
    return _lines_html(page.theorem.bound[:-1], theme) + sentence


def told_html(page: TheoremPage, theme: Theme) -> str:
    """Return one mistake's effect in two sentences, one for each half of the proof."""
    step = page.step
    reasons = reasons_html(page, theme) if page.theorem is not None and page.theorem.bound else ""
    if step is None:
        return reasons
    small = theme.letters(SMALL)
    sentences = "".join(
        _paragraph(line, theme, theme.text) for line in (step.start, step.rule, step.along, step.length) if line
    )
    place = " &nbsp; ".join(maths_html(part, theme, is_split=False) for part in step.place)
    return (
        f'<table width="100%" cellspacing="0" cellpadding="0"><tr><td width="4" bgcolor="{theme.wrong}"></td>'
        f'<td bgcolor="{theme.background}" style="padding:9px 12px">'
        f'<span style="color:{theme.muted}; font-size:{small}px; font-weight:600">{html.escape(step.heading)}</span>'
        f'{sentences}<p style="margin:6px 0 0 0; color:{theme.muted}">{place}</p></td></tr></table>'
        f"{reasons}"
    )


MOST_DRAWN = 1e100
"""Of a larger bound the plot shows no more than where the run is: what stands at it may be beyond doubles."""


def proof_picture(page: TheoremPage, theme: Theme, is_linear: bool = False) -> ProofPicture | None:
    """Return the content of the proof's plot; None without points. `is_linear`: whether the axes are linear."""
    numbers = page.numbers
    if numbers is None:
        return None
    bound = numbers.analysis.bound
    if bound is not None and bound.unrounded > MOST_DRAWN:
        bound = None
    upper, lower = side_names(numbers)
    return ProofPicture(
        curves=numbers.curves,
        path=page.path or NO_PATH,
        remark=_first_remark(page),
        bound=None if bound is None else bound.unrounded,
        bound_text="" if bound is None else bound_text(bound.at_most),
        upper=formula_html(upper, theme),
        lower="" if lower is None else formula_html(lower, theme),
        here=page.here,
        is_linear=is_linear,
        # L10n: heads a column: the number of the mistake
        unit=tr("update t") if numbers.has_beta else tr("mistake t"),
    )


def _first_remark(page: TheoremPage) -> str:
    """Return what stands in the picture until the first mistake; empty from then on, or where it is not known."""
    if page.path is None or len(page.path.mistakes):
        return ""
    assert page.numbers is not None
    # In batch order a mistake changes nothing before the pass ends.
    is_late = page.numbers.has_beta or page.numbers.is_batch
    return tr("No updates yet") if is_late else tr("No mistakes yet")


def _paragraph(sentence: Formula, theme: Theme, colour: str) -> str:
    """Return a sentence below others. `colour`: of its letters, as #rrggbb."""
    return f'<p style="color:{colour}; margin:5px 0 0 0">{sentence_html(sentence, theme)}</p>'


def _plain(text: str, colour: str) -> str:
    return f'<p style="color:{colour}; margin:6px 0 0 0">{html.escape(text)}</p>' if text else ""


MARGIN = "10px 0 0 0"
CELL = 'align="right" style="padding-left:8px"'
LONGEST_NAME = 8
"""Letters of a class name in its cell."""


def recency_html(snapshot: Snapshot, theme: Theme) -> str:
    """Return which points were added last."""
    heading = heading_html(tr("The last mistakes weigh most"), theme, MARGIN)
    return heading + f'<p style="margin:4px 0 0 0">{html.escape(recency_text(snapshot))}</p>'


def ones_html(snapshot: Snapshot, theme: Theme) -> str:
    """Return the points with a column of ones, and θ below them."""
    ones = ones_of(snapshot)
    heading = heading_html(tr("The same run without a bias"), theme, MARGIN)
    parts = [heading, _paragraph(ones.sentence, theme, theme.text)]
    if ones.rows:
        head = [html.escape(column) for column in ones.columns]
        has_product = any(row.product is not None for row in ones.rows)
        head += ["1", *([maths_html(line(Product((THETA, X_HAT))), theme, TEXT)] if has_product else [])]
        cells = "".join(f'<td {CELL}><span style="color:{theme.muted}">{name}</span></td>' for name in head)
        rows = "".join(_row_html(row, "…" in ones.columns, theme) for row in ones.rows)
        parts.append(
            f'<table cellspacing="0" cellpadding="2" style="margin-top:6px"><tr><td></td>{cells}<td></td></tr>'
        )
        parts.append(f"{rows}</table>")
    if ones.left_out:
        parts.append(f'<p style="margin:2px 0 0 0">… {more_text(ones.left_out)}</p>')
    return "".join(parts)


def _row_html(row: OnesRow, is_folded: bool, theme: Theme) -> str:
    """Return a point or θ; the visited point stands on a tint."""
    texts = [str(entry) for entry in row.entries]
    if is_folded:
        texts.insert(-1, "…")
    texts[-1] = f"<b>{texts[-1]}</b>"
    texts += [str(row.product)] if row.product is not None else []
    cells = "".join(f"<td {CELL}>{text}</td>" for text in texts)
    ground = f' bgcolor="{theme.background}"' if row.is_visited else ""
    target = row.target if len(row.target) <= LONGEST_NAME else row.target[: LONGEST_NAME - 1] + "…"
    name = maths_html(row.name, theme)
    last = f'<td style="padding-left:8px; color:{theme.muted}">{html.escape(target)}</td>'
    return f"<tr{ground}><td>{name}</td>{cells}{last}</tr>"
