"""`pnp referee verify`: a whole record judged line by line. In: a record. Out: a line for every ply and the result."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any

import typer

from pnp.base.diagnostics import Span, UsageError
from pnp.cli.arguments import Games, Json, RecordFile, RecordLang, pick_language
from pnp.cli.referee.open_record import MOST_SHOWN, finder, print_json, print_report
from pnp.cli.referee.viewer import ViewerOption, viewer_of
from pnp.cli.streams import even_without_reader
from pnp.cli.terminal.folded import print_folded
from pnp.cli.terminal.ink import print_toned
from pnp.library.words import in_language
from pnp.referee.loading import replay_record
from pnp.referee.record import parse_record
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Unverified
from pnp.referee.view import ReplayView
from pnp.table.deal_proof import DealProof, check_deals
from pnp.table.messages import (
    entry_values,
    format_counters,
    format_irregularities,
    format_next,
    format_refused_line,
    format_ruling,
    result_values,
)
from pnp.table.session import game_of
from pnp.table.store import Store
from pnp.table.wording import phrase

UNPROVEN = 3  # exit code
FEW = 3  # claims that are shown one by one


def verify(
    file: RecordFile,
    everything: Annotated[
        bool, typer.Option("--all", help="also show hidden cards, for when the game is over")
    ] = False,
    seat: ViewerOption = "",
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Replay a record and judge every line. Exit 0 if all are legal or unverified and nothing is irregular.

    Exit 3 if only the proof is missing: the game is over, and its deals cannot be proven from this record.
    """
    record = parse_record(Store(file).read(), str(file))
    game, book = game_of(record.header, finder(games, record=file))
    lang = pick_language(book, lang)
    loaded = replay_record(record, game, book)
    report, proof = loaded.report, check_deals(record, loaded.replay)
    if everything and seat:
        raise UsageError.single(Span("--all"), "--all and --seat are mutually exclusive", "remove one", "all-or-seat")
    viewer = viewer_of(loaded.replay, seat)
    replay: Replay[Any] = loaded.replay if everything else ReplayView(loaded.replay, viewer)
    print_report(report, record.header, book)
    with even_without_reader():
        if json:
            for entry in replay.entries:
                print_json(entry_values(entry, replay, lang))
            print_json({**result_values(replay, lang), **_proof_values(proof)})
        else:
            standing = {position.ply for position in loaded.replay.positions}
            _print_all(replay, standing, str(file), lang)
            _print_proof(proof, replay, str(file), lang)
    is_sound = proof is None or proof.is_sound
    if any(not entry.accepted for entry in loaded.replay.entries) or replay.irregularities or not is_sound:
        raise typer.Exit(1)
    if proof is not None and proof.unknown and replay.outcome is not None:
        raise typer.Exit(UNPROVEN)


def _proof_values(proof: DealProof | None) -> dict[str, Any]:
    """The key `deals` of a digital table's result."""
    if proof is None:
        return {}
    values = {
        "seed": "open" if proof.is_open else "sealed",
        "proven": proof.proven,
        "unproven": proof.unknown,
        "lost": proof.lost,
        "copied": proof.copied,
        "by_hand": proof.by_hand,
        "differ": [{"ply": entry.ply, "line": entry.line} for entry in proof.differ],
        "false_seeds": proof.false_seeds,
    }
    return {"deals": values}


def _print_proof(proof: DealProof | None, replay: Replay[Any], file: str, lang: str) -> None:
    if proof is None:
        return
    for line in proof.false_seeds:
        print(f"{file}:{line}: {phrase('false_seed', lang)}")
    for entry in proof.differ[:MOST_SHOWN]:
        visible = replay.entries[entry.ply - 1]
        print(f"{file}:{entry.line}: {phrase('not_dealt', lang, line=replay.format(visible))}")
    is_over, sealed = replay.outcome is not None, proof.unknown - proof.lost - proof.copied
    by_seal = proof.proven - proof.openly
    are_shown = proof.proven or proof.differ or is_over or not proof.unknown
    parts = [phrase("deals_open", lang, count=proof.openly)] if proof.openly or (are_shown and proof.is_open) else []
    parts += [phrase("deals_sealed", lang, count=by_seal)] if by_seal or (are_shown and not parts) else []
    parts += [phrase("deals_differ", lang, count=len(proof.differ))] if proof.differ else []
    if sealed:
        parts.append(phrase("deals_never" if is_over else "deals_yet", lang, count=sealed))
    parts += [phrase("deals_lost", lang, count=proof.lost)] if proof.lost else []
    parts += [phrase("deals_copied", lang, count=proof.copied)] if proof.copied else []
    parts += [phrase("deals_by_hand", lang, count=proof.by_hand)] if proof.by_hand else []
    print(phrase("deals", lang, parts=", ".join(parts)))
    if is_over and proof.unknown:
        print_toned(phrase("not_proven", lang, count=proof.unknown), "illegal")


def _print_all(replay: Replay[Any], standing: Collection[int], file: str, lang: str) -> None:
    """The result, after what is wrong and before what nobody can see; `standing`: plies that no undo took back."""
    entries = [*replay.entries]  # read once: what a viewer may know of a refused line is judged anew each time
    refused = [entry for entry in entries if not entry.accepted]
    for entry in refused[:MOST_SHOWN]:
        text = format_refused_line(entry.text, entry.ruling, replay, lang)
        print_toned(f"{file}:{entry.line}: {text}", "illegal")
    if len(refused) > MOST_SHOWN:
        print(f"{file}: {phrase('more_refused', lang, count=f'{len(refused) - MOST_SHOWN:,}')}")
    for entry in entries:
        if entry.accepted and entry.breach is not None:
            broken = f"{entry.text}: {in_language(entry.breach.because, lang)} [{entry.breach.rule}]"
            print_toned(f"{file}:{entry.line}: {phrase('overruled', lang, reason=broken)}", "warning")
    for line in format_irregularities(replay, lang):
        print_toned(line, "warning")
    result = result_values(replay)
    claims = [entry for entry in entries if isinstance(entry.ruling, Unverified) and entry.ply in standing]
    certain = sum(item["certain"] for item in result["irregularities"])
    doubted = len(result["irregularities"]) - certain
    numbers = {"lines": result["plies"], "refused": len(refused), "unverified": len(claims), "irregular": certain}
    doubts = phrase("doubted_count", lang, count=doubted) if doubted else ""
    print(phrase("counts", lang, **numbers, doubted=doubts, digest=result["digest"]))
    print("\n".join((*format_counters(replay, replay.state, lang), format_next(replay, lang))))
    _print_claims(claims, replay, file, lang)


def _print_claims(claims: Sequence[Entry], replay: Replay[Any], file: str, lang: str) -> None:
    """The lines that rest on what nobody can see: each of a few, of many their plies."""
    if len(claims) <= FEW:
        for entry in claims:
            assuming = "; ".join(format_ruling(entry.ruling, replay, lang))
            print_toned(f"{file}:{entry.line}: {entry.text}: {assuming}", "warning")
        return
    accused = {item.ply for item in replay.irregularities}
    plies = ", ".join(str(entry.ply) for entry in claims if entry.ply not in accused)
    if plies:
        print_folded([phrase("not_contradicted", lang, lines=plies)])
