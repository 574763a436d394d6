"""Hooks of `Game` that have another name or one more parameter now: the old ones work on, and warn."""

from __future__ import annotations

import warnings
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import asdict

from pnp.games.kalevala import GAME
from pnp.referee import params, text_view, view
from pnp.referee.game import Game
from pnp.referee.hidden.accusation import Accusation
from pnp.referee.hidden.evidence import Claim
from pnp.referee.renamed import CLASSES, GIVEN_RULING, HOOKS, PARAMS
from pnp.referee.ruling import Reason


def old_game(**hooks: Any) -> Game[Any]:
    """Kalevala, as a game written for the last version would declare it."""
    values = {name: hook for name, hook in asdict(GAME).items() if HOOKS.get(next(iter(hooks))) != name}
    return Game(**values, **hooks)


@pytest.mark.parametrize("old", HOOKS)
def test_an_old_name_is_taken_for_the_new_one_and_warns(old: str) -> None:
    hook = object()
    with pytest.warns(DeprecationWarning, match=f"the hook `{old}` is called `{HOOKS[old]}` now") as caught:
        game = old_game(**{old: hook})
    assert getattr(game, HOOKS[old]) is hook
    assert [item.filename for item in caught] == [__file__]


@pytest.mark.parametrize("old", HOOKS)
def test_an_old_name_can_be_read_and_warns(old: str) -> None:
    with pytest.warns(DeprecationWarning, match=HOOKS[old]):
        assert getattr(GAME, old) is getattr(GAME, HOOKS[old])


@pytest.mark.parametrize("name", GIVEN_RULING)
def test_a_hook_that_is_not_given_the_ruling_still_works_and_warns(name: str) -> None:
    def hook(state: Any, move: Any) -> Any:
        return (state, move)

    with pytest.warns(DeprecationWarning, match=rf"now `{name}\(state, move, ruling\)`") as caught:
        game = Game(**{**asdict(GAME), name: hook})
    assert getattr(game, name)("a state", "a move", "a ruling") == ("a state", "a move")
    assert [item.filename for item in caught] == [__file__]


def test_new_names_are_hooks_and_old_ones_are_not() -> None:
    names = set(Game.__struct_fields__)
    assert names >= set(HOOKS.values())
    assert not names & set(HOOKS)


def test_new_names_do_not_warn_and_unknown_ones_are_errors() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Game(**asdict(GAME))
        assert not hasattr(GAME, "no_such_hook")
    with pytest.raises(TypeError):
        Game(**asdict(GAME), no_such_hook=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("old", PARAMS)
def test_an_old_parameter_can_be_imported_and_warns(old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"`{old}` is called `{PARAMS[old]}` now"):
        assert getattr(params, old) is getattr(params, PARAMS[old])
    with pytest.raises(AttributeError, match="no parameter “NoSuchParam”"):
        getattr(params, "NoSuch" + "Param")


def test_what_proved_an_accusation_has_its_old_name_too() -> None:
    accusation = Accusation(Claim("red", "red", 1, 1, "R-1", frozenset(("fox",))), 2, "fox")
    with pytest.warns(DeprecationWarning, match="`evidence` is called `proved_by` now"):
        assert accusation.evidence == accusation.proved_by == "fox"


@pytest.mark.parametrize(("module", "old"), [(view, "Seen"), (text_view, "Page")])
def test_an_old_class_can_be_imported_and_warns(module: ModuleType, old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"`{old}` is called `{CLASSES[old]}` now"):
        assert getattr(module, old) is getattr(module, CLASSES[old])


def test_a_hook_of_two_parameters_may_be_any_callable() -> None:
    class Explaining:
        def __call__(self, state: Any, move: Any) -> tuple[Reason, ...]:
            return (Reason("KAL-01", "because"),)

    with pytest.warns(DeprecationWarning, match="explain"):
        game = Game(**{**asdict(GAME), "explain": Explaining()})
    assert game.explain(None, None, None) == (Reason("KAL-01", "because"),)


def test_old_words_of_a_library_can_be_imported_and_warn() -> None:
    from pnp.library import words

    with pytest.warns(DeprecationWarning, match="`say` is called `localise` now"):
        assert words.say is words.localise  # type: ignore[attr-defined]
