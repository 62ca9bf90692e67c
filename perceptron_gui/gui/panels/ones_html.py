"""What the switches of the panel "Theorem" add, as rich text: the column of ones, and the last influences."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from perceptron_gui.gui.panels.theorem_html import maths_html, sentence_html
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme
from perceptron_gui.session.explanation.ones import OnesRow, ones_of
from perceptron_gui.session.explanation.recency import recency_text
from perceptron_gui.session.formula.line import line
from perceptron_gui.session.formula.nodes import Product
from perceptron_gui.session.formula.sums import more_text
from perceptron_gui.session.formula.symbols import THETA, X_HAT
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot

CELL = 'align="right" style="padding-left:8px"'
LONGEST_NAME = 8
"""Letters of a class name in its cell."""


def recency_html(snapshot: Snapshot, theme: Theme) -> str:
    """Return which points were added last."""
    heading = _heading(tr("The last mistakes weigh most"), theme)
    return heading + f'<p style="margin:4px 0 0 0">{html.escape(recency_text(snapshot))}</p>'


def ones_html(snapshot: Snapshot, theme: Theme) -> str:
    """Return the points with a column of ones, and θ below them."""
    ones = ones_of(snapshot)
    parts = [_heading(tr("The same run without a bias"), theme), sentence_html(ones.sentence, theme, theme.text)]
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
    name = maths_html(row.name, theme, TEXT + 2)
    last = f'<td style="padding-left:8px; color:{theme.muted}">{html.escape(target)}</td>'
    return f"<tr{ground}><td>{name}</td>{cells}{last}</tr>"


def _heading(text: str, theme: Theme) -> str:
    size = round(SMALL * theme.scale)
    style = f"color:{theme.muted}; font-size:{size}px; font-weight:600; margin:10px 0 0 0"
    return f'<p style="{style}">{html.escape(text.upper())}</p>'
