"""Sessions and points files of a window: opened, saved, kept when it crashes, and exported beside it."""
