"""What the dual works with, as values: α as bars, the Gram matrix as a picture, what both forms cost."""
