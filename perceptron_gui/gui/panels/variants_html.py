"""The results of a run's variants as rich text (V1–V3)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from perceptron_gui.engine.run.followers.variants import Average, Pocket, Vote
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.step_html import heading_html
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.formula_html import formulas_html, words_html
from perceptron_gui.session.explanation.variant_steps import VariantFacts, average_facts, pocket_facts, vote_facts
from perceptron_gui.session.view.view_state import ViewState

VARIANTS: dict[type, tuple[str, Callable[[Any, Snapshot], VariantFacts | None]]] = {
    Average: ("averaged", average_facts),
    Vote: ("voted", vote_facts),
    Pocket: ("pocket", pocket_facts),
}
"""The view switch that shows a variant, and what tells of it, by the kind of the answer."""


def variants_html(answers: Iterable[object], snapshot: Snapshot, state: ViewState, theme: Theme) -> str:
    """Return what is known of the variants that are switched on.

    `answers`: what was computed of the run; others than averages, votes and pockets are left out. `snapshot`: the run
    at its cursor.
    """
    return "".join(_html(facts, theme) for facts in _facts(answers, snapshot, state))


def _facts(answers: Iterable[object], snapshot: Snapshot, state: ViewState) -> Iterator[VariantFacts]:
    for answer in answers:
        switch, facts_of = VARIANTS.get(type(answer), ("", None))
        if facts_of is not None and state.shows(switch) and (facts := facts_of(answer, snapshot)) is not None:
            yield facts


def _html(facts: VariantFacts, theme: Theme) -> str:
    title = heading_html(words_html(facts.title), theme)
    words = f'<p style="margin:6px 0 0 0; line-height:140%">{words_html(facts.words)}</p>'
    return title + formulas_html(facts.lines, theme) + words
