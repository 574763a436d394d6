"""Kinds of questions: what each says of itself."""

import pickle

import pytest

from pnp.games.keko import GAME, question_kind
from pnp.games.keko.question_kind import QuestionKind, kind_of
from pnp.games.keko.windows import WINDOWS

KINDS = [question_kind.kind_of(id_) for id_ in sorted(question_kind._KINDS)]


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_kind_says_what_answers_it(kind: QuestionKind) -> None:
    assert kind.verbs
    assert kind in WINDOWS or (kind.answers and set(kind.answers) <= set(GAME.moves))


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_what_silence_answers_can_be_closed(kind: QuestionKind) -> None:
    assert bool(kind.silence) == (kind.close is not None)


def test_chance_answers_at_a_digital_table() -> None:
    assert {kind.id for kind in KINDS if kind.dealt is not None} == {"deal", "look", "mill", "roll"}


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_kind_is_the_same_after_pickling(kind: QuestionKind) -> None:
    assert pickle.loads(pickle.dumps(kind)) is kind is kind_of(kind.id)


def test_two_kinds_never_share_an_id() -> None:
    with pytest.raises(AssertionError):
        QuestionKind("roll")
