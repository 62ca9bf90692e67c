"""What a step says, as values: formulas are spans that text, rich text and LaTeX render (P1–P8, D1–D3, M1–M2)."""
