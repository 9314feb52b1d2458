"""Using the Great Bonfire (T50–T56): turning it, and taking rewards for any reason."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import (
    BOARD,
    BONFIRE_SPACE,
    GREAT_BONFIRE,
    POSITIONS,
    PortalShape,
    PortalSpaceId,
    Tile,
)
from domain.bonfire.commands import Reward, UseGreatBonfire
from domain.bonfire.payment import (
    can_pay_tiles,
    cannot_pay_tiles,
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

_REWARDS = 2
_FAR = 3
_INDEX = {space.id: index for index, space in enumerate(GREAT_BONFIRE)}
_SETS = tuple(chosen for count in (_REWARDS, len(Reward)) for chosen in combinations(Reward, count))


def distance(state: Bonfire, to: PortalSpaceId) -> int:
    """T51: spaces clockwise from the pointer; 7 is once around to the same space."""
    return (_INDEX[to] - state.board.pointer - 1) % len(GREAT_BONFIRE) + 1


def cost(state: Bonfire, seat: int, to: PortalSpaceId) -> int:
    """T52: the first use in the game costs one tile; then one or two for near spaces, three for any other."""
    if not state.board.great_bonfire_used:
        return 1
    reach = allowances(state.cities[seat].gnomes).rotation_reach
    return min(_FAR, max(1, distance(state, to) - reach))


def notch(city: City, shape: PortalShape) -> int:
    """The position of the notch with that shape."""
    return BOARD[city.board].portals.index(shape) + 1


def portals_available(state: Bonfire, seat: int, space: PortalSpaceId) -> tuple[PortalShape, ...]:
    """T55: the shapes on a space that fit the next notch, or with permission any empty one."""
    city = state.cities[seat]
    empty = [position for position in reversed(POSITIONS) if position not in city.portals]
    if not allowances(city.gnomes).portals_in_any_order:
        empty = empty[:1]
    shapes = BOARD[city.board].portals
    lying = state.board.portals[_INDEX[space]]
    return tuple(shapes[position - 1] for position in empty if shapes[position - 1] in lying)


def reward_sets(state: Bonfire, seat: int) -> Iterator[tuple[Reward, ...]]:
    """T54: every two of the three rewards, and all of them with permission."""
    most = _REWARDS + allowances(state.cities[seat].gnomes).bonfire_rewards
    return (chosen for chosen in _SETS if len(chosen) <= most)


def asks_portal(rewards: Sequence[Reward] | UnsetType, portal: PortalShape | UnsetType) -> bool:
    """Whether it is still open which portal is taken."""
    return not isinstance(rewards, UnsetType) and Reward.PORTAL in rewards and isinstance(portal, UnsetType)


def rewards_refusal(
    state: Bonfire,
    seat: int,
    to: PortalSpaceId,
    rewards: Sequence[Reward] | UnsetType,
    portal: PortalShape | UnsetType,
) -> Rejected | None:
    """T54, T55: different rewards, as many as allowed, and a portal only if it fits."""
    if isinstance(rewards, UnsetType):
        return None if isinstance(portal, UnsetType) else _portal_refusal(state, seat, to, portal)
    chosen = tuple(reward for reward in Reward if reward in rewards)
    if len(chosen) != len(rewards) or chosen not in reward_sets(state, seat):
        most = _REWARDS + allowances(state.cities[seat].gnomes).bonfire_rewards
        return Rejected("wrong_rewards", rule="BF-T54", least=_REWARDS, most=most, chosen=len(rewards))
    if Reward.PORTAL not in chosen:
        return None if isinstance(portal, UnsetType) else _unexpected_portal()
    return _portal_refusal(state, seat, to, portal)


def _portal_refusal(
    state: Bonfire, seat: int, to: PortalSpaceId, portal: PortalShape | UnsetType
) -> Rejected | None:
    """T55: a portal that lies there and fits."""
    fitting = portals_available(state, seat, to)
    if not fitting:
        return Rejected("no_fitting_portal", rule="BF-T55", space=to)
    if not isinstance(portal, UnsetType) and portal not in fitting:
        return Rejected("portal_does_not_fit", rule="BF-T55", portal=portal.value, fitting=fitting)
    return None


def _unexpected_portal() -> Rejected:
    return Rejected("unexpected_field", rule="BF-T54", field="portal")


def turn_to(
    state: Bonfire, seat: int, to: PortalSpaceId, rewards: Sequence[Reward], portal: PortalShape | UnsetType
) -> Iterator[Event]:
    """T53–T56: the Great Bonfire points at a space, and gives what was chosen."""
    shown = BONFIRE_SPACE[to]
    yield e.GreatBonfireTurned(seat, to)
    if Reward.TILE in rewards:
        yield e.TilesGained(seat, (shown.tile,), rule="BF-T54")
    if Reward.RESOURCE in rewards:
        if shown.resource is None:
            yield e.PointsGained(seat, shown.points, rule="BF-T54")
        else:
            yield e.ResourcesGained(seat, (shown.resource,), rule="BF-T54")
    if Reward.PORTAL in rewards:
        assert not isinstance(portal, UnsetType)
        yield e.PortalPlaced(seat, portal, to, notch(state.cities[seat], portal))


def _asks(state: Bonfire, seat: int, form: UseGreatBonfire) -> str | None:
    if form.to is UNSET:
        return "to"
    city, price = state.cities[seat], cost(state, seat, form.to)
    if form.payment is UNSET or not tiles_complete(city, Tile.GREAT_BONFIRE, price, form.payment):
        return "payment"
    if form.rewards is UNSET:
        return "rewards"
    return "portal" if asks_portal(form.rewards, form.portal) else None


def _candidates(state: Bonfire, seat: int, form: UseGreatBonfire) -> Iterator[UseGreatBonfire]:
    match _asks(state, seat, form):
        case "to":
            yield from (UseGreatBonfire(to=space.id) for space in GREAT_BONFIRE)
        case "payment":
            paid = () if form.payment is UNSET else form.payment
            covers = tile_covers(state.cities[seat], Tile.GREAT_BONFIRE, paid)
            yield from (UseGreatBonfire(payment=cover) for cover in covers)
        case "rewards":
            yield from (UseGreatBonfire(rewards=chosen) for chosen in reward_sets(state, seat))
        case "portal":
            assert form.to is not UNSET
            yield from (UseGreatBonfire(portal=shape) for shape in portals_available(state, seat, form.to))


def _refusal(state: Bonfire, seat: int, form: UseGreatBonfire) -> Rejected | None:
    """T50–T55: a space, its price, and what it gives."""
    city = state.cities[seat]
    if form.to is UNSET:
        return None if can_pay_tiles(city, Tile.GREAT_BONFIRE, 1) else _too_dear(city, 1)
    price = cost(state, seat, form.to)
    if not can_pay_tiles(city, Tile.GREAT_BONFIRE, price):
        return _too_dear(city, price)
    if form.payment is not UNSET:
        refused = tiles_refusal(city, Tile.GREAT_BONFIRE, price, form.payment, rule="BF-T52")
        if refused is not None:
            return refused
    return rewards_refusal(state, seat, form.to, form.rewards, form.portal)


def _too_dear(city: City, price: int) -> Rejected:
    return cannot_pay_tiles(city, Tile.GREAT_BONFIRE, price, rule="BF-T52")


def _outcome(state: Bonfire, seat: int, form: UseGreatBonfire, _dice: Dice) -> Iterator[Event]:
    assert form.to is not UNSET
    assert form.payment is not UNSET
    assert form.rewards is not UNSET
    yield e.ActionTaken(seat, form, main=True)
    yield e.TilesPaid(seat, sorted_tiles(form.payment))
    yield from turn_to(state, seat, form.to, form.rewards, form.portal)


USE_GREAT_BONFIRE = Action(UseGreatBonfire, _asks, _candidates, _refusal, _outcome)
