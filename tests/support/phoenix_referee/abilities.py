"""Kin abilities: 5.5."""

from collections.abc import Callable
from typing import Any, TypeAlias

from tests.support.phoenix_referee.clanhouse import clanhouse
from tests.support.phoenix_referee.facts import COLOR_OF, RESOURCES, across, is_kin, kind_of, near, sector_of
from tests.support.phoenix_referee.forms import Form, Refused
from tests.support.phoenix_referee.revelations import acquire, affordable_cards, card_refusal
from tests.support.phoenix_referee.shared import (
    ask_target,
    ask_used_slot,
    discard,
    pay_any,
    return_event,
    spot_refusal,
)
from tests.support.phoenix_referee.state import Game
from tests.support.phoenix_referee.villages import collect


def use_ability(game: Game, seat: int, form: Form) -> None:
    """5.5."""
    game.todo.pop()
    assert game.placed is not None
    kin, spot, sector = game.placed
    assert sector is not None
    kind = kind_of(kin)
    if kind == "trickster":
        ready = form.ask("ready_kin", own_ready(game, seat), lambda ready: ready_refusal(game, seat, ready))
        kind = kind_of(ready)
    if kind not in ABILITIES:
        raise Refused("wrong_step")
    ABILITIES[kind](game, seat, kin, str(sector_of(spot)), form)


def own_ready(game: Game, seat: int) -> list[str]:
    """The ready kin of a seat."""
    return [kin for kin in game.row if game.owner(kin) == seat]


def ready_refusal(game: Game, seat: int, kin: Any) -> str | None:
    """PP-K16."""
    if kin in own_ready(game, seat):
        return None
    return "invalid_target" if is_kin(kin) else "unknown_id"


Ability: TypeAlias = Callable[[Game, int, str, str, Form], None]


def archer(game: Game, _seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K2."""
    game.hit(ask_target(form, "target", game.kin_in(across(sector))))


def bard(game: Game, _seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K3."""
    there = [kin for beside in near(sector) for kin in game.kin_in(beside) if kin not in game.cloaked]
    game.cloaked.add(ask_target(form, "target", there))


def clairvoyant(game: Game, _seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K4."""
    if form.one_of("mode", ["discard", "return"]) == "discard":
        discard(game, ask_used_slot(game, form, "slot"))
    else:
        return_event(game, form, "slot")


def councilor(game: Game, seat: int, _kin: str, _sector: str, _form: Form) -> None:
    """PP-K5."""
    if game.rank(seat) == 1:
        game.favor(seat, 3)
    else:
        game.gain(seat, "scroll", 2)


def diplomat(game: Game, seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K6."""
    movable = [kin for kin in game.own_in_sectors(seat) if sector_of(game.at[kin]) in near(sector)]
    moved = ask_target(form, "kin", movable)

    there = [spot for spot in game.all_spots() if sector_of(spot) == sector]
    game.put(moved, form.ask("spot", there, lambda spot: spot_refusal(game, spot, there)))


def fighter(game: Game, _seat: int, kin: str, sector: str, form: Form) -> None:
    """PP-K7, PP-Q8."""
    game.hit(ask_target(form, "target", (other for other in game.kin_in(sector) if other != kin)))


def guard(game: Game, seat: int, _kin: str, sector: str, _form: Form) -> None:
    """PP-K8."""
    if not game.can_pay(seat, ["coin"]):
        raise Refused("cannot_afford")
    game.pay(seat, "coin")
    game.guards.add((seat, sector))


def hermit(game: Game, _seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K9."""
    assert game.placed is not None
    beside = form.one_of("sector", near(sector), "invalid_target")
    game.placed = (*game.placed[:2], beside)


def mastermind(game: Game, seat: int, kin: str, _sector: str, form: Form) -> None:
    """PP-K10."""
    reach = {sector_of(game.at[own]) for own in game.own_in_sectors(seat) if own in game.cloaked}
    targets = [other for other, at in game.at.items() if sector_of(at) in reach - {None} and other != kin]
    game.hit(ask_target(form, "target", targets))


def mentor(game: Game, seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K11, PP-Q77."""
    clanhouse(game, seat, form, must=True)


def merchant(game: Game, seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K12."""
    game.gain(seat, form.one_of("resource", RESOURCES))


def nocturnal(game: Game, seat: int, _kin: str, sector: str, form: Form) -> None:
    """PP-K13."""
    pay_any(game, seat, form, 1)
    game.gain(seat, COLOR_OF[sector])


def pathfinder(game: Game, seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K14, PP-Q20."""
    if form.one_of("mode", ["explore", "collect"]) == "explore":
        if game.pioneer[seat] == game.frontier:
            raise Refused("next_village_not_built")
        game.pioneer[seat] += 1
    else:
        collect(game, seat, game.pioneer[seat], form)


def philosopher(game: Game, seat: int, _kin: str, _sector: str, form: Form) -> None:
    """PP-K15, PP-E18."""
    card = form.ask("card", affordable_cards(game, seat), lambda card: card_refusal(game, seat, card))
    game.push(("refill",))
    acquire(game, seat, card, form)


ABILITIES: dict[str, Ability] = {
    "archer": archer,
    "bard": bard,
    "clairvoyant": clairvoyant,
    "councilor": councilor,
    "diplomat": diplomat,
    "fighter": fighter,
    "guard": guard,
    "hermit": hermit,
    "mastermind": mastermind,
    "mentor": mentor,
    "merchant": merchant,
    "nocturnal": nocturnal,
    "pathfinder": pathfinder,
    "philosopher": philosopher,
}
