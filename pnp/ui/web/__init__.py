"""A hosted table: a page for each seat and a public screen, over HTTP in the local network. `host` imports it."""
