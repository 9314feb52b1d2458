"""Recruiting a gnome (BF-T57 to BF-T60), and adding a gnome to a city by any action."""

from collections.abc import Iterable, Iterator, Sequence

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
    resources_price,
    resources_refusal,
    sorted_tiles,
    tile_covers,
    tiles_complete,
    tiles_price,
    tiles_refusal,
)
from domain.bonfire.state import Bonfire, City
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.kernel.tokens import Tokens

_TILES = {RecruitOption.TWO_TILES: 2, RecruitOption.TWO_RESOURCES: 1}
_RESOURCES = {RecruitOption.TWO_TILES: 1, RecruitOption.TWO_RESOURCES: 2}


def units(gnome: GnomeId, option: RecruitOption) -> tuple[Resource, ...]:
    """BF-T58: the gnome's resource, once or twice."""
    return (GNOME_CARD[gnome].resource,) * _RESOURCES[option]


def room_refusal(city: City) -> Rejected | None:
    """BF-T57: a city holds at most six gnomes."""
    if len(city.gnomes) >= MAX_GNOMES:
        return Rejected("gnomes_complete", rule="BF-T57", gnomes=len(city.gnomes), limit=MAX_GNOMES)
    return None


def join(state: Bonfire, seat: int, gnomes: Sequence[GnomeId], dice: Dice) -> Iterator[Event]:
    """BF-T59, BF-T60: move the card to the city; refill a specialist's slot while the pile lasts."""
    yield from (e.GnomeRecruited(seat, gnome) for gnome in gnomes)
    if any(gnome in state.board.specialists for gnome in gnomes):
        slots = (
            n for n, card in enumerate(state.board.specialists, start=1) if card is None or card in gnomes
        )
        yield from _refills(state, tuple(slots), dice)


def _refills(state: Bonfire, slots: tuple[int, ...], dice: Dice) -> Iterator[Event]:
    """BF-T59, BF-O9: refill from left to right; in solo play discarded gnomes replace an empty pile."""
    pile, spare = state.board.gnome_pile, () if state.tom is None else state.tom.gnome_discard
    for slot in slots:
        if not pile and spare:
            pile, spare = dice.shuffled(spare), ()
            yield e.GnomePileShuffled(len(pile), pile, reveals=True)
        if pile:
            yield e.GnomeSlotRefilled(slot, pile[0], reveals=True)
            pile = pile[1:]


def _price_refusal(city: City, gnome: GnomeId, option: RecruitOption) -> Rejected | None:
    """BF-T58: whether an option can be paid in full."""
    if not can_pay_tiles(city, Tile.GNOME, _TILES[option]):
        return cannot_pay_tiles(city, Tile.GNOME, _TILES[option], rule="BF-T58")
    needed, any_kind = units(gnome, option), allowances(city.gnomes).any_recruit_resources
    if not can_pay_resources(city.resources, needed, any_kind=any_kind):
        return cannot_pay_resources(city.resources, needed, rule="BF-T58")
    return None


def _no_room(state: Bonfire, seat: int, _form: RecruitGnome) -> Rejected | None:
    return room_refusal(state.cities[seat])


def _cards(state: Bonfire, _seat: int, _form: RecruitGnome) -> Iterator[GnomeId]:
    return (card for card in (*state.board.specialists, *state.board.elders) if card is not None)


def _not_there(state: Bonfire, _seat: int, form: RecruitGnome) -> Rejected | None:
    """BF-T57: the gnome must be an elder or lie in the display."""
    gnome, board = form.gnome, state.board
    if gnome is UNSET or gnome in board.specialists or gnome in board.elders:
        return None
    return Rejected("gnome_not_there", rule="BF-T57", gnome=gnome)


def _too_dear(state: Bonfire, seat: int, form: RecruitGnome) -> Rejected | None:
    """BF-T58: the city must be able to pay the chosen option, or one of the two."""
    gnome, city = form.gnome, state.cities[seat]
    if isinstance(gnome, UnsetType):
        return None
    if not isinstance(form.option, UnsetType):
        return _price_refusal(city, gnome, form.option)
    return _unless_one_is_allowed(_price_refusal(city, gnome, option) for option in RecruitOption)


def _unless_one_is_allowed(refusals: Iterable[Rejected | None]) -> Rejected | None:
    """None if any of the refusals is None, else the last one."""
    last = None
    for last in refusals:
        if last is None:
            return None
    return last


def _parts(state: Bonfire, seat: int, form: RecruitGnome) -> Iterator[Payments]:
    """The payments that may follow: tiles unit by unit, then all resources at once."""
    assert form.gnome is not UNSET
    assert form.option is not UNSET
    city, paid = state.cities[seat], Payments() if form.payments is UNSET else form.payments
    if not tiles_complete(city, Tile.GNOME, _TILES[form.option], paid.tiles):
        yield from (Payments(tiles=cover) for cover in tile_covers(city, Tile.GNOME, paid.tiles))
        return
    any_kind = allowances(city.gnomes).any_recruit_resources
    payments = resource_payments(city.resources, units(form.gnome, form.option), any_kind=any_kind)
    yield from (Payments(resources=resources) for resources in payments)


def _not_paid(state: Bonfire, seat: int, form: RecruitGnome) -> Rejected | None:
    """BF-T58: the payment must fit the chosen option, or one of the two."""
    gnome, paid = form.gnome, form.payments
    if isinstance(gnome, UnsetType) or isinstance(paid, UnsetType):
        return None
    options = RecruitOption if isinstance(form.option, UnsetType) else (form.option,)
    city = state.cities[seat]
    return _unless_one_is_allowed(_payments_refusal(city, gnome, option, paid) for option in options)


def _payments_refusal(city: City, gnome: GnomeId, option: RecruitOption, paid: Payments) -> Rejected | None:
    """BF-T58, BF-P8: tiles and resources are separate payments."""
    refused = _price_refusal(city, gnome, option)
    if refused is None:
        refused = tiles_refusal(city, Tile.GNOME, _TILES[option], paid.tiles, rule="BF-T58")
    if refused is not None or not paid.resources:
        return refused
    any_kind = allowances(city.gnomes).any_recruit_resources
    return resources_refusal(
        city.resources, units(gnome, option), paid.resources, any_kind=any_kind, rule="BF-T58"
    )


def _is_paid(state: Bonfire, seat: int, form: RecruitGnome) -> bool:
    if form.option is UNSET or form.payments is UNSET or not form.payments.resources:
        return False
    return tiles_complete(state.cities[seat], Tile.GNOME, _TILES[form.option], form.payments.tiles)


def _price(_state: Bonfire, _seat: int, form: RecruitGnome) -> tuple[Tokens, ...]:
    """BF-T58: tiles and resources, once the gnome and the option are known."""
    if isinstance(form.gnome, UnsetType) or isinstance(form.option, UnsetType):
        return ()
    tiles = tiles_price(Tile.GNOME, _TILES[form.option])
    return tiles + resources_price(units(form.gnome, form.option))


def _outcome(state: Bonfire, seat: int, form: RecruitGnome, dice: Dice) -> Iterator[Event]:
    assert form.gnome is not UNSET
    assert form.payments is not UNSET
    yield e.ActionTaken(seat, form, main=True)
    yield e.TilesPaid(seat, sorted_tiles(form.payments.tiles))
    yield e.ResourcesPaid(seat, form.payments.resources)
    yield from join(state, seat, (form.gnome,), dice)


RECRUIT_GNOME = Action(
    RecruitGnome,
    closed=_no_room,
    fields=(
        Field("gnome", _cards, _not_there),
        Field("option", lambda *_: RecruitOption, _too_dear),
        Field("payments", _parts, _not_paid, complete=_is_paid, grows=True, price=_price),
    ),
    outcome=_outcome,
)
