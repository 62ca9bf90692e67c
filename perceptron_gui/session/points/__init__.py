"""Editing points, undo, generated points and the table of points."""
