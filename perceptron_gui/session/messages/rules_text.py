"""What is set of the rules of a run, in the words of a button, and what the usual features are called."""

from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.session.wording import ORDERS, field_text
from perceptron_gui.translation import N_, spelled, tr

FEATURES: dict[FeatureMap | None, tuple[str, str]] = {
    IDENTITY: (N_("coordinates"), N_("the model sees the coordinates: its boundary is a line")),
    POLY2: (N_("degree 2"), N_("x1, x2, and all their products of two: conic sections")),
    POLY3: (N_("degree 3"), N_("and all their products of three")),
    None: (N_("my own"), N_("a list of your own, with sin, cos, exp, abs, min and max")),
}
"""What the features are called, and what they mean; None for a list of one's own, which is asked for."""
USUAL = TrainingSettings()


def features_of(settings: TrainingSettings) -> FeatureMap | None:
    """Return the key of `FEATURES` that some rules have."""
    return None if settings.features.own else settings.features


def rules_wordings(settings: TrainingSettings) -> tuple[str, ...]:
    """Return what is set, from long to short: all, what differs from the usual, and the first of that."""
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
        others.append(tr("limit"))
    different = [*(words for words, is_other in first.items() if is_other), *others] or [order]
    shortest = different[0] if len(different) == 1 else f"{different[0]} …"
    lines = (" · ".join([*first, *others]), " · ".join(different), shortest)
    return *(tr("Rules: {rules}").format(rules=line) for line in lines), shortest
