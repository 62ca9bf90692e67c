"""The bars around the canvas."""
