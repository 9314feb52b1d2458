"""Team against team: two seats share a pool and the lower favor of the two (PP-TT1–PP-TT4)."""

from domain.phoenix.catalogue import TEAM_DRAFT_SCROLLS
from domain.phoenix.ids import ModeId
from domain.phoenix.modes.mode import Groups, Mode
from domain.phoenix.state import Phoenix, Pool


def factions(seats: Groups, first: int) -> Groups:
    """PP-TT1: the first player and the seat to its right form one faction, the other two seats the other."""
    players = len(seats)
    return ((first - 1) % players, first), ((first + 1) % players, (first + 2) % players)


def draft_scrolls(_scrolls: int, _pool: Pool) -> int:
    """PP-AS4: in the secret draft, a seat spends at most half of the shared scrolls."""
    return TEAM_DRAFT_SCROLLS


def holds_the_token(_rank: int, state: Phoenix, side: tuple[int, ...]) -> int:
    """PP-TT4: between equal factions, the one with the first-player token wins."""
    return int(state.token in side)


TEAM = Mode(
    ModeId.TEAM,
    "PP-TT1",
    sharing=factions,
    draft_scrolls=draft_scrolls,
    side_names=lambda _none: ("faction_1", "faction_2"),
    tie_break=holds_the_token,
)
