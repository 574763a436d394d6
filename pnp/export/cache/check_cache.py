"""Proofs: faces of cards that preflight found to be without fault. In: resources. Out: for a layout and a card
whether the face is proven, so that a check looks only at the others, and tells what is wrong with them.

What is not known yet is composed and looked at before, much of it with helping processes. Invariant: a proven face,
looked at anew, would have no fault (see `records.py`); one that has any is looked at every time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import msgpack

from pnp.base.processors import processors
from pnp.export.cache.batch_pool import spread
from pnp.export.cache.records import Record, Records, digest_surroundings, digest_whole, read_contents
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.inspection import Proven, card_faces
from pnp.layout.checks.preflight import preflight
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import Card, CardBook
from pnp.library.lent import LentBook

FaceKey = tuple[str, Card]  # a layout and a card
Tell = Callable[[str, int, int], None]


class Prover:
    """Looks at single faces of one game, theme and language."""

    def __init__(self, shelf: DiskShelf, book: CardBook, whole_book: str, theme: str, lang: str) -> None:
        self._lent = LentBook(book)
        self._workshop = LayoutResources(shelf, self._lent.as_book, theme, lang)
        self._whole = whole_book
        self._readers: set[str] = set()  # layouts that look at other cards
        self._is_tainted = False

    def prove(self, layout: str, card: Card) -> bytes:
        """A record of the face; nothing when it has a fault."""
        resources = self._workshop
        resources.template(layout)
        told = len(resources.report)
        self._lent.is_read = False
        face = compose_card(resources, layout, card)
        if self._lent.is_read:
            self._readers.add(layout)  # and all its later faces: what was seen may be remembered for them
        faults = len(face.report) or len(preflight(resources, face))
        if len(resources.report) > told:  # a file is at fault, which is told once only: every face may be one of its
            self._is_tainted = True
        if faults or self._is_tainted:
            return b""
        return msgpack.encode(Record(self._whole if layout in self._readers else ""))

    def prove_all(self, wishes: Sequence[FaceKey]) -> list[bytes]:
        """Several faces, in order."""
        return [self.prove(layout, card) for layout, card in wishes]


def prover(shelf: DiskShelf, book: CardBook, folders: Sequence[str], tell: Tell) -> Callable[[LayoutResources], Proven]:
    """A function that looks at all faces of cards of resources; `folders`: see `read_contents`."""
    contents, whole = read_contents(folders), digest_whole(book)
    packed = msgpack.encode(book)

    def prove(resources: LayoutResources) -> Proven:
        theme, lang = resources.theme.name, resources.spoken
        proofs = Records("proofs", book.slug, digest_surroundings(shelf, book, theme, lang, contents))
        proofs.begin(whole)
        wishes = [wish for part in book.components if part.has_cards for wish in card_faces(book, part)]
        lacking = [wish for wish in wishes if not proofs.has(*wish)]
        done = 0

        def take(batch: Sequence[FaceKey], made: Sequence[bytes]) -> None:
            nonlocal done
            for (layout, card), record in zip(batch, made, strict=True):
                if record:
                    proofs.add(layout, card, record)
            done += len(batch)
            tell(f"looking at {theme}, {lang}", done, len(lacking))

        if lacking:
            begin = (shelf.games, shelf.root, packed, whole, theme, lang)
            here = Prover(shelf, book, whole, theme, lang)
            spread(lacking, here.prove_all, _prove, (_begin, begin), processors() - 1, take)
            proofs.save()
        return proofs.has

    return prove


_here: list[Prover] = []  # of a helping process
_WISHES = msgpack.Decoder(list[FaceKey])


def _begin(games: dict[str, str], root: str, book: bytes, whole_book: str, theme: str, lang: str) -> None:
    import gc

    gc.disable()
    _here.append(Prover(DiskShelf(root, games), msgpack.decode(book, type=CardBook), whole_book, theme, lang))


def _prove(wishes: bytes) -> list[bytes]:
    return _here[0].prove_all(_WISHES.decode(wishes))
