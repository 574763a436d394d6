"""A studio in this process, and a client of it. In: a game in a folder, what is to be tried. Out: what it answers."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from pnp.base.places import data_root
from pnp.catalog import find_game
from pnp.studio.serving import Opened, serve
from tests.deadline import PATIENCE, Deadline


def copy_game(slug: str, folder: Path) -> Path:
    """A built-in game as a folder of its own, to be edited."""
    home = folder / slug
    for kind in ("cards", "layouts"):
        shutil.copytree(Path(data_root(kind)) / slug, home / kind)
    return home


class Client:
    """A page that was let in."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.root = opened.page.partition("/?")[0]
        self.http = httpx.AsyncClient(base_url=self.root, timeout=PATIENCE, trust_env=False)
        self.received: list[tuple[str, dict[str, Any]]] = []
        self._waits: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def enter(self) -> None:
        """Use the address that was printed."""
        answer = await self.http.get(self.opened.page)
        assert answer.status_code == 303, answer.text

    async def state(self, query: str = "") -> dict[str, Any]:
        """What a page begins with, once every face was drawn."""
        answer = await self.http.get(f"/state{query}")
        assert answer.status_code == 200, answer.text
        values = answer.json()
        assert isinstance(values, dict)
        return values

    async def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        """What the page sends."""
        return await self.http.post(path, json=body, headers={"Origin": self.root, **headers})

    async def listen(self, query: str = "") -> None:
        """Hear what changes from now on, as a program does; returns when every face is there."""
        address = self.opened.events + query

        async def receive() -> None:
            async with self.http.stream("GET", address) as answer:
                assert answer.status_code == 200
                kind = ""
                async for line in answer.aiter_lines():
                    if line.startswith("event: "):
                        kind = line.removeprefix("event: ")
                    elif line.startswith("data: "):
                        self.received.append((kind, json.loads(line.removeprefix("data: "))))
                        self._news.set()

        self._waits = asyncio.create_task(receive())
        await self.until("done")
        self.received.clear()

    async def until(self, kind: str, holds: Callable[[dict[str, Any]], bool] = lambda values: True) -> dict[str, Any]:
        """The first event of that kind for which something holds."""
        seen = 0
        async with asyncio.timeout(PATIENCE):
            while True:
                self._news.clear()
                for number in range(seen, len(self.received)):
                    name, values = self.received[number]
                    if name == kind and holds(values):
                        return values
                seen = len(self.received)
                await self._news.wait()

    async def names(self, component: str) -> list[str]:
        """The fronts of a component that are shown."""
        faces = (await self.state())["faces"]
        (its, *_) = faces.values()
        return [face["face"] for face in its if face["component"] == component and face["side"] == "front"]

    async def picture(self, name: str) -> bytes:
        """A face as it is shown now."""
        (faces, *_) = (await self.state())["faces"].values()
        digest = next(face["digest"] for face in faces if face["face"] == name)
        answer = await self.http.get(f"/face/{digest}.webp?size=280")
        assert answer.status_code == 200
        return answer.content

    def faces(self) -> list[str]:
        """The names of the faces that were told."""
        return [values["face"] for kind, values in self.received if kind == "face"]

    async def close(self) -> None:
        """Leave."""
        if self._waits is not None:
            self._waits.cancel()
            await asyncio.gather(self._waits, return_exceptions=True)
        await self.http.aclose()


def with_studio(home: Path, script: Callable[[Client], Awaitable[None]], enters: bool = True) -> None:
    """Serve the game of a folder while a script runs."""

    async def whole() -> None:
        waits: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(serve(find_game(home.name, [home]), 0, False, waits.set_result))
        deadline = Deadline("the studio to open")
        while not waits.done():
            deadline.check()
            if serving.done():
                serving.result()
            await asyncio.sleep(0.01)
        client = Client(waits.result())
        try:
            if enters:
                await client.enter()
            await script(client)
        finally:
            await client.close()
            client.opened.stop()
            await serving

    asyncio.run(whole())
