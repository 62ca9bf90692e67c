"""Tables of points, read and written."""
