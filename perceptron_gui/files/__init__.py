"""Reading and writing files: points, sessions, exports, preferences."""
