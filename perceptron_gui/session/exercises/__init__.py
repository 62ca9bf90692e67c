"""Exercises: questions before a visit, their grading, and what is hidden meanwhile."""
