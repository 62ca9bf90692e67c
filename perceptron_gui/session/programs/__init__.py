"""A run as a short program of its own: points, rules and result, in numpy or in scikit-learn."""
