"""Exercises: what is asked before a visit, what is right, and what is hidden meanwhile."""
