"""Widgets over the plane: formulas, cards, arrows at the edges, the choice of axes."""
