"""Exercises in the window."""
