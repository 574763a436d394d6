"""What is kept from build to build, and work shared with helping processes."""
