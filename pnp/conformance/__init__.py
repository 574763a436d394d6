"""The promises every game keeps, as tests that authors run on their games: `pytest --pyargs pnp.conformance`."""
