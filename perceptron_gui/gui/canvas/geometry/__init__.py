"""What the theorem says about the points, drawn among them: street, radius, θ*, the proof that no line does it."""
