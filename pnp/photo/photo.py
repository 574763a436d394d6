"""A photo of a table. In: bytes of a picture, a session, who asks and what the picture shows. Out: what was read, what
differs from that viewer's view, and lines that would explain it.

Reading the picture takes a second or two and asks nothing of the table, so it is a step of its own.

Invariant: nothing is written; every line proposed was judged first, on what the viewer knows; what is answered follows
from the picture and that view alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pnp.layout.painting.resources import LayoutResources
from pnp.library.words import in_language, localise
from pnp.photo.board import SeenCard
from pnp.photo.codes import SeenCode, read_codes
from pnp.photo.comparison import CONCEALED, Comparison, FoundCard, SeenTable
from pnp.photo.faces import FaceCode, FaceCodes
from pnp.photo.picture import PhotoError, read_picture
from pnp.referee.message import referee_message
from pnp.referee.params import UNKNOWN
from pnp.referee.scene import Piece
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import ReplayView
from pnp.table.offers import OfferedLine, offers_to, seats_offered
from pnp.table.option_tree import word_label
from pnp.table.session import Session
from pnp.table.why import why_of

MOST_JUDGED = 2000  # lines that are tried
MOST_LINES = 8  # that are proposed
MOST_CARDS = 400  # of a photo


class ProposedLine(Struct, frozen=True):
    """A line that the referee would accept, and how many differences it leaves.

    by: the seat whose line it is; the table's may be said by anybody · corrects: a correction, which needs all
    """

    line: str
    by: Seat
    left: int
    corrects: bool = False


class ReadPhoto(Struct, frozen=True):
    """What stands in a picture, whatever the table: cards, how many codes, texts that are no codes of this game; its
    size in pixels.
    """

    cards: tuple[SeenCard, ...]
    codes: int
    foreign: tuple[str, ...]
    size: tuple[int, int]


class PhotoReport(Struct, frozen=True):
    """What a photo tells. zone: what it was said to show."""

    photo: ReadPhoto
    compared: Comparison
    lines: tuple[ProposedLine, ...]
    zone: str


def read_photo(data: bytes, resources: LayoutResources) -> ReadPhoto:
    """Read the cards of a picture. Raises PhotoError. resources: of the game's layouts, with codes."""
    picture = read_picture(data)
    found = read_codes(picture)[:MOST_CARDS]
    faces = FaceCodes(resources)
    foreign = tuple(dict.fromkeys(code.text for code in found if faces.card_of(code.text) is None))
    cards = tuple(card for code in found if (card := _seen_card(code, faces)) is not None)
    if not found:
        raise PhotoError(referee_message("referee.photo_empty"))
    if not cards:
        raise PhotoError(referee_message("referee.photo_foreign"))
    return ReadPhoto(cards, len(found), foreign, picture.size)


def compare_photo(photo: ReadPhoto, session: Session, viewer: Seat | None, zone: str = "") -> PhotoReport:
    """Lay what was read beside the table as the viewer knows it. Raises PhotoError when there is no such zone."""
    seen = ReplayView(session.replay, viewer)
    scene = seen.game.scene(seen.state)
    zones = zones_of(session, viewer)
    if zone and zone not in zones:
        raise PhotoError(referee_message("referee.photo_zone", zone=zone, zones=", ".join(zones)))
    table = SeenTable(photo.cards, zone, viewer, _private_zones(session), photo.size, scene)
    compared = table.compare(scene)
    lines = (*_hand_line(session, seen, compared, scene, zone), *_explaining(session, seen, table, compared))
    return PhotoReport(photo, compared, lines[:MOST_LINES], zone)


def zones_of(session: Session, viewer: Seat | None) -> list[str]:
    """The zones that a photo may show: those in which something lies."""
    seen = ReplayView(session.replay, viewer)
    return list(dict.fromkeys(piece.zone for piece in seen.game.scene(seen.state)))


def _private_zones(session: Session) -> frozenset[str]:
    """The zones of seats in which something lies that not everybody knows."""
    public = ReplayView(session.replay, None)
    pieces = public.game.scene(public.state)
    return frozenset(piece.zone for piece in pieces if piece.owner is not None and piece.card in (UNKNOWN, CONCEALED))


def _seen_card(code: SeenCode, faces: FaceCodes) -> SeenCard | None:
    """The card around a code; None when it is of another game, or shows its code in no place."""
    known = faces.card_of(code.text)
    place = faces.place(*known) if known is not None else None
    if known is None or place is None:
        return None
    right, down = _steps(code, place)
    x, y = place.width / 2 - place.x - place.side / 2, place.height / 2 - place.y - place.side / 2
    middle = code.middle
    at = (middle[0] + x * right[0] + y * down[0], middle[1] + x * right[1] + y * down[1])
    return SeenCard(known[0].id, at, right, down, (place.width, place.height))


def _steps(code: SeenCode, place: FaceCode) -> tuple[tuple[float, float], tuple[float, float]]:
    """The steps in pixels of one mm to the right and down of the card."""
    a, b, c, d = code.corners
    across = 2 * place.side
    right = ((b[0] - a[0] + c[0] - d[0]) / across, (b[1] - a[1] + c[1] - d[1]) / across)
    down = ((d[0] - a[0] + c[0] - b[0]) / across, (d[1] - a[1] + c[1] - b[1]) / across)
    return right, down


def _explaining(
    session: Session, seen: ReplayView[Any], table: SeenTable, compared: Comparison
) -> Iterator[ProposedLine]:
    """The lines after which the table would differ less from the photo, the best ones first."""
    wanted = {found.card for found in compared.new} or {found.card for found in compared.missing}
    seats = dict.fromkeys((*seats_offered(seen), *(() if seen.viewer is None else (seen.viewer,))))
    offers = [offer for offer in offers_to(seen, tuple(seats)) if wanted & set(offer.line.replace(":", " ").split())]
    proposed: list[ProposedLine] = []
    for offer in offers[:MOST_JUDGED]:
        after = _after(session, seen, offer)
        if after is not None and (left := table.compare(after).differences) < compared.differences:
            proposed.append(ProposedLine(offer.line, offer.seat, left))
    least = min((line.left for line in proposed), default=0)
    yield from (line for line in proposed if line.left == least)


def _after(session: Session, seen: ReplayView[Any], offer: OfferedLine) -> tuple[Piece, ...] | None:
    """The scene after a line, as the viewer would know it; None when it would be refused."""
    answer = why_of(session, offer.line, seen.viewer)
    after = getattr(answer.ruling, "after", None) if answer.accepted else None
    return None if after is None else seen.game.scene(after)


def _hand_line(
    session: Session, seen: ReplayView[Any], compared: Comparison, scene: tuple[Piece, ...], zone: str
) -> Iterator[ProposedLine]:
    """The correction that tells a hand, where the photo is one of it and the referee does not know all its cards."""
    viewer = seen.viewer
    own = [piece for piece in scene if piece.zone == zone and piece.owner == viewer] if viewer is not None else []
    if viewer is None or not own or not compared.new:
        return
    cards = [found.card for found in (*compared.same, *compared.new)]
    count = max(len(cards), sum(piece.count for piece in own))
    words = " ".join((*sorted(cards), *("?" for _ in range(count - len(cards)))))
    line = f"table: adjust hand {seen.setup.seats[viewer]} {words}"
    if why_of(session, line, viewer).accepted:
        yield ProposedLine(line, TABLE, len(compared.missing), corrects=True)


def photo_values(report: PhotoReport, session: Session, viewer: Seat | None, lang: str) -> dict[str, Any]:
    """The report as plain values, with a sentence for people in `words`."""
    seats, cards = session.setup.seats, session.setup.book.cards
    label = word_label(session.setup.book, lang)

    def values(found: FoundCard) -> dict[str, Any]:
        key = found.key
        if isinstance(key, int):
            key = "" if key == TABLE else seats[key]
        card = cards.get(found.card)
        name = localise(card.name, lang) if card is not None else found.card
        return {"card": found.card, "name": name, "zone": found.zone, "key": key}

    compared = report.compared
    return {
        "ply": session.replay.plies,
        "codes": report.photo.codes,
        "foreign": list(report.photo.foreign),
        "zone": report.zone,
        "same": [values(found) for found in compared.same],
        "new": [values(found) for found in compared.new],
        "missing": [values(found) for found in compared.missing],
        "lines": [
            {
                "line": one.line,
                "label": label(one.line.partition(": ")[2]),
                "seat": "table" if one.by == TABLE else seats[one.by],
                "is_own": one.by == viewer or (one.by == TABLE and viewer is not None and not one.corrects),
            }
            for one in report.lines
        ],
        "is_sure": compared.is_sure,
        "words": in_language(_summary(compared), lang),
    }


def _summary(compared: Comparison) -> str:
    same, new, missing = len(compared.same), len(compared.new), len(compared.missing)
    if not new and not missing:
        return referee_message("referee.photo_agrees", count=same)
    return referee_message("referee.photo_differs", same=same, new=new, missing=missing)
