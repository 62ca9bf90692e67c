"""Everyday use, drawn from the registries of the program: every pair of values of two factors at least once."""
