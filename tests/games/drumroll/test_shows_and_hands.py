"""The positions of `positions.yaml` about shows, salaries and hands.

Every position is reached by lines of a record, as people would type them, and corrections; nothing is laid by hand.
"""

from __future__ import annotations

from typing import Any

from tests.games.drumroll.positions import ROPE_WALKER, cases, gain, passed
from tests.games.drumroll.tables import REGIONS, Desk, book, of_type, ready
from tests.guard import some

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
            desk.play(f"A: perform {ROPE_WALKER}")
            assert desk.facts["levels"][ROPE_WALKER] == names.index(wanted)


@cases("rope_walker_flip")
def test_a_flip(case: dict[str, Any]) -> None:
    expect = case["expect"]
    desk = ready("AB").circus("A", f"{ROPE_WALKER} cubes=red,yellow,white").circus("B").adjust("coins A 20").to_show()
    desk.adjust("coins A 20")
    desk.play(f"A: flip {ROPE_WALKER}")
    assert desk.of("A")["prestige"] == expect["prestige"]
    assert gain(desk, "A") == 20  # no benefit
    assert {desk.facts["stock"][colour] for colour in expect["cubes_to_stock"]} == {25}
    desk.play("A: pay")
    assert gain(desk, "A") == 20 - expect["salary_this_show"]
    later = ready("AB").adjust("show 2").circus("A", f"{ROPE_WALKER} flipped=1").to_show(2).adjust("coins A 20")
    later.play("A: pay")
    assert gain(later, "A") == 20 - expect["salary_later"]


@cases("flip_twice", "flip_at_good")
def test_no_flip(case: dict[str, Any]) -> None:
    state = "flipped=1" if case.get("already_flipped") else "cubes=red,yellow"
    desk = ready("AB").adjust("show 2").circus("A", f"{ROPE_WALKER} {state}", "PF-MAG-1 cubes=blue").to_show(2)
    desk.refused(f"A: flip {ROPE_WALKER}", case["rule"])


@cases("no_performance_poor_player")
def test_a_poor_player_fires(case: dict[str, Any]) -> None:
    desk = ready("AB").circus("A", ROPE_WALKER).to_show().adjust(f"coins A {case['coins']}", f"score A {case['score']}")
    desk.play(f"A: fire {ROPE_WALKER}")
    assert gain(desk, "A") == case["expect"]["coins"]
    assert desk.of("A")["prestige"] == case["expect"]["score"]


@cases("flipped_not_fired")
def test_a_flipped_performer_stays(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust("show 2").circus("A", f"{ROPE_WALKER} flipped=1", "PF-MAG-1 cubes=blue").to_show(2)
    desk.refused(f"A: fire {ROPE_WALKER}", case["rule"])
    desk.play("A: perform PF-MAG-1 look=none")
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
    desk.to_show().play(*(f"{seat}: pay" for seat in seats))
    assert desk.facts["regions"] == {seat: names[tile] for seat, tile in case["expect"].items()}


@cases("tickets_reset")
def test_tickets_go_back(case: dict[str, Any]) -> None:
    desk = ready("AB").adjust(f"tickets A {case['ticket_position']}").circus("A").circus("B").to_show()
    desk.play("A: pay", "B: pay")
    assert desk.of("A")["tickets"] == case["expect"]


# salaries

SALARIES = {4: "PF-BIZ-3 cubes=red,white", 3: "PF-ACR-3 cubes=yellow", 2: "PF-TAM-3 cubes=green"}


def paying(case: dict[str, Any]) -> Desk:
    """Everybody has performed without a benefit (skips aside); A is to pay salaries of 4, 3 and 2."""
    desk = ready("AB").circus("A", *(SALARIES[salary] for salary in case["salaries"])).circus("B").to_show()
    benefit = "" if case.get("skips") else " benefit=none"
    desk.play(f"A: perform PF-BIZ-3{benefit}", "A: perform PF-ACR-3 benefit=none", "A: perform PF-TAM-3 benefit=none")
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
    desk.play(line)
    assert gain(desk, "A") == case["expect"]["coins"]
    wanted = case["expect"].get("score", case.get("score", 0) + case["expect"].get("score_change", 0))
    assert desk.of("A")["prestige"] == wanted


@cases("popcorn_before_salary")
def test_popcorn_comes_before_salaries(case: dict[str, Any]) -> None:
    desk = ready("AB").circus("A", "PF-TAM-3 cubes=green").adjust("personnel PS-POP A").to_show()
    desk.adjust(f"coins A {case['coins']}")
    desk.play("A: perform PF-TAM-3", "A: pay")
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
        desk = ready("AB").adjust("show 2", "region A RG-1").circus("A", *circus).to_show(2).play(f"A: flip {card.id}")
        assert desk.of("A")["prestige"] == prestige


@cases("trailer_second_on_same")
def test_one_trailer(case: dict[str, Any]) -> None:
    desk = ready("AB").circus("A", f"{ROPE_WALKER} trailer=yes", "PF-MAG-1").adjust("hand A 1")
    desk.refused(f"A: play trailer to={ROPE_WALKER}", case["rule"])
    desk.play("A: play trailer to=PF-MAG-1")


# hands


@cases("hand_limit")
def test_hand_limits(case: dict[str, Any]) -> None:
    for count, limit in some(zip(case["magicians"], case["expect_limit"], strict=True)):
        desk = ready("AB").circus("B").circus("A", *of_type(["magician"] * count))
        assert desk.of("A")["hand_limit"] == limit


@cases("hand_over_limit")
def test_a_card_too_many(case: dict[str, Any]) -> None:
    desk = ready("AB", deal="digital").circus("A").adjust(f"hand A {' '.join(case['hand'])}")
    desk.play("A: place invest")
    passed(desk).play("A: invest", f"table: deal A {case['draws']}")
    assert (desk.phase, desk.table.to_act) == ("HAND_LIMIT", (0,))
    desk.refused("B: distribute", "DR-162")
    offered = {option.split()[1] for option in desk.options("A")}
    assert offered == {*case["hand"], case["draws"]}
    assert {option.split()[0] for option in desk.options("A")} <= {"play", "discard"}
    desk.play("A: play income4")
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
        desk = ready("AB").adjust("hand A 1").play(f"A: play resources_{case['card']} gain={','.join(gained)}")
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
        desk.play(f"A: perform {words.split()[0]} benefit=none")
    before = desk.of("A")["prestige"]
    desk.play(f"A: play applause_{case['type']}")
    assert desk.of("A")["prestige"] - before == case["expect_prestige"]


@cases("cube_stock_empty")
def test_an_empty_stock(case: dict[str, Any]) -> None:
    colour = case["gain"]
    desk = ready("AB").adjust(f"storage B {' '.join([colour] * 25)}", "hand A 1")
    assert desk.facts["stock"][colour] == case["stock"][colour]
    desk.refused(f"A: play resources_{colour} gain={colour}", case["rule"])
    shown = ready("AB").circus("A", "PF-JUG-2 cubes=green").adjust(f"storage B {' '.join([colour] * 25)}").to_show()
    shown.play("A: perform PF-JUG-2")  # gives a red cube
    assert shown.of("A")["storage"] == {} and case["expect"] == "nothing"
