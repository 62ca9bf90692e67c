"""What the canvas has worked out beside the window: curved boundaries, and points outside the view."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.contours.field import Field, FieldQuestion
    from perceptron_gui.session.outside import Counts, OutsideQuestion
    from perceptron_gui.session.worker.background import Work


def answer_canvas(window: MainWindow) -> None:
    """Have answered what the canvas asks from now on."""
    canvas, edges, controller = window.canvas, window.stage.edges, window.controller
    ask = controller.background.ask

    def take_field(field: Field) -> None:
        if field.failure:
            controller.noticed.emit(field.failure)
        canvas.take_field(field)

    canvas.curves.asked.connect(lambda question: ask(partial(_field, question), take_field))
    canvas.variants.asked.connect(lambda questions: ask(partial(_fields, questions), canvas.variants.take_fields))
    edges.asked.connect(lambda question: ask(partial(_counts, question), edges.show_counts))


def _field(question: FieldQuestion, work: Work[Any]) -> Field:
    from perceptron_gui.session.contours.tracing import find_field  # most windows draw no curve (A9)

    return find_field(question, work)


def _fields(questions: tuple[FieldQuestion, ...], work: Work[tuple[Field, ...]]) -> tuple[Field, ...]:
    return tuple(_field(question, work) for question in questions)


def _counts(question: OutsideQuestion, work: Work[Counts]) -> Counts:
    from perceptron_gui.session.outside import count_outside

    return count_outside(question, work.look)
