"""`pnp referee host`: a table for everybody's phones. In: a record, or a game. Out: addresses, until somebody stops it.

Invariant: no address is told that was not tried; the record is written as by every other command, so the command line
goes on working beside it.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.base.diagnostics import InputError, Span, UsageError, as_usage
from pnp.catalog import all_games, find_game, load_game
from pnp.cli.arguments import pick_language
from pnp.cli.referee.commands import free_name
from pnp.cli.referee.open_record import (
    BotOption,
    ClockOption,
    Games,
    Json,
    Lang,
    finder,
    folder_of_game,
    keep_game_folder,
    open_session,
    print_json,
    print_notes,
    read_clock,
    seat_bots,
)
from pnp.table.wording import phrase

if TYPE_CHECKING:
    from pnp.table.clock import ClockSetting
    from pnp.web.app import Hosted
    from pnp.web.drawing.looks import Looks
    from pnp.web.hosted_table import HostedTable

Source = Annotated[Path, typer.Argument(metavar="FILE|GAME", help="a record, or a game for a new table")]
Port = Annotated[int, typer.Option("--port", help="port (default: the last one used, or any free port)", max=65535)]
Address = Annotated[str, typer.Option("--address", help="address that phones use (default: detected)")]
LONELY = 30.0  # seconds without a phone, after which the usual causes are named
LOOK_EVERY = 0.5  # seconds after which new guests are named


def host(
    source: Source,
    port: Port = 0,
    address: Address = "",
    local: Annotated[bool, typer.Option("--local", help="listen on this machine only")] = False,
    json: Json = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="do not open a browser")] = False,
    new_key: Annotated[
        list[str] | None,
        typer.Option("--new-key", metavar="SEAT", help="give this seat a new address, for a lost phone"),
    ] = None,
    bot: BotOption = None,
    clock: ClockOption = "",
    hints: Annotated[
        bool, typer.Option("--hints", help="allow seats to ask for hints; all screens show who did")
    ] = False,
    lang: Lang = "",
    games: Games = None,
) -> None:
    """Open the table to phones and a big screen in this network. Ctrl-C closes it; the record is kept."""
    if local and address:
        raise UsageError.single(Span("--local"), "--local and --address are mutually exclusive", "remove one", "local")
    is_game = _is_game(source, games)
    setting = read_clock(clock)
    if is_game:
        hosted, lang = _game(str(source), games, lang, bot, setting)
    else:
        hosted, lang = _record(source, games, lang, bot, setting)
    _renew(hosted, new_key or [])
    gc.enable()  # other commands are over before garbage matters
    found = tuple(map(str, games or ())), "" if is_game else str(folder_of_game(source))
    if hints:
        from pnp.playtest.advice.hint_process import HintProcess

        hosted.hints.begin(HintProcess(load_game, *found), hosted.tables)
    asyncio.run(_Hosting(hosted, lang, port, address, local, json, not no_open, *found).serve())


def _is_game(source: Path, games: list[Path] | None) -> bool:
    """Return whether the argument names a game, not a record; a game's own folder may be in the current one."""
    return not source.is_file() and any(entry.slug == str(source) for entry in all_games(games or ()))


def _record(
    file: Path, games: list[Path] | None, lang: str, bot: list[str] | None, clock: ClockSetting | None
) -> tuple[Hosted, str]:
    """The table of a record."""
    from pnp.table.seat_keys import SeatKeys
    from pnp.web.app import Hosted
    from pnp.web.hosted_table import HostedTable

    session = open_session(file, games, True, lang)
    lang = pick_language(session.book, lang)
    session.settle()
    print_notes(session, lang)
    table = HostedTable(session, SeatKeys(file, session.record.header.seats), seat_bots(session, bot), clock)
    looks = _looks(games, folder_of_game(file))
    _name_places(table, looks)
    return Hosted([table], looks=looks), lang


def _renew(hosted: Hosted, names: list[str]) -> None:
    """The old addresses of these seats lead nowhere from now on, and people may join there again."""
    seats = [name for table in hosted.tables for name in table.seats]
    unknown = [name for name in names if name not in seats]
    if unknown:
        hint = f"seats of this record: {', '.join(seats)}" if seats else "a new table has no seats yet"
        raise UsageError.single(Span("--new-key"), f"unknown seat {', '.join(unknown)}", hint, "new-key")
    for table in hosted.tables:
        for name in names:
            table.keys.free(name)


def _name_places(table: HostedTable, looks: Looks) -> None:
    """Bots call places of printed pieces as the screens do."""
    table.bots.pieces.look = looks.of(table.session.book)


def _looks(games: list[Path] | None, beside: Path | None = None) -> Looks:
    """What finds the layouts of games, also of one that lies near a record."""
    from pnp.web.drawing.looks import Looks

    return Looks(lambda slug: find_game(slug, games or (), beside or ""))


def _game(
    slug: str, games: list[Path] | None, lang: str, bot: list[str] | None, clock: ClockSetting | None
) -> tuple[Hosted, str]:
    """A table that is chosen on the first screen."""
    from pnp.playtest.seat_bots import read_bots
    from pnp.web.app import Hosted
    from pnp.web.opening import Opening

    game, book = finder(games, is_typed=True)(slug)
    with as_usage():
        bots = read_bots(bot or ())
    opening = Opening(game, book, finder(games), free_name, bots, clock)
    return Hosted([], opening, _looks(games)), pick_language(book, lang)


class _Hosting:
    """One run of the command."""

    def __init__(
        self,
        hosted: Hosted,
        lang: str,
        port: int,
        address: str,
        local: bool,
        json: bool,
        opens: bool,
        folders: tuple[str, ...],
        beside: str = "",
    ) -> None:
        self.hosted, self.lang, self.port, self.address, self.local = hosted, lang, port, address, local
        self.json, self.opens = json, opens
        self.folders, self.beside = folders, beside  # where games are
        self.others: list[str] = []

    async def serve(self) -> None:
        """Listen, say where, and answer until somebody stops it. Raises InputError where nobody could come."""
        from pnp.playtest.bot_process import BotProcess
        from pnp.web.addresses import LOCAL, listen
        from pnp.web.gate import own_names
        from pnp.web.server import TableServer, run
        from pnp.web.thinking.bot_seats import BotSeats

        where = LOCAL if self.local else self.address or "0.0.0.0"
        kept = next((table.keys.port for table in self.hosted.tables), 0)
        try:
            opened = listen(where, self.port, kept)
        except OSError as error:
            what = f"cannot listen at {where}{f':{self.port}' if self.port else ''}: {error.strerror or error}"
            raise InputError.single(Span("--port" if self.port else "--address"), what, "", "host") from None
        self.port = opened.getsockname()[1]
        self.hosted.opened = self._has_opened
        names = [*own_names(), *([self.address] if self.address else [])]
        server = TableServer(self.hosted.app(names), self.hosted.close)
        new_process = partial(BotProcess, load_game, self.folders, self.beside)
        bots = BotSeats(lambda: self.hosted.tables if self.hosted.root else (), new_process, lang=self.lang)
        beside = [self.hosted.watch(), self._greet(), self._watch_terminal(), bots.run()]
        await run(server, opened, lambda: self._started(server), beside)

    async def _started(self, server: Any) -> None:
        from pnp.web.addresses import LOCAL, answers, own_addresses

        wished = [LOCAL] if self.local else [self.address] if self.address else [*own_addresses(), LOCAL]
        tried = await asyncio.gather(*(asyncio.to_thread(answers, it, self.port) for it in wished))
        reached = [_root(it, self.port) for it, is_there in zip(wished, tried, strict=True) if is_there]
        if not reached:
            server.should_exit = True
            what = f"this machine cannot reach itself at {wished[0]}:{self.port}"
            raise InputError.single(Span("--address"), what, "check the address and the firewall", "host")
        local = _root(LOCAL, self.port)
        self.hosted.root, self.others = reached[0], [f"{it}/" for it in reached[1:] if it != local]
        if reached[0] == local and not self.local:
            print(phrase("host_alone", self.lang), file=sys.stderr)
        for table in self.hosted.tables:
            table.keys.keep_port(self.port)
        self._announce(next(iter(self.hosted.tables), None))
        if self.opens and not self.json:
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
        if self.json:
            names = () if table is None else table.seats
            seats = {name: self.hosted.seat_address(table, name) for name in names if table is not None}
            record = None if table is None else str(table.session.store.path)
            values = {"url": f"{self.hosted.root}/", "screen": screen, "join": join, "seats": seats, "record": record}
            print_json({**values, "others": self.others})
        elif table is None:
            print(phrase("host_open", self.lang, screen=screen))
        else:
            from pnp.web.drawing.qr import qr_lines

            if sys.stdout.isatty():
                print("\n".join(qr_lines(join)))
            for line in ("host_join", "host_screen", "host_stop"):
                print(phrase(line, self.lang, join=join, screen=screen))
            if self.others:
                print(phrase("host_others", self.lang, addresses=", ".join(self.others)))
        sys.stdout.flush()

    async def _watch_terminal(self) -> None:
        """Name the new phones that ask for a seat; a number that is typed here gives its phone the seat."""
        import signal
        import threading

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
            if waited == LONELY and not any(known.values()) and not self.local:
                print(phrase("host_lonely", self.lang, url=f"{self.hosted.root}/"), file=sys.stderr)


def _root(address: str, port: int) -> str:
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def _read_terminal(loop: asyncio.AbstractEventLoop, typed: asyncio.Queue[str]) -> None:
    """Read lines from the terminal until it ends. Unbuffered: a thread that waits in sys.stdin breaks Python's exit."""
    import os

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


def open_browser(address: str) -> None:
    """Show the public screen, where there is a screen."""
    import os
    import threading
    import webbrowser

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
