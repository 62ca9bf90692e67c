"""The panel "This step": the visit that led here, in symbols, in numbers, and in words."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import SMALL, Theme
from perceptron_gui.session.explain import Bar, Explanation, explain
from perceptron_gui.session.step_export import as_latex, as_text

BAR = 56
"""Pixels of the longest bar to one side of 0."""
FORMULA = 19
"""Size of formulas in pixels."""
SHORT_VECTOR = re.compile(r"\([^()]{1,22}\)")
"""What stays on one line."""


class StepPanel(Panel):
    """Shows an `Explanation`; the text can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Explanation | None, Theme, bool, bool] | None = None
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        inner.setObjectName("inner")
        column = QVBoxLayout(inner)
        column.setContentsMargins(18, 14, 18, 14)
        column.addWidget(self.label)
        column.addStretch()
        area = QScrollArea()
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def draw(self, snapshot: Snapshot) -> None:
        """Explain the visit that led to `snapshot`."""
        explanation = explain(snapshot)
        key = (explanation, self.theme, snapshot.dataset.n_samples > 0, snapshot.visit > 0)
        if key != self._shown:
            self._shown = key
            self.label.setText(step_html(explanation, self.theme) if explanation else self._start_html(snapshot))

    def copy(self) -> None:
        """Put the step on the clipboard as plain text."""
        if self.snapshot is not None and (step := explain(self.snapshot)) is not None:
            QGuiApplication.clipboard().setText(as_text(step))

    def copy_latex(self) -> None:
        """Put the step on the clipboard as LaTeX."""
        if self.snapshot is not None and (step := explain(self.snapshot)) is not None:
            QGuiApplication.clipboard().setText(as_latex(step))

    def copy_picture(self) -> None:
        """Put the step on the clipboard as a picture."""
        QGuiApplication.clipboard().setPixmap(self.label.grab())

    def _start_html(self, snapshot: Snapshot) -> str:
        if not snapshot.dataset.n_samples:
            text = tr("Click on the plane to place a point of the chosen class. Two classes make a run.")
        elif snapshot.visit:
            text = tr("On the way: what a visit does is shown when the run rests.")
        else:
            text = tr("The run stands at its start. Space plays it, → makes one visit, ⇧→ goes to the next mistake.")
        return f'<p style="color:{self.theme.muted}">{text}</p>'


def step_html(step: Explanation, theme: Theme) -> str:
    """Return an explanation as rich text."""
    heading = _heading(html.escape(step.heading), theme, "0")
    colour = theme.wrong if step.is_mistake else theme.good
    first, _, rest = step.verdict.partition(".")
    verdict = (
        f'<table width="100%" cellspacing="0" cellpadding="0" style="margin:12px 0"><tr>'
        f'<td width="4" bgcolor="{colour}"></td><td bgcolor="{theme.background}" style="padding:9px 12px">'
        f'<b style="color:{colour}">{html.escape(first)}.</b>{html.escape(rest)}</td></tr></table>'
    )
    rule = step.rule[:1] if step.bars else step.rule
    parts = [heading, _formulas(rule, theme, stands_out=False), _bars(step.bars, theme), verdict]
    if step.update:
        parts.append(_formulas(step.update, theme))
    if step.effect:
        parts.append(_heading(tr("What it did").upper(), theme, "14px 0 4px 0"))
        parts.append(f'<p style="margin:0; line-height:140%">{html.escape(step.effect)}</p>')
    return "".join(parts)


def _bars(bars: tuple[Bar, ...], theme: Theme) -> str:
    """Return the scores as bars to both sides of 0, the winner's name in bold."""
    if not bars:
        return ""
    best = max(bar.part for bar in bars)
    rows = "".join(_bar_row(bar, bar.part == best, theme) for bar in bars)
    return f'<table cellspacing="0" cellpadding="3" style="margin-top:8px">{rows}</table>'


def _bar_row(bar: Bar, is_best: bool, theme: Theme) -> str:
    name = html.escape(bar.name)
    remark = f' <span style="color:{theme.muted}">{bar.remark}</span>' if bar.remark else ""
    sides = [max(-bar.part, 0.0), max(bar.part, 0.0)]
    blocks = [_block(round(BAR * side), theme.classes[bar.index % 10]) for side in sides]
    return (
        f"<tr><td>{f'<b>{name}</b>' if is_best else name}</td>"
        f'<td width="{BAR}" align="right">{blocks[0]}</td><td width="{BAR}">{blocks[1]}</td>'
        f"<td><b>{bar.value}</b>{remark}</td></tr>"
    )


def _block(width: int, colour: str) -> str:
    if not width:
        return ""
    cell = f'<td width="{width}" height="12" bgcolor="{colour}"></td>'
    return f'<table cellspacing="0" cellpadding="0"><tr>{cell}</tr></table>'


def _heading(text: str, theme: Theme, margin: str) -> str:
    size = round(SMALL * theme.scale)
    return f'<p style="color:{theme.muted}; font-size:{size}px; font-weight:600; margin:{margin}">{text}</p>'


def _formulas(lines: tuple[str, ...], theme: Theme, stands_out: bool = True) -> str:
    # Not STIX Two Math: its line is three times as high, and Inter has the operators too.
    style = f"font-family:'STIX Two Text','Inter'; font-size:{round(FORMULA * theme.scale)}px"
    return "".join(
        f'<p style="{style}; margin:{5 if line[0] in "=≈" else 9}px 0 0 {14 if line[0] in "=≈" else 0}px">'
        f"{formula_html(line, theme, stands_out)}</p>"
        for line in lines
    )


def formula_html(line: str, theme: Theme, stands_out: bool = True) -> str:
    """Return a line of the small markup of formulas as rich text; its result in colour if it `stands_out`."""
    # The fonts have no subscript letters.
    text = (
        SHORT_VECTOR.sub(lambda match: match.group().replace(", ", ",&nbsp;"), html.escape(line))
        .replace("ⱼ", "<sub>j</sub>")
        .replace("ₖ", "<sub>k</sub>")
    )
    if stands_out:
        text = re.sub(r"= \*\*([^*]+)\*\*$", rf'= <b style="color:{theme.accent}">\1</b>', text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)
