"""What mouse, keys and fingers do on the canvas."""
