"""The command line without a window: train, analyze, samples (C2)."""

from perceptron_gui.cli.commands import COMMANDS, main
from perceptron_gui.cli.values import UsageError

__all__ = ["COMMANDS", "UsageError", "main"]
