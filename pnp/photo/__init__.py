"""Photos of the table: read, compared with the record, and turned into lines that a user may confirm.

To change …
- which codes are found: `codes.py`; on which square a card is: `board.py`; what differs: `comparison.py`
"""
