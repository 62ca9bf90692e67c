"""What is said of a place, a margin and a proof that no line separates."""
