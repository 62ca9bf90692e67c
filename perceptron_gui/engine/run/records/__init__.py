"""The past of a run: its visits and mistakes, and what is asked of them."""
