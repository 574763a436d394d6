"""Exact reasoning about cards nobody has shown: what a hand may hold, which claims cannot all be true."""
