"""The positions of `positions.yaml` but those of votes and of the end: set-up, placing, hiring, distribution, shows.

Every position is reached by lines of a record, as people would type them, and corrections; nothing is laid by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.referee.replay import Replay
from tests.games.drumroll.tables import GIVEN, OWN, REGIONS, Desk, agreed, book, costing, of_type, ready
from tests.games.tables import cards_with
from tests.guard import some

DATA = yaml.safe_load((Path(__file__).parent / "positions.yaml").read_text(encoding="utf-8"))
CASES: dict[str, dict[str, Any]] = {case["name"]: case for case in DATA["tests"]}
ROPE_WALKER = "PF-ACR-1"


def cases(*names: str) -> pytest.MarkDecorator:
    """Some positions by name."""
    return pytest.mark.parametrize("case", [CASES[name] for name in names], ids=lambda case: case["name"])


def gain(desk: Desk, seat: str, what: str = "coins") -> int:
    """A number of a player."""
    number: int = desk.of(seat)[what]
    return number


# set-up


@cases("setup_coins")
def test_start_coins(case: dict[str, Any]) -> None:
    from pnp.games.drumroll import GAME

    first, second = case["hiring_costs"]
    own, given = costing(first, without=("PF-TAM-3", "PF-JUG-3", "PF-BIZ-4")), costing(second)
    desk = Desk(Replay(GAME, agreed(("A", "B"))))
    desk.say("table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4", "table: deal virtual RG-2")
    desk.say("table: deal A RG-1", "table: deal B RG-5")
    desk.say(f"A: keep {own} give=PF-MAG-1", f"B: keep PF-MAG-3 give={given}")
    assert gain(desk, "A") == case["expect_coins"]
    # setup_cubes_same_colour
    colours = CASES["setup_cubes_same_colour"]["choose"]
    desk.say(f"A: take {' '.join(colours)}")
    assert desk.of("A")["storage"] == {"red": 2}
    desk.refused("B: take red", "DR-014")


@cases("setup_two_players_distinct")
def test_two_players_see_three_types(case: dict[str, Any]) -> None:
    from pnp.games.drumroll import GAME

    cards = of_type(case["deal"])
    desk = Desk(Replay(GAME, agreed(("A", "B"))))
    desk.say(f"table: deal area {' '.join(cards)}")
    types = {card.id: card.fields["type"] for card in book().decks["performers"].cards}
    assert [types[card] for card in desk.facts["area"]] == case["expect_area"]
    assert [types[card] for card in desk.facts["discards"]["performers"]] == case["expect_discard"]


@cases("setup_area_sizes")
def test_area_sizes(case: dict[str, Any]) -> None:
    for players, wanted in some(case["expect"].items()):
        area = ready("ABCD"[:players]).facts["area"]
        assert sum(card.startswith("PS") for card in area) == wanted["personnel"]
        assert sum(card.startswith("PF") for card in area) == wanted["performers"]


# placing


def placed(case: dict[str, Any]) -> Desk:
    """The table after the markers of a case; who is not named passes."""
    desk = ready("ABCD"[: case.get("players", 2)])
    position = case.get("ticket_position")
    if position is not None:
        slots = len(book().constant("ticket_track")["slots"])
        desk.adjust(f"tickets A {slots if position == 'last' else position}")
    if len(case["move"]) > 2:
        desk.adjust("hand A 1")
    for seat, action in case.get("placed", ()):
        up_to(desk, seat).say(f"{seat}: place {action}")
    return up_to(desk, case["move"][0])


def passed(desk: Desk) -> Desk:
    """All pass their three decisions."""
    while desk.phase == "PLACEMENT":
        desk.say(f"{desk.table.setup.seats[desk.table.to_act[0]]}: pass")
    return desk


def up_to(desk: Desk, seat: str) -> Desk:
    """The others pass until this seat is to place."""
    names = desk.table.setup.seats
    while names[desk.table.to_act[0]] != seat:
        desk.say(f"{names[desk.table.to_act[0]]}: pass")
    return desk


@cases(
    "cube_limit_2p", "cube_limit_3p_last", "cube_limit_3p_over", "unblock_taken_slot", "unblock_over_limit",
    "tickets_last_slot_by_own_marker", "tickets_third_marker", "tickets_last_slot", "invest_third",
    "hire_performer_twice", "hire_personnel_twice",
)  # fmt: skip
def test_markers(case: dict[str, Any]) -> None:
    desk = placed(case)
    seat, action, *with_ = case["move"]
    line = f"{seat}: place {action}{' with=unblock' if with_ else ''}"
    if not case["legal"]:
        assert line.partition(": ")[2] not in desk.options(seat)
        desk.refused(line, case["rule"])
        return
    assert line.partition(": ")[2] in desk.options(seat)
    desk.say(line)
    if with_:
        desk.finish_turn()
        wanted = ("A", "B") if "both" in case["expect"] else ("A",)
        colour = {"equipment": "yellow", "costume": "blue"}[action]
        assert all(desk.of(name)["storage"].get(colour) == 1 for name in wanted)


@cases("tickets_two_slots")
def test_two_tickets(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust(f"tickets A {case['ticket_position']}", "coins A 0")
    for seat, action in case["placed"]:
        desk.say(f"{seat}: place {action}", "B: pass")
    desk.say("A: place invest", "B: pass")
    assert gain(desk, "A") == case["expect_coins"]


@cases("decline_gives_nothing")
def test_declining(case: dict[str, Any]) -> None:
    desk = ready("AB", f"A: place {case['action']}").finish_turn()
    assert desk.phase == "RESOLVE_PERFORMER"
    before = gain(desk, "A")
    desk.say("A: decline")
    assert gain(desk, "A") - before == case["expect_coins_gain"]
    assert desk.facts["markers"] == {}


@cases("priority_bottom_to_top")
def test_priority(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("starter B")
    area = [card for card in desk.facts["area"] if card.startswith("PF")]
    names = dict(zip(case["area"], area, strict=False))
    for seat in case["stack_bottom_to_top"]:
        up_to(desk, seat).say(f"{seat}: place hire_performer")
    desk.finish_turn()
    (first, card), (second, wanted) = case["resolve"]
    desk.refused(f"{second}: hire {names[wanted]}", "DR-055")
    desk.say(f"{first}: hire {names[card]}")
    desk.refused(f"{second}: hire {names[wanted]}", "DR-055")
    assert f"hire {names['Y']}" in desk.options(second) and "decline" in desk.options(second)


# discounts


@cases("discount_path_to_free")
def test_the_way_to_free(case: dict[str, Any]) -> None:
    card = "PF-TAM-3"
    assert book().cards[card].fields["hiring_cost"] == case["card_cost"]
    desk = ready("AB")
    for turn, wanted in zip(case["unhired_turns"], case["expect_price_next_turn"], strict=True):
        assert desk.facts["turn"] == turn
        desk.finish_turn()
        if wanted == "discarded":
            assert card in desk.facts["discards"]["performers"] and card not in desk.facts["area"]
        else:
            assert case["card_cost"] - desk.facts["discounts"][card] == wanted


@cases("free_card_hired_in_last_turn")
def test_a_free_card(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust(f"performer PF-TAM-3 area tokens={case['tokens']}", f"coins A {case['coins']}")
    desk.say("A: place hire_performer").finish_turn()
    desk.adjust("coins A 0")
    stock = desk.facts["tokens_in_stock"]
    desk.say("A: hire PF-TAM-3")
    assert gain(desk, "A") == case["expect"]["pays"]
    others = len(desk.facts["area"])  # they get a token each afterwards
    assert desk.facts["tokens_in_stock"] == stock + case["expect"]["tokens_to_stock"] - others


@cases("no_token_left_no_discount")
def test_no_token_is_left(case: dict[str, Any], tmp_path: Path) -> None:
    few = cards_with("drumroll", tmp_path, "tokens.yaml", ("total: 65", "total: 22"), ("copies: 44", "copies: 1"))
    desk = ready("AB", cards=few).adjust("performer PF-BIZ-4 area tokens=1")
    assert desk.facts["tokens_in_stock"] == case["tokens_in_stock"]
    desk.finish_turn()
    assert desk.facts["discounts"] == {"PF-BIZ-4": 1}


@cases("discount_not_enough")
def test_a_discount_that_does_not_suffice(case: dict[str, Any]) -> None:
    card = costing(case["card_cost"])
    desk = ready("AB").adjust(f"performer {card} area tokens={case['tokens']}")
    desk.say("A: place hire_performer").finish_turn()
    desk.adjust(f"coins A {case['coins']}")
    desk.refused(f"A: hire {card}", case["rule"])


# the Show Organizer


@cases("organizer_bars_owner")
def test_the_organizer_bars_who_returned_it(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("personnel PS-ORG A", "personnel PS-SUP area").finish_turn()
    desk.say(f"{case['returned_by']}: return PS-ORG")
    for seat in "AB":
        up_to(desk, seat).say(f"{seat}: place hire_personnel")
    desk.finish_turn().adjust("coins A 9", "coins B 9")
    desk.refused("A: hire PS-ORG", "DR-059")
    assert case["next_turn_hire"] == {"A": False, "B": True}
    desk.say("A: decline", "B: hire PS-ORG")
    assert desk.facts["personnel"]["B"] == ["PS-ORG"]


@cases("organizer_makes_starter")
def test_the_organizer_makes_the_starter(case: dict[str, Any]) -> None:
    desk = ready("".join(case["order"])).adjust(f"starter {case['starter']}", f"personnel PS-ORG {case['returned_by']}")
    desk.adjust("personnel PS-SUP area").finish_turn().say(f"{case['returned_by']}: return PS-ORG")
    assert (desk.facts["turn"], desk.facts["starting_player"]) == (2, case["expect_next_starter"])


@cases("organizer_before_show")
def test_the_organizer_before_a_show(case: dict[str, Any]) -> None:
    for returns, wanted in ((True, case["expect_first_of_next_show"]), (False, case["otherwise"])):
        desk = ready("".join(case["order"])).adjust(f"personnel PS-ORG {case['returned_by']}")
        for seat in case["order"]:
            desk.circus(seat)
        desk.adjust("turn 7").finish_turn()
        desk.say(f"{case['returned_by']}: {'return PS-ORG' if returns else 'decline'}")
        assert desk.facts["on_stage"] == case["starter_of_last_turn"]
        desk.say(*(f"{seat}: pay" for seat in case["order"]))
        assert desk.facts["starting_player"] == wanted


# distribution


@cases("distribute_two", "distribute_three_supplier")
def test_how_many_cubes(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("storage A red yellow white")
    if case["supplier"]:
        desk.adjust("personnel PS-SUP A")
    passed(desk)
    line = f"A: distribute {ROPE_WALKER}=red,yellow,white"
    if case["legal"]:
        desk.say(line)
        assert len(desk.facts["cubes"][ROPE_WALKER]) == case["cubes"]
    else:
        desk.refused(line, case["rule"])


@cases("jim_turn_4")
def test_higher_cubes_first(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("turn 4", f"storage A {' '.join(case['storage'])}")
    passed(desk).say(f"A: distribute {ROPE_WALKER}={','.join(case['distribute'])}", "B: distribute")
    shown = ready("AB").adjust(f"performer {ROPE_WALKER} A cubes={','.join(case['distribute'])}").to_show()
    assert case["expect_level_if_show_now"] == "none"
    shown.refused(f"A: perform {ROPE_WALKER}", "DR-108")
    assert desk.facts["turn"] == 5
    desk.adjust("storage A red")
    passed(desk).say(f"A: distribute {ROPE_WALKER}=red", "B: distribute", "A: vote show", "B: vote show")
    assert desk.facts["on_stage"] is not None
    desk.adjust("starter A")
    assert sorted(desk.facts["cubes"][ROPE_WALKER]) == ["red", "white", "yellow"]


@cases("cube_twice_same_colour")
def test_a_colour_twice(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust(f"performer {ROPE_WALKER} A cubes=red", "storage A red")
    passed(desk).refused(f"A: distribute {ROPE_WALKER}=red", case["rule"])


@cases("cube_removed")
def test_a_cube_stays(case: dict[str, Any]) -> None:
    """No line takes a cube off a card: the grammar has none, and no option does it."""
    desk = passed(ready("AB").adjust(f"performer {ROPE_WALKER} A cubes=red", "storage A yellow"))
    assert not desk.table.read(f"A: {case['move']}").accepted
    for option in desk.options("A"):
        after = desk.table.weigh(f"A: {option}")[1].after  # type: ignore[attr-defined]
        assert 4 in after.players[0].trouper(ROPE_WALKER).cubes


@cases("agent_once")
def test_one_agent(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("personnel PS-AG1 A", "personnel PS-AG3 A", "storage A red red")
    passed(desk).say("A: convert PS-AG1 red yellow")
    desk.refused("A: convert PS-AG3 red blue", case["rule"])
    assert case["legal"] == [True, False]


@cases("agent_wrong_colour")
def test_an_agent_gives_its_colours(case: dict[str, Any]) -> None:
    desk = passed(ready("AB").adjust("personnel PS-AG1 A", f"storage A {' '.join(case['storage'])}"))
    assert book().cards["PS-AG1"].fields["effect"]["options"] == case["agent"]
    desk.refused(f"A: convert PS-AG1 {' '.join(case['convert'])}", case["rule"])


@cases("assistant_gives_both", "assistant_needs_its_colour")
def test_assistants(case: dict[str, Any]) -> None:
    effect = book().cards["PS-PA1"].fields["effect"]
    assert {"from": effect["from"], "to": effect["to"]} == case["assistant"]
    desk = passed(ready("AB").adjust("personnel PS-PA1 A", f"storage A {' '.join(case['storage'])}"))
    if "expect_storage" in case:
        desk.say("A: convert PS-PA1")
        assert desk.of("A")["storage"] == dict.fromkeys(case["expect_storage"], 1)
    else:
        desk.refused("A: convert PS-PA1", case["rule"])


# shows


@cases("rope_walker_levels")
def test_levels(case: dict[str, Any]) -> None:
    names = ["none", "poor", "good", "outstanding"]
    for cubes, wanted in some(case["cases"]):
        with_ = f"cubes={','.join(cubes)}" if cubes else ""
        desk = ready("AB").circus("A", f"{ROPE_WALKER} {with_}", "PF-MAG-1 cubes=blue").to_show()
        if wanted == "none":
            desk.refused(f"A: perform {ROPE_WALKER}", "DR-108")
            assert f"fire {ROPE_WALKER}" in desk.options("A")
        else:
            desk.say(f"A: perform {ROPE_WALKER}")
            assert desk.facts["levels"][ROPE_WALKER] == names.index(wanted)


@cases("rope_walker_flip")
def test_a_flip(case: dict[str, Any]) -> None:
    expect = case["expect"]
    desk = ready("AB").circus("A", f"{ROPE_WALKER} cubes=red,yellow,white").circus("B").adjust("coins A 20").to_show()
    desk.adjust("coins A 20")
    desk.say(f"A: flip {ROPE_WALKER}")
    assert desk.of("A")["prestige"] == expect["prestige"]
    assert gain(desk, "A") == 20  # no benefit
    assert {desk.facts["stock"][colour] for colour in expect["cubes_to_stock"]} == {25}
    desk.say("A: pay")
    assert gain(desk, "A") == 20 - expect["salary_this_show"]
    later = ready("AB").adjust("show 2").circus("A", f"{ROPE_WALKER} flipped=1").to_show(2).adjust("coins A 20")
    later.say("A: pay")
    assert gain(later, "A") == 20 - expect["salary_later"]


@cases("flip_twice", "flip_at_good")
def test_no_flip(case: dict[str, Any]) -> None:
    state = "flipped=1" if case.get("already_flipped") else "cubes=red,yellow"
    desk = ready("AB").adjust("show 2").circus("A", f"{ROPE_WALKER} {state}", "PF-MAG-1 cubes=blue").to_show(2)
    desk.refused(f"A: flip {ROPE_WALKER}", case["rule"])


@cases("no_performance_poor_player")
def test_a_poor_player_fires(case: dict[str, Any]) -> None:
    desk = ready("AB").circus("A", ROPE_WALKER).to_show().adjust(f"coins A {case['coins']}", f"score A {case['score']}")
    desk.say(f"A: fire {ROPE_WALKER}")
    assert gain(desk, "A") == case["expect"]["coins"]
    assert desk.of("A")["prestige"] == case["expect"]["score"]


@cases("flipped_not_fired")
def test_a_flipped_performer_stays(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("show 2").circus("A", f"{ROPE_WALKER} flipped=1", "PF-MAG-1 cubes=blue").to_show(2)
    desk.refused(f"A: fire {ROPE_WALKER}", case["rule"])
    desk.say("A: perform PF-MAG-1 look=none")
    assert desk.phase == "AFTER_SHOW" and case["expect"] == "stays"
    assert ROPE_WALKER in desk.facts["performers"]["A"]


@cases("moscow", "moscow_mixed_pair", "moscow_many")
def test_regions(case: dict[str, Any]) -> None:
    wanted = [name for name, count in case["circus"].items() for _ in range(count)]
    desk = ready("AB").adjust("show 2", "region A RG-1").circus("B")
    desk.circus("A", *(f"{card} flipped=1" for card in of_type(wanted))).to_show(2)
    assert desk.phase == "AFTER_SHOW"
    assert desk.of("A")["prestige"] == case["expect_prestige"]


@cases("region_pass_4p", "region_pass_2p")
def test_regions_go_to_the_left(case: dict[str, Any]) -> None:
    before = case.get("regions") or case["before"]
    seats = [seat for seat in before if seat != "virtual"]
    names = dict(zip(before.values(), (*REGIONS[: len(seats)], "RG-2"), strict=False))
    desk = ready("".join(seats))
    for seat in seats:
        desk.circus(seat)
    desk.to_show().say(*(f"{seat}: pay" for seat in seats))
    assert desk.facts["regions"] == {seat: names[tile] for seat, tile in case["expect"].items()}


@cases("tickets_reset")
def test_tickets_go_back(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust(f"tickets A {case['ticket_position']}").circus("A").circus("B").to_show()
    desk.say("A: pay", "B: pay")
    assert desk.of("A")["tickets"] == case["expect"]


# salaries

SALARIES = {4: "PF-BIZ-3 cubes=red,white", 3: "PF-ACR-3 cubes=yellow", 2: "PF-TAM-3 cubes=green"}


def paying(case: dict[str, Any]) -> Desk:
    """Everybody has performed without a benefit (skips aside); A is to pay salaries of 4, 3 and 2."""
    desk = ready("AB").circus("A", *(SALARIES[salary] for salary in case["salaries"])).circus("B").to_show()
    benefit = "" if case.get("skips") else " benefit=none"
    desk.say(f"A: perform PF-BIZ-3{benefit}", "A: perform PF-ACR-3 benefit=none", "A: perform PF-TAM-3 benefit=none")
    return desk.adjust(f"coins A {case['coins']}", f"score A {case.get('score', 0)}")


@cases("salary_short", "salary_skip_one_card", "salary_skip_too_many")
def test_salaries(case: dict[str, Any]) -> None:
    desk = paying({"coins": 7, **case})
    cards = {4: "PF-BIZ-3", 3: "PF-ACR-3", 2: "PF-TAM-3"}
    skip = case.get("skip", [])
    skip = [cards[each] for each in (skip if isinstance(skip, list) else [skip])]
    line = f"A: pay{' skip=' + ','.join(skip) if skip else ''}"
    if case.get("legal") is False:
        desk.refused(line, case["rule"])
        return
    desk.say(line)
    assert gain(desk, "A") == case["expect"]["coins"]
    wanted = case["expect"].get("score", case.get("score", 0) + case["expect"].get("score_change", 0))
    assert desk.of("A")["prestige"] == wanted


@cases("popcorn_before_salary")
def test_popcorn_comes_before_salaries(case: dict[str, Any]) -> None:
    desk = ready("AB").circus("A", "PF-TAM-3 cubes=green").adjust("personnel PS-POP A").to_show()
    desk.adjust(f"coins A {case['coins']}")
    desk.say("A: perform PF-TAM-3", "A: pay")
    assert (gain(desk, "A"), desk.of("A")["prestige"]) == (case["expect"]["coins"], case["expect"]["score_change"])


def salary_of(performers: list[str], card: str, show: int = 2) -> int:
    """What a flipped or performing card is paid among others that were flipped before and cost what they cost."""
    from pnp.games.drumroll.phases.performances import salaries

    desk = ready("AB").adjust(f"show {show}").circus("A", *performers)
    return salaries(desk.table.state, 0)[card]


@cases("salary_trailer", "salary_trailer_floor", "trailer_kept_on_flip", "salary_order")
def test_salaries_with_trailers(case: dict[str, Any]) -> None:
    others = [card.id for card in book().decks["performers"].cards if card.fields["type"] == "bizarre"]
    if "secondary" in case:
        value = salary_of([f"{ROPE_WALKER} flipped=1 trailer=yes"], ROPE_WALKER)
    elif "performer" in case:
        count = case["bizarre_in_circus"]
        value = salary_of([f"{others[0]} trailer=yes", *others[1:count]], others[0])
    elif case["salary"]:
        value = salary_of([f"{ROPE_WALKER} trailer=yes"], ROPE_WALKER)
    else:  # a secondary salary that six bizarre performers have brought down to 0
        assert salary_of([f"{others[1]} flipped=1", *others[2:7]], others[1]) == 0
        value = salary_of([f"{others[1]} flipped=1 trailer=yes", *others[2:7]], others[1])
    assert value == case["expect"]


@cases("bizarre_scaling")
def test_bizarre_numbers(case: dict[str, Any]) -> None:
    bizarre = [card for card in book().decks["performers"].cards if card.fields["type"] == "bizarre"]
    card = next(card for card in bizarre if card.fields["salary"] == case["card"]["salary"])
    assert card.fields["flip_prestige"] == case["card"]["flip_prestige"]
    cubes = ",".join(level["cube"] for level in card.fields["levels"])
    others = [other.id for other in bizarre if other.id != card.id]
    numbers = zip(case["bizarre_in_circus"], case["expect_salary"], case["expect_prestige"], strict=True)
    for count, salary, prestige in numbers:
        others_flipped = [f"{other} flipped=1" for other in others[: count - 1]]
        circus = [f"{card.id} cubes={cubes}", *others_flipped]
        assert salary_of(circus, card.id) == salary
        desk = ready("AB").adjust("show 2", "region A RG-1").circus("A", *circus).to_show(2).say(f"A: flip {card.id}")
        assert desk.of("A")["prestige"] == prestige


@cases("trailer_second_on_same")
def test_one_trailer(case: dict[str, Any]) -> None:
    desk = ready("AB").circus("A", f"{ROPE_WALKER} trailer=yes", "PF-MAG-1").adjust("hand A 1")
    desk.refused(f"A: play trailer to={ROPE_WALKER}", case["rule"])
    desk.say("A: play trailer to=PF-MAG-1")


# hands


@cases("hand_limit")
def test_hand_limits(case: dict[str, Any]) -> None:
    for count, limit in some(zip(case["magicians"], case["expect_limit"], strict=True)):
        desk = ready("AB").circus("B").circus("A", *of_type(["magician"] * count))
        assert desk.of("A")["hand_limit"] == limit


@cases("hand_over_limit")
def test_a_card_too_many(case: dict[str, Any]) -> None:
    desk = ready("AB", deal="digital").circus("A").adjust(f"hand A {' '.join(case['hand'])}")
    desk.say("A: place invest")
    passed(desk).say("A: invest", f"table: deal A {case['draws']}")
    assert (desk.phase, desk.table.to_act) == ("HAND_LIMIT", (0,))
    desk.refused("B: distribute", "DR-162")
    told = {option.split()[1] for option in desk.options("A")}
    assert told == {*case["hand"], case["draws"]}
    assert {option.split()[0] for option in desk.options("A")} <= {"play", "discard"}
    desk.say("A: play income4")
    assert desk.phase == "DISTRIBUTION"


@cases("no_free_discard")
def test_no_free_discard(case: dict[str, Any]) -> None:
    desk = ready("AB", deal="digital").circus("A").adjust(f"hand A {' '.join(case['hand'])}")
    desk.refused(f"A: {case['move']}", case["rule"])


@cases("fifth_copy")
def test_a_copy_too_many(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust(f"discards {' '.join(case['open_discards'])}", f"hand A {case['hand_count']}")
    desk.refused(f"A: {case['move']}", case["rule"])


@cases("fire_card_in_show")
def test_no_fire_card_in_a_show(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("hand B 1").to_show()
    assert desk.phase == case["phase"]
    desk.refused("B: play fire performer=PF-MAG-3", case["rule"])


@cases("extra_resources")
def test_extra_resources(case: dict[str, Any]) -> None:
    assert case["options"] == [["any one"], ["red", "red"]]
    for gained in (["white"], ["red"], ["red", "red"]):
        desk = ready("AB").adjust("hand A 1").say(f"A: play resources_{case['card']} gain={','.join(gained)}")
        assert sum(desk.of("A")["storage"].values()) == len(gained)
    for wrong in case["illegal"]:
        line = f"A: play resources_{case['card']} gain={','.join(wrong)}"
        ready("AB").adjust("hand A 1").refused(line, case["rule"])


@cases("applause")
def test_applause(case: dict[str, Any]) -> None:
    fields = {card.id: card.fields for card in book().decks["performers"].cards}
    performers = []
    for name, results in case["results"].items():
        for card, result in zip(of_type([name] * len(results)), results, strict=True):
            count = ("poor", "good", "outstanding").index(result) + 1
            performers.append(f"{card} cubes={','.join(level['cube'] for level in fields[card]['levels'][:count])}")
    desk = ready("AB").circus("B").circus("A", *performers).adjust("hand A 1", "region A RG-5").to_show()
    for words in performers:
        desk.say(f"A: perform {words.split()[0]} benefit=none")
    before = desk.of("A")["prestige"]
    desk.say(f"A: play applause_{case['type']}")
    assert desk.of("A")["prestige"] - before == case["expect_prestige"]


@cases("cube_stock_empty")
def test_an_empty_stock(case: dict[str, Any]) -> None:
    colour = case["gain"]
    desk = ready("AB").adjust(f"storage B {' '.join([colour] * 25)}", "hand A 1")
    assert desk.facts["stock"][colour] == case["stock"][colour]
    desk.refused(f"A: play resources_{colour} gain={colour}", case["rule"])
    shown = ready("AB").circus("A", "PF-JUG-2 cubes=green").adjust(f"storage B {' '.join([colour] * 25)}").to_show()
    shown.say("A: perform PF-JUG-2")  # gives a red cube
    assert shown.of("A")["storage"] == {} and case["expect"] == "nothing"


def test_the_cards_of_the_set_up_are_different() -> None:
    assert len({*OWN, *GIVEN}) == 8
