"""What the actions do, one controller a feature."""
