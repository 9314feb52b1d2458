"""What several abilities, villages and cards ask for or do."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.support.phoenix_referee.facts import is_kin, sector_of
from tests.support.phoenix_referee.forms import Form, first_code
from tests.support.phoenix_referee.state import Game


def pay_any(game: Game, seat: int, form: Form, count: int) -> tuple[str, ...]:
    """So many resources of any kind, from the pool."""
    paid: tuple[str, ...] = form.units(
        "pay", count, lambda held: None if game.can_pay(seat, held) else "cannot_afford", "invalid_payment"
    )
    game.pay(seat, *paid)
    return paid


def ask_target(form: Form, name: str, targets: Iterable[str]) -> str:
    """One of these tiles."""
    listed = list(targets)

    def why(kin: Any) -> str | None:
        if kin in listed:
            return None
        return "invalid_target" if is_kin(kin) else "unknown_id"

    kin: str = form.ask(name, listed, why)
    return kin


def ask_used_slot(game: Game, form: Form, name: str) -> int:
    """A foreseen slot with a card."""
    return ask_slot(form, name, game.used_slots())


def ask_slot(form: Form, name: str, fitting: list[int]) -> int:
    def why(slot: Any) -> str | None:
        if slot in fitting:
            return None
        return "invalid_target" if slot in {1, 2, 3, 4} else "invalid_choice"

    slot: int = form.ask(name, fitting, why)
    return slot


def ask_own_unveiled(game: Game, seat: int, form: Form, name: str) -> str:
    """PP-E14: an own unveiled tile in a sector."""
    return ask_target(form, name, (kin for kin in game.own_in_sectors(seat) if kin not in game.cloaked))


def discard(game: Game, slot: int) -> None:
    """PP-EV1."""
    card = game.slots[slot - 1]
    assert card is not None
    game.slots[slot - 1] = None
    game.foreseen_discard.append(card)


def return_event(game: Game, form: Form, name: str) -> None:
    """PP-K4, PP-V1, PP-Q25, PP-Q26."""
    slot = ask_slot(form, name, game.empty_slots() if game.foreseen_discard else [])
    game.slots[slot - 1] = game.foreseen_discard.pop()


def capital(game: Game, seat: int, _form: Form) -> None:
    """PP-E5."""
    game.gain(seat, "scroll", 2)
    game.herald_up(seat)


def spot_refusal(game: Game, spot: Any, fitting: Sequence[str], code: str = "invalid_target") -> str | None:
    """PP-K8, 1.3: a kin moves to an empty spot of an unguarded sector; `code` refuses other sectors."""
    if spot not in game.all_spots():
        return "invalid_target" if spot in game.all_places() else "unknown_id"
    codes = [] if spot in fitting else [code]
    if game.taken(spot):
        codes.append("spot_occupied")
    if game.is_guarded(str(sector_of(spot))):
        codes.append("sector_guarded")
    return first_code(codes)


def no_reason(_held: Any) -> None:
    return None
