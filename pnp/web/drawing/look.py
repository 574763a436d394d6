"""What the pages know of how a game is printed. In: its catalog entry and card book. Out: sizes, backs, addresses of
pictures, words of zones, colours; all from its cards and layouts, none of it from its rules.

Invariant: the address of a picture says which face of the book it is and what all faces were made of, never where a
card lies or whose it is; a game without layouts has blank cards.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple
from urllib.parse import quote, urlencode

from pnp.base.diagnostics import InputError
from pnp.export.cache.face_cache import digest_surroundings, read_contents
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.order import GameFolders
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import Card, CardBook, Component
from pnp.library.words import localise
from pnp.referee.kernel.text import USUAL_NAMES
from pnp.web.drawing.screen_data import ScreenData, read_screen_data
from pnp.web.drawing.spots import spots_of

CARD = (63.0, 88.0)  # mm, where nothing else is known
ON_TABLES = ("cards", "chits", "standees")  # kinds of components that lie on tables, one face a card
SHEET = "sheet.css"
SMALL, USUAL, WIDE, LARGE = "s", "m", "w", "l"  # sizes of pictures; boards are wide on a phone, large on a screen


class FaceName(NamedTuple):
    """A face or a back of the book: what is printed, and for which card; a board has none."""

    component: str
    card: str
    is_back: bool = False

    def path(self) -> str:
        """`tiles.louhi`, `tiles.louhi.back`, `map`."""
        return ".".join(filter(None, (self.component, self.card, "back" if self.is_back else "")))


class Look:
    """How one game looks. What is costly is read when it is first asked for."""

    def __init__(self, game: GameFolders | None, book: CardBook) -> None:
        self.game, self.book = game, book
        self.fault: InputError | None = None  # of screen.yaml

    @cached_property
    def shelf(self) -> DiskShelf:
        """The files of its layouts."""
        return DiskShelf(games=self.game.shelves if self.game is not None else {})

    @cached_property
    def resources(self) -> LayoutResources | None:
        """Its layouts and theme; None where they cannot be used."""
        if self.game is None:
            return None
        with suppress(InputError, OSError):
            found = LayoutResources(self.shelf, self.book, "", self.book.languages[0])
            return found if found.is_themed else None
        return None

    @cached_property
    def data(self) -> ScreenData:
        """What `screen.yaml` says; nothing, where it cannot be used."""
        try:
            return read_screen_data(self.shelf, (self.book.slug, *([self.book.extends] if self.book.extends else [])))
        except InputError as fault:
            self.fault = fault
            return ScreenData()

    @cached_property
    def components(self) -> dict[str, Component]:
        """What is printed, by id."""
        return {component.id: component for component in self.book.components}

    @cached_property
    def token(self) -> str:
        """Differs when any face does: a digest of layouts, fonts, cards and of the program that paints them."""
        if self.resources is None:
            return ""
        contents = read_contents((*self.shelf.games.get(self.book.slug, ()), self.shelf.stock))
        return digest_surroundings(self.shelf, self.book, self.book.digest, "", contents)[:20]

    def prepare(self) -> None:
        """Read what every page asks for, so that none waits for it twice."""
        self.size(self.back(""))
        assert self.data is not None
        assert self.token is not None

    # Words.

    def word(self, key: str | dict[str, str], lang: str) -> str:
        """Words; a word of the game, or of most games; else the id without underscores."""
        if isinstance(key, dict):
            return localise(key, lang)
        words = self.book.names.get(key) or USUAL_NAMES.get(key)
        return localise(words, lang) if words else key.replace("_", " ")

    def zone_word(self, zone: str, lang: str) -> str:
        """What a zone is called: the title that the game's screen gives it, else its own name."""
        data = self.data.zones.get(zone)
        return self.word((data.title if data is not None else "") or zone, lang)

    # Faces.

    @cached_property
    def _prints(self) -> dict[str, Component]:
        """What prints the cards of each deck: its cards, if they are printed as cards."""
        found: dict[str, Component] = {}
        for kind in ON_TABLES:
            for component in self.book.components:
                if component.kind == kind:
                    found.setdefault(component.deck, component)
        return found

    @cached_property
    def _decks(self) -> dict[str, str]:
        return {card.id: id_ for id_, deck in self.book.decks.items() for card in deck.cards}

    def face(self, card: str, component: str = "") -> FaceName | None:
        """The face of a card; None when nothing prints it."""
        key = card, component
        if key not in self._faces:
            self._faces[key] = self._found_face(card, component)
        return self._faces[key]

    @cached_property
    def _faces(self) -> dict[tuple[str, str], FaceName | None]:
        return {}

    def _found_face(self, card: str, component: str) -> FaceName | None:
        found = self.components.get(component) or self._prints.get(self._decks.get(card, ""))
        if found is None or card not in self.book.cards:
            return None
        return FaceName(found.id, f"{card}-1" if self.book.cards[card].faces else card)

    def back(self, component: str) -> FaceName | None:
        """The back that hidden cards of a component show: that of its first card; "": of the first component of
        cards.
        """
        if component not in self._backs:
            self._backs[component] = self._found_back(component)
        return self._backs[component]

    @cached_property
    def _backs(self) -> dict[str, FaceName | None]:
        return {}

    def _found_back(self, component: str) -> FaceName | None:
        usual = next((one for one in self.book.components if one.kind == "cards"), None)
        found = self.components.get(component, usual)
        cards = self.book.decks[found.deck].cards if found is not None and found.has_cards else ()
        if found is None or not cards or not found.back_of(cards[0]):
            return None
        return FaceName(found.id, f"{cards[0].id}-1" if cards[0].faces else cards[0].id, True)

    def layout_of(self, face: FaceName) -> tuple[str, Card | None]:
        """The layout of a face and its card; "" when there is none."""
        component = self.components.get(face.component)
        if component is None:
            return "", None
        if not component.has_cards:
            return ("" if face.card or face.is_back else component.face), None
        card = self._labelled(component).get(face.card)
        if card is None:
            return "", None
        return (component.back_of(card) if face.is_back else component.face_of(card)), card

    def _labelled(self, component: Component) -> dict[str, Card]:
        from pnp.layout.sheets.components import list_cards

        known = self._labels.get(component.id)
        if known is None:
            known = self._labels[component.id] = {label: card for card, label, _ in list_cards(self.book, component)}
        return known

    @cached_property
    def _labels(self) -> dict[str, dict[str, Card]]:
        return {}

    def size(self, face: FaceName | None) -> tuple[float, float]:
        """Width and height in mm."""
        if face is None or self.resources is None:
            return CARD
        if face not in self._sizes:
            layout, _ = self.layout_of(face)
            template = self.resources.template(layout) if layout else None
            self._sizes[face] = (template.size.width, template.size.height) if template is not None else CARD
        return self._sizes[face]

    @cached_property
    def _sizes(self) -> dict[FaceName, tuple[float, float]]:
        return {}

    def picture(self, face: FaceName, size: str) -> str:
        """The name of its picture, `tiles.louhi.m`; "" when it has none."""
        key = face, size
        if key not in self._pictures:
            is_there = self.token and self.layout_of(face)[0]
            self._pictures[key] = f"{face.path()}.{size}" if is_there else ""
        return self._pictures[key]

    @cached_property
    def _pictures(self) -> dict[tuple[FaceName, str], str]:
        return {}

    def address(self, face: FaceName, size: str, lang: str) -> str:
        """Where its picture is; "" when it has none."""
        name = self.picture(face, size)
        return f"{self.art(lang)}{quote(name)}.webp" if name else ""

    def art(self, lang: str) -> str:
        """What the addresses of all its pictures begin with."""
        return f"/art/{self.token}/{lang}/"

    def sheet(self, lang: str, pictures: Collection[str]) -> str:
        """Where these pictures are as one style sheet; "" for none."""
        asked = urlencode([("of", name) for name in sorted(pictures)])
        return f"{self.art(lang)}{SHEET}?{asked}" if pictures else ""

    # Boards.

    @cached_property
    def board(self) -> FaceName | None:
        """The printed board that lies under spots."""
        found = self.components.get(self.data.board.component) if self.data.board is not None else None
        return FaceName(found.id, "") if found is not None else None

    @cached_property
    def spots(self) -> dict[str, tuple[float, float]]:
        """Named places of the printed board, in mm."""
        return spots_of(self.data.board, self.book) if self.data.board is not None else {}
