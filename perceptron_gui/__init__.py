"""Perceptron Lab: see how Rosenblatt's perceptron learns, one exact step at a time."""

__version__ = "0.1.0"
