"""What views ask of a run besides the cheap numbers."""

from __future__ import annotations

from perceptron_gui.frozen import Frozen


class Wants(Frozen):
    """What the visible views need besides the cheap numbers: only this is copied.

    Attributes
    ----------
    curves, proof, path : bool
        The curves of the run, θ around its mistakes (T8), and the way of the weights: when it rests, and now and then.
    test : bool
        The errors of the test part, which is hidden until somebody looks at it (H1).
    pocket, averaged, voted : bool
        The best weights so far; the average of all, and their votes, when the run rests, and now and then.
    losses : bool
        The loss, and the margins of points.
    rivals : bool
        The rival of every error, in multiclass.
    alpha, age : bool
        α of every point; how many updates ago it caused one.
    ticks : int
        Number of equal stretches of the timeline to count updates in; 0 for none.
    span : int
        Visits that the timeline covers.
    """

    alpha: bool = False
    losses: bool = False
    curves: bool = False
    proof: bool = False
    path: bool = False
    pocket: bool = False
    rivals: bool = False
    test: bool = False
    averaged: bool = False
    voted: bool = False
    age: bool = False
    ticks: int = 0
    span: int = 0
