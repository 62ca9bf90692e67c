"""The panels at the side."""
