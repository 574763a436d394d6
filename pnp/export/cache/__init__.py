"""What is kept from build to build, and work shared with worker processes."""
