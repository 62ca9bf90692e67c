"""Facts about a place, a margin, and a proof that no line separates the points."""
