"""Shell around the referee: the record file of one table, its lock, its dealer, and what users may do with it.

To change …
- what one seat is sent: `seat_feed.py` (the only writer), options as a tree: `option_tree.py`
- what may be left out of a typed line: `short_line.py`, `line_completion.py`
- how deals are sealed and proven: `seal.py`, `deal_proof.py`
- the referee's words: `messages.py`, `words.yaml`; the lesson and the example of *How to play*: `teaching/`
- the timeline: `story/past.py`; lines as sentences: `story/line_sentence.py`
"""
