"""Properties that every game must have, as tests that authors run on their games: `pytest --pyargs pnp.conformance`.

To change …
- a property: `promises/`, with a mutant in `tests/conformance/mutants.yaml` that it catches
- which fields rules read: `data_readers.py`; indistinguishable pairs of tables: `twins.py`
"""
