"""Recruiting a gnome (T57–T60), and how one joins a city for any reason."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import GNOME_CARD, MAX_GNOMES, GnomeId, Resource, Tile
from domain.bonfire.commands import Payments, RecruitGnome, RecruitOption
from domain.bonfire.payment import (
    can_pay_resources,
    can_pay_tiles,
    cannot_pay_resources,
    cannot_pay_tiles,
    resource_payments,
    resources_refusal,
    sorted_tiles,
    tile_covers,
    tiles_complete,
    tiles_refusal,
)
from domain.bonfire.state import Bonfire, City
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

_TILES = {RecruitOption.TWO_TILES: 2, RecruitOption.TWO_RESOURCES: 1}
_RESOURCES = {RecruitOption.TWO_TILES: 1, RecruitOption.TWO_RESOURCES: 2}


def units(gnome: GnomeId, option: RecruitOption) -> tuple[Resource, ...]:
    """T58: the gnome's resource, once or twice."""
    return (GNOME_CARD[gnome].resource,) * _RESOURCES[option]


def room_refusal(city: City) -> Rejected | None:
    """T57: no more than six gnomes."""
    if len(city.gnomes) >= MAX_GNOMES:
        return Rejected("gnomes_complete", rule="BF-T57", gnomes=len(city.gnomes), limit=MAX_GNOMES)
    return None


def join(state: Bonfire, seat: int, gnomes: Sequence[GnomeId], dice: Dice) -> Iterator[Event]:
    """T59, T60: cards go to the city; the slots of specialists are refilled as long as the pile lasts."""
    yield from (e.GnomeRecruited(seat, gnome) for gnome in gnomes)
    if any(gnome in state.board.specialists for gnome in gnomes):
        slots = (
            n for n, card in enumerate(state.board.specialists, start=1) if card is None or card in gnomes
        )
        yield from _refills(state, tuple(slots), dice)


def _refills(state: Bonfire, slots: tuple[int, ...], dice: Dice) -> Iterator[Event]:
    """T59, O9: from left to right; in solo play the discarded gnomes become a new pile when it is empty."""
    pile, spare = state.board.gnome_pile, () if state.tom is None else state.tom.gnome_discard
    for slot in slots:
        if not pile and spare:
            pile, spare = dice.shuffled(spare), ()
            yield e.GnomePileShuffled(len(pile), pile, reveals=True)
        if pile:
            yield e.GnomeSlotRefilled(slot, pile[0], reveals=True)
            pile = pile[1:]


def _price_refusal(city: City, gnome: GnomeId, option: RecruitOption) -> Rejected | None:
    """T58: whether an option can be paid in full."""
    if not can_pay_tiles(city, Tile.GNOME, _TILES[option]):
        return cannot_pay_tiles(city, Tile.GNOME, _TILES[option], rule="BF-T58")
    needed, any_kind = units(gnome, option), allowances(city.gnomes).any_recruit_resources
    if not can_pay_resources(city.resources, needed, any_kind=any_kind):
        return cannot_pay_resources(city.resources, needed, rule="BF-T58")
    return None


def _asks(state: Bonfire, seat: int, form: RecruitGnome) -> str | None:
    if form.gnome is UNSET:
        return "gnome"
    if form.option is UNSET:
        return "option"
    if form.payments is UNSET or not form.payments.resources:
        return "payments"
    city = state.cities[seat]
    return None if tiles_complete(city, Tile.GNOME, _TILES[form.option], form.payments.tiles) else "payments"


def _candidates(state: Bonfire, seat: int, form: RecruitGnome) -> Iterator[RecruitGnome]:
    if form.gnome is UNSET:
        cards = (*state.board.specialists, *state.board.elders)
        yield from (RecruitGnome(gnome=card) for card in cards if card is not None)
    elif form.option is UNSET:
        yield from (RecruitGnome(option=option) for option in RecruitOption)
    else:
        paid = Payments() if form.payments is UNSET else form.payments
        parts = _parts(state.cities[seat], form.gnome, form.option, paid)
        yield from (RecruitGnome(payments=part) for part in parts)


def _parts(city: City, gnome: GnomeId, option: RecruitOption, paid: Payments) -> Iterator[Payments]:
    """What may be paid next: tiles unit by unit, then the resources at once."""
    if not tiles_complete(city, Tile.GNOME, _TILES[option], paid.tiles):
        yield from (Payments(tiles=cover) for cover in tile_covers(city, Tile.GNOME, paid.tiles))
        return
    any_kind = allowances(city.gnomes).any_recruit_resources
    payments = resource_payments(city.resources, units(gnome, option), any_kind=any_kind)
    yield from (Payments(resources=resources) for resources in payments)


def _refusal(state: Bonfire, seat: int, form: RecruitGnome) -> Rejected | None:
    """T57, T58: room, a gnome on the board, and a price that can be paid."""
    city = state.cities[seat]
    refused = room_refusal(city)
    if refused is not None or form.gnome is UNSET:
        return refused
    if form.gnome not in state.board.specialists and form.gnome not in state.board.elders:
        return Rejected("gnome_not_there", rule="BF-T57", gnome=form.gnome)
    if form.option is not UNSET:
        return _option_refusal(city, form.gnome, form.option, form.payments)
    for option in RecruitOption:
        refused = _option_refusal(city, form.gnome, option, form.payments)
        if refused is None:
            break
    return refused


def _option_refusal(
    city: City, gnome: GnomeId, option: RecruitOption, paid: Payments | UnsetType
) -> Rejected | None:
    """T58, P8: the price of an option; tiles and resources are payments of their own."""
    refused = _price_refusal(city, gnome, option)
    if refused is not None or isinstance(paid, UnsetType):
        return refused
    refused = tiles_refusal(city, Tile.GNOME, _TILES[option], paid.tiles, rule="BF-T58")
    if refused is not None or not paid.resources:
        return refused
    any_kind = allowances(city.gnomes).any_recruit_resources
    return resources_refusal(
        city.resources, units(gnome, option), paid.resources, any_kind=any_kind, rule="BF-T58"
    )


def _outcome(state: Bonfire, seat: int, form: RecruitGnome, dice: Dice) -> Iterator[Event]:
    assert form.gnome is not UNSET
    assert form.payments is not UNSET
    yield e.ActionTaken(seat, form, main=True)
    yield e.TilesPaid(seat, sorted_tiles(form.payments.tiles))
    yield e.ResourcesPaid(seat, form.payments.resources)
    yield from join(state, seat, (form.gnome,), dice)


RECRUIT_GNOME = Action(RecruitGnome, _asks, _candidates, _refusal, _outcome)
