"""The promises every game keeps, as tests anybody can run on their own game: `pytest --pyargs pnp.conformance`."""
