"""What is done beside the window, and what passes between the two."""
