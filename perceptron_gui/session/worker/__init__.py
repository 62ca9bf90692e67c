"""The training and the analysis thread, and what they share with the window."""
