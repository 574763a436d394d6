"""Pure part of printing: templates and cards in, Frames and Sheets out. Opens no file, knows no output format.

Each package imports only from those before it: `drawing`, `text`, `template`, `painting`, `sheets`, `checks`.

To change …
- how an SVG is read: `drawing/svg/` (`reader.py`, `xml_tree.py` for what is rejected), a file in the tests' corpus
- a kind of drawing element: `template/element.py`, `template/reading.py`, `painting/compose.py`
- how elements share their space, or texts a size: `painting/groups.py`, `painting/text_element.py`
- the blocks of How to play: `painting/flow/howto_blocks.py`
- the order in which a face is read aloud: `painting/reading_order.py`
"""
