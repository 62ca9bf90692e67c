"""What variants of a run are worth, as rich text (V1–V3)."""

from collections.abc import Iterable, Iterator

from perceptron_gui.engine.run.followers.averaged import Average
from perceptron_gui.engine.run.followers.pocket import Pocket
from perceptron_gui.engine.run.followers.voters import Vote
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.style.theme import SMALL, Theme
from perceptron_gui.gui.widgets.formula_html import formulas_html, words_html
from perceptron_gui.session.explanation.variant_steps import VariantFacts, average_facts, pocket_facts, vote_facts
from perceptron_gui.session.view.view_state import ViewState


def variants_html(answers: Iterable[object], snapshot: Snapshot, state: ViewState, theme: Theme) -> str:
    """Return what is known of the variants that are switched on.

    `answers`: what was computed of the run; others than averages, votes and pockets are left out. `snapshot`: the run
    at its cursor.
    """
    return "".join(_html(facts, theme) for facts in _facts(answers, snapshot, state))


def _facts(answers: Iterable[object], snapshot: Snapshot, state: ViewState) -> Iterator[VariantFacts]:
    for answer in answers:
        facts = None
        if isinstance(answer, Average) and state.shows("averaged"):
            facts = average_facts(answer, snapshot)
        elif isinstance(answer, Vote) and state.shows("voted"):
            facts = vote_facts(answer, snapshot)
        elif isinstance(answer, Pocket) and state.shows("pocket"):
            facts = pocket_facts(answer, snapshot)
        if facts is not None:
            yield facts


def _html(facts: VariantFacts, theme: Theme) -> str:
    size = round(SMALL * theme.scale)
    style = f"color:{theme.muted}; font-size:{size}px; font-weight:600; margin:14px 0 4px 0"
    title = f'<p style="{style}">{words_html(facts.title.upper())}</p>'
    words = f'<p style="margin:6px 0 0 0; line-height:140%">{words_html(facts.words)}</p>'
    return title + formulas_html(facts.lines, theme) + words
