"""The special bonuses of the High Council (BF-C2 to BF-C9): the fields and the outcome of each space."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec import UNSET

from domain.bonfire import events as e
from domain.bonfire.actions import fate, great_bonfire, path, recruit, shift
from domain.bonfire.actions.ship import sail
from domain.bonfire.catalogue import (
    BONFIRE_SPACE,
    ISLAND,
    ISLAND_GUARDIANS,
    ISLANDS,
    PATH_TILES,
    BonfireSpaceId,
    CouncilSpace,
    GnomeId,
    Guardian,
    IslandId,
    PathTileId,
)
from domain.bonfire.commands import ResolveBonus
from domain.bonfire.council import SPACE
from domain.bonfire.state import Bonfire
from domain.kernel.action import Action, Field, allowed
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

Outcome: TypeAlias = Callable[[Bonfire, int, ResolveBonus, Dice], Iterator[Event]]
Closed: TypeAlias = Callable[[Bonfire, int, ResolveBonus], Rejected | None]


def available(state: Bonfire, seat: int, space: CouncilSpace) -> bool:
    """BF-C9: whether the bonus of a space can be carried out, given the state after the placement."""
    bonus = BONUS.get(space)
    return bonus is None or bonus.refusal(state, seat, bonus.blank) is None


def _bonus(
    space: CouncilSpace,
    fields: tuple[Field[Bonfire, ResolveBonus], ...],
    outcome: Outcome,
    closed: Closed = allowed,
) -> Action[Bonfire, ResolveBonus]:
    """The action that resolves the bonus of a space; fields of other bonuses are unexpected."""

    def told(state: Bonfire, seat: int, form: ResolveBonus, dice: Dice) -> Iterator[Event]:
        yield e.ActionTaken(seat, form, main=False)
        yield from outcome(state, seat, form, dice)

    return Action(ResolveBonus, fields, told, closed, rule=SPACE[space].rule)


def _no_room_for_path(state: Bonfire, seat: int, _form: ResolveBonus) -> Rejected | None:
    """BF-C2, BF-Q70: the city must have room for a path tile."""
    return path.room_refusal(state.cities[seat])


def _lying(state: Bonfire, _seat: int, _form: ResolveBonus) -> Iterator[PathTileId]:
    """BF-H5: both piles together, sorted by id, so that their order stays hidden."""
    lying = {*state.board.path_display, *(tile for pile in state.board.path_piles for tile in pile)}
    return (tile.id for tile in PATH_TILES if tile.id in lying)


def _path_gone(state: Bonfire, _seat: int, form: ResolveBonus) -> Rejected | None:
    """BF-C2: the tile must lie in the display or in a pile."""
    board = state.board
    if form.path is UNSET or form.path in board.path_display:
        return None
    if any(form.path in pile for pile in board.path_piles):
        return None
    return Rejected("path_tile_gone", rule="BF-C2", path=form.path)


def _path_outcome(state: Bonfire, seat: int, form: ResolveBonus, dice: Dice) -> Iterator[Event]:
    """BF-C2, BF-Q12: refill a slot, or shuffle and split the piles again; an odd tile goes to pile 1."""
    assert form.path is not UNSET
    city, board = state.cities[seat], state.board
    if form.path in board.path_display:
        source = f"display:{board.path_display.index(form.path) + 1}"
        yield path.built(city, seat, form.path, source, form.resource)
        yield from path.refills(path.display_without(board, form.path), board.path_piles)
        return
    yield path.built(city, seat, form.path, "choice", form.resource)
    mixed = dice.shuffled([tile for pile in board.path_piles for tile in pile if tile != form.path])
    half = (len(mixed) + 1) // 2
    piles = (mixed[:half], mixed[half:])
    yield e.PathPilesShuffled((len(piles[0]), len(piles[1])), piles, reveals=True)


def _missing(state: Bonfire, seat: int) -> list[Guardian]:
    """BF-C3: the colours that a city lacks and an island still has."""
    city = state.cities[seat]
    lacking = [guardian for guardian in ISLAND_GUARDIANS if city.place_of(guardian) is None]
    return [guardian for guardian in lacking if state.board.guardians_left(guardian)]


def _guardians_complete(state: Bonfire, seat: int, _form: ResolveBonus) -> Rejected | None:
    """BF-C3, BF-Q70: the city must lack a guardian that an island still has."""
    if _missing(state, seat):
        return None
    return Rejected("guardians_complete", rule="BF-C3", guardians=len(state.cities[seat].guardians))


def _missing_guardians(state: Bonfire, seat: int, _form: ResolveBonus) -> list[Guardian]:
    return _missing(state, seat)


def _guardian_here(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """BF-C3: the city must lack this colour and an island still have it."""
    if form.guardian is UNSET or form.guardian in _missing(state, seat):
        return None
    return Rejected("guardian_already_here", rule="BF-C3", guardian=form.guardian.value)


def _guardian_outcome(_state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.guardian is not UNSET
    yield e.GuardianArrived(seat, form.guardian)


def _no_bonfire_space(_state: Bonfire, _seat: int, form: ResolveBonus) -> Rejected | None:
    """BF-C4: the target must be a space of the Great Bonfire."""
    return None if form.to is UNSET or form.to in BONFIRE_SPACE else _unknown(form.to)


def _bonfire_outcome(state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.to is not UNSET
    assert form.rewards is not UNSET
    yield from great_bonfire.turn_to(state, seat, BonfireSpaceId(form.to), form.rewards, form.portal)


def _no_specialist(state: Bonfire, seat: int, _form: ResolveBonus) -> Rejected | None:
    """BF-C5, BF-Q13, BF-Q54, BF-Q70: the city must have room, and the display a specialist."""
    refused = recruit.room_refusal(state.cities[seat])
    if refused is not None or any(state.board.specialists):
        return refused
    return Rejected("display_empty", rule="BF-C5")


def _specialists(state: Bonfire, _seat: int, _form: ResolveBonus) -> Iterator[GnomeId]:
    return (card for card in state.board.specialists if card is not None)


def _gnome_not_there(state: Bonfire, _seat: int, form: ResolveBonus) -> Rejected | None:
    if form.gnome is UNSET or form.gnome in state.board.specialists:
        return None
    return Rejected("gnome_not_there", rule="BF-C5", gnome=form.gnome)


def _gnome_outcome(state: Bonfire, seat: int, form: ResolveBonus, dice: Dice) -> Iterator[Event]:
    assert form.gnome is not UNSET
    yield from recruit.join(state, seat, (form.gnome,), dice)


def _shift_outcome(state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.guardian is not UNSET
    assert form.destination is not UNSET
    yield from shift.outcome(state.cities[seat], seat, form.guardian, form.destination, form.resource)


def _islands(_state: Bonfire, _seat: int, _form: ResolveBonus) -> Iterator[IslandId]:
    return (island.id for island in ISLANDS)


def _no_other_island(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """BF-C7: the target must be another island."""
    if form.to is UNSET:
        return None
    if form.to not in ISLAND:
        return _unknown(form.to)
    if form.to == state.cities[seat].ship:
        return Rejected("already_there", rule="BF-C7", island=form.to)
    return None


def _ship_outcome(state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.to is not UNSET
    yield from sail(state, seat, IslandId(form.to))


def _no_fate_tile(state: Bonfire, seat: int, _form: ResolveBonus) -> Rejected | None:
    """BF-C8: a fate tile in the supply and room for it; the number of action tiles does not matter."""
    city = state.cities[seat]
    if not city.fate_supply:
        return Rejected("no_fate_tile", rule="BF-C8")
    return None if fate.placements(city) else Rejected("no_placement", rule="BF-C8")


def _fate_outcome(state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.end is not UNSET
    assert form.anchor is not UNSET
    assert form.rotation is not UNSET
    yield from fate.place(state.cities[seat], seat, form.end, form.anchor, form.rotation)


def _unknown(to: str) -> Rejected:
    """Refuse an island's id where a space of the Great Bonfire is expected, and vice versa."""
    return Rejected("unknown_id", field="to", id=to)


BONUS: Mapping[CouncilSpace, Action[Bonfire, ResolveBonus]] = {
    CouncilSpace.PATH: _bonus(
        CouncilSpace.PATH,
        (Field("path", _lying, _path_gone), path.YIELD),
        _path_outcome,
        _no_room_for_path,
    ),
    CouncilSpace.GUARDIAN: _bonus(
        CouncilSpace.GUARDIAN,
        (Field("guardian", _missing_guardians, _guardian_here),),
        _guardian_outcome,
        _guardians_complete,
    ),
    CouncilSpace.GREAT_BONFIRE: _bonus(
        CouncilSpace.GREAT_BONFIRE,
        (Field("to", great_bonfire.spaces, _no_bonfire_space), *great_bonfire.REWARDS),
        _bonfire_outcome,
    ),
    CouncilSpace.SPECIALIST: _bonus(
        CouncilSpace.SPECIALIST,
        (Field("gnome", _specialists, _gnome_not_there),),
        _gnome_outcome,
        _no_specialist,
    ),
    CouncilSpace.GUARDIAN_MOVE: _bonus(CouncilSpace.GUARDIAN_MOVE, shift.SHIFT, _shift_outcome),
    CouncilSpace.SHIP: _bonus(CouncilSpace.SHIP, (Field("to", _islands, _no_other_island),), _ship_outcome),
    CouncilSpace.FATE: _bonus(CouncilSpace.FATE, fate.PLACEMENT, _fate_outcome, _no_fate_tile),
}
"""One action for each space that asks something; `resolve_bonus` means the one whose bonus is due."""
