"""The panel of the convergence theorem: bound, proof, and trials."""
