"""Simulated games: bots play thousands of them; results are counted and reported.

To change …
- how a bot searches: `search.py`, `luck.py` (randomness in a sampled state), `referee/opponents/filling.py`
- what is counted: `counts.py`, `course.py`, `worth.py`; how it is shown: `reports/results.py`, `reports/sections.py`
- text, page and JSON of every report: `reports/report.py` (one model, three renderers), `reports/report.html`
- an experiment over many games: `experiments/` (`figures.py`, `arms.py`, `estimates.py`, `sequential.py`)
- hints and reviews: `advice/` (`weighing.py`, `hint.py`, `review.py`)
- bots that hang, fail or exit: `seat_bots.py`, `bot_process.py`; at a hosted table `web/thinking/`
- the search for endless games: `endless/`
- how work is divided and resumed: `experiments/schedule.py`, `executors.py`, `experiments/resume.py`
"""
