"""φ: features as a user types them, and as they are computed."""
