"""What the window can do beside the plane, a folder or a module each; none imports another."""
