"""What can be proved about the points: verdict, margin, street and bounds."""
