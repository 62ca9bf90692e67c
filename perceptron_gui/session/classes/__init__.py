"""Several classes at once: the confusion matrix, one against the rest, and two classes beside the binary rule."""
