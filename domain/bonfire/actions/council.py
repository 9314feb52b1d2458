"""The special bonuses of the High Council (C2–C9): what each space asks, and what comes of the answers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from msgspec import UNSET

from domain.bonfire import events as e
from domain.bonfire.actions import fate, great_bonfire, path, recruit, shift
from domain.bonfire.actions.ship import sail
from domain.bonfire.catalogue import (
    BASIC_RESOURCES,
    BONFIRE_SPACE,
    GREAT_BONFIRE,
    ISLAND,
    ISLAND_GUARDIANS,
    ISLANDS,
    PATH_TILES,
    CouncilSpace,
    Guardian,
    IslandId,
    PortalSpaceId,
)
from domain.bonfire.commands import End, ResolveBonus
from domain.bonfire.council import SPACE
from domain.bonfire.state import Bonfire, Bonus
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


def _always(_state: Bonfire, _seat: int, _form: ResolveBonus, _field: str) -> bool:
    return True


@dataclass(frozen=True)
class Resolution:
    """How the bonus of a space is carried out; `applies` tells whether one of its fields is asked at all."""

    candidates: Callable[[Bonfire, int, ResolveBonus, str], Iterator[ResolveBonus]]
    refusal: Callable[[Bonfire, int, ResolveBonus], Rejected | None]
    outcome: Callable[[Bonfire, int, ResolveBonus, Dice], Iterator[Event]]
    applies: Callable[[Bonfire, int, ResolveBonus, str], bool] = _always


def available(state: Bonfire, seat: int, space: CouncilSpace) -> bool:
    """C9: whether the bonus of a space can be carried out; the state is the one after the placement."""
    return space not in _RESOLUTION or _RESOLUTION[space].refusal(state, seat, ResolveBonus()) is None


def _path_applies(state: Bonfire, seat: int, _form: ResolveBonus, field: str) -> bool:
    return field != "resource" or path.asks_yield(state.cities[seat])


def _path_candidates(state: Bonfire, _seat: int, _form: ResolveBonus, field: str) -> Iterator[ResolveBonus]:
    """H5: both piles together, in the order of the tiles' ids, which tells nothing."""
    if field == "resource":
        yield from (ResolveBonus(resource=resource) for resource in BASIC_RESOURCES)
        return
    lying = {*state.board.path_display, *(tile for pile in state.board.path_piles for tile in pile)}
    yield from (ResolveBonus(path=tile.id) for tile in PATH_TILES if tile.id in lying)


def _path_refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """C2, Q70: room for a tile, and one that lies in the display or in a pile."""
    city, board = state.cities[seat], state.board
    refused = path.room_refusal(city)
    if refused is not None:
        return refused
    lying = (*board.path_display, *(tile for pile in board.path_piles for tile in pile))
    if form.path is not UNSET and form.path not in lying:
        return Rejected("path_tile_gone", rule="BF-C2", path=form.path)
    return path.yield_refusal(city, form.resource)


def _path_outcome(state: Bonfire, seat: int, form: ResolveBonus, dice: Dice) -> Iterator[Event]:
    """C2, Q12: a slot is refilled; the piles are mixed and split anew, an odd tile to pile 1."""
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
    """C3: the colours that a city lacks and an island still has."""
    city = state.cities[seat]
    lacking = [guardian for guardian in ISLAND_GUARDIANS if city.place_of(guardian) is None]
    return [guardian for guardian in lacking if state.board.guardians_left(guardian)]


def _guardian_candidates(state: Bonfire, seat: int, _: ResolveBonus, _field: str) -> Iterator[ResolveBonus]:
    yield from (ResolveBonus(guardian=guardian) for guardian in _missing(state, seat))


def _guardian_refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """C3, Q70: one guardian of each colour."""
    missing = _missing(state, seat)
    if not missing:
        return Rejected("guardians_complete", rule="BF-C3", guardians=len(state.cities[seat].guardians))
    if form.guardian is not UNSET and form.guardian not in missing:
        return Rejected("guardian_already_here", rule="BF-C3", guardian=form.guardian.value)
    return None


def _guardian_outcome(_state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.guardian is not UNSET
    yield e.GuardianArrived(seat, form.guardian)


def _bonfire_applies(_state: Bonfire, _seat: int, form: ResolveBonus, field: str) -> bool:
    return field != "portal" or great_bonfire.asks_portal(form.rewards, form.portal)


def _bonfire_candidates(state: Bonfire, seat: int, form: ResolveBonus, field: str) -> Iterator[ResolveBonus]:
    if field == "to":
        yield from (ResolveBonus(to=space.id) for space in GREAT_BONFIRE)
    elif field == "rewards":
        yield from (ResolveBonus(rewards=chosen) for chosen in great_bonfire.reward_sets(state, seat))
    else:
        assert form.to is not UNSET
        fitting = great_bonfire.portals_available(state, seat, PortalSpaceId(form.to))
        yield from (ResolveBonus(portal=shape) for shape in fitting)


def _bonfire_refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """C4: any space, and what T54 and T55 allow there."""
    if form.to is UNSET:
        return None
    if form.to not in BONFIRE_SPACE:
        return _unknown(form.to)
    return great_bonfire.rewards_refusal(state, seat, PortalSpaceId(form.to), form.rewards, form.portal)


def _bonfire_outcome(state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.to is not UNSET
    assert form.rewards is not UNSET
    yield from great_bonfire.turn_to(state, seat, PortalSpaceId(form.to), form.rewards, form.portal)


def _gnome_candidates(state: Bonfire, _seat: int, _form: ResolveBonus, _field: str) -> Iterator[ResolveBonus]:
    yield from (ResolveBonus(gnome=card) for card in state.board.specialists if card is not None)


def _gnome_refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """C5, Q13, Q54, Q70: room for a gnome, and a specialist of the display."""
    refused = recruit.room_refusal(state.cities[seat])
    if refused is not None:
        return refused
    if not any(state.board.specialists):
        return Rejected("display_empty", rule="BF-C5")
    if form.gnome is UNSET or form.gnome in state.board.specialists:
        return None
    return Rejected("gnome_not_there", rule="BF-C5", gnome=form.gnome)


def _gnome_outcome(state: Bonfire, seat: int, form: ResolveBonus, dice: Dice) -> Iterator[Event]:
    assert form.gnome is not UNSET
    yield from recruit.join(state, seat, (form.gnome,), dice)


def _shift_applies(state: Bonfire, seat: int, form: ResolveBonus, field: str) -> bool:
    return field != "resource" or shift.asks_harvest(state.cities[seat], form.destination)


def _shift_candidates(state: Bonfire, seat: int, form: ResolveBonus, field: str) -> Iterator[ResolveBonus]:
    city = state.cities[seat]
    if field == "guardian":
        yield from (ResolveBonus(guardian=place.guardian) for place in city.guardians)
    elif field == "destination":
        yield from (ResolveBonus(destination=place) for place in shift.places(city))
    else:
        assert form.destination is not UNSET
        yield from (ResolveBonus(resource=resource) for resource in shift.gathered(city, form.destination))


def _shift_refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    return shift.refusal(state.cities[seat], form.guardian, form.destination, form.resource)


def _shift_outcome(state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.guardian is not UNSET
    assert form.destination is not UNSET
    yield from shift.outcome(state.cities[seat], seat, form.guardian, form.destination, form.resource)


def _ship_candidates(_state: Bonfire, _seat: int, _form: ResolveBonus, _field: str) -> Iterator[ResolveBonus]:
    yield from (ResolveBonus(to=island.id) for island in ISLANDS)


def _ship_refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """C7: any other island."""
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


def _fate_candidates(state: Bonfire, seat: int, form: ResolveBonus, field: str) -> Iterator[ResolveBonus]:
    if field == "end":
        yield from (ResolveBonus(end=end) for end in End)
        return
    for anchor, rotation in fate.spot_candidates(state.cities[seat], form.anchor):
        yield ResolveBonus(
            anchor=UNSET if anchor is None else anchor, rotation=UNSET if rotation is None else rotation
        )


def _fate_refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """C8: a tile in the supply and room for it; the tiles held do not matter."""
    city = state.cities[seat]
    if not city.fate_supply:
        return Rejected("no_fate_tile", rule="BF-C8")
    if not fate.placements(city):
        return Rejected("no_placement", rule="BF-C8")
    return fate.spot_refusal(city, form.anchor, form.rotation)


def _fate_outcome(state: Bonfire, seat: int, form: ResolveBonus, _dice: Dice) -> Iterator[Event]:
    assert form.end is not UNSET
    assert form.anchor is not UNSET
    assert form.rotation is not UNSET
    yield from fate.place(state.cities[seat], seat, form.end, form.anchor, form.rotation)


_RESOLUTION: Mapping[CouncilSpace, Resolution] = {
    CouncilSpace.PATH: Resolution(_path_candidates, _path_refusal, _path_outcome, _path_applies),
    CouncilSpace.GUARDIAN: Resolution(_guardian_candidates, _guardian_refusal, _guardian_outcome),
    CouncilSpace.GREAT_BONFIRE: Resolution(
        _bonfire_candidates, _bonfire_refusal, _bonfire_outcome, _bonfire_applies
    ),
    CouncilSpace.SPECIALIST: Resolution(_gnome_candidates, _gnome_refusal, _gnome_outcome),
    CouncilSpace.GUARDIAN_MOVE: Resolution(_shift_candidates, _shift_refusal, _shift_outcome, _shift_applies),
    CouncilSpace.SHIP: Resolution(_ship_candidates, _ship_refusal, _ship_outcome),
    CouncilSpace.FATE: Resolution(_fate_candidates, _fate_refusal, _fate_outcome),
}


def _due(state: Bonfire) -> CouncilSpace | None:
    """The space whose bonus is due."""
    return state.turn.offer.space if isinstance(state.turn.offer, Bonus) else None


def _asks(state: Bonfire, seat: int, form: ResolveBonus) -> str | None:
    space = _due(state)
    assert space is not None
    applies = _RESOLUTION[space].applies
    fields = (field for field in SPACE[space].asks if getattr(form, field) is UNSET)
    return next((field for field in fields if applies(state, seat, form, field)), None)


def _candidates(state: Bonfire, seat: int, form: ResolveBonus) -> Iterator[ResolveBonus]:
    space = _due(state)
    if space is None:
        return
    field = _asks(state, seat, form)
    if field is not None:
        yield from _RESOLUTION[space].candidates(state, seat, form, field)


def _refusal(state: Bonfire, seat: int, form: ResolveBonus) -> Rejected | None:
    """Only the bonus that is due, only its own fields, and then its own rules."""
    space = _due(state)
    if space is None:
        return Rejected("no_bonus_due", rule="BF-T64")
    for field in form.__struct_fields__:
        if getattr(form, field) is not UNSET and field not in SPACE[space].asks:
            return Rejected("unexpected_field", rule=SPACE[space].rule, field=field)
    return _RESOLUTION[space].refusal(state, seat, form)


def _outcome(state: Bonfire, seat: int, form: ResolveBonus, dice: Dice) -> Iterator[Event]:
    space = _due(state)
    assert space is not None
    yield e.ActionTaken(seat, form, main=False)
    yield from _RESOLUTION[space].outcome(state, seat, form, dice)


def _unknown(to: str) -> Rejected:
    """An island where a space of the Great Bonfire is asked for, or the other way round."""
    return Rejected("unknown_id", field="to", id=to)


RESOLVE_BONUS = Action(ResolveBonus, _asks, _candidates, _refusal, _outcome)
