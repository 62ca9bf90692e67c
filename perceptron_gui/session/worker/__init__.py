"""Background threads, and their communication with the window."""
