"""Somebody without JavaScript. In: a page as HTML. Out: its words, links and forms; following and sending them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import httpx
from msgspec import Struct

from tests.web.hosting import Host

VOID = {"input", "meta", "link", "img", "br", "hr", "source"}
ACCEPTS = {"Accept": "text/html,*/*;q=0.8"}  # as browsers do


class Element(Struct):
    """A tag of a page, with the words in it."""

    tag: str
    attributes: dict[str, str]
    words: str = ""
    form: Element | None = None
    fields: list[Element] = []

    def label(self) -> str:
        """What it is called: its words without arrows and dots."""
        return " ".join(self.words.split()).strip("←… ")


class Reader(HTMLParser):
    """A page that is read."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.all: list[Element] = []
        self._open: list[Element] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        form = next((it for it in reversed(self._open) if it.tag == "form"), None)
        found = Element(tag, {name: value or "" for name, value in attrs}, form=form)
        self.all.append(found)
        if form is not None and tag in ("input", "button", "select", "option"):
            form.fields.append(found)
        if tag not in VOID:
            self._open.append(found)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.words += data

    def of(self, tag: str, **attributes: str) -> list[Element]:
        """All tags of a kind; an attribute holds one of several words, too (`class`)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            it
            for it in self.all
            if it.tag == tag
            and all(v == it.attributes.get(n) or v in it.attributes.get(n, "").split() for n, v in wanted.items())
        ]


def form_fields(form: Element) -> dict[str, str]:
    """Return what a browser sends of a form in which nothing was typed or chosen: all but its button."""
    found: dict[str, str] = {}
    select = ""
    for it in form.fields:
        name, value, kind = it.attributes.get("name", ""), it.attributes.get("value", ""), it.attributes.get("type")
        if it.tag == "select":
            select = name
        elif it.tag == "option":
            if select not in found or "selected" in it.attributes:
                found[select] = value
        elif it.tag == "input" and name and (kind not in ("radio", "checkbox") or "checked" in it.attributes):
            found[name] = value
    return found


class Browser:
    """Somebody who follows links and sends forms."""

    def __init__(self, host: Host, address: str) -> None:
        self.host = host
        self.address, self.page, self.status = "", "", 0
        self.go(address)

    @property
    def read(self) -> Reader:
        """The page that is open."""
        return Reader(self.page)

    def _took(self, answer: httpx.Response) -> None:
        self.address, self.page, self.status = str(answer.url), answer.text, answer.status_code

    def go(self, address: str) -> None:
        """Open an address, or one that the page names."""
        target = str(httpx.URL(self.address).join(address)) if self.address else address
        self._took(self.host.client.get(target, headers=ACCEPTS, follow_redirects=True))

    def follow(self, label: str) -> None:
        """The link with this label."""
        found = [it for it in self.read.of("a") if label in (it.label(), it.attributes.get("aria-label"))]
        assert found, f"no link {label}:\n{self.page}"
        self.go(found[0].attributes["href"])

    def choices(self) -> list[Element]:
        """What may be chosen."""
        return [it for it in self.read.all if "choice" in it.attributes.get("class", "").split()]

    def send(self, button: str, **typed: Any) -> None:
        """The form with this button."""
        named = [it for it in self.read.of("button") if button in (it.label(), it.attributes.get("aria-label"))]
        assert named and named[0].form is not None, f"no button {button}:\n{self.page}"
        self.press(named[0], **typed)

    def press(self, pressed: Element, **typed: Any) -> None:
        """Send the form of a button, with this typed into its fields."""
        form = pressed.form
        assert form is not None, f"{pressed.label()} belongs to no form"
        fields = form_fields(form) | typed
        if name := pressed.attributes.get("name"):
            fields[name] = pressed.attributes.get("value", "")
        target = httpx.URL(self.address).join(form.attributes["action"])
        if form.attributes.get("method") == "get":
            self.go(str(target.copy_with(params=fields)))
            return
        files = {it.attributes["name"]: b"" for it in form.fields if it.attributes.get("type") == "file"}
        data = {name: value for name, value in fields.items() if name not in files}
        headers = {"Origin": "null", **ACCEPTS}
        answer = self.host.client.post(str(target), data=data, files=files, headers=headers, follow_redirects=True)
        self._took(answer)
