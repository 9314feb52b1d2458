"""The eight spaces of the High Council (BF-C1 to BF-C8), and where a novice may go (BF-T63, BF-T68)."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from domain.bonfire import events as e
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import CouncilSpace, Resource, Tile
from domain.bonfire.state import Bonfire, Bonus
from domain.kernel.messages import Event


class Space(Struct, frozen=True):
    """A space and its special bonus, which gives or asks something; most spaces offer a point instead."""

    id: CouncilSpace
    rule: str
    resources: tuple[Resource, ...] = ()
    tiles: tuple[Tile, ...] = ()
    or_a_point: bool = True

    @property
    def asks(self) -> bool:
        """Whether the special bonus asks the player to decide instead of giving something at once."""
        return not (self.resources or self.tiles)


SPACES: Final = (
    Space(
        CouncilSpace.GOLD,
        "BF-C1",
        resources=(Resource.GOLD, Resource.GOLD),
        tiles=(Tile.YELLOW,),
        or_a_point=False,
    ),
    Space(CouncilSpace.PATH, "BF-C2"),
    Space(CouncilSpace.GUARDIAN, "BF-C3"),
    Space(CouncilSpace.GREAT_BONFIRE, "BF-C4"),
    Space(CouncilSpace.SPECIALIST, "BF-C5"),
    Space(CouncilSpace.GUARDIAN_MOVE, "BF-C6"),
    Space(CouncilSpace.SHIP, "BF-C7"),
    Space(CouncilSpace.FATE, "BF-C8"),
)
SPACE: Final[Mapping[CouncilSpace, Space]] = {space.id: space for space in SPACES}


def is_open(state: Bonfire, seat: int, space: CouncilSpace, *, neutral: bool) -> bool:
    """BF-T63, BF-T68, BF-Q69: the space has no upright novice of this colour, or several are allowed."""
    if allowances(state.cities[seat].gnomes).crowded_council:
        return True
    owner = None if neutral else seat
    novices = next(seats.novices for seats in state.board.council if seats.space is space)
    return not any(novice.seat == owner and not novice.flat for novice in novices)


def special_bonus(space: Space, seat: int) -> Iterator[Event]:
    """BF-T64: the gains of the special bonus, or the offer it makes."""
    if space.asks:
        yield e.OfferMade(seat, Bonus(space.id))
        return
    yield e.ResourcesGained(seat, space.resources, rule=space.rule)
    yield e.TilesGained(seat, space.tiles, rule=space.rule)
