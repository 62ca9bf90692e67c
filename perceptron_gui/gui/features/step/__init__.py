"""The page "Formulas" of Step: the visit that led here, in symbols, in numbers, and in words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.panel import LOW, LOW_FOR_CLASSES, Panel
from perceptron_gui.gui.panels.rich_text import Column, RichText
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.explanation.step import Explanation
from perceptron_gui.session.output.exports import StepFormat

STATEMENTS = 4
"""Formulas of an update that are parts of the column, each of which finds room or waits; the last part has the rest."""


class StepPanel(Panel):
    """Shows an `Explanation`; the text can be selected and copied."""

    tells_labels = False  # of the visited point alone; the losses of others are veiled

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[object, ...] = ()
        self._variants: dict[type, object] = {}
        # what was found, the update, W, what it did, and the variants
        self._texts = self.label, self.change, *_, self.variants = [RichText() for _ in range(4 + STATEMENTS)]
        flags = Qt.TextInteractionFlag
        for part in self._texts:
            part.setTextInteractionFlags(flags.TextSelectableByMouse | flags.LinksAccessibleByMouse)
            part.linkActivated.connect(lambda _: self.switched.emit("full"))
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = Column(*self._texts, gap=5)
        in_column(self, self._column)

    def draw(self, snapshot: Snapshot) -> None:
        """Explain the visit that led to the snapshot. See `Panel.draw`."""
        from perceptron_gui.gui.panels.step_html import start_html, step_html  # after the first paint (A9)

        step = self._explained(snapshot)
        self.low = LOW_FOR_CLASSES if step is not None and step.bars else LOW
        start = "" if step else start_html(snapshot, self.theme)
        looks = self.is_full, self.is_low, self.has_less_than(LOW)
        told = self._variants_html(snapshot)
        if (shown := (step, start, self.theme, looks, told)) != self._shown:
            self._shown = shown
            first, *update, matrix, effect = step_html(step, self.theme, *looks) if step else (start, "", "")
            update += [""] * (STATEMENTS - len(update))
            parts = first, *update[: STATEMENTS - 1], "".join(update[STATEMENTS - 1 :]), matrix, effect, told
            for label, text in zip(self._texts, parts, strict=True):
                label.setText(text)
            self._column.place()

    def take_answer(self, answer: object) -> None:
        """Tell about averages, votes and pockets that were computed. See `Panel.take_answer`."""
        self._variants[type(answer)] = answer
        self._draw_if_seen()

    def _variants_html(self, snapshot: Snapshot) -> str:
        """Return what the variants that are shown on the canvas are worth."""
        if not any(self.view_state.shows(name) for name in ("averaged", "voted", "pocket")):
            return ""
        from perceptron_gui.gui.panels.variants_html import variants_html  # after the first paint (A9)

        told = variants_html(self._variants.values(), snapshot, self.view_state, self.theme)
        return f'<div style="margin-top:16px">{told}</div>' if told else ""

    @property
    def is_full(self) -> bool:
        """Whether long sums are written out."""
        return self.view_state.shows("full")

    def _explained(self, snapshot: Snapshot) -> Explanation | None:
        from perceptron_gui.session.explanation.explain import explain  # after the first paint (A9)

        return explain(snapshot, self.is_full, self.view_state.shows("ones"))

    def copy_as(self, form: StepFormat) -> None:
        """Put the step on the clipboard. `form`: text of some kind, or the picture of the panel."""
        if form.write is None:
            QGuiApplication.clipboard().setPixmap(self._whole().grab())
        elif self.snapshot is not None and (step := self._explained(self.snapshot)) is not None:
            QGuiApplication.clipboard().setText(form.write(step))

    @property
    def html(self) -> str:
        """The step as rich text, also what waits behind a line to click."""
        return "".join(text.text() for text in self._texts[:-1])

    def _whole(self) -> RichText:
        """Return the step in one label."""
        whole = RichText(self)
        whole.setText(self.html)
        whole.resize(self.label.width(), whole.heightForWidth(self.label.width()))
        whole.deleteLater()
        return whole
