"""Using the Great Bonfire (BF-T50 to BF-T56): turning it, and taking its rewards by any action."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import (
    BOARD,
    BONFIRE_SPACE,
    GREAT_BONFIRE,
    POSITIONS,
    BonfireSpaceId,
    PortalShape,
    Tile,
)
from domain.bonfire.commands import ResolveBonus, Reward, UseGreatBonfire
from domain.bonfire.payment import (
    can_pay_tiles,
    cannot_pay_tiles,
    sorted_tiles,
    tile_payment,
)
from domain.bonfire.state import Bonfire, City
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

Turning: TypeAlias = UseGreatBonfire | ResolveBonus

_REWARDS = 2
_FAR = 3
_INDEX = {space.id: index for index, space in enumerate(GREAT_BONFIRE)}
_SETS = tuple(chosen for count in (_REWARDS, len(Reward)) for chosen in combinations(Reward, count))


def distance(state: Bonfire, to: BonfireSpaceId) -> int:
    """BF-T51: the number of spaces clockwise from the pointer; 7 for a full turn to the same space."""
    return (_INDEX[to] - state.board.pointer - 1) % len(GREAT_BONFIRE) + 1


def cost(state: Bonfire, seat: int, to: BonfireSpaceId) -> int:
    """BF-T21, BF-T52: one tile for the first use in the game; then one to three by distance."""
    if not state.board.great_bonfire_used:
        return 1
    reach = allowances(state.cities[seat].gnomes).rotation_reach
    return min(_FAR, max(1, distance(state, to) - reach))


def notch(city: City, shape: PortalShape) -> int:
    """The position of the notch with that shape."""
    return BOARD[city.board].portals.index(shape) + 1


def portals_available(state: Bonfire, seat: int, space: BonfireSpaceId) -> tuple[PortalShape, ...]:
    """BF-T55: the shapes on a space that fit the next notch, or any empty one if a gnome allows it."""
    city = state.cities[seat]
    empty = [position for position in reversed(POSITIONS) if position not in city.portals]
    if not allowances(city.gnomes).portals_in_any_order:
        empty = empty[:1]
    shapes = BOARD[city.board].portals
    lying = state.board.portals[_INDEX[space]]
    return tuple(shapes[position - 1] for position in empty if shapes[position - 1] in lying)


def reward_sets(state: Bonfire, seat: int) -> Iterator[tuple[Reward, ...]]:
    """BF-T54: every pair of the three rewards; all three if the city's gnomes allow it."""
    most = _REWARDS + allowances(state.cities[seat].gnomes).bonfire_rewards
    return (chosen for chosen in _SETS if len(chosen) <= most)


def _reward_choices(state: Bonfire, seat: int, _form: Turning) -> Iterator[tuple[Reward, ...]]:
    return reward_sets(state, seat)


def _wrong_rewards(state: Bonfire, seat: int, form: Turning) -> Rejected | None:
    """BF-T54: the rewards must differ and be as many as allowed."""
    if form.to is UNSET or isinstance(form.rewards, UnsetType):
        return None
    chosen = tuple(reward for reward in Reward if reward in form.rewards)
    if len(chosen) == len(form.rewards) and chosen in reward_sets(state, seat):
        return None
    most = _REWARDS + allowances(state.cities[seat].gnomes).bonfire_rewards
    return Rejected("wrong_rewards", rule="BF-T54", least=_REWARDS, most=most, chosen=len(form.rewards))


def _takes_portal(_state: Bonfire, _seat: int, form: Turning) -> bool:
    """BF-T54: the portal is asked only if it is among the rewards."""
    return form.to is UNSET or isinstance(form.rewards, UnsetType) or Reward.PORTAL in form.rewards


def _portals_there(state: Bonfire, seat: int, form: Turning) -> tuple[PortalShape, ...]:
    assert not isinstance(form.to, UnsetType)
    return portals_available(state, seat, BonfireSpaceId(form.to))


def _portal_refusal(state: Bonfire, seat: int, form: Turning) -> Rejected | None:
    """BF-T55: the portal must lie on the space and fit."""
    if isinstance(form.to, UnsetType) or (form.rewards is UNSET and form.portal is UNSET):
        return None
    fitting = portals_available(state, seat, BonfireSpaceId(form.to))
    if not fitting:
        return Rejected("no_fitting_portal", rule="BF-T55", space=form.to)
    if not isinstance(form.portal, UnsetType) and form.portal not in fitting:
        return Rejected("portal_does_not_fit", rule="BF-T55", portal=form.portal.value, fitting=fitting)
    return None


REWARDS: tuple[Field[Bonfire, Any], ...] = (
    Field("rewards", _reward_choices, _wrong_rewards, grows=True),
    Field("portal", _portals_there, _portal_refusal, applies=_takes_portal, rule="BF-T54"),
)
"""What is taken where the Great Bonfire points."""


def spaces(_state: Bonfire, _seat: int, _form: Turning) -> Iterator[BonfireSpaceId]:
    """Every space to which the Great Bonfire can be turned."""
    return (space.id for space in GREAT_BONFIRE)


def turn_to(
    state: Bonfire, seat: int, to: BonfireSpaceId, rewards: Sequence[Reward], portal: PortalShape | UnsetType
) -> Iterator[Event]:
    """BF-T53, BF-T54, BF-T55, BF-T56: turn the Great Bonfire to a space and give the chosen rewards."""
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


def _cannot_turn(state: Bonfire, seat: int, form: UseGreatBonfire) -> Rejected | None:
    """BF-T52: at least one tile must be available while no space is chosen."""
    city = state.cities[seat]
    if form.to is not UNSET or can_pay_tiles(city, Tile.GREAT_BONFIRE, 1):
        return None
    return cannot_pay_tiles(city, Tile.GREAT_BONFIRE, 1, rule="BF-T52")


def _price(state: Bonfire, seat: int, form: UseGreatBonfire) -> int | None:
    return None if form.to is UNSET else cost(state, seat, form.to)


def _outcome(state: Bonfire, seat: int, form: UseGreatBonfire, _dice: Dice) -> Iterator[Event]:
    assert form.to is not UNSET
    assert form.payment is not UNSET
    assert form.rewards is not UNSET
    yield e.ActionTaken(seat, form, main=True)
    yield e.TilesPaid(seat, sorted_tiles(form.payment))
    yield from turn_to(state, seat, form.to, form.rewards, form.portal)


USE_GREAT_BONFIRE = Action(
    UseGreatBonfire,
    fields=(
        Field("to", spaces, _cannot_turn),
        tile_payment(Tile.GREAT_BONFIRE, _price, rule="BF-T52"),
        *REWARDS,
    ),
    outcome=_outcome,
)
