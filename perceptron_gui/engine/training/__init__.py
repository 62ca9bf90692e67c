"""Training: the state, the three perceptrons, and the orders in which points are visited."""
