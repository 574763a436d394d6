"""The referee's short commands: one line in, one answer out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import typer

from pnp.base.diagnostics import InputError, Span, UsageError, as_usage
from pnp.base.system import quote_word
from pnp.catalog import find_game
from pnp.cli import completing
from pnp.cli.arguments import BotOption, Games, Json, OwnDeckFile, RecordFile, RecordLang, pick_language, with_own_deck
from pnp.cli.referee.open_record import finder, keep_game_folder, open_session, print_json, print_notes, read_options
from pnp.cli.referee.viewer import ViewerOption, find_seat, viewer_of
from pnp.cli.terminal.ink import Tone, print_toned
from pnp.library.card import CardBook
from pnp.library.words import in_language
from pnp.referee.game import DIGITAL, PHYSICAL, Game
from pnp.referee.move import Move
from pnp.referee.replay import Entry
from pnp.referee.ruling import Invalid, Unverified
from pnp.referee.seat import Seat, seat_name
from pnp.referee.view import ReplayView
from pnp.table.line_completion import number_typed
from pnp.table.messages import (
    MOST_OFFERS,
    format_entry,
    format_irregularities,
    format_next,
    format_offers,
    format_outcome,
    format_refused_line,
    format_why,
)
from pnp.table.offers import kinds_of, line_of_number, list_offers, offers_at, remember_listing
from pnp.table.option_tree import option_tree
from pnp.table.plain_values import follow_up_values, irregularity_values, ruling_values
from pnp.table.seal import seed_file
from pnp.table.session import Session, SubmitResult
from pnp.table.why import why_of, why_values
from pnp.table.wording import phrase


def new(
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=completing.games)],
    seats: Annotated[
        list[str], typer.Argument(metavar="SEAT…", help="names of the seats, clockwise from the starting player")
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="file of the record (default: GAME.record)")
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="an option of the game: name=value")] = None,
    deal: Annotated[
        str, typer.Option("--deal", help="physical: you shuffle and draw; digital: the referee deals")
    ] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", help="an open deal for tests: anyone can predict its cards")
    ] = None,
    deck: OwnDeckFile = None,
    bot: BotOption = None,
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Open a table: write a new record of GAME with these seats."""
    rules, book = finder(games, is_typed=True)(game)
    lang = pick_language(book, lang)
    options: dict[str, Any] = {"deal": deal or (DIGITAL if bot else PHYSICAL)}
    if seed is not None:
        options["seed"] = seed
        options["deal"] = deal or DIGITAL
    options.update(read_options(option or []))
    opening = _own_deck(rules, book, deck, options)
    path = output or free_name(rules.slug)
    bots = _bots(rules, seats, bot, options["deal"])
    session = Session.create(path, rules, book, seats, options, lambda _: (rules, book), opening, bots)
    keep_game_folder(path, find_game(rules.slug, games or ()), lang)
    seen = ReplayView(session.replay, None)
    if json:
        lines = [seen.format(entry) for entry in seen.entries]
        values = {
            "game": rules.slug,
            "seats": list(seats),
            "deal": session.setup.deal,
            "options": session.setup.options,
            **({"bots": bots} if bots else {}),
        }
        print_json({"record": str(path), **values, "lines": lines, "next": format_next(seen, lang)})
        return
    print(f"{path}: {rules.slug}, {', '.join(seats)}, {phrase(session.setup.deal, lang)}")
    print_seed(session, lang)
    for name, its in bots.items():
        print(phrase("bot_sits", lang, name=name, bot=its))
    for entry in seen.entries:
        _print_entry(format_entry(entry, seen, lang), entry)
    print(format_next(seen, lang))

    own = "".join(f" --games {quote_word(str(folder))}" for folder in games or ())
    print(phrase("go_on", lang, command=f"pnp referee play {quote_word(str(path))}{own}"))


def _own_deck(game: Game[Any], book: CardBook, deck: Path | None, options: dict[str, Any]) -> tuple[Move, ...]:
    """The line that names a deck people built; its switch is set by it, unless people said otherwise."""
    if deck is None:
        return ()
    chosen = with_own_deck(book, deck)
    if game.own_deck is None or book.own_deck is None:
        hint = "the moves of this game do not name the cards of a deck"
        raise UsageError.single(
            Span("--deck"), f"the referee of {game.slug} does not support custom decks", hint, "own-deck"
        )
    for name, switch in book.options.items():
        if switch.rule == book.own_deck.rule and switch.default is False:
            options.setdefault(name, True)
    cards = chosen.decks[book.own_deck.deck].cards
    return (game.own_deck({card.id: card.copies for card in cards if card.copies}),)


def _bots(game: Game[Any], seats: Sequence[str], texts: Sequence[str] | None, deal: str) -> dict[str, str]:
    """The bots that play along. Raises UsageError."""
    if not texts:
        return {}
    from pnp.playtest.seat_bots import SeatBots, read_bots

    with as_usage():
        return SeatBots(game, seats, read_bots(texts), deal).names


def print_seed(session: Session, lang: str) -> None:
    """Print who can predict the cards of a digital table."""
    if session.setup.deal != DIGITAL:
        return
    seed = session.dealer.open_seed
    if seed is not None:
        print(phrase("open_seed", lang, seed=seed))
    else:
        print(phrase("sealed_seed", lang, file=seed_file(session.store.path)))


def open_for(
    file: Path, games: list[Path] | None, lang: str, seat: str, to_write: bool = False
) -> tuple[Session, str, Seat | None]:
    """A record's table, the language it is answered in, and who looks. Raises InputError."""
    session = open_session(file, games, to_write, lang)
    return session, pick_language(session.book, lang), viewer_of(session.replay, seat)


def free_name(slug: str) -> Path:
    """A name for a record that no file has."""
    path, number = Path(f"{slug}.record"), 2
    while path.exists():
        path, number = Path(f"{slug}-{number}.record"), number + 1
    return path


def move(
    file: RecordFile,
    lines: Annotated[list[str], typer.Argument(metavar='"SEAT: MOVE"…', help="the moves, in order")],
    seat: ViewerOption = "",
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Enter one or more moves. If one is rejected, none is written (exit 1)."""
    session, lang, viewer = open_for(file, games, lang, seat, to_write=True)
    print_reply(session, session.submit(lines_meant(session, lines)), lang, json, viewer)


def lines_meant(session: Session, lines: Sequence[str]) -> list[str]:
    """The lines, with one that was given by its number (`3`) written out. Raises InputError for stale numbers."""
    meant = []
    for place, text in enumerate(lines):
        number = number_typed(text)
        if number is not None and place:
            raise InputError.single(
                Span(text),
                "expected a move: only the first line may be an option number",
                "type the move",
                "option-number",
            )
        meant.append(text if number is None else line_of_number(session.store.path, session.replay, number))
    return meant


def print_reply(
    session: Session, reply: SubmitResult, lang: str, json: bool = False, viewer: Seat | None = None
) -> None:
    """Print what became of lines as `viewer` (None: everybody) may know it; exit 1 when they were refused."""
    print_notes(session, lang)
    seen = ReplayView(session.replay, viewer)
    entries = [seen.redacted(entry) for entry in reply.entries]
    if json:
        values = [
            {
                "ply": entry.ply,
                "line": _line_of(entry, seen),
                **ruling_values(entry.ruling, seen, lang),
                **(follow_up_values(entry, seen, lang) if reply.written else {}),
                **({"implied_by": seen.setup.name(by)} if (by := reply.implied_by.get(entry.ply)) is not None else {}),
            }
            for entry in entries
        ]
        print_json({"written": reply.written, "entries": values, "next": format_next(seen, lang)})
    elif reply.written:
        print_entries(seen, entries, lang, reply.implied_by)
    else:
        refused = entries[-1]
        text = format_refused_line(refused.text or seen.format(refused), refused.ruling, seen, lang)
        print_toned(text, "illegal", stream=sys.stderr)
        print(phrase("not_written", lang), file=sys.stderr)
        if isinstance(refused.ruling, Invalid):
            print(format_next(seen, lang), file=sys.stderr)
    if not reply.written:
        raise typer.Exit(1)


def tone_of(entry: Entry) -> Tone:
    """How an accepted line is coloured."""
    return "warning" if entry.overruled or isinstance(entry.ruling, Unverified) else "legal"


def _print_entry(text: str, entry: Entry) -> None:
    print_toned(text, tone_of(entry))


def print_entries(
    seen: ReplayView[Any],
    entries: Sequence[Entry],
    lang: str,
    implied_by: Mapping[int, Seat] = MappingProxyType({}),
    write: Callable[[str, Entry], None] = _print_entry,
) -> None:
    """Print accepted lines, as `seen` shows them, and who is to do what now; what another's line implied, says so."""
    for entry in entries:
        write(format_entry(entry, seen, lang), entry)
        if entry.ply in implied_by:
            print(f"     {phrase('implied', lang, name=seen.setup.name(implied_by[entry.ply]))}")
    print(format_next(seen, lang))


def _line_of(entry: Entry, seen: ReplayView[Any]) -> str:
    """A refused line as it was typed, an accepted one as its canonical text."""
    return entry.text if not entry.accepted and entry.text else seen.format(entry)


def options(
    file: RecordFile,
    seat: Annotated[str, typer.Option("--seat", help="list only this seat's moves, from its own view")] = "",
    every: Annotated[bool, typer.Option("--all", help="list every move, even if there are many")] = False,
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """List the legal moves, each as a line that `move` accepts (in a physical deal: if the seat holds the card).

    `move` also accepts the number of a line, until another line is played.
    """
    session = open_session(file, games, lang=lang)
    lang, game = pick_language(session.book, lang), session.game
    viewer = find_seat(session.replay, seat) if seat else None
    seen = ReplayView(session.replay, viewer)
    offers = list_offers(session.replay, viewer)
    remember_listing(session.store.path, session.replay, viewer)
    if json:
        seats = session.setup.seats
        kinds = [
            {"seat": seat_name(seats, who), "verb": verb, "first": numbers[0], "last": numbers[-1]}
            for who, verb, numbers in kinds_of(offers)
        ]
        tree = {} if viewer is None else {"tree": option_tree(offers_at(seen), seen.notation, lang)}
        print_json(
            {
                "to_act": [seat_name(seats, at) for at in seen.to_act],
                "options": [offer.line for offer in offers],
                **tree,
                "kinds": kinds,
                "ply": seen.plies,
                "phase": game.phase(seen.state),
                "next": format_next(seen, lang),
            }
        )
        return
    lines = format_offers(offers, session.setup.seats, None if every else MOST_OFFERS, lang)
    for line in lines or [format_next(seen, lang)]:
        print(line)


def why(
    file: RecordFile,
    line: Annotated[str, typer.Argument(metavar='"SEAT: MOVE"')],
    seat: ViewerOption = "",
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Judge a move without making it; exit 1 if it would be rejected."""
    session, lang, viewer = open_for(file, games, lang, seat)
    [line] = lines_meant(session, [line])
    answer = why_of(session, line, viewer)
    if json:
        print_json(why_values(answer, lang))
    else:
        print_toned(format_why(answer, lang), "legal" if answer.accepted else "illegal")
    if not answer.accepted:
        raise typer.Exit(1)


def show(
    file: RecordFile,
    seat: Annotated[str, typer.Option("--seat", help="show what this seat sees (default: what is public)")] = "",
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Show the table as one seat, or the public, sees it."""
    session, lang, viewer = open_for(file, games, lang, seat)
    game = session.game
    replay = ReplayView(session.replay, viewer)
    view = replay.state
    if json:
        outcome = replay.outcome
        print_json(
            {
                "game": game.slug,
                "ply": replay.plies,
                "phase": "over" if outcome else game.phase(view),
                "to_act": [seat_name(session.setup.seats, who) for who in replay.to_act],
                "scores": dict(zip(session.setup.seats, game.scores(view), strict=True)),
                "table": game.facts(view),
                "over": format_outcome(outcome, session.setup.seats, lang) if outcome else None,
                "irregularities": [irregularity_values(item, session.setup.seats) for item in replay.irregularities],
            }
        )
        return
    print(game.show(view, viewer, lang))
    for line in format_irregularities(replay, lang):
        print_toned(line, "warning")
    print(format_next(replay, lang))


def undo(
    file: RecordFile,
    count: Annotated[int, typer.Argument(metavar="[N]", min=1)] = 1,
    seat: ViewerOption = "",
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Undo the last move, or the last N moves."""
    session, lang, viewer = open_for(file, games, lang, seat, to_write=True)
    print_reply(session, session.undo(count), lang, json, viewer)


def overrule(
    file: RecordFile,
    line: Annotated[str, typer.Argument(metavar='"SEAT: MOVE"')],
    because: Annotated[str, typer.Option("--because", help="why the table allows it; saved in the record")],
    seat: ViewerOption = "",
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Allow a move that the rules forbid, if it is physically possible."""
    session = open_session(file, games, True, lang)
    lang = pick_language(session.book, lang)
    [line] = lines_meant(session, [line])
    viewer = viewer_of(session.replay, seat)
    reply = session.overrule(line, because)
    if reply.written and not any(entry.overruled for entry in reply.entries):
        print(phrase("as_ordinary", lang), file=sys.stderr)
    print_reply(session, reply, lang, json, viewer)


def adjust(
    file: RecordFile,
    words: Annotated[list[str] | None, typer.Argument(metavar="WHAT…", help="such as: score red 12")] = None,
    because: Annotated[str, typer.Option("--because", help="the reason; saved in the record")] = "",
    seat: ViewerOption = "",
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Correct a fact. Without WHAT, list what can be corrected in this game."""
    session = open_session(file, games, True, lang)
    lang = pick_language(session.book, lang)
    if not words:
        for usage, about in session.replay.notation.adjust_usages():
            print(f"table: {in_language(usage, lang)}    {in_language(about, lang)}")
        return
    viewer = viewer_of(session.replay, seat)
    print_reply(session, session.submit([f"table: adjust {' '.join(words)}"], because=because), lang, json, viewer)
