"""The panel of curves over the run."""
