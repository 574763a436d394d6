"""The games: one folder is one game, a value `GAME` that keeps the protocol of `referee/game.py`.

In: a CardBook and moves. Out: rulings. Invariant: no game knows another; none reads a file, a clock or a die.
"""
