"""How far each seat is with majorities (PP-N9) and with the next building (PP-E16); all of it is public."""

from collections.abc import Iterator, Sequence

from domain.kernel.progress import Progress, progress
from domain.phoenix import modes
from domain.phoenix.allowances import allowances
from domain.phoenix.catalogue import LAST_POSITION, PALACE, SITE
from domain.phoenix.ids import RESOURCES, SECTORS
from domain.phoenix.influence import influence, majority, palace_influence
from domain.phoenix.state import Phoenix


def progress_of(state: Phoenix) -> Iterator[Progress]:
    """Every seat's influence against what the majority takes, and its means for the next site."""
    seats = range(len(state.seats))
    for sector in SECTORS:
        weights = tuple(influence(state, seat, sector) for seat in seats)
        yield from _majorities(state, ("sector", sector.value), weights)
    yield from _majorities(state, ("spot", PALACE), tuple(palace_influence(state, seat) for seat in seats))
    if state.board.frontier < LAST_POSITION:
        yield from (_building(state, seat) for seat in seats)


def _majorities(state: Phoenix, place: tuple[str, str], weights: tuple[int, ...]) -> Iterator[Progress]:
    for seat, own in enumerate(weights):
        yield progress(seat, place, "PP-N9", own, _leading(state, seat, weights))


def _leading(state: Phoenix, seat: int, weights: Sequence[int]) -> int:
    """The least influence with which a seat would have the majority; the better herald breaks a tie."""
    others = tuple(0 if other == seat else weight for other, weight in enumerate(weights))
    best = majority(state, range(len(weights)), others)
    if best is None:
        return 1
    wins_ties = modes.tie_rank(state, seat) > modes.tie_rank(state, best)
    return others[best] + (0 if wins_ties else 1)


def _building(state: Phoenix, seat: int) -> Progress:
    """PP-E16, PP-RC08: the units of the price that a seat could pay; a card may leave one out."""
    site, pool = SITE[state.board.frontier + 1], state.pool(seat)
    have = sum(min(pool.count(kind), site.cost.count(kind)) for kind in RESOURCES)
    need = len(site.cost) - min(1, allowances(state.seats[seat].revelations).omitted_cost)
    return progress(seat, ("site", str(site.position)), "PP-E16", have, need)
