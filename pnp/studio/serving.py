"""A studio that is served. In: a game, where to listen. Out: answers, until somebody stops it.

Invariant: it listens on this machine alone unless other machines are let in, and answers to no name but those it told.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine

from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.catalog import CatalogEntry
from pnp.studio.app import StudioApp
from pnp.studio.entrance import Entrance, StudioGate
from pnp.studio.studio import Studio
from pnp.web.addresses import LOCAL, listen, own_addresses
from pnp.web.server import TableServer, run


class Opened(Struct):
    """Where the studio is: `page` for people, `here` the same on this machine, `events` for programs.

    Each of the first two opens one page · stop: ends it
    """

    page: str
    here: str
    events: str
    stop: Callable[[], None]


async def serve(
    game: CatalogEntry,
    port: int,
    lan: bool,
    started: Callable[[Opened], None],
    made: Callable[[], None] | None = None,
) -> None:
    """Answer until somebody stops it; InputError where the game cannot be read, or the port is taken.

    `made`: called once, when every face is there for the first time.
    """
    studio = Studio(game, made)
    await studio.start()
    try:
        opened = listen("0.0.0.0" if lan else LOCAL, port, 0)
    except OSError as error:
        studio.close()
        what = f"cannot listen at {LOCAL}:{port}: {error.strerror or error}"
        raise InputError.single(Span("--port"), what, "omit --port to use any free port", "studio") from None
    port = opened.getsockname()[1]
    others = own_addresses() if lan else []
    entrance = Entrance(StudioApp(studio).app(), port)
    server = TableServer(StudioGate(entrance, [LOCAL, *others]), studio.close)

    def stop() -> None:
        server.should_exit = True

    async def announce() -> None:
        root, here = f"http://{next(iter(others), LOCAL)}:{port}", f"http://{LOCAL}:{port}"
        page = f"{root}/?token={entrance.word()}"
        own = f"{here}/?token={entrance.word()}"
        started(Opened(page, own, f"{root}/events?key={entrance.key}", stop))

    bugs: list[Exception] = []

    async def unless_faulty(work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except Exception as bug:
            bugs.append(bug)
            stop()

    await run(server, opened, announce, [unless_faulty(studio.work())])
    if bugs:
        raise bugs[0]
