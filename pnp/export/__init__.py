"""Output: Frames and Sheets in, files out. The only package that knows an output format.

Each package imports only from those before it: `pdf`, `cache`, `pictures`, `sheets`, `press`, `order`, `lists`,
`services`, `tabletop`.

To change …
- an option of `pnp build`: `order/order.py` (its field, its help and what it contradicts), `order/resolve.py`; its
  completion: `cli/build.py`
- a card printer or one of its sizes: `services/service.py`, its README: `services/readme.yaml`
- what a print shop receives: `press/`, `pdf/output_intent.py` (docs/press.md)
- what is kept between builds: `cache/face_cache.py` (ADR 19)
- rules and aids as HTML: `lists/reading.py`, `lists/aids.py` (ADR 35)
- an output format: a new file in `lists/` or `tabletop/` and a line in `lists/request.py`
"""
