"""`pnp playtest`: bots play thousands of games. In: a game and a number. Out: a report; records when asked for.

Invariant: the report does not depend on who played or how fast; that is shown on the terminal only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.ui.cli import completing
from pnp.ui.cli.referee.open_record import Games

MOST_GAMES, MOST_SEATS, MOST_WORKERS = 1_000_000_000, 100, 1000  # what is more was not meant


def playtest(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=completing.games)] = "",
    number: Annotated[
        int | None,
        typer.Option("-n", "--number", min=1, max=MOST_GAMES, help="number of games (default: 1000; --hunt: 200)"),
    ] = None,
    bots: Annotated[str, typer.Option("--bots", help="names of the bots: A,B; they rotate over the seats")] = "random",
    players: Annotated[
        int | None,
        typer.Option("--players", min=1, max=MOST_SEATS, help="number of seats (default: the game's minimum)"),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="random seed of the first game; each next game adds 1")
    ] = 0,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, max=MOST_WORKERS, help="number of processes (default: all processors)"),
    ] = None,
    cluster: Annotated[str, typer.Option("--cluster", help="run on this Dask scheduler: tcp://host:8786")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="an option of the game: name=value")] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="write a record of every game into this folder")
    ] = None,
    json: Annotated[str, typer.Option("--json", metavar="FILE", help="write the report as JSON; - prints it")] = "",
    html: Annotated[Path | None, typer.Option("--html", help="write the report as an HTML page")] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", help="compare other values: tiles.ukko.value=5..9, constants.hand_size=4,6"),
    ] = None,
    without: Annotated[
        str,
        typer.Option("--without", metavar="CARD", help="estimate a card's strength by playing without it: tiles.louhi"),
    ] = "",
    ladder: Annotated[
        str, typer.Option("--ladder", metavar="BOTS", help="rate bots by a round robin: random,greedy,mcts:100")
    ] = "",
    targets: Annotated[
        str, typer.Option("--targets", help="fail (exit code 1) unless metrics are in range: first=48..52,moves=40..60")
    ] = "",
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option("--compare", metavar="A B", help="compare two JSON reports; plays no games"),
    ] = None,
    resume: Annotated[
        str, typer.Option("--resume", metavar="FILE", help="save progress in this file, and continue from it")
    ] = "",
    from_records: Annotated[
        list[Path] | None,
        typer.Option("--from-records", metavar="FOLDER", help="report on existing records; plays no games"),
    ] = None,
    hunt: Annotated[bool, typer.Option("--hunt", help="search for endless games, with players that stall")] = False,
    force: Annotated[bool, typer.Option("--force", help="overwrite files that pnp playtest did not create")] = False,
    until: Annotated[str, typer.Option("--until", help="stop when a metric is known to ± this: 1.5, moves=0.5")] = "",
    games: Games = None,
) -> None:
    """Play many games with bots and report wins, endings, length, scores and cards, with 95 % intervals.

    The same seed gives the same report on any number of workers. Ctrl-C stops and reports the games played so far.
    """
    import gc
    import os

    from pnp.ui.cli.playtesting.asked import (
        Asked,
        check_files,
        read_bots,
        read_switches,
        refuse_contradictions,
        refuse_empty,
        refuse_playing,
        refuse_unread,
    )

    refuse_empty(context)

    experiments = {"--vary": vary, "--ladder": ladder, "--without": without, "--targets": targets, "--hunt": hunt}
    check_files(html, json, resume, compare or (), is_forced=force)
    if compare is not None:
        refuse_unread(context, "--compare", "number", "bots", "players", "option", "records", "resume", "until")
        refuse_unread(context, "--compare", "vary", "without", "ladder", "targets", "from_records", "hunt")
        refuse_unread(context, "--compare", "game", "seed", "workers", "cluster", "games")
        from pnp.ui.cli.playtesting.compare import print_comparison

        print_comparison(compare, json, html)
        return
    if from_records:
        from pnp.ui.cli.playtesting.from_records import report_records

        refuse_playing({**experiments, "--records": records})
        refuse_unread(context, "--from-records", "number", "bots", "seed", "workers", "cluster", "option")
        refuse_unread(context, "--from-records", "resume", "until")
        report_records(from_records, game, players, games, json, html)
        return
    from pnp.catalog import load_game
    from pnp.playtest.batch import Plan

    refuse_contradictions(game, experiments, records)
    gc.enable()  # a long run, unlike other commands
    folders = tuple(os.path.abspath(path) for path in games or ())
    rules, _ = load_game(game, folders)
    seats = rules.players[0] if players is None else players
    switches = read_switches(option or ())
    plan = Plan(load_game, game, seats, read_bots(bots), switches, folders, records is not None)
    if ladder:
        refuse_unread(context, "--ladder", "bots")
    if hunt:
        refuse_unread(context, "--hunt", "bots", "until", "resume", "cluster", "workers")
        from pnp.ui.cli.playtesting.hunt import hunt_as_asked

        code = hunt_as_asked(plan, number, seed, players, records, json, html)
        if code:
            raise typer.Exit(code)
        return
    words = tuple(word for text in option or () for word in ("--option", text))
    asked = Asked(plan, number, seed, workers, cluster, records, json, html, until, words, resume)
    if vary:
        from pnp.ui.cli.playtesting.vary import play_varied

        code = play_varied(asked, vary)
    elif ladder:
        from pnp.ui.cli.playtesting.ladder import play_ladder

        code = play_ladder(asked, ladder)
    elif without:
        from pnp.ui.cli.playtesting.without import play_without

        code = play_without(asked, without)
    else:
        from pnp.ui.cli.playtesting.plain import play_plain

        code = play_plain(asked, targets)
    if code:
        raise typer.Exit(code)
