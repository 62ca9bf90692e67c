"""What lies above the plane and is no part of it: counter, news, cards, arrows at the edges, the choice of axes."""
