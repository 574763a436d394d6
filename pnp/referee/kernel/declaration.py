"""A declared game: zones, counters, facts, phases and questions, and every hook of `Game` derived from them.

In: what the author of a game declares. Out: a `Game`, so that the table, replay, conformance, playtest and the command
line know no difference. Invariant: nothing is kept here but what follows from declarations and card books.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.referee.game import Adjustment, Chance, Game
from pnp.referee.kernel import asking, derived, secrets
from pnp.referee.kernel.compiled import STATE, CompiledRules
from pnp.referee.kernel.corrections import all_adjustments, news, with_consequences
from pnp.referee.kernel.events import TableEvent
from pnp.referee.kernel.line_trial import explain
from pnp.referee.kernel.place import NOBODY, Field
from pnp.referee.kernel.question import Commit, Look, Phase, Question, Step
from pnp.referee.kernel.scene import scene
from pnp.referee.kernel.trial import Trial
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.opponents import filling
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.effects.card_effects import CardEffects
    from pnp.referee.hidden.accusation import Accusation

HOOKS = {  # of `Game`, which a declared game may say itself
    "counters", "has_teams", "horizon", "implied", "lies_open", "max_plies", "max_plies_per_seat",
    "moves_after_end", "normalise_words", "own_deck", "phase", "retold", "rulebook", "scene", "spellings", "trust",
    "vocabulary",
}  # fmt: skip
Scores = Callable[[Trial], Sequence[int]]
Because = Callable[[Trial, "Accusation", TableEvent], str]
Bot = Callable[[Trial, Seat, Callable[[int], int]], Move]


def declare(
    module: str,
    *,
    slug: str,
    version: int,
    players: tuple[int, int],
    holds: Sequence[Field[Any]],
    phases: Sequence[Phase] = (),
    questions: Sequence[Question] = (),
    asides: Sequence[Phase] = (),
    begin: Step | None = None,
    ending: Step | None = None,
    seats_rule: str = "",
    scores: Scores | None = None,
    exact: bool = True,
    fewest_win: bool = False,
    looks: bool = False,
    leaves: bool = False,
    team: Callable[[Trial, Seat], Any] | None = None,
    corrections: Sequence[Adjustment] = (),
    effects: CardEffects | None = None,
    bots: Mapping[str, Bot] = {},
    tally: Callable[[Trial, Seat | None], Mapping[str, str]] | None = None,
    measure: Callable[[Trial, Seat], Mapping[str, Mapping[str, float]]] | None = None,
    rate: Callable[[Trial, Seat, Sequence[Move]], Sequence[float]] | None = None,
    value: Callable[[Trial], Sequence[float]] | None = None,
    because: Because | None = None,
    corrected: Step | None = None,
    checks: Step | None = None,
    dealing: Question | None = None,
    forced: Callable[[Trial], Move | None] | None = None,
    facts: Callable[[Trial], Any] | None = None,
    page: Callable[[Trial, Seat | None, str], str] | None = None,
    chance: Callable[[Trial, Chance], Move] | None = None,
    **hooks: Any,
) -> Game[Any]:
    """A game from its declarations.

    module: the game's module (`__name__`), in which the state's class comes to live
    holds: all zones, counters and facts · questions: those that no phase asks
    asides: what some may say at any time without being asked: cards are shown, the table tells of dice
    begin: what is done before the first line · ending: asked when nothing is open: says `t.end` when the game is over
    seats_rule: how many may play · scores: where they are no counter
    fewest_win: the fewest points win, in `t.end_by`, for bots and in reports
    exact: reason about hidden real cards, not only count them · looks: some step lets a seat look at hidden cards
    leaves: some step puts a seat out of a game that goes on (`t.leave`)
    team: (t, seat) -> the team of a seat, a value that is equal for its members; they win together
    corrections: of what no zone and no counter says, and those that take the place of one that follows from them
    effects: what its cards do (`CardEffects`), with the facts and questions that this takes
    bots: players for `pnp playtest` by name, `bot(t, seat, pick) -> move`: `t` is the table as that seat sees it,
        `t.choices(seat)` what it may do, `pick(n)` a number below n
    tally: (t, seat) -> how a playtest classes a seat at the end, `{what: which}`; seat None: how it classes the game
    measure: (t, seat) -> a seat's numbers at the end, `{what: {which: number}}`
    rate: (t, seat, moves) -> how good each of these moves looks to the seat: what `greedy` plays by
    value: (t) -> the chance of each seat to win, when nothing is hidden: what a search goes by
    because: (t, accusation, event) -> what a claim had said that this event proves false, or puts in doubt
    checks: step(t, move) before every line is judged: refuses in the game's own words what the kernel would refuse
    dealing: a question that words deals (`asks`), and checks them and gives their reasons (`answer(Deal)`); without it
        the kernel does
    forced: (t) -> a line that the referee writes itself · facts: (t) -> the table as plain values
    page: (t, seat, lang) -> the table as text
    chance: (t, chance) -> the next move of a digital table, where the order of a pile is the game's own
    corrected: step(t, before) after every correction of fact: puts right what follows from it, or refuses it; `before`
        is the table as it was
    hooks: what few games say, of a state: `phase(state)`, a word for where the game is; `counters(state)`, the numbers
        that people follow; `scene(view)`, the pieces on the table; `implied(state, seat)`, a line that goes without
        saying; `lies_open(state, move)`, whether this reading of a line can be meant. Of words: `spellings(book)`,
        other names of cards as (name, id); `normalise_words(words)`, a long way to type a line as the short one;
        `own_deck(copies)`, the line that names a deck of one's own. Values: `moves_after_end`, `retold`, `has_teams`,
        `rulebook`, `vocabulary`; for bots `max_plies`, `max_plies_per_seat`, `horizon`, `trust`

    slug: the name of the game's folder · version: raised when a rule changes; records say it · players: (fewest, most)

    ValueError where a class of moves answers a secret question and an open one, and where a zone that must cite a rule
    has none; TypeError for another hook. What comes out is the module's `GAME`.
    """
    unknown = sorted(hooks.keys() - HOOKS)
    if unknown:
        raise TypeError(f"declare: expected one of {', '.join(sorted(HOOKS))}, got {', '.join(unknown)}")
    if effects is not None:
        holds, questions, looks = (*holds, *effects.holds), (*questions, *effects.ask.all), True
        hooks = {"vocabulary": effects.vocabulary, **hooks}
    game = CompiledRules(
        module,
        holds=holds,
        phases=phases,
        questions=questions,
        asides=asides,
        begin=begin,
        ending=ending,
        seats_rule=seats_rule,
        scores=scores,
        exact=exact,
        fewest_win=fewest_win,
        effects=effects,
        because=because,
        corrected=corrected,
        checks=checks,
        dealing=dealing,
        leaves=leaves,
        team=team,
    )
    vars(sys.modules[module])[STATE] = game.state
    moves: dict[type[Move], None] = {}
    for question in game.questions.values():
        moves.update(dict.fromkeys(question.answers))
        moves.update(dict.fromkeys([Commit] * question.secret + [Pass] * question.may))
    if any(zone.seen_by == NOBODY or (zone.begins and game.held.hands) for zone in game.held.zones):
        moves.update(dict.fromkeys([Deal] + [Look] * looks))
    dealt = [Look] + [kind for question in game.questions.values() if question.chance for kind in question.answers]
    game.legal_moves = partial(asking.legal_moves, game)
    if effects is not None:
        corrections = (*effects.corrections(game), *corrections)
    corrections = all_adjustments(game.held, module, corrections)
    game.corrections = {each.move: each for each in corrections}
    found: dict[str, Any] = {
        "declared": game,
        "fewest_win": fewest_win,
        "setup": partial(derived.setup, game),
        "judge": partial(derived.judge, game),
        "force": partial(derived.force, game),
        "apply": partial(derived.apply, game),
        "explain": explain,
        "news": partial(news, game),
        "scores": partial(derived.scores, game),
        "counters": partial(derived.counted, game),
        "outcome": derived.outcome,
        "phase": partial(derived.phase, game),
        "facts": partial(derived.facts, game),
        "census": partial(derived.census, game),
        "conceals": derived.conceals,
        "lies_open": partial(derived.lies_open, game),
        "to_act": partial(asking.to_act, game),
        "pending": partial(asking.pending, game),
        "candidates": partial(asking.candidates, game),
        "legal_moves": game.legal_moves,
        "chance": partial(asking.chance, game),
        "roll_dice": partial(asking.roll_dice, game),
        "fill": partial(filling.fill, game),
        "project": partial(secrets.project, game),
        "redact": partial(secrets.redact, game),
        "redact_event": partial(secrets.redact_event, game),
        "is_revealed": partial(secrets.is_opened, game),
        "show": partial(derived.show, game),
        "scene": partial(scene, game.held),
        "adjustments": with_consequences(game, corrections),
        "dealt": tuple(dealt),
        "bots": {name: derived.seated(game, bot) for name, bot in bots.items()},
    }
    for name, count in (
        ("tally", tally),
        ("measure", measure),
        ("rate", rate),
        ("value", value),
        ("forced", forced),
        ("facts", facts),
        ("show", page),
        ("chance", chance),
    ):
        if count is not None:
            found[name] = derived.seated(game, count)
    return Game(slug=slug, version=version, players=players, moves=tuple(moves), **{**found, **hooks})
