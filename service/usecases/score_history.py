"""How the scores of a game changed, entry by entry."""

from collections.abc import Iterator, Sequence

from domain.kernel.errors import WrongStatus
from domain.kernel.fold import follow
from domain.kernel.score import SeatScore
from domain.kernel.table import AnyTable
from schema.answers import ItemPoints, ScoreRow, ScoresAnswer, SeatPoints
from service import runtime
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame

_CHUNK = 64


class ScoreHistory:
    """The scores of games over time, from public information only."""

    def __init__(self, game_cache: GameCache) -> None:
        self._game_cache = game_cache

    async def of(self, game: str, player: str | None) -> ScoresAnswer:
        """Every entry that changed a score, with the seats it changed."""
        loaded = await self._game_cache.shown(game, player)
        if loaded.table.state is None:
            raise WrongStatus("not_started")
        rows: list[ScoreRow] = []
        scored = _Scored(loaded)
        for first in range(1, loaded.table.version + 1, _CHUNK):
            last = min(first + _CHUNK - 1, loaded.table.version)
            lines = await self._game_cache.lines(game, first, last)
            rows += await runtime.in_thread(scored.rows, lines)
        return ScoresAnswer(loaded.table.version, tuple(rows))


class _Scored:
    """Folds a game from its beginning and notes each change of a score."""

    def __init__(self, loaded: LoadedGame) -> None:
        self._loaded = loaded
        self._table: AnyTable | None = None
        self._seats: dict[int, SeatPoints] = {}

    def rows(self, lines: Sequence[bytes]) -> list[ScoreRow]:
        """The changes by the next entries."""
        return list(self._changes(lines))

    def _changes(self, lines: Sequence[bytes]) -> Iterator[ScoreRow]:
        for line in lines:
            entry = self._loaded.codec.entry(line)
            self._table = follow(self._loaded.rules, self._table, entry)
            changed = tuple(own for own in self._points(self._table) if self._seats.get(own.seat) != own)
            self._seats |= {own.seat: own for own in changed}
            if changed:
                yield ScoreRow(entry.seq, changed)

    def _points(self, table: AnyTable) -> Iterator[SeatPoints]:
        if table.state is not None:
            score = self._loaded.rules.score(table.state) if table.result is None else table.result.score
            yield from map(_seat_points, score.seats)


def _seat_points(own: SeatScore) -> SeatPoints:
    return SeatPoints(own.seat, own.total, tuple(ItemPoints(item.item, item.points) for item in own.items))
