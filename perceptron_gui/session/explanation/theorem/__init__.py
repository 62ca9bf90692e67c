"""The theorem and its proof, with the numbers of a run."""
