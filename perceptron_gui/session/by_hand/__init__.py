"""A line of the student's own: how it is moved in the plane, and what it is worth beside the perceptron's."""
