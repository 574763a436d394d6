"""The ids of the rules of Suomi 1918. Their texts are in `cards/suomi1918/rulebook.yaml`, their numbers on the cards.

Invariant: every id of the rulebook has a name here, and no name stands for a rule that the rulebook does not hold.
"""

from __future__ import annotations

# Setup
PLAYERS = "SOC-01"
VICTORY_DEAL = "SOC-02"
SECRET = "SOC-03"
SET_ASIDE = "SOC-04"
HIGH_PART = "SOC-05"
LOW_PART = "SOC-06"
HANDS = "SOC-07"
LOW_IN_HANDS = "SOC-08"
EMPTY_STACKS = "SOC-09"
# Turns
STARTER = "SOC-10"
CLOCKWISE = "SOC-11"
TURN = "SOC-12"
HELD = "SOC-13"
OPENING = "SOC-14"
SECOND_TURN = "SOC-15"
# Number cards
OWN_STACK = "SOC-16"
NUMERICAL = "SOC-17"
NEXT_NUMBER = "SOC-18"
PRECONDITION = "SOC-19"
RESTRICTION = "SOC-20"
BEFORE_LAID = "SOC-21"
# Action cards
ACTION = "SOC-22"
ACTION_EFFECT = "SOC-23"
ACTION_GONE = "SOC-24"
# The duty to play
DUTY = "SOC-25"
DUTY_HURTS = "SOC-26"
DISCARD = "SOC-27"
ACTION_STAYS = "SOC-28"
# Drawing
DRAW = "SOC-29"
RESHUFFLE = "SOC-30"
DRAWN_AT_ONCE = "SOC-31"
NOTHING_DRAWN = "SOC-32"
SHOW = "SOC-33"
PASS = "SOC-34"
# End
WIN = "SOC-35"
OWN_TURN_ONLY = "SOC-35a"
WHO_CLAIMS = "SOC-35b"
NOT_AT_FIRST = "SOC-35c"
FROZEN = "SOC-36"
PEACE = "SOC-37"
COLLAPSE = "SOC-38"
RESULTS = "SOC-39"
OVER = "SOC-40"
RESIGNED = "SOC-49"
# Physical play
REPORTED = "SOC-41"
CLAIM = "SOC-42"
FOUND_OUT = "SOC-43"
ORIGIN = "SOC-44"
ON_TRUST = "SOC-45"
SHOWN = "SOC-46"
ELSEWHERE = "SOC-47"
VICTORY_TRUST = "SOC-48"
