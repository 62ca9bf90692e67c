"""Weight space: every point as a half-space of weights, and the solutions as what they have in common."""
