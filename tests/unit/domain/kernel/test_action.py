"""Forms that are filled in field by field, and reactions that directly follow their causes."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace as changed

from domain.kernel.action import Action, Field, settle
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event


class Order(Command, frozen=True, tag="order", kw_only=True):
    """A dish, then as many coins as it costs, one by one; with the roast comes a sauce."""

    dish: str | UnsetType = UNSET
    coins: tuple[int, ...] | UnsetType = UNSET
    sauce: str | UnsetType = UNSET
    table: int | UnsetType = UNSET


class Told(Event, frozen=True, tag="told"):
    what: str


PRICES = {"soup": 1, "roast": 3}


def _too_dear(purse: int, _seat: int, form: Order) -> Rejected | None:
    if isinstance(form.dish, UnsetType):
        return None if purse else Rejected("too_dear", price=min(PRICES.values()))
    price = PRICES.get(form.dish, 99)
    return Rejected("too_dear", price=price) if price > purse else None


def _purse_empty(purse: int, _seat: int, form: Order) -> Rejected | None:
    return Rejected("purse_empty", held=purse) if sum(form.coins or ()) > purse else None


def _paid(_purse: int, _seat: int, form: Order) -> bool:
    assert not isinstance(form.dish, UnsetType)
    return len(form.coins or ()) == PRICES[form.dish]


def _outcome(_purse: int, _seat: int, form: Order, _dice: Dice) -> Iterator[Event]:
    yield Told(str(form))


ORDER: Action[int, Order] = Action(
    Order,
    fields=(
        Field("dish", lambda *_: PRICES, _too_dear),
        Field("coins", lambda *_: ((1,), (2,)), _purse_empty, complete=_paid, grows=True),
        Field(
            "sauce",
            lambda *_: ("gravy",),
            applies=lambda _purse, _seat, form: form.dish in (UNSET, "roast"),
            rule="R-2",
        ),
    ),
    outcome=_outcome,
    closed=lambda purse, _seat, _form: Rejected("kitchen_closed") if purse < 0 else None,
    rule="R-1",
)


def test_an_answer_is_written_into_an_empty_field() -> None:
    assert ORDER.merged(Order(), Order(dish="soup")) == Order(dish="soup")
    assert ORDER.merged(Order(dish="soup"), Order(coins=(1,))) == Order(dish="soup", coins=(1,))


def test_answers_are_added_to_a_field_that_is_declared_to_grow() -> None:
    assert ORDER.merged(Order(coins=(1,)), Order(coins=(2, 1))) == Order(coins=(1, 2, 1))


@pytest.mark.parametrize("form", [Order(dish="soup"), Order(table=1)])
def test_a_field_that_does_not_grow_is_answered_once(form: Order) -> None:
    with pytest.raises(Rejected, match="already_answered"):
        ORDER.merged(form, form)


def test_a_list_that_is_not_declared_to_grow_is_answered_once() -> None:
    fixed: Action[int, Order] = Action(Order, (Field("coins", lambda *_: ()),), _outcome)
    with pytest.raises(Rejected) as refused:
        fixed.merged(Order(coins=(1,)), Order(coins=(2,)))
    assert refused.value == Rejected("already_answered", field="coins")


@pytest.mark.parametrize("held,value", [(None, (1,)), ((1,), None), (None, None)])
def test_nothing_is_added_to_a_growing_field_that_was_declined(
    held: tuple[int, ...] | None, value: tuple[int, ...] | None
) -> None:
    form, answer = (changed(Order(), coins=coins) for coins in (held, value))
    with pytest.raises(Rejected) as refused:
        ORDER.merged(form, answer)
    assert refused.value == Rejected("already_answered", field="coins")


def test_an_empty_answer_changes_nothing() -> None:
    form = Order(dish="soup")
    assert ORDER.merged(form, Order()) is form


def test_the_first_incomplete_field_that_applies_is_asked() -> None:
    assert ORDER.asks(3, 0, Order()) == "dish"
    assert ORDER.asks(3, 0, Order(dish="roast", coins=(1, 1))) == "coins"
    assert ORDER.asks(3, 0, Order(dish="roast", coins=(1, 1, 1))) == "sauce"
    assert ORDER.asks(3, 0, Order(dish="soup", coins=(1,))) is None


def test_answers_are_the_candidates_that_are_not_refused() -> None:
    assert ORDER.answers(2, 0, Order()) == [Order(dish="soup")]
    assert ORDER.answers(3, 0, Order()) == [Order(dish="soup"), Order(dish="roast")]
    assert ORDER.answers(3, 0, Order(dish="roast", coins=(1, 1))) == [Order(coins=(1,))]


def test_a_refused_form_has_no_answers() -> None:
    assert ORDER.answers(-1, 0, Order()) == []
    assert ORDER.answers(0, 0, Order()) == []
    assert not ORDER.has_answer(0, 0, Order())
    assert ORDER.has_answer(1, 0, Order())


def test_a_form_that_is_full_at_once_is_its_own_answer() -> None:
    bare: Action[int, Order] = Action(Order, (), _outcome)
    assert bare.answers(1, 0, Order()) == [Order()]


def test_refusals_come_in_the_order_undeclared_closed_fields() -> None:
    form = Order(dish="roast", coins=(9,), sauce="gravy", table=7)
    assert ORDER.refusal(-1, 0, form) == Rejected("unexpected_field", rule="R-1", field="table")
    form = changed(form, table=UNSET)
    assert ORDER.refusal(-1, 0, form) == Rejected("kitchen_closed")
    assert ORDER.refusal(1, 0, form) == Rejected("too_dear", price=3)
    assert ORDER.refusal(3, 0, form) == Rejected("purse_empty", held=3)
    assert ORDER.refusal(9, 0, form) is None


def test_a_field_that_does_not_apply_is_unexpected() -> None:
    refusal = ORDER.refusal(3, 0, Order(dish="soup", sauce="gravy"))
    assert refusal == Rejected("unexpected_field", rule="R-2", field="sauce")


def test_a_game_may_use_its_own_code_for_unexpected_fields() -> None:
    sauce = Field[int, Order]("sauce", lambda *_: ("gravy",), applies=lambda *_: False)
    order = replace(ORDER, fields=(sauce,), unexpected="invalid_choice")
    by_field = Rejected("invalid_choice", rule="R-1", field="sauce")
    assert order.refusal(1, 0, Order(sauce="gravy")) == by_field
    assert order.refusal(1, 0, Order(dish="soup")) == Rejected("invalid_choice", rule="R-1", field="dish")


def test_fields_with_only_one_answer_are_filled_in() -> None:
    assert ORDER.filled(1, 0, Order()) == (Order(dish="soup", coins=(1,)), True)
    assert ORDER.filled(2, 0, Order()) == (Order(dish="soup"), False)
    roast = Order(dish="roast", coins=(1, 1))
    assert ORDER.filled(3, 0, roast) == (Order(dish="roast", coins=(1, 1, 1), sauce="gravy"), True)


def test_a_full_form_stays_as_it_is() -> None:
    form = Order(dish="soup", coins=(2,))
    assert ORDER.filled(9, 0, form) == (form, True)


def test_filling_in_a_refused_form_raises_its_refusal() -> None:
    with pytest.raises(Rejected, match="too_dear"):
        ORDER.filled(2, 0, Order(dish="roast"))


def test_a_dead_end_is_refused_with_the_refusal_of_its_first_candidate() -> None:
    with pytest.raises(Rejected) as refused:
        ORDER.filled(3, 0, Order(dish="roast", coins=(2, 1)))
    assert refused.value == Rejected("purse_empty", held=3)


def test_a_field_without_candidates_is_refused() -> None:
    silent: Action[int, Order] = Action(Order, (Field("dish", lambda *_: ()),), _outcome)
    with pytest.raises(Rejected) as refused:
        silent.filled(3, 0, Order())
    assert refused.value == Rejected("no_answer_left", field="dish")


def test_reactions_directly_follow_their_causes_at_any_depth() -> None:
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
