"""A declared game speaks the language that is asked for: refusals, reasons, prompts, news, the end."""

from __future__ import annotations

from tests.conftest import Referee
from tests.referee.kernel.tables import GAMES

WORDS = ("--games", str(GAMES))


def test_every_text_of_a_game_is_in_its_language(referee: Referee) -> None:
    assert referee("new", "cove", "anna", "ben", "-o", "c.record", "--lang", "fi", *WORDS)[0] == 0
    code, output = referee("move", "c.record", "anna: vote red", "ben: vote red", "--lang", "fi", *WORDS)
    assert code == 0
    assert "vahdittu väri on punainen" in output and "anna: tuo kortti maihin tai jää kotiin [COV-05]" in output
    code, output = referee("why", "c.record", "anna: land blue1", "--lang", "fi", *WORDS)
    assert "Sininen 1 tuottaa 1 [COV-05]" in output and "anna nostaa 2 korttia [COV-09]" in output
    code, output = referee("move", "c.record", "ben: land blue1", "--lang", "fi", *WORDS)
    assert code == 1 and "because vuorossa on anna" in output
    code, output = referee("move", "c.record", "anna: stay", "--lang", "fi", *WORDS)
    assert "unverified: assuming pelaajalla anna on vain kortteja, joiden väri on punainen" in output
    assert "hylkää kortti: pelaajalla anna on yli 5" in output
    assert "discard a card: anna holds more than 5" in referee("show", "c.record", "--lang", "en", *WORDS)[1]
