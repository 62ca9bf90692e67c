"""Lessons that are played in a window."""
