"""Pictures to take away: what is on the screen, painted once more into a file or onto the clipboard."""
