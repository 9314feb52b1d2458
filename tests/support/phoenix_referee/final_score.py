"""Final scoring: section 8."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.support.phoenix_referee.facts import COLORS, RESOURCES, kind_of
from tests.support.phoenix_referee.state import Game


def shard_value(counts: Sequence[int]) -> int:
    """PP-F2 by trying everything: sets of one colour, sets of all colours, the rest."""
    best = sum(counts)
    for index in range(3):
        if counts[index] >= 3:
            best = max(best, 9 + shard_value([n - 3 * (i == index) for i, n in enumerate(counts)]))
    if min(counts) >= 1:
        best = max(best, 6 + shard_value([n - 1 for n in counts]))
    return best


def pool_points(game: Game, pool: int, *, token_held: bool) -> tuple[int, int]:
    """PP-F2, PP-F3, PP-F5: for shards and for resources."""
    held = game.pools[pool]
    counts = [held[color] for color in COLORS]
    ways = [counts]
    if token_held:
        ways = [[n + (i == index) for i, n in enumerate(counts)] for index in range(3)]
    return max(map(shard_value, ways)), 3 * (sum(held[kind] for kind in RESOURCES) // 3)


def endgame_points(game: Game, seat: int) -> int:
    """PP-F1."""
    in_play = [kin for kin in game.kin_of(seat) if game.at[kin] not in {"box", "pile", "row", "drawn"}]
    shards = sum(game.pool(seat)[color] for color in COLORS)
    worth = {
        "travel_journal": game.pioneer[seat],
        "gathered_clan": min(6, sum(kind_of(kin) != "apprentice" for kin in in_play)),
        "heralds_crown": {1: 6, 2: 3}.get(game.rank(seat), 0),
        "moon_ledger": min(6, shards),
        "collectors_shelf": min(6, len(game.owned[seat])),
    }
    return sum(worth.get(card, 0) for card in game.owned[seat])


@dataclass(frozen=True)
class Line:
    """What a seat or a side has at the end: lines of the score, its total, and its rank."""

    seats: tuple[int, ...]
    lines: dict[str, int]
    total: int
    rank: int


def final_lines(game: Game) -> list[Line]:
    """PP-F1 to PP-F6, PP-TT4, PP-CO25: by seat, or by faction in a game of teams or allies."""
    sides: list[tuple[int, ...]] = [*game.factions] or [(seat,) for seat in range(game.players)]
    found = []
    for seats in sides:
        own = [game.fp[seat] + endgame_points(game, seat) for seat in seats]
        shards, resources = pool_points(game, game.pool_of[seats[0]], token_held=game.token in seats)
        lower = seats[own.index(min(own))]
        lines = {
            "favor": game.fp[lower],
            "revelations": endgame_points(game, lower),
            "shards": shards,
            "resources": resources,
        }
        tie = int(game.token in seats) if game.factions else -game.rank(seats[0])
        found.append((seats, lines, sum(lines.values()), tie))
    keys = [(total, tie) for *_, total, tie in found]
    return [
        Line(tuple(seats), lines, total, 1 + sum(other > (total, tie) for other in keys))
        for seats, lines, total, tie in found
    ]
