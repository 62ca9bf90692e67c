"""The explanation of a step as rich text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.gui.panels.class_html import bars_html, fits_in_columns, matrix_html
from perceptron_gui.gui.style.theme import SMALL, Theme
from perceptron_gui.gui.widgets.formula_html import formulas_html, sentence_html, words_html
from perceptron_gui.session.explanation.export import left_out_text, matrix_lines
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.explanation.step import Explanation

UNDECIDED = N_(
    "All weights are 0 so far, so that no point is told from another. A tie counts as an error: hence a cross at every "
    "point, and the first visit always teaches something."
)


def step_html(step: Explanation, theme: Theme, is_full: bool = False) -> str:
    """Return an explanation as rich text. `is_full`: whether long sums are written out: then no link offers it."""
    parts = [
        _heading(sentence_html(step.heading), theme, "0"),
        formulas_html(step.rule, theme, stands_out=False, is_full=is_full),
        bars_html(step.bars, theme),
        _verdict(step, theme),
        formulas_html(step.update, theme, is_full=is_full),
        _matrix(step, theme),
    ]
    if step.effect is not None:
        parts.append(_heading(tr("What it did").upper(), theme, "14px 0 4px 0"))
        parts.append(f'<p style="margin:0; line-height:140%">{sentence_html(step.effect)}</p>')
    return "".join(parts)


def start_html(snapshot: Snapshot, theme: Theme) -> str:
    """Return what is said where there is no step to explain, as rich text."""
    if not snapshot.dataset.n_samples:
        text = tr("Click on the plane to place a point of the chosen class. Two classes make a run.")
    elif snapshot.visit:
        text = tr("On the way: what a visit does is shown when the run rests.")
    else:
        text = tr("The run stands at its start. Space plays it, → makes one visit, ⇧→ goes to the next mistake.")
        if snapshot.is_undecided and not snapshot.is_veiled:
            text += "<br><br>" + tr(UNDECIDED)
    return f'<p style="color:{theme.muted}">{text}</p>'


def _verdict(step: Explanation, theme: Theme) -> str:
    colour = theme.of_visit(step.is_mistake, step.is_near_miss)
    word, explanation = words_html(step.verdict.word), sentence_html(step.verdict.explanation)
    return (
        f'<table width="100%" cellspacing="0" cellpadding="0" style="margin:12px 0"><tr>'
        f'<td width="4" bgcolor="{colour}"></td><td bgcolor="{theme.background}" style="padding:9px 12px">'
        f'<b style="color:{colour}">{word}</b> {explanation}</td></tr></table>'
    )


def _matrix(step: Explanation, theme: Theme) -> str:
    """Return W after the visit: in columns where they fit, else line by line."""
    if not step.matrix:
        return ""
    heading = _heading(tr("W after this visit").upper(), theme, "14px 0 4px 0")
    if not fits_in_columns(step.matrix, theme):
        return heading + formulas_html(matrix_lines(step), theme)
    more = f"<p>… {left_out_text(step.left_out)}</p>" if step.left_out else ""
    return heading + matrix_html(step.matrix, step.features, theme) + more


def _heading(text: str, theme: Theme, margin: str) -> str:
    size = round(SMALL * theme.scale)
    return f'<p style="color:{theme.muted}; font-size:{size}px; font-weight:600; margin:{margin}">{text}</p>'
