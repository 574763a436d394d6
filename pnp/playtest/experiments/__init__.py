"""Experiments: games played twice or more with one thing changed, and what that changes, with its uncertainty."""
