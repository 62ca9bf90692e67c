"""What views ask of a run besides the cheap numbers."""

from perceptron_gui.frozen import Frozen


class Wants(Frozen):
    """What the visible views need besides the cheap numbers: only this is copied."""

    # α of every point; how many updates ago it caused one
    alpha: bool = False
    losses: bool = False  # the loss, and the margins of points
    # the curves of the run, θ around its mistakes (T8), and the way of the weights: when it rests, and now and then
    curves: bool = False
    proof: bool = False
    path: bool = False
    # the best weights so far; the average of all, and their votes, when the run rests, and now and then
    pocket: bool = False
    rivals: bool = False  # the rival of every error, in multiclass
    test: bool = False  # the errors of the test part, which is hidden until somebody looks at it (H1)
    averaged: bool = False
    voted: bool = False
    age: bool = False
    ticks: int = 0  # number of equal stretches of the timeline to count updates in; 0 for none
    span: int = 0  # visits that the timeline covers
