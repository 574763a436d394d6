"""The ids of Kalevala's rules. Their texts are in `cards/kalevala/rulebook.yaml`, their numbers on the cards.

Invariant: every id of the rulebook has a name here, and no name stands for a rule that the rulebook does not hold.
"""

from __future__ import annotations

# Setup
TWO_PLAYERS = "KAL-01"
DECK = "KAL-02"
START = "KAL-03"
OPENING = "KAL-04"
FIRST_SEAT = "KAL-05"
SCORES_BEGIN = "KAL-06"
# Turn
ONE_TILE = "KAL-07"
TURN = "KAL-08"
HELD = "KAL-09"
MUST_PLACE = "KAL-10"
FORCED_PASS = "KAL-11"
PASS_BINDS_NOT = "KAL-12"
# Placement
ADJACENT = "KAL-13"
LINE_LIMIT = "KAL-14"
LIMIT_SCOPE = "KAL-15"
OCCUPIED = "KAL-16"
KULLERVO = "KAL-17"
KULLERVO_STACK = "KAL-18"
KULLERVO_BESIDE = "KAL-19"
KULLERVO_GONE = "KAL-20"
COVER = "KAL-21"
KAARME_PLAIN = "KAL-22"
COVERED = "KAL-23"
EXCHANGE = "KAL-24"
ILMARINEN_PLAIN = "KAL-25"
EXCHANGE_STACK = "KAL-26"
STACK_HEIGHT = "KAL-27"
# Values
PRINTED_VALUE = "KAL-28"
ZEROED = "KAL-29"
LEMMINKAINEN_KEEPS = "KAL-30"
LINE_SUM = "KAL-31"
SUM_ZEROED = "KAL-32"
FRESH = "KAL-33"
FULL_SUM = "KAL-34"
# Scoring
HIGHEST = "KAL-35"
TIED = "KAL-36"
ALONE = "KAL-37"
BOTH_LINES = "KAL-38"
BOTH_ENDS = "KAL-39"
ZEROED_ENDS = "KAL-40"
INSIDE_ENDS = "KAL-40a"
BETWEEN_ENDS = "KAL-40b"
ONLY_MOVER = "KAL-40c"
# After the placement
DRAW = "KAL-41"
NEXT_TURN = "KAL-42"
# End
OVER = "KAL-43"
DECK_EMPTY = "KAL-44"
HAND_LEFT = "KAL-45"
WINNER = "KAL-46"
# Physical play
REPORTED = "KAL-47"
PROOF = "KAL-48"
CLAIM = "KAL-49"
FALSE_PASS = "KAL-50"
TRUST = "KAL-51"
