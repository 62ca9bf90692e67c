"""What lies above the plane and is no part of it: formulas, cards, arrows at the edges, the choice of axes."""
