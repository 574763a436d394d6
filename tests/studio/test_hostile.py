"""Who is not meant gets nothing: other names, other sites, no cookie, a key that may only read, paths that lead out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.studio.running import Client, copy_game, with_studio


@pytest.fixture(scope="module")
def kalevala(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_game("kalevala", tmp_path_factory.mktemp("hostile"))


WRONG: tuple[object, ...] = ({}, [], {"slots": 5}, {"slots": [5]}, 7)
READ = ("/", "/state", "/events", "/static/studio.js", "/face/x.webp", "/choose?cards=louhi")


def test_without_cookie_nothing_is_answered(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        for path in READ:
            assert (await client.http.get(path)).status_code == 403, path
        for cookie in ("x", "", "pnp-studio"):
            answer = await client.http.get("/state", headers={"Cookie": f"pnp-studio-{client.root[-5:]}={cookie}"})
            assert answer.status_code == 403
        assert (await client.post("/visible", {"slots": []})).status_code == 403
        assert (await client.http.get("/?token=")).status_code == 403
        assert (await client.http.get("/?token=guess")).status_code == 403

    with_studio(kalevala, script, enters=False)


def test_an_address_opens_one_page(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        assert (await client.http.get("/")).status_code == 200
        assert (await client.http.get(client.opened.page)).status_code == 303, "who is in may use it again"
        client.http.cookies.clear()
        assert (await client.http.get(client.opened.page)).status_code == 403
        for path in (client.opened.page, "/", "/state"):
            page = await client.http.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
            assert page.status_code == 403 and page.headers["content-type"].startswith("text/html"), path
            assert "again for a new address" in page.text and "<h1>" in page.text
        answer = await client.http.get(client.opened.here)
        cookie = answer.headers["set-cookie"].lower()
        assert answer.status_code == 303
        assert "httponly" in cookie and "samesite=lax" in cookie

    with_studio(kalevala, script)


def test_other_names_and_other_sites_are_refused(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        for host in ("evil.example", "192.168.1.7", "127.0.0.1.evil.example", ""):
            answer = await client.http.get("/state", headers={"Host": host})
            assert answer.status_code in (400, 421), host
        answer = await client.http.get("/state", headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 403
        for origin in ("http://evil.example", "null", f"{client.root}0", client.root.replace("http", "https")):
            answer = await client.post("/visible", {"slots": []}, Origin=origin)
            assert answer.status_code == 403, origin
        answer = await client.http.post("/visible", json={"slots": []})
        assert answer.status_code == 403, "no origin at all"
        assert (await client.post("/visible", {"slots": []})).status_code == 204

    with_studio(kalevala, script)


def test_the_key_of_a_program_reads_and_changes_nothing(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        key = client.opened.events.partition("?")[2]
        assert (await client.http.get(f"/state?{key}")).status_code == 200
        assert (await client.post(f"/visible?{key}", {"slots": []})).status_code == 403
        assert (await client.http.get(f"/state?{key}x")).status_code == 403

    with_studio(kalevala, script, enters=False)


def test_no_address_leads_out_of_the_game(kalevala: Path) -> None:
    out = (
        "../../game.yaml",
        "..%2f..%2fcards%2fgame.yaml",
        "%2e%2e/%2e%2e/etc/passwd",
        "x" * 32 + ".png",
        "a.webp",
        "",
    )

    async def script(client: Client) -> None:
        for path in out:
            for root in ("/face/", "/static/"):
                assert (await client.http.get(root + path)).status_code == 404, root + path
        for size in ("-1", "9" * 40, "x", "1e9"):
            assert (await client.http.get(f"/face/{'0' * 32}.webp?size={size}")).status_code == 404

    with_studio(kalevala, script)


def test_what_is_sent_is_small_and_of_its_shape(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        assert (await client.post("/visible", {"slots": ["x"] * 500})).status_code == 413
        assert (await client.post("/visible", {"slots": ["x" * 20_000]})).status_code == 413
        for body in WRONG:
            assert (await client.post("/visible", body)).status_code == 400, json.dumps(body)
        answer = await client.http.post("/visible", content=b"slots=1", headers={"Origin": client.root})
        assert answer.status_code == 415
        odd = await client.http.get(f"/state?edition=../../x&edition=en:../x&edition={'x' * 200}")
        assert odd.json()["faces"] == {}
        assert (await client.http.get("/choose?cards=%00")).status_code == 422

    with_studio(kalevala, script)


def test_every_answer_says_what_a_page_may_do(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        for path in ("/", "/state", "/nowhere"):
            headers = (await client.http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-frame-options"] == "DENY"

    with_studio(kalevala, script)
