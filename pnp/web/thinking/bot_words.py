"""Why a bot does not move, in words. In: its trouble, who it is, what people can do. Out: a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.library.words import in_language
from pnp.referee.ruling import Illegal
from pnp.table.wording import phrase

if TYPE_CHECKING:
    from pnp.playtest.seat_bots import BotTrouble


def bot_sentence(trouble: BotTrouble, name: str, bot: str, then: str, lang: str) -> str:
    """`ilmari (own) failed because of a bug in the bot: KeyError (rules.py:137); type a line for it`.

    then: what people can do
    """
    reason, ruling = "", trouble.ruling
    if ruling is not None:
        rule = f" [{ruling.rule}]" if isinstance(ruling, Illegal) else ""
        reason = f"{in_language(getattr(ruling, 'because', ''), lang)}{rule}"
    words = phrase(f"bot_{trouble.what}", lang, **{"name": name, "bot": bot, "reason": reason, **trouble.of})
    return f"{words}; {phrase(then, lang)}"
