"""The command line without a window: train, analyze, samples (C2)."""

from perceptron_gui.cli.entry import is_command, main
from perceptron_gui.cli.registry import UsageError

__all__ = ["UsageError", "is_command", "main"]
