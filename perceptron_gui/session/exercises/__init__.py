"""Predict first: questions, answers and their grading."""
