"""What the words of the window mean, one plain sentence each, told where a word stands; the glossary says more."""

from perceptron_gui.translation import N_, tr

MEANINGS = {
    "visit": N_("Visit: the perceptron looks at one point. If it is a mistake, the weights change."),
    "epoch": N_("Epoch: one pass over all training points."),
    "mistake": N_(
        "Mistake: a point was wrong, or on the boundary, when it was visited. Once counted, it stays counted."
    ),
    "batch": N_("Batch: all mistakes in a pass go into one update, shown as a red tick on the timeline."),
    "near miss": N_(
        "Near miss: a point was right at its visit, but by no more than β. The weights change all the same."
    ),
    "wrong": N_("Wrong: with the current weights the point is on the wrong side, or on the boundary. It is an error."),
    "all zero": N_("All weights are 0: every point is on the boundary. That counts as wrong, but no point is marked."),
    "exact": N_("Exact: no number in this run has been rounded."),
    "rounded": N_("≈: the numbers in this run became too long to be exact, so they are now rounded."),
    "loss": N_("Loss L: how far off f is at each wrong point, added up."),
    "separable": N_("Separable: some weights get every point right, so a run converges."),
    "not separable": N_("Not separable: no weights get every point right."),
    "margin": N_("Margin γ̂: the best weights of length 1 get every point right by at least this much."),
    "bound": N_("At most: no run on these points under these rules makes more mistakes, in any order but batch."),
    "bound in batch order": N_(
        "At most: no run on these points in batch order makes more mistakes. Every error in a pass counts, "
        "so the bound is larger here."
    ),
}
"""By the names under which the parts of the window ask."""


def meaning(*words: str) -> str:
    """Return the sentences about some words, each in a line of its own. `words`: keys of `MEANINGS`."""
    return "\n".join(tr(MEANINGS[word]) for word in words)
