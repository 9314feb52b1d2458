"""Forms that are filled in field by field, and reactions that stand behind their causes."""

from collections.abc import Iterator

import pytest
from msgspec import UNSET, UnsetType

from domain.kernel.action import Action, answers, filled, merged, settle
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event


class Order(Command, frozen=True, tag="order", kw_only=True):
    """A dish, then as many coins as it costs, one by one."""

    dish: str | UnsetType = UNSET
    coins: tuple[int, ...] | UnsetType = UNSET


class Told(Event, frozen=True, tag="told"):
    what: str


PRICES = {"soup": 1, "roast": 3}


def asks(_purse: int, _seat: int, form: Order) -> str | None:
    if form.dish is UNSET:
        return "dish"
    return None if len(form.coins or ()) == PRICES[form.dish] else "coins"


def candidates(purse: int, seat: int, form: Order) -> Iterator[Order]:
    if asks(purse, seat, form) == "dish":
        yield from (Order(dish=dish) for dish in PRICES)
    else:
        yield Order(coins=(1,))
        yield Order(coins=(2,))


def refusal(purse: int, _seat: int, form: Order) -> Rejected | None:
    if form.dish is not UNSET and PRICES.get(form.dish, 99) > purse:
        return Rejected("too_dear", price=PRICES.get(form.dish))
    if sum(form.coins or ()) > purse:
        return Rejected("purse_empty", held=purse)
    return None


def outcome(_purse: int, _seat: int, form: Order, _dice: Dice) -> Iterator[Event]:
    yield Told(str(form))


ORDER: Action[int, Order] = Action(Order, asks, candidates, refusal, outcome)


def test_an_answer_is_written_into_an_empty_field() -> None:
    assert merged(Order(), Order(dish="soup")) == Order(dish="soup")
    assert merged(Order(dish="soup"), Order(coins=(1,))) == Order(dish="soup", coins=(1,))


def test_lists_grow() -> None:
    assert merged(Order(coins=(1,)), Order(coins=(2, 1))) == Order(coins=(1, 2, 1))


def test_anything_else_is_answered_once() -> None:
    with pytest.raises(Rejected) as refused:
        merged(Order(dish="soup"), Order(dish="roast"))
    assert (refused.value.code, refused.value.details) == ("already_answered", {"field": "dish"})


def test_nothing_to_write_changes_nothing() -> None:
    form = Order(dish="soup")
    assert merged(form, Order()) is form


def test_answers_are_the_candidates_that_are_not_refused() -> None:
    assert answers(ORDER, 2, 0, Order()) == [Order(dish="soup")]
    assert answers(ORDER, 3, 0, Order()) == [Order(dish="soup"), Order(dish="roast")]
    assert answers(ORDER, 3, 0, Order(dish="roast", coins=(1, 1))) == [Order(coins=(1,))]


def test_a_form_is_filled_as_long_as_there_is_one_answer() -> None:
    assert filled(ORDER, 1, 0, Order()) == (Order(dish="soup", coins=(1,)), True)
    assert filled(ORDER, 2, 0, Order()) == (Order(dish="soup"), False)
    roast = Order(dish="roast", coins=(1, 1))
    assert filled(ORDER, 3, 0, roast) == (Order(dish="roast", coins=(1, 1, 1)), True)


def test_a_full_form_is_left_alone() -> None:
    assert filled(ORDER, 9, 0, Order(dish="soup", coins=(2,))) == (Order(dish="soup", coins=(2,)), True)


def test_a_refused_form_is_refused() -> None:
    with pytest.raises(Rejected, match="too_dear"):
        filled(ORDER, 2, 0, Order(dish="roast"))


def test_a_form_that_nothing_can_complete_is_refused_for_what_its_first_answer_would_be() -> None:
    with pytest.raises(Rejected) as refused:
        filled(ORDER, 3, 0, Order(dish="roast", coins=(2, 1)))
    assert (refused.value.code, refused.value.details) == ("purse_empty", {"held": 3})


def test_a_form_without_any_answer_is_refused() -> None:
    silent: Action[int, Order] = Action(Order, asks, lambda *_: iter(()), refusal, outcome)
    with pytest.raises(Rejected) as refused:
        filled(silent, 3, 0, Order())
    assert (refused.value.code, refused.value.details) == ("no_answer_left", {"field": "dish"})


def test_reactions_stand_straight_behind_their_causes_however_deep() -> None:
    follows = {"a": ("b", "d"), "b": ("c",), "e": ("f",)}

    def reactions(_: str, event: Told) -> Iterator[Event]:
        return (Told(what) for what in follows.get(event.what, ()))

    state, told = settle("", [Told("a"), Told("e")], lambda state, event: state + event.what, reactions)
    assert state == "abcdef"
    assert told == [Told(what) for what in "abcdef"]


def test_a_reaction_sees_the_state_after_its_cause() -> None:
    seen: list[str] = []

    def reactions(state: str, _event: Told) -> Iterator[Event]:
        seen.append(state)
        return iter(())

    settle("", [Told("a"), Told("b")], lambda state, event: state + event.what, reactions)
    assert seen == ["a", "ab"]
