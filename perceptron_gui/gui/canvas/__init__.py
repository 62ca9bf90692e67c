"""The picture: data space with its regions, boundary, vectors and points, and the gestures on it."""
