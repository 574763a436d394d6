"""The positions of `positions.yaml` about the set-up and a turn: placing, hiring, discounts, distribution.

Every position is reached by lines of a record, as people would type them, and corrections; nothing is laid by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.referee.replay import Replay
from tests.games.drumroll.positions import CASES, ROPE_WALKER, cases, gain, passed
from tests.games.drumroll.tables import GIVEN, OWN, Desk, agreed, book, costing, of_type, ready
from tests.games.tables import cards_with
from tests.guard import some

# set-up


@cases("setup_coins")
def test_start_coins(case: dict[str, Any]) -> None:
    from pnp.games.drumroll import GAME

    first, second = case["hiring_costs"]
    own, given = costing(first, without=("PF-TAM-3", "PF-JUG-3", "PF-BIZ-4")), costing(second)
    desk = Desk(Replay(GAME, agreed(("A", "B"))))
    desk.play("table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4", "table: deal virtual RG-2")
    desk.play("table: deal A RG-1", "table: deal B RG-5")
    desk.play(f"A: keep {own} give=PF-MAG-1", f"B: keep PF-MAG-3 give={given}")
    assert gain(desk, "A") == case["expect_coins"]
    # setup_cubes_same_colour
    colours = CASES["setup_cubes_same_colour"]["choose"]
    desk.play(f"A: take {' '.join(colours)}")
    assert desk.of("A")["storage"] == {"red": 2}
    desk.refused("B: take red", "DR-014")


@cases("setup_two_players_distinct")
def test_two_players_see_three_types(case: dict[str, Any]) -> None:
    from pnp.games.drumroll import GAME

    cards = of_type(case["deal"])
    desk = Desk(Replay(GAME, agreed(("A", "B"))))
    desk.play(f"table: deal area {' '.join(cards)}")
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
        up_to(desk, seat).play(f"{seat}: place {action}")
    return up_to(desk, case["move"][0])


def up_to(desk: Desk, seat: str) -> Desk:
    """The others pass until this seat is to place."""
    names = desk.table.setup.seats
    while names[desk.table.to_act[0]] != seat:
        desk.play(f"{names[desk.table.to_act[0]]}: pass")
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
    desk.play(line)
    if with_:
        desk.finish_turn()
        wanted = ("A", "B") if "both" in case["expect"] else ("A",)
        colour = {"equipment": "yellow", "costume": "blue"}[action]
        assert all(desk.of(name)["storage"].get(colour) == 1 for name in wanted)


@cases("tickets_two_slots")
def test_two_tickets(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust(f"tickets A {case['ticket_position']}", "coins A 0")
    for seat, action in case["placed"]:
        desk.play(f"{seat}: place {action}", "B: pass")
    desk.play("A: place invest", "B: pass")
    assert gain(desk, "A") == case["expect_coins"]


@cases("decline_gives_nothing")
def test_declining(case: dict[str, Any]) -> None:
    desk = ready("AB", f"A: place {case['action']}").finish_turn()
    assert desk.phase == "RESOLVE_PERFORMER"
    before = gain(desk, "A")
    desk.play("A: decline")
    assert gain(desk, "A") - before == case["expect_coins_gain"]
    assert desk.facts["markers"] == {}


@cases("priority_bottom_to_top")
def test_priority(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("starter B")
    area = [card for card in desk.facts["area"] if card.startswith("PF")]
    names = dict(zip(case["area"], area, strict=False))
    for seat in case["stack_bottom_to_top"]:
        up_to(desk, seat).play(f"{seat}: place hire_performer")
    desk.finish_turn()
    (first, card), (second, wanted) = case["resolve"]
    desk.refused(f"{second}: hire {names[wanted]}", "DR-055")
    desk.play(f"{first}: hire {names[card]}")
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
    desk.play("A: place hire_performer").finish_turn()
    desk.adjust("coins A 0")
    stock = desk.facts["tokens_in_stock"]
    desk.play("A: hire PF-TAM-3")
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
    desk.play("A: place hire_performer").finish_turn()
    desk.adjust(f"coins A {case['coins']}")
    desk.refused(f"A: hire {card}", case["rule"])


# the Show Organizer


@cases("organizer_bars_owner")
def test_the_organizer_bars_who_returned_it(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("personnel PS-ORG A", "personnel PS-SUP area").finish_turn()
    desk.play(f"{case['returned_by']}: return PS-ORG")
    for seat in "AB":
        up_to(desk, seat).play(f"{seat}: place hire_personnel")
    desk.finish_turn().adjust("coins A 9", "coins B 9")
    desk.refused("A: hire PS-ORG", "DR-059")
    assert case["next_turn_hire"] == {"A": False, "B": True}
    desk.play("A: decline", "B: hire PS-ORG")
    assert desk.facts["personnel"]["B"] == ["PS-ORG"]


@cases("organizer_makes_starter")
def test_the_organizer_makes_the_starter(case: dict[str, Any]) -> None:
    desk = ready("".join(case["order"])).adjust(f"starter {case['starter']}", f"personnel PS-ORG {case['returned_by']}")
    desk.adjust("personnel PS-SUP area").finish_turn().play(f"{case['returned_by']}: return PS-ORG")
    assert (desk.facts["turn"], desk.facts["starting_player"]) == (2, case["expect_next_starter"])


@cases("organizer_before_show")
def test_the_organizer_before_a_show(case: dict[str, Any]) -> None:
    for returns, wanted in ((True, case["expect_first_of_next_show"]), (False, case["otherwise"])):
        desk = ready("".join(case["order"])).adjust(f"personnel PS-ORG {case['returned_by']}")
        for seat in case["order"]:
            desk.circus(seat)
        desk.adjust("turn 7").finish_turn()
        desk.play(f"{case['returned_by']}: {'return PS-ORG' if returns else 'decline'}")
        assert desk.facts["on_stage"] == case["starter_of_last_turn"]
        desk.play(*(f"{seat}: pay" for seat in case["order"]))
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
        desk.play(line)
        assert len(desk.facts["cubes"][ROPE_WALKER]) == case["cubes"]
    else:
        desk.refused(line, case["rule"])


@cases("jim_turn_4")
def test_higher_cubes_first(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("turn 4", f"storage A {' '.join(case['storage'])}")
    passed(desk).play(f"A: distribute {ROPE_WALKER}={','.join(case['distribute'])}", "B: distribute")
    shown = ready("AB").adjust(f"performer {ROPE_WALKER} A cubes={','.join(case['distribute'])}").to_show()
    assert case["expect_level_if_show_now"] == "none"
    shown.refused(f"A: perform {ROPE_WALKER}", "DR-108")
    assert desk.facts["turn"] == 5
    desk.adjust("storage A red")
    passed(desk).play(f"A: distribute {ROPE_WALKER}=red", "B: distribute", "A: vote show", "B: vote show")
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
        after = desk.table.judge_line(f"A: {option}").ruling.after  # type: ignore[attr-defined]
        assert 4 in after.players[0].performer(ROPE_WALKER).cubes


@cases("agent_once")
def test_one_agent(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("personnel PS-AG1 A", "personnel PS-AG3 A", "storage A red red")
    passed(desk).play("A: convert PS-AG1 red yellow")
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
        desk.play("A: convert PS-PA1")
        assert desk.of("A")["storage"] == dict.fromkeys(case["expect_storage"], 1)
    else:
        desk.refused("A: convert PS-PA1", case["rule"])


def test_the_cards_of_the_set_up_are_different() -> None:
    assert len({*OWN, *GIVEN}) == 8
