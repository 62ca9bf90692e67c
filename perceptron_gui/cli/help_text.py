"""What --help prints."""

from __future__ import annotations

from perceptron_gui.cli.options import GEOMETRY, SAMPLES, TRAINING, described

OVERVIEW = """\
Perceptron Lab: see how Rosenblatt's perceptron learns, one exact step at a time.

  perceptron-gui                       the window
  perceptron-gui FILE                  the window on a points file
  perceptron-gui --demo [FILE]         the window, playing by itself
  perceptron-gui train FILE …          train without a window
  perceptron-gui analyze FILE …        separability, margin, radius, bounds
  perceptron-gui samples [NAME [-o F]] list the built-in data sets, or write one as a points file

perceptron-gui train --help, analyze --help and samples --help list their options; --version prints the version.
A file named like a command is opened as ./train.
"""
POINTS = """\
FILE is a CSV file in UTF-8 with a header row, columns of numbers, and one column of labels (named label, class,
target, species or y, else the last)."""
TRAIN = f"""\
perceptron-gui train FILE …   train without a window

{described((*GEOMETRY, *TRAINING))}

{POINTS}
"""
ANALYZE = f"""\
perceptron-gui analyze FILE …   separability, margin, radius, bounds

{described(GEOMETRY)}

{POINTS}
"""
SAMPLES_HELP = f"""\
perceptron-gui samples             list the built-in data sets, each with what to watch
perceptron-gui samples NAME        print one as a points file
perceptron-gui samples NAME -o F   write it to a file

{described(SAMPLES)}
"""
HELP_ON = {"train": TRAIN, "analyze": ANALYZE, "samples": SAMPLES_HELP}
