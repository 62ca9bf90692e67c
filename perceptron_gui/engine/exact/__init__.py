"""Exact arithmetic: whole numbers held in float64, and fractions."""
