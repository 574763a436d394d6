"""A table that is opened to phones. In: how it is to be hosted. Out: addresses, until somebody stops it.

Invariant: no address is told that was not tried; the record is written as by every other command, so the command line
goes on working beside it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pnp.base.diagnostics import InputError, Span, UsageError, as_usage
from pnp.catalog import find_game, load_game
from pnp.cli.arguments import pick_language
from pnp.cli.browser import open_browser
from pnp.cli.orders import HostOrder
from pnp.cli.referee.commands import free_name
from pnp.cli.referee.open_record import (
    finder,
    folder_of_game,
    keep_game_folder,
    open_session,
    print_json,
    print_notes,
    read_clock,
    seat_bots,
)
from pnp.playtest.bot_process import BotProcess
from pnp.playtest.seat_bots import read_bots
from pnp.table.seat_keys import SeatKeys
from pnp.table.wording import phrase
from pnp.web.addresses import LOCAL, answers, listen, own_addresses
from pnp.web.app import Hosted
from pnp.web.drawing.looks import Looks
from pnp.web.drawing.qr import qr_lines
from pnp.web.gate import own_names
from pnp.web.hosted_table import HostedTable
from pnp.web.opening import Opening
from pnp.web.server import TableServer, run
from pnp.web.thinking.bot_seats import BotSeats

LONELY = 30.0  # seconds without a phone, after which the usual causes are named
LOOK_EVERY = 0.5  # seconds after which new guests are named


def host_record(file: Path, order: HostOrder) -> tuple[Hosted, str]:
    """The table of a record, and the language of this terminal."""
    session = open_session(file, order.games, True, order.lang)
    lang = pick_language(session.book, order.lang)
    session.settle()
    print_notes(session, lang)
    keys, bots = SeatKeys(file, session.record.header.seats), seat_bots(session, order.bot)
    table = HostedTable(session, keys, bots, read_clock(order.clock))
    beside = folder_of_game(file)
    looks = Looks(lambda slug: find_game(slug, order.games or (), beside))
    _name_places(table, looks)
    return Hosted([table], looks=looks), lang


def host_game(slug: str, order: HostOrder) -> tuple[Hosted, str]:
    """A table that is chosen on the first screen, and the language of this terminal."""
    game, book = finder(order.games, is_typed=True)(slug)
    with as_usage():
        bots = read_bots(order.bot or ())
    opening = Opening(game, book, finder(order.games), free_name, bots, read_clock(order.clock))
    looks = Looks(lambda name: find_game(name, order.games or ()))
    return Hosted([], opening, looks), pick_language(book, order.lang)


def _name_places(table: HostedTable, looks: Looks) -> None:
    """Bots call places of printed pieces as the screens do."""
    table.bots.pieces.look = looks.of(table.session.book)


class Hosting:
    """One run of the command."""

    def __init__(self, order: HostOrder, hosted: Hosted, lang: str) -> None:
        self.order, self.hosted, self.lang, self.port = order, hosted, lang, order.port
        self.folders = tuple(map(str, order.games or ()))
        self.others: list[str] = []

    def _renew(self, names: Sequence[str]) -> None:
        """The old addresses of these seats lead nowhere from now on, and people may join there again.

        Raises UsageError for seats that there are not.
        """
        seats = [name for table in self.hosted.tables for name in table.seats]
        unknown = [name for name in names if name not in seats]
        if unknown:
            hint = f"seats of this record: {', '.join(seats)}" if seats else "a new table has no seats yet"
            raise UsageError.single(Span("--new-key"), f"unknown seat {', '.join(unknown)}", hint, "new-key")
        for table in self.hosted.tables:
            for name in names:
                table.keys.free(name)

    def run(self, beside: str = "") -> None:
        """Serve until somebody stops it; `beside`: where the game of a record may be."""
        self._renew(self.order.new_key or ())
        gc.enable()  # other commands are over before garbage matters
        if self.order.hints:
            from pnp.playtest.advice.hint_process import HintProcess

            self.hosted.hints.begin(HintProcess(load_game, self.folders, beside), self.hosted.tables)
        asyncio.run(self._serve(partial(BotProcess, load_game, self.folders, beside)))

    async def _serve(self, new_process: Callable[[], BotProcess]) -> None:
        """Listen, say where, and answer until somebody stops it. Raises InputError where nobody could come."""
        where = LOCAL if self.order.local else self.order.address or "0.0.0.0"
        kept = next((table.keys.port for table in self.hosted.tables), 0)
        try:
            opened = listen(where, self.port, kept)
        except OSError as error:
            what = f"cannot listen at {where}{f':{self.port}' if self.port else ''}: {error.strerror or error}"
            raise InputError.single(Span("--port" if self.port else "--address"), what, "", "host") from None
        self.port = opened.getsockname()[1]
        self.hosted.opened = self._has_opened
        names = [*own_names(), *filter(None, [self.order.address])]
        server = TableServer(self.hosted.app(names), self.hosted.close)
        bots = BotSeats(lambda: self.hosted.tables if self.hosted.root else (), new_process, lang=self.lang)
        beside = [self.hosted.watch(), self._greet(), self._watch_terminal(), bots.run()]
        await run(server, opened, lambda: self._started(server), beside)

    async def _started(self, server: TableServer) -> None:
        named = LOCAL if self.order.local else self.order.address
        wished = [named] if named else [*own_addresses(), LOCAL]
        tried = await asyncio.gather(*(asyncio.to_thread(answers, it, self.port) for it in wished))
        reached = [_root(it, self.port) for it, is_there in zip(wished, tried, strict=True) if is_there]
        if not reached:
            server.should_exit = True
            what = f"this machine cannot reach itself at {wished[0]}:{self.port}"
            raise InputError.single(Span("--address"), what, "check the address and the firewall", "host")
        local = _root(LOCAL, self.port)
        self.hosted.root, self.others = reached[0], [f"{it}/" for it in reached[1:] if it != local]
        if reached[0] == local and not self.order.local:
            print(phrase("host_alone", self.lang), file=sys.stderr)
        for table in self.hosted.tables:
            table.keys.keep_port(self.port)
        self._announce(next(iter(self.hosted.tables), None))
        if not (self.order.no_open or self.order.json):
            open_browser(self._screen(next(iter(self.hosted.tables), None)))
        for slug in self.hosted.slugs:
            self.hosted.hints.warm(slug)

    def _has_opened(self, table: HostedTable) -> None:
        """The first screen was answered."""
        _name_places(table, self.hosted.looks)
        keep_game_folder(table.session.store.path, find_game(table.session.book.slug, self.folders), self.lang)
        table.keys.keep_port(self.port)
        self._announce(table)

    def _screen(self, table: HostedTable | None) -> str:
        if table is not None:
            return self.hosted.screen_address(table)
        assert self.hosted.opening is not None, "a table, or one that is about to be opened"
        return f"{self.hosted.root}/p/{self.hosted.opening.key}"

    def _announce(self, table: HostedTable | None) -> None:
        """Say where the table is, or where it is opened."""
        screen, join = self._screen(table), "" if table is None else self.hosted.join_address(table)
        if self.order.json:
            names = () if table is None else table.seats
            seats = {name: self.hosted.seat_address(table, name) for name in names if table is not None}
            record = None if table is None else str(table.session.store.path)
            values = {"url": f"{self.hosted.root}/", "screen": screen, "join": join, "seats": seats, "record": record}
            print_json({**values, "others": self.others})
        elif table is None:
            print(phrase("host_open", self.lang, screen=screen))
        else:
            if sys.stdout.isatty():
                print("\n".join(qr_lines(join)))
            for line in ("host_join", "host_screen", "host_stop"):
                print(phrase(line, self.lang, join=join, screen=screen))
            if self.others:
                print(phrase("host_others", self.lang, addresses=", ".join(self.others)))
        sys.stdout.flush()

    async def _watch_terminal(self) -> None:
        """Name the new phones that ask for a seat; a number that is typed here gives its phone the seat."""
        typed: asyncio.Queue[str] = asyncio.Queue()
        named: set[int] = set()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            waiting = (it for table in self.hosted.tables for it in table.seating.phones.waiting)
            asking = [it for it in waiting if it.id not in named]
            for proposal in asking:
                text = phrase("host_phone", self.lang, number=proposal.number, name=proposal.seat)
                print(text, file=sys.stderr, flush=True)
            if asking and not named and sys.stdin is not None:
                if hasattr(signal, "SIGTTIN"):  # reading in the background is an error then, and does not stop us
                    signal.signal(signal.SIGTTIN, signal.SIG_IGN)
                reading = partial(_read_terminal, asyncio.get_running_loop(), typed)
                threading.Thread(target=reading, daemon=True).start()
            named |= {proposal.id for proposal in asking}
            while not typed.empty():
                await self._give_seat(typed.get_nowait().strip())

    async def _give_seat(self, number: str) -> None:
        tables = self.hosted.tables if number.isascii() and number.isdecimal() and len(number) == 2 else ()
        try:
            name = "".join([await table.ask(table.seating.give_seat, int(number)) for table in tables])
        except InputError as error:
            print(error, file=sys.stderr, flush=True)
            return
        text = phrase("host_gave" if name else "host_no_phone", self.lang, name=name, number=number)
        print(text, file=sys.stderr, flush=True)

    async def _greet(self) -> None:
        """Name who comes, and why nobody may have come."""
        known: dict[HostedTable, list[str]] = {table: list(table.keys.taken) for table in self.hosted.tables}
        waited = 0.0
        while True:
            await asyncio.sleep(LOOK_EVERY)
            waited += LOOK_EVERY if self.hosted.tables else 0
            for table in self.hosted.tables:
                seen = known.setdefault(table, [])
                for name in [name for name in table.keys.taken if name not in seen]:
                    seen.append(name)
                    print(phrase("host_came", self.lang, name=name), file=sys.stderr)
                for note in table.notes(self.lang):
                    print(note, file=sys.stderr)
            if waited == LONELY and not any(known.values()) and not self.order.local:
                print(phrase("host_lonely", self.lang, url=f"{self.hosted.root}/"), file=sys.stderr)


def _root(address: str, port: int) -> str:
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def _read_terminal(loop: asyncio.AbstractEventLoop, typed: asyncio.Queue[str]) -> None:
    """Read lines from the terminal until it ends. Unbuffered: a thread that waits in sys.stdin breaks Python's exit."""
    left = b""
    while True:
        try:
            more = os.read(0, 4096)
        except OSError:
            return
        if not more:
            return
        *lines, left = (left + more).split(b"\n")
        for line in lines:
            loop.call_soon_threadsafe(typed.put_nowait, line.decode(errors="replace"))
