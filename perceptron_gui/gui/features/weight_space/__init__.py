"""The panel of weight space: points as half-spaces of weights, flat or on a sphere."""
