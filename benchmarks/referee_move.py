"""`pnp referee move` on a 60-ply record, whole process, beside a one-command Typer program and a bare interpreter.

In: nothing. Out: medians and ratios of one interleaved run on one machine.
Run: python benchmarks/referee_move.py [ROUNDS]
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TYPER_PROGRAM = '''
import typer

app = typer.Typer(add_completion=False)


@app.command()
def move(file: str, line: str) -> None:
    """One command."""
    typer.echo(f"{file} {line}")


app()
'''


def sixty_plies(folder: Path) -> tuple[Path, str]:
    """A physical Kalevala record of 60 plies, and a legal next line."""
    from pnp.catalog import book_of, find_game, rules_of
    from pnp.playtest.simulate import record_text, simulate
    from pnp.referee.game import Setup
    from pnp.referee.move import Deal
    from pnp.referee.replay import Replay

    entry = find_game("kalevala")
    game, book = rules_of(entry), book_of(entry)
    for seed in range(100):
        played = simulate(game, book, ("anna", "ben"), seed)
        table = Replay(game, Setup(("anna", "ben"), book, played.setup.options))
        for item in played.entries:
            if not isinstance(item.move, Deal) and table.plies < 60 and item.move is not None:
                table.apply_move(item.move)
        if table.plies == 60 and table.outcome is None:
            record = folder / "sixty.record"
            record.write_text(record_text(table))
            seat = table.to_act[0]
            return record, table.notation.format(game.legal_moves(game.project(table.state, seat), seat)[0])
    raise SystemExit("no game of 60 plies among the first hundred")


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        record, line = sixty_plies(folder)
        program = folder / "one.py"
        program.write_text(TYPER_PROGRAM)
        copy = folder / "game.record"
        pnp = shutil.which("pnp", path=str(Path(sys.executable).parent)) or "pnp"
        commands = {
            "pnp referee move": [pnp, "referee", "move", str(copy), line],
            "one-command Typer": [sys.executable, str(program), str(copy), line],
            "python -c pass": [sys.executable, "-c", "pass"],
        }
        # Compiled files are kept, as they are for everybody who installed the program.
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        times: dict[str, list[float]] = {label: [] for label in commands}
        for _ in range(rounds + 1):
            for label, command in commands.items():
                shutil.copy(record, copy)
                start = time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
                times[label].append(time.perf_counter() - start)
        medians = {label: statistics.median(values[1:]) for label, values in times.items()}  # the first round warms up
    ours = medians["pnp referee move"]
    for label, value in medians.items():
        print(f"{label:20} {value * 1000:7.1f} ms")
    print(f"÷ one-command Typer  {ours / medians['one-command Typer']:.2f}   (must ≤ 1.3, stretch ≤ 1.2)")
    print(f"÷ python -c pass     {ours / medians['python -c pass']:.2f}   (must ≤ 9, stretch ≤ 7)")


if __name__ == "__main__":
    main()
