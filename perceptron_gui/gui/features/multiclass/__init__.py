"""The panel of several classes: W, one against the rest, and the confusion matrix."""
