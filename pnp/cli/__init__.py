"""The command line: a file per group of commands, imported only when one of them is asked for.

To change …
- a command: a function here and one line in `main.py`; shell completion: `completing.py`
- what a lesson prints: `teacher.py`; a progress bar: `progress.py`
"""
