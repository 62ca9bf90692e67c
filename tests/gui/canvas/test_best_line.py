"""The best line so far on the canvas, up to the cursor, of the run that is shown and no other (V3)."""

from __future__ import annotations

from tests.gui.desk import Desk


def test_the_best_line_follows_the_cursor_and_is_hidden_while_the_run_asks(desk: Desk) -> None:
    line = desk.window.canvas.variants.best
    desk.commands.examples.open("one-outlier")
    desk.do("run.end")
    desk.do("show.pocket")
    desk.wait(line.isVisible)
    desk.settle()
    n_samples, at_end = desk.dataset.n_samples, line.text
    assert at_end == "best so far: 1 error", "one wrong label: nothing does better"
    desk.do("run.reset")
    desk.wait(lambda: line.text == f"best so far: {n_samples} errors")
    desk.do("run.predict")
    desk.wait(lambda: not line.isVisible())
    desk.do("run.predict")
    desk.wait(line.isVisible)
    # Another set: nothing of the old run is left on it.
    desk.commands.examples.open("xor")
    desk.settle()
    desk.wait(lambda: line.text == "best so far: 4 errors")
    desk.do("show.pocket")
    desk.wait(lambda: not line.isVisible())
