"""`pnp referee host`: a table for everybody's phones. In: a record. Out: addresses, until somebody stops it.

Invariant: no address is told that was not tried; the record is written as by every other command, so the command line
goes on working beside it.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.ui.cli.arguments import pick_language
from pnp.ui.cli.referee.open_record import Games, Json, Lang, open_session, print_json, print_notes
from pnp.ui.wording import phrase

Source = Annotated[Path, typer.Argument(metavar="FILE", help="the record")]
LONELY = 30.0  # seconds without a phone, after which the usual causes are named


def host(
    file: Source,
    port: Annotated[int, typer.Option("--port", help="0: the one of last time, or any that is free", max=65535)] = 0,
    address: Annotated[str, typer.Option("--address", help="the address that phones use; found unless said")] = "",
    local: Annotated[bool, typer.Option("--local", help="for this machine only")] = False,
    json: Json = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="open no browser")] = False,
    lang: Lang = "",
    games: Games = None,
) -> None:
    """Open the table to phones and a big screen on this network; Ctrl-C closes it, and the record goes on."""
    from pnp.table.seat_keys import SeatKeys
    from pnp.ui.web.app import Hosted
    from pnp.ui.web.hosted_table import HostedTable

    if local and address:
        raise UsageError.single(Span("--local"), "--local is an address of its own", "leave out --address", "local")
    session = open_session(file, games, True, lang)
    lang = pick_language(session.book, lang)
    session.settle()
    print_notes(session, lang)
    table = HostedTable(session, SeatKeys(file, session.record.header.seats))
    gc.enable()  # other commands are over before garbage matters
    asyncio.run(_serve(Hosted([table]), _Asked(port, address, local, json, not no_open, lang)))


class _Asked:
    """The options of the command."""

    def __init__(self, port: int, address: str, local: bool, json: bool, opens: bool, lang: str) -> None:
        self.port, self.address, self.local, self.json, self.opens, self.lang = port, address, local, json, opens, lang


async def _serve(hosted: Any, asked: _Asked) -> None:
    from pnp.ui.web.addresses import LOCAL, answers, listen, own_addresses
    from pnp.ui.web.gate import own_names
    from pnp.ui.web.server import TableServer, run

    [table] = hosted.tables
    where = LOCAL if asked.local else asked.address or "0.0.0.0"
    try:
        opened = listen(where, asked.port, table.keys.port)
    except OSError as error:
        what = f"cannot listen at {where}{f':{asked.port}' if asked.port else ''}: {error.strerror or error}"
        raise InputError.single(Span("--port" if asked.port else "--address"), what, "", "host") from None
    port = opened.getsockname()[1]
    table.keys.keep_port(port)

    def stop_streams() -> None:
        hosted.is_closing = True
        table.close()

    async def started() -> None:
        wished = [LOCAL] if asked.local else [asked.address] if asked.address else [*own_addresses(), LOCAL]
        tried = await asyncio.gather(*(asyncio.to_thread(answers, it, port) for it in wished))
        reached = [it for it, is_there in zip(wished, tried, strict=True) if is_there]
        if not reached:
            server.should_exit = True
            what = f"this machine does not reach itself at {wished[0]}:{port}"
            raise InputError.single(Span("--address"), what, "does a firewall keep it out?", "host")
        hosted.root = f"http://{_as_host(reached[0])}:{port}"
        _announce(hosted, table, asked, [f"http://{_as_host(it)}:{port}/" for it in reached[1:]])

    names = [*own_names(), *([asked.address] if asked.address else [])]
    server = TableServer(hosted.app(names), stop_streams)
    await run(server, opened, started, [table.watch(), _lonely(hosted, table, asked)])


def _as_host(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _announce(hosted: Any, table: Any, asked: _Asked, others: list[str]) -> None:
    """Say where the table is."""
    screen, join = hosted.screen_address(table), hosted.join_address(table)
    if asked.json:
        seats = {name: hosted.seat_address(table, name) for name in table.seats}
        record = str(table.session.store.path)
        values = {"url": f"{hosted.root}/", "screen": screen, "join": join, "seats": seats, "record": record}
        print_json({**values, "others": others})
    else:
        from pnp.ui.web.qr import qr_lines

        if sys.stdout.isatty():
            print("\n".join(qr_lines(join)))
        for line in ("host_join", "host_screen", "host_stop"):
            print(phrase(line, asked.lang, join=join, screen=screen))
        if others:
            print(phrase("host_others", asked.lang, addresses=", ".join(others)))
    sys.stdout.flush()
    if asked.opens and not asked.json:
        _open_browser(screen)


def _open_browser(address: str) -> None:
    """Show the public screen, where there is a screen."""
    import os
    import threading
    import webbrowser

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


async def _lonely(hosted: Any, table: Any, asked: _Asked) -> None:
    """Who comes, and why nobody may have come."""
    known, waited = list(table.keys.taken), 0.0
    while True:
        await asyncio.sleep(0.5)
        waited += 0.5
        for name in table.keys.taken:
            if name not in known:
                known.append(name)
                print(phrase("host_came", asked.lang, name=name), file=sys.stderr)
        for note in table.notes(asked.lang):
            print(note, file=sys.stderr)
        if waited == LONELY and not known and not asked.local:
            print(phrase("host_lonely", asked.lang, url=hosted.root), file=sys.stderr)
