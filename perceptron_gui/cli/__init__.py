"""The command line without a window: train, analyze, samples (C2)."""

from perceptron_gui.cli.command_registry import UsageError
from perceptron_gui.cli.entry import is_command, main

__all__ = ["UsageError", "is_command", "main"]
