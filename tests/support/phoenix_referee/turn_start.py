"""Turn-start cards: PP-RV4."""

from collections.abc import Callable
from typing import Any

from tests.support.phoenix_referee.facts import CARDS, RESOURCES
from tests.support.phoenix_referee.forms import Form
from tests.support.phoenix_referee.shared import ask_own_unveiled, ask_used_slot, discard, pay_any
from tests.support.phoenix_referee.state import Game


def use_card(game: Game, seat: int, form: Form) -> None:
    """PP-RV4."""
    game.todo.pop()

    def why(card: Any) -> str | None:
        if card not in CARDS:
            return "unknown_id"
        if card not in game.owned[seat] or card not in TURN_START:
            return "card_not_available"
        return "card_spent" if card in game.spent else None

    card = form.ask("card", game.owned[seat], why)
    TURN_START[card](game, seat, form)
    if CARDS[card][2] == "turn_start_once":
        game.spent.add(card)
    game.push(("placement", seat))


def gatekeepers_debt(game: Game, seat: int, form: Form) -> None:
    """PP-RC04."""
    discard(game, ask_used_slot(game, form, "slot"))
    game.favor(seat, 1)


def borrowed_mask(game: Game, seat: int, form: Form) -> None:
    """PP-RC05."""
    game.cloaked.add(ask_own_unveiled(game, seat, form, "kin"))


def wind_chime(game: Game, _seat: int, form: Form) -> None:
    """PP-RC12."""
    step = 1 if form.one_of("direction", ["clockwise", "counter_clockwise"]) == "clockwise" else -1
    game.rotation = (game.rotation + step) % 6


def money_changer(game: Game, seat: int, form: Form) -> None:
    """PP-RC13."""
    (paid,) = pay_any(game, seat, form, 1)
    game.gain(seat, form.one_of("gain", [kind for kind in RESOURCES if kind != paid]))


def golden_scales(game: Game, seat: int, form: Form) -> None:
    """PP-RC22."""
    pay_any(game, seat, form, 2)
    game.favor(seat, 3)


def phoenix_feather(game: Game, seat: int, form: Form) -> None:
    """PP-RC28."""
    game.gain(seat, form.one_of("resource", RESOURCES))


TURN_START: dict[str, Callable[[Game, int, Form], None]] = {
    "gatekeepers_debt": gatekeepers_debt,
    "borrowed_mask": borrowed_mask,
    "wind_chime": wind_chime,
    "money_changer": money_changer,
    "golden_scales": golden_scales,
    "phoenix_feather": phoenix_feather,
}
