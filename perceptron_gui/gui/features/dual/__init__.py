"""The panel of the dual: α, the Gram matrix, and both forms side by side."""
