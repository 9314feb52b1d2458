"""Prices, replacements and payments (BF-P1 to BF-P15).

BF-P10: payments go back to an unlimited supply, so this module does not count it. BF-P11: no price is in
yellow tiles. BF-P14: specialists that change a price do so in the price functions of the actions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any, NamedTuple, TypeAlias

from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import BASIC_RESOURCES, Resource, Tile
from domain.bonfire.state import Bonfire, City, Resources, Tiles, tile_count
from domain.kernel.action import Field, always
from domain.kernel.errors import Rejected
from domain.kernel.tokens import Tokens

TILE_ORDER = {tile: n for n, tile in enumerate(Tile)}
RESOURCE_ORDER = {resource: n for n, resource in enumerate(Resource)}

Payment: TypeAlias = tuple[Resource, ...]


class Ways(NamedTuple):
    """How the units of a tile price are covered: exact tiles, yellow tiles, pairs of others (BF-P1)."""

    exact: int
    wild: int
    pairs: int


@lru_cache(maxsize=65536)
def _ways(units: int, exact: int, wild: int, others: int, wild_units: int) -> tuple[Ways, ...]:
    """Every minimal way (BF-P9) to cover the units with what is held.

    With exact tiles or pairs the sum is exact, because any surplus could be left out; yellow tiles alone may
    waste a unit (BF-P7). A pair requires that every exact tile is used (BF-P4); yellow tiles may always
    replace others (BF-P3) but never belong to a pair (BF-P5). Units may be covered in different ways (BF-P6).
    """
    found = []
    for e, w in product(range(min(exact, units) + 1), range(min(wild, units) + 1)):
        pairs = units - e - w * wild_units
        if pairs == 0 or (pairs > 0 and e == exact and 2 * pairs <= others):
            found.append(Ways(e, w, pairs))
        elif pairs < 0 and e == 0 and pairs > -wild_units:
            found.append(Ways(e, w, 0))
    return tuple(found)


def _tile_ways(city: City, kind: Tile, units: int) -> tuple[Ways, ...]:
    return _ways_from(city.tiles, kind, units, _wild_units(city))


def _wild_units(city: City) -> int:
    """BF-P7: how many units a yellow tile covers."""
    return 1 + allowances(city.gnomes).extra_wild_units


@lru_cache(maxsize=65536)
def _ways_from(tiles: Tiles, kind: Tile, units: int, wild_units: int) -> tuple[Ways, ...]:
    exact, wild = getattr(tiles, kind), tiles.yellow
    return _ways(units, exact, wild, tile_count(tiles) - exact - wild, wild_units)


def can_pay_tiles(city: City, kind: Tile, units: int) -> bool:
    """Whether the city can pay that many tiles of a kind."""
    return bool(_tile_ways(city, kind, units))


def most_tiles(city: City, kind: Tile) -> int:
    """The largest price in tiles of a kind that the city can pay."""
    units = 0
    while can_pay_tiles(city, kind, units + 1):
        units += 1
    return units


def tiles_refusal(city: City, kind: Tile, units: int, paid: Sequence[Tile], rule: str) -> Rejected | None:
    """Why these tiles are not a payment or part of one; None if they are."""
    if not can_pay_tiles(city, kind, units):
        return cannot_pay_tiles(city, kind, units, rule)
    if not paid or _is_part(city.tiles, kind, units, tuple(paid), _wild_units(city)):
        return None
    return not_held(city.tiles, paid, rule="BF-P1") or Rejected(
        "invalid_payment",
        rule=_rule_of_tiles(city, kind, units, paid),
        kind=kind.value,
        needed=units,
        price=names((kind,) * units),
        tokens=names(paid),
    )


def _rule_of_tiles(city: City, kind: Tile, units: int, paid: Sequence[Tile]) -> str:
    """The rule that these tiles break: overpaying, an unnecessary pair, or half a pair."""
    exact, wild = paid.count(kind), paid.count(Tile.YELLOW)
    others = len(paid) - exact - wild
    ways = _tile_ways(city, kind, units)
    if any(way.exact <= exact and way.wild <= wild and 2 * way.pairs <= others for way in ways):
        return "BF-P9"
    return "BF-P1" if others % 2 else "BF-P4"


def not_held(
    held: Tiles | Resources, tokens: Sequence[Tile] | Sequence[Resource], rule: str
) -> Rejected | None:
    """Why these tokens cannot be paid or discarded; None if all are held."""
    for token in dict.fromkeys(tokens):
        needed, there = tokens.count(token), getattr(held, token)
        if needed > there:
            return Rejected("not_held", rule=rule, token=token.value, needed=needed, held=there)
    return None


@lru_cache(maxsize=16384)
def _is_part(tiles: Tiles, kind: Tile, units: int, paid: tuple[Tile, ...], wild_units: int) -> bool:
    """Whether these tiles are held and are a minimal payment or part of one."""
    if any(paid.count(tile) > getattr(tiles, tile) for tile in paid):
        return False
    exact, wild = paid.count(kind), paid.count(Tile.YELLOW)
    pairs, odd = divmod(len(paid) - exact - wild, 2)
    ways = _ways_from(tiles, kind, units, wild_units)
    return not odd and any(exact <= way.exact and wild <= way.wild and pairs <= way.pairs for way in ways)


def cannot_pay_tiles(city: City, kind: Tile, units: int, rule: str) -> Rejected:
    """The refusal, with the tokens needed and held."""
    held = getattr(city.tiles, kind)
    others = sum(getattr(city.tiles, tile) for tile in Tile) - held - city.tiles.yellow
    return Rejected(
        "cannot_pay",
        rule=rule,
        kind=kind.value,
        needed=units,
        held=held,
        yellow=city.tiles.yellow,
        others=others,
    )


def tiles_complete(city: City, kind: Tile, units: int, paid: Sequence[Tile]) -> bool:
    """Whether these tiles, which are valid, pay the whole price."""
    if not paid:
        return False
    exact, wild = paid.count(kind), paid.count(Tile.YELLOW)
    pairs = (len(paid) - exact - wild) // 2
    return Ways(exact, wild, pairs) in _tile_ways(city, kind, units)


def tile_covers(city: City, kind: Tile, paid: Sequence[Tile]) -> tuple[tuple[Tile, ...], ...]:
    """The ways to cover the next unit of a price: an exact tile, a yellow one, or a pair of others."""
    return _tile_covers(city.tiles, kind, tuple(paid))


@lru_cache(maxsize=16384)
def _tile_covers(tiles: Tiles, kind: Tile, paid: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], ...]:
    left = {tile: getattr(tiles, tile) - paid.count(tile) for tile in Tile}
    singles = ((tile,) for tile in (kind, Tile.YELLOW) if left[tile] > 0)
    spare = [tile for tile in Tile if tile not in (kind, Tile.YELLOW) and left[tile] > 0]
    pairs = combinations_with_replacement(spare, 2)
    return *singles, *((one, other) for one, other in pairs if one is not other or left[one] > 1)


def tile_payment(
    kind: Tile,
    price: Callable[[Bonfire, int, Any], int | None],
    rule: str,
    *,
    applies: Callable[[Bonfire, int, Any], bool] = always,
    unexpected: str | None = None,
) -> Field[Bonfire, Any]:
    """The field `payment` of an action that costs tiles of a kind; the price is None while it is unknown."""

    def candidates(state: Bonfire, seat: int, form: Any) -> Iterable[tuple[Tile, ...]]:
        return tile_covers(state.cities[seat], kind, form.payment or ())

    def refusal(state: Bonfire, seat: int, form: Any) -> Rejected | None:
        units = price(state, seat, form)
        if units is None:
            return None
        return tiles_refusal(state.cities[seat], kind, units, form.payment or (), rule)

    def complete(state: Bonfire, seat: int, form: Any) -> bool:
        units = price(state, seat, form)
        return units is not None and tiles_complete(state.cities[seat], kind, units, form.payment or ())

    def tokens(state: Bonfire, seat: int, form: Any) -> Iterable[Tokens]:
        return tiles_price(kind, price(state, seat, form) or 0)

    return Field("payment", candidates, refusal, applies, complete, grows=True, rule=unexpected, price=tokens)


def tiles_price(kind: Tile, units: int) -> tuple[Tokens, ...]:
    """A price in action tiles."""
    return (Tokens("tile", kind.value, units),)


def resources_price(units: Iterable[Resource]) -> tuple[Tokens, ...]:
    """A price in resources."""
    return tuple(Tokens("resource", unit.value, 1) for unit in units)


def can_pay_resources(held: Resources, units: Sequence[Resource], *, any_kind: bool) -> bool:
    """BF-P2, BF-P13: whether a payment exists: exact resources, then gold, then pairs of the rest."""
    return _can_pay_resources(held, tuple(units), any_kind)


@lru_cache(maxsize=16384)
def _can_pay_resources(held: Resources, units: tuple[Resource, ...], any_kind: bool) -> bool:
    basics: int = sum(getattr(held, resource) for resource in BASIC_RESOURCES)
    if any_kind:
        return basics + held.gold >= len(units)
    exact: int = sum(min(count, getattr(held, resource)) for resource, count in Counter(units).items())
    missing = len(units) - exact
    if units[0] is Resource.GOLD:
        return 2 * missing <= basics
    return 2 * max(0, missing - held.gold) <= basics - exact


def resource_payments(held: Resources, units: Sequence[Resource], *, any_kind: bool) -> tuple[Payment, ...]:
    """Every minimal payment for a list of units, the whole list at once (BF-P15)."""
    return _resource_payments(held, tuple(units), any_kind)


@lru_cache(maxsize=16384)
def _resource_payments(held: Resources, units: tuple[Resource, ...], any_kind: bool) -> tuple[Payment, ...]:
    covers = ([way for way in _covers(unit, any_kind) if _is_held(held, way)] for unit in units)
    found = {
        _sorted(token for cover in way for token in cover)
        for way in product(*covers)
        if any_kind or _pairs_are_needed(held, units, way)
    }
    affordable = {payment for payment in found if _is_held(held, payment)}
    minimal = (payment for payment in affordable if not _has_surplus(payment, affordable, len(units)))
    return tuple(sorted(minimal, key=_by_order))


def _has_surplus(payment: Payment, others: set[Payment], least: int) -> bool:
    """BF-P9: whether some of the tokens alone are a payment; both are sorted, so parts can be looked up."""
    return any(part in others for size in range(least, len(payment)) for part in combinations(payment, size))


def _covers(unit: Resource, any_kind: bool) -> list[Payment]:
    if any_kind:
        return [(resource,) for resource in Resource]
    singles: list[Payment] = [(unit,)] if unit is Resource.GOLD else [(unit,), (Resource.GOLD,)]
    others = [resource for resource in BASIC_RESOURCES if resource is not unit]
    return singles + list(combinations_with_replacement(others, 2))


def _pairs_are_needed(held: Resources, units: tuple[Resource, ...], way: tuple[Payment, ...]) -> bool:
    """BF-P4: a pair covers a unit only if every token of that kind is used as exact in the same payment."""
    exact = [unit for unit, cover in zip(units, way) if cover == (unit,)]
    return all(exact.count(unit) == getattr(held, unit) for unit, cover in zip(units, way) if len(cover) == 2)


def _is_held(held: Resources, payment: Payment) -> bool:
    return all(payment.count(resource) <= getattr(held, resource) for resource in payment)


def resources_refusal(
    held: Resources, units: Sequence[Resource], paid: Sequence[Resource], *, any_kind: bool, rule: str
) -> Rejected | None:
    """Why these resources do not pay the price; None if they do."""
    if not can_pay_resources(held, units, any_kind=any_kind):
        return cannot_pay_resources(held, units, rule)
    if _sorted(paid) in resource_payments(held, units, any_kind=any_kind):
        return None
    return not_held(held, paid, rule="BF-P2") or Rejected(
        "invalid_payment",
        rule=_rule_of_resources(held, tuple(units), paid, any_kind),
        needed=names(units),
        price=names(units),
        tokens=names(paid),
    )


def _rule_of_resources(
    held: Resources, units: tuple[Resource, ...], paid: Sequence[Resource], any_kind: bool
) -> str:
    """The rule that these resources break: overpaying, an unnecessary pair, or an uncovered unit."""
    given = Counter(paid)
    if any(Counter(payment) < given for payment in _resource_payments(held, units, any_kind)):
        return "BF-P9"
    ways = product(*(_covers(unit, any_kind) for unit in units))
    covered = any(Counter(token for cover in way for token in cover) == given for way in ways)
    return "BF-P4" if covered else "BF-P2"


def cannot_pay_resources(held: Resources, units: Sequence[Resource], rule: str) -> Rejected:
    """The refusal, with the tokens needed and held."""
    having = tuple(resource for resource in Resource for _ in range(getattr(held, resource)))
    return Rejected("cannot_pay_resources", rule=rule, needed=names(units), held=names(having))


def names(tokens: Sequence[Tile] | Sequence[Resource]) -> tuple[str, ...]:
    """The ids of tokens, for a refusal's details."""
    return tuple(token.value for token in tokens)


def sorted_tiles(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Tiles in the order of their kinds."""
    return tuple(sorted(tiles, key=TILE_ORDER.__getitem__))


def _sorted(resources: Iterable[Resource]) -> Payment:
    return tuple(sorted(resources, key=RESOURCE_ORDER.__getitem__))


def _by_order(payment: Payment) -> tuple[int, ...]:
    return tuple(RESOURCE_ORDER[resource] for resource in payment)
