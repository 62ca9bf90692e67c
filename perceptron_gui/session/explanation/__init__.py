"""Explanations of a step as values, whose formulas text, rich text and LaTeX render (P1–P8, D1–D3, M1–M2)."""
