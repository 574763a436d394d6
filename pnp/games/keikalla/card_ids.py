"""The few cards that rules name, words that are called like a card, and the abilities of the bands.

Everything else a card does is on the card.
"""

from __future__ import annotations


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
