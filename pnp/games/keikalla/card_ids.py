"""The ids of the rules of Keikalla, and of the few cards that rules name. The texts of the rules are in
`cards/keikalla/rulebook.yaml`, the numbers on the cards.

Invariant: every id of the rulebook has a name here, and no name stands for a rule that the rulebook does not hold.
"""

from __future__ import annotations

# Goal and set-up
GOAL = "KEI-01"
BANDS = "KEI-02"
MANAGERS = "KEI-03"
TOUR_DEAL = "KEI-04"
MOVEMENT_DEAL = "KEI-05"
REHAB_TOWN = "KEI-06"
DECKS = "KEI-07"
NO_DUPLICATES = "KEI-08"
HOME = "KEI-09"
RETURN_WARNS = "KEI-10"
SONG = "KEI-11"
BACKS = "KEI-12"
MUSIC = "KEI-101"
KEPT_WARNS = "KEI-102"
AREAS = "KEI-103"
SETUP_ORDER = "KEI-104"
SENSE = "KEI-105"
SIX_PLAYERS = "KEI-D03"
PLAYERS = "KEI-D14"

# Turn
TURNS = "KEI-13"
FIRST_TRIP = "KEI-14"
GIG = "KEI-15"
DRAW_AFTER_GIG = "KEI-16"
ONE_GIG = "KEI-17"
PASSING = "KEI-18"
SAME_TOWN = "KEI-111"
SEALED = "KEI-112"
CLOSED_DATE = "KEI-113"
EMPTY_CALENDAR = "KEI-114"
OPEN_QUESTION = "KEI-115"
ORDER = "KEI-A17"

# Movement
ONE_BY_ONE = "KEI-20"
NOT_ALL_STEPS = "KEI-21"
LOOKED_AT = "KEI-22"
REPEAT = "KEI-23"
REFILL = "KEI-24"
LIMIT = "KEI-25"
STEPS = "KEI-26"
FLIGHT = "KEI-27"
MIXED = "KEI-28"
ABOARD = "KEI-29"
REHAB_TRIP = "KEI-30"
NO_BLOCKING = "KEI-31"
ONE_DRAWN = "KEI-121"
NOT_IN_HAND = "KEI-122"
STOP_MEANT = "KEI-123"
WAY = "KEI-124"
INTERRUPTED = "KEI-126"

# Warn cards
MALFUNCTION = "KEI-33"
ARRIVED = "KEI-34"
ROAD_SERVICE = "KEI-35"
BUS_ANSWER = "KEI-36"
BUS = "KEI-37"
SECOND_BUS = "KEI-38"
JIMMY = "KEI-39"
FILL_IN = "KEI-40"
SECOND_JIMMY = "KEI-41"
POLICE = "KEI-42"
CONVOY_END = "KEI-43"
ROADIE = "KEI-44"
BAR_FIGHT = "KEI-45"
HOTEL = "KEI-46"
STRIKE = "KEI-47"
RIDER = "KEI-48"
EXCHANGE = "KEI-49"
MALFUNCTION_ORDER = "KEI-131"
MALFUNCTION_LATE = "KEI-132"
STRIKE_END = "KEI-133"
RIDER_FIRES = "KEI-134"
ENDS_WITH_CARD = "KEI-135"
STRIKE_SHOWN = "KEI-136"
TRIP_GIVEN_UP = "KEI-137"

# Arrival and stashes
ONE_OF_A_KIND = "KEI-50"
CHECK = "KEI-51"
DECOY = "KEI-52"
MARKER_PLAYED = "KEI-53"
STASH_EACH = "KEI-54"
REHAB = "KEI-55"
STASH_PLACE = "KEI-151"
OWN_STASH = "KEI-152"
STASH_KINDS = "KEI-153"
STASH_AT_ONCE = "KEI-154"
ANY_ORDER = "KEI-155"

# Gig and drawing
DRAWS = "KEI-60"
SHIELD = "KEI-61"
AT_ONCE = "KEI-62"
CLOSED = "KEI-63"
HIATUS = "KEI-64"
COUNTS_ONE = "KEI-65"
GUEST_STAR = "KEI-66"
LOST_TURNS = "KEI-67"
RESHUFFLE = "KEI-68"
ONE_AFTER_ANOTHER = "KEI-161"
GROUPIE = "KEI-162"
FIXED = "KEI-163"
NO_TROUBLE = "KEI-164"
VENUES_EMPTY = "KEI-165"
REMINDER = "KEI-166"
TIPS = "KEI-167"

# Winning
HEADLINE = "KEI-70"
DRAW_FIRST = "KEI-71"
NO_DATE_NEEDED = "KEI-72"
HEADLINE_IS_GIG = "KEI-171"
OUT = "KEI-172"
TOURED_BASE = "KEI-A23"
HEADLINER_DATE = "KEI-A24"

# Cards
BACK_TO_BACK = "KEI-75"
CLEAR = "KEI-76"
FETCH_REHAB = "KEI-77"
RUMOURS = "KEI-78"
SAVED_CARDS = "KEI-79"
PROMO = "KEI-175"
PICK = "KEI-176"
CALENDAR = "KEI-177"
FETCH_FLIGHT = "KEI-178"
KINDS = "KEI-179"
SWAP = "KEI-A18"
JARKALE = "KEI-80"
HIAN = "KEI-81"
TEENKEITIN = "KEI-82"
TAKAJEEJEET = "KEI-83"
FERTILIZER = "KEI-84"
SEWAGE = "KEI-85"
SAVE = "KEI-M1"
TABLE = "KEI-M2"
DECOY_MARK = "KEI-M3"
WARN = "KEI-M4"
FANATIC = "KEI-M5"
TURN_MARK = "KEI-M6"

# Thresholds
ELEVEN = "KEI-V01"
THRESHOLDS = "KEI-V02"
SHOWN = "KEI-V03"
TOURED = "KEI-V04"
WAIVER = "KEI-V05"
THRESHOLD_STASH = "KEI-V06"
ADDITIONS = "KEI-V07"

# Two Movement decks
TWO_DECKS = "KEI-V10"
MOVE_HAND = "KEI-V11"
EVENT_DRAW = "KEI-V12"
MOVE_REFILL = "KEI-V13"
EVENT_HAND = "KEI-V14"
MOVE_LIMIT = "KEI-V15"
STRIKE_MOVES = "KEI-V16"

# Jokers and two Action decks
JOKERS = "KEI-V20"
SECOND_DECK = "KEI-V21"
DECK_MARK = "KEI-V22"
MUSE = "KEI-V23"
LOVER = "KEI-V24"
LOVER_LEAVES = "KEI-V25"
JOKER_COPIES = "KEI-V26"
DECKS_BUILT = "KEI-V27"

# Fanatic venues
LAST_DATES = "KEI-V30"
LAST_TIP = "KEI-V31"
LAST_REDRAWN = "KEI-V32"

# More than four players
CLAIM_DEAL = "KEI-V40"
OPENLY = "KEI-V41"
CLAIM_SONG = "KEI-V42"
CLAIM_HEADLINER = "KEI-V43"
STAND_IN = "KEI-V44"

# Hampering
STORE = "KEI-V50"
HAMPER = "KEI-V51"
STORED = "KEI-V52"

# Start away from home
START_TOWN = "KEI-V60"
FIRST_DATE = "KEI-V61"

# Hidden information
SECRET = "KEI-H01"
SECRET_MOVES = "KEI-H02"
SECRET_STASH = "KEI-H03"
SECRET_CALENDAR = "KEI-H04"
SECRET_TOWN = "KEI-H05"
COUNT = "KEI-H06"
SECRET_ORDER = "KEI-H07"
AUDIT = "KEI-H08"
KNOWN_MANAGERS = "KEI-H09"
CLAIMED = "KEI-H10"
OTHER_CLAIMS = "KEI-H11"
IN_THE_OPEN = "KEI-H12"


class Card:
    """Cards that rules name one by one, and those rules; what any other card does, it says itself (`abilities`)."""

    RECORD_DEAL = "record_deal"  # KEI-V22 KEI-V40
    HIT_SONG = "hit_song"  # KEI-V23 KEI-V42
    HEADLINER = "headliner"  # KEI-70 KEI-V43
    MANAGER = "manager"  # KEI-03 KEI-81 KEI-V40
    REHAB = "rehab"  # KEI-06 KEI-55
    STAGE = "stage_presence"  # KEI-83
    ROADIE = "roadie"  # KEI-47
    MUSE = "song_muse"  # KEI-V23 KEI-V42
    TV = "tv_interview"  # KEI-V43


class Word:
    """Words that are called like a card and name none: verbs and answers of lines, facts, fields, places."""

    ROAD_1, ROAD_2, ROAD_3, ROAD_4, ROAD_6 = "road_1", "road_2", "road_3", "road_4", "road_6"
    HELICOPTER, NEW_TOUR_BUS, ROAD_SERVICE, ROADIE = "helicopter", "new_tour_bus", "road_service", "roadie"
    REHAB, LOVER, GROUPIE, BAR_FIGHT = "rehab", "lover", "groupie", "bar_fight"


class Ability:
    """The abilities of the bands, by id."""

    NO_STRIKE, MANAGER_BACK, EXTRA_VENUES = "no_strike", "manager_back", "two_extra_venues"
    STAGE_PRESENCE = "start_stage_presence"
    FIRST_JIMMY, FIRST_MALFUNCTION = "first_jimmy_free", "first_malfunction_free"
