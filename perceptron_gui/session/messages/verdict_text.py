"""The verdict in words: separable or not, by what margin, with at most how many mistakes (T1, T2); rules in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.session.wording import ORDERS, bound_text, field_text, grouped, number_text, root_text, together
from perceptron_gui.translation import N_, ntr, spelled, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.theory.separability import Analysis
    from perceptron_gui.engine.theory.verdict import Verdict
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.worker.training_worker import Finding


FEATURES: dict[FeatureMap | None, tuple[str, str]] = {
    IDENTITY: (N_("coordinates"), N_("the model sees the coordinates: its boundary is a line")),
    # L10n: of the polynomial features
    POLY2: (N_("degree 2"), N_("x1, x2 and all products of two of them: conic sections")),
    POLY3: (N_("degree 3"), N_("x1, x2 and all products of up to three of them")),
    # L10n: features that the user has typed
    None: (N_("my own"), N_("a list of your own, with sin, cos, exp, abs, min and max")),
}
"""What the features are called, and what they mean; None for a list of one's own, which is asked for."""
USUAL = TrainingSettings()


def features_of(settings: TrainingSettings) -> FeatureMap | None:
    """Return the key of `FEATURES` that some rules have."""
    return None if settings.features.own else settings.features


def rules_wordings(settings: TrainingSettings) -> tuple[str, ...]:
    """Return wordings of the rules, from long to short: all, those unlike the defaults, the first of these."""
    order, eta = tr(ORDERS[settings.order].name), f"{spelled('η')} = {field_text(settings.eta)}"
    bias = tr("bias") if settings.bias else tr("no bias")
    first = {order: settings.order is not USUAL.order, eta: settings.eta != USUAL.eta, bias: not settings.bias}
    others = []
    if settings.beta:
        others.append(f"{spelled('β')} = {field_text(settings.beta)}")
    if not settings.features.is_identity:
        others.append(f"{spelled('φ')}: {tr(FEATURES[features_of(settings)][0])}")
    if settings.has_curved_kernel:
        others.append(tr(settings.kernel.function.words.name))
    if settings.has_start_weights:
        others.append(tr("start weights"))
    if settings.max_epochs or settings.max_updates:
        # L10n: of visits or mistakes, among the rules
        others.append(tr("limit"))
    different = [*(words for words, is_other in first.items() if is_other), *others] or [order]
    shortest = different[0] if len(different) == 1 else f"{different[0]} …"
    lines = (" · ".join([*first, *others]), " · ".join(different), shortest)
    return *(tr("Rules: {rules}").format(rules=line) for line in lines), shortest


def shortest_verdicts() -> tuple[str, ...]:
    """Return the fewest words that each verdict takes."""
    return tr("separable"), tr("not separable"), tr("one class"), tr("too close"), tr("too long"), tr("no verdict")


def verdict_texts(finding: Finding) -> tuple[tuple[str, ...], bool | None]:
    """Return the verdict in words.

    `finding`: what the analysis found. Returns wordings from long to short; and whether it is good news (None for
    neither).
    """
    if finding.analysis is None:
        return (tr("no verdict"),), None
    verdict = finding.analysis.verdict
    if verdict is None:
        return ("",), None
    if verdict.separable is None and verdict.is_given_up:
        return (tr("takes too long to tell"), tr("too long")), None
    if verdict.is_too_large:
        return (tr("too large to tell"), tr("too large")), None
    if verdict.separable is None:
        return (tr("too close to tell"), tr("too close")), None
    if not verdict.separable:
        return (tr("not separable"),), False
    if one_class_text(finding.document.dataset, finding.document.settings):
        return (tr("one class only"), tr("one class")), None
    return _separable_texts(finding.analysis, finding.document.settings.beta > 0), True


def one_class_text(dataset: Dataset, settings: TrainingSettings) -> str:
    """Say why there is nothing to separate; "" if there are points of two classes or sides."""
    from perceptron_gui.engine.data.dataset import (
        positive_class,  # after the first paint (A9)
        present_in_training,
    )

    present = present_in_training(dataset)
    if len(present) < 2:
        return tr("All points are in one class: there is nothing to separate.") if present else ""
    if settings.mode.is_binary and positive_class(dataset, settings.positive) not in present:
        return tr("All points are in − classes: there is nothing to separate.")
    return ""


def _separable_texts(analysis: Analysis, has_margin: bool) -> tuple[str, ...]:
    verdict, bound = analysis.verdict, analysis.bound
    short = tr("separable")
    if verdict is None or verdict.margin is None or bound is None:
        return (short,)
    margin = tr("margin γ̂ {margin}").format(margin=number_text(verdict.margin, False, 2))
    count = bound_text(bound.at_most)
    most = ntr("at most {count} mistake", "at most {count} mistakes", bound.at_most).format(count=count)
    if has_margin:
        most = ntr("at most {count} update", "at most {count} updates", bound.at_most).format(count=count)
    return f"{short} · {margin} · {most}", f"{short} · {most}", short


def verdict_hint(finding: Finding) -> str:
    """Return a verdict's tooltip, with the reason for it; too slow for every place of a dragged point.

    `finding`: what the analysis found.
    """
    if finding.analysis is None:
        return finding.failure
    from perceptron_gui.session.messages.run_end import trained_on_text  # after the first paint (A9)

    analysis, document = finding.analysis, finding.document
    verdict = analysis.verdict
    if verdict is None:
        return ""
    hints = [tr("The coordinates have too many decimal places, and the classes almost touch.")]
    if verdict.separable:
        hints = [
            one_class_text(document.dataset, document.settings),
            _margin_hint(analysis, document),
        ]
    elif verdict.separable is not None:
        hints = _not_separable_hints(document, verdict)
    elif verdict.is_given_up:
        hints = [tr("The verdict is worked out in whole numbers, and these points have too many digits for that.")]
    elif verdict.is_too_large:
        hints = [verdict_line(verdict)]
    return together(*hints, trained_on_text(document.dataset))


def _not_separable_hints(document: Document, verdict: Verdict) -> list[str]:
    hint = tr("No line separates the points, so the run never converges.")
    if document.settings.has_curved_kernel:
        hint = tr("This kernel does not separate the points, so the run never converges.")
    elif not document.settings.features.is_identity:
        hint = tr("With these features, no weights separate the points, so the run never converges.")
    if verdict.witness is None:
        return [hint]
    from perceptron_gui.session.explanation.facts.witness_facts import proof_of  # after the first paint (A9)

    return [hint, proof_of(document, verdict.witness).sentence]


def _margin_hint(analysis: Analysis, document: Document) -> str:
    verdict, bound, settings = analysis.verdict, analysis.bound, document.settings
    if verdict is None or verdict.margin is None or bound is None:
        return ""
    words = ntr(
        "With margin γ̂ {margin} and radius R̂ {radius}, a run makes at most {count} mistake.",
        "With margin γ̂ {margin} and radius R̂ {radius}, a run makes at most {count} mistakes.",
        bound.at_most,
    )
    if settings.beta > 0:
        words = tr(
            "With margin γ̂ {margin}, radius R̂ {radius} and β, a run makes at most {count} mistakes and near misses."
        )
    square = verdict.known_square
    hint = words.format(
        margin=number_text(verdict.margin, False) if square is None else root_text(square),
        radius=root_text(verdict.radius_squared),
        count=bound_text(bound.at_most),
    )
    if settings.order is Order.BATCH:  # n·R̂² stands for R̂² (T5)
        from perceptron_gui.engine.data.dataset import n_trained  # after the first paint (A9)

        words = tr("One update can combine up to {count} errors from a pass. The bound counts errors, not updates.")
        count = f"{spelled('n')} = {grouped(n_trained(document.dataset))}"
        hint = together(hint, words.format(count=count))
    if analysis.street is None:
        return hint
    street = tr("Half the width of the widest street is ρ {rho}; γ̂ is the margin with the extra 1 for the bias.")
    return together(hint, street.format(rho=root_text(analysis.street.squares.rho)))


def verdict_line(verdict: Verdict, has_one_class: bool = False) -> str:
    """Return the verdict in one line of a terminal.

    `has_one_class`: whether all points that are trained on are of one class.
    """
    if has_one_class and verdict.separable:
        return tr("One class only: there is nothing to separate.")
    if verdict.separable is None and verdict.is_given_up:
        return tr("Not decided: these points have so many digits that deciding would take too long.")
    if verdict.is_too_large:
        return tr("Not decided: the kernel has values above 10³⁰⁰, too large to judge in floating point.")
    sentences = {
        True: tr("Separable: every run ends after a bounded number of mistakes."),
        False: tr("Not separable: no weights get every point right."),
        None: tr("Too close to tell: the margin is smaller than rounded numbers can show."),
    }
    return sentences[verdict.separable]


def missing_margin(verdict: Verdict, settings: TrainingSettings, dataset: Dataset) -> str:
    """Return why there is no margin: with a kernel floats may not tell how far apart points are (T7).

    `verdict`: without a margin. `dataset`: the points it is about.
    """
    is_looked_for = settings.has_curved_kernel and len(dataset.present) > 1 and not verdict.is_given_up
    return tr("too close to tell") if verdict.separable and is_looked_for else tr("unknown")
