"""What is drawn of points and run, layer by layer: ground, lines, points, arrows, geometry and words."""
