"""What the program keeps about itself: preferences, reports, guide, how it is started."""
