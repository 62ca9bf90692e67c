"""What the words of the window mean, one plain sentence each, told where a word stands; the glossary says more."""

from perceptron_gui.translation import N_, tr

MEANINGS = {
    "visit": N_("Visit: one point is looked at, and where it is a mistake the weights change."),
    "epoch": N_("Epoch: one pass over all points that are trained on."),
    "mistake": N_(
        "Mistake: a point was wrong, or on the boundary, when it was visited. It is counted and stays counted."
    ),
    "batch": N_("Batch: the mistakes of a pass make one update together, a red tick of the timeline."),
    "near miss": N_("Near miss: a point was right at its visit, but by no more than β. The weights change, too."),
    "wrong": N_("Wrong: under the weights of now the point lies on the other side, or on the boundary: an error."),
    "all zero": N_("All weights are 0: every point is on the boundary. That counts as wrong, but no point is marked."),
    "exact": N_("Exact: no number of this run was ever rounded."),
    "rounded": N_("≈: the numbers of this run became too long to be exact, and are rounded now."),
    "loss": N_("Loss L: by how much f misses at the wrong points, added up."),
    "separable": N_("Separable: some weights are right about every point, and a run comes to rest."),
    "not separable": N_("Not separable: no weights are right about every point."),
    "margin": N_("Margin γ̂: by how much the best weights of length 1 are right about every point, at least."),
    "bound": N_("At most: no run on these points under these rules makes more mistakes, in any order but batch."),
    "bound in batch order": N_(
        "At most: no run on these points in batch order makes more mistakes. Every error of a pass counts, so the "
        "bound is larger here."
    ),
}
"""By the names under which the parts of the window ask."""


def meaning(*words: str) -> str:
    """Return the sentences about some words, each in a line of its own. `words`: keys of `MEANINGS`."""
    return "\n".join(tr(MEANINGS[word]) for word in words)
