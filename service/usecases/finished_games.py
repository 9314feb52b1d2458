"""Finished games, in the order in which they ended.

Each ruleset has its own stream of results, and a cursor has a position in each of them. A position is the id
of an existing row. If that row does not exist, the stream is not the one that the reader knew.
"""

import asyncio
import base64
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.games import RULESETS
from domain.kernel.modes import default_mode
from schema.standings import FinishedGame, FinishedPage, FinishedSeat, FinishedSide
from service.engine.rulesets import rules_of
from service.engine.seat_names import FindNames, Names
from service.errors import Gone, malformed
from service.projections.ratings import is_rated
from service.projections.results import START, GameResult, Results
from service.store.paging import no_cursor

Positions: TypeAlias = Mapping[str, str]
_Row: TypeAlias = tuple[str, GameResult]

_READ_AT_MOST: Final = 1000
"""The most rows read for one page. Where most games are unlisted, a page may be short."""
_AT_ONCE: Final = 64
"""The fewest rows read at once, so that a small page does not need many calls to Redis."""
_WHOLE_PAGE: Final = 100
_Position: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[0-9]{1,15}-[0-9]{1,16}\Z")]
_POSITIONS: Final = msgspec.json.Decoder(dict[str, _Position])


class FinishedGames:
    """Reads public results. Those of unlisted games are skipped."""

    def __init__(self, results: Results, find_names: FindNames) -> None:
        self._results = results
        self._find_names = find_names

    async def page(
        self,
        first: int,
        after: str | None,
        ruleset: str | None = None,
        mode: str | None = None,
        *,
        reader: str | None = None,
    ) -> FinishedPage:
        """The finished games after a cursor, perhaps of one ruleset or of one of its modes.

        `next` continues from there, now or later.
        """
        page = await self._page(first, after, ruleset, mode)
        return replace(page, items=await self._seen_by(reader, page.items))

    async def _page(
        self, first: int, after: str | None, ruleset: str | None, mode: str | None
    ) -> FinishedPage:
        shown = _in_mode(ruleset, mode)
        rulesets, at = (ruleset,) if ruleset else tuple(RULESETS), dict(_positions(after))
        items: list[FinishedGame] = []
        seen = 0
        while rows := await self._rows(rulesets, at, max(first + 1, _AT_ONCE)):
            for position, result in rows:
                if shown(result) and len(items) == first:
                    return FinishedPage(items, cursor_of(at), more=True)
                at[result.ruleset] = position
                if shown(result):
                    items.append(_finished(result, cursor_of(at)))
            seen += len(rows)
            if seen > _READ_AT_MOST:
                return FinishedPage(items, cursor_of(at), more=True)
        return FinishedPage(items, cursor_of(at), more=False)

    async def all(
        self,
        after: str | None,
        ruleset: str | None = None,
        mode: str | None = None,
        *,
        reader: str | None = None,
    ) -> AsyncIterator[bytes]:
        """All finished games after a cursor as lines of JSON. An invalid cursor raises at once."""
        page = await self.page(_WHOLE_PAGE, after, ruleset, mode, reader=reader)
        return self._lines(page, ruleset, mode, reader)

    async def _lines(
        self, page: FinishedPage, ruleset: str | None, mode: str | None, reader: str | None
    ) -> AsyncIterator[bytes]:
        encoder = msgspec.json.Encoder()
        yield encoder.encode_lines(page.items)
        while page.more:
            page = await self.page(_WHOLE_PAGE, page.next, ruleset, mode, reader=reader)
            yield encoder.encode_lines(page.items)

    async def _seen_by(self, reader: str | None, games: Sequence[FinishedGame]) -> Sequence[FinishedGame]:
        """The games with names, and with the reader's own seats."""
        people = {seat.player for game in games for seat in game.seats if seat.player is not None}
        names = await self._find_names(people)
        return [
            replace(
                game,
                seats=tuple(_named(seat, names) for seat in game.seats),
                you=tuple(seat.seat for seat in game.seats if reader is not None and seat.player == reader)
                or None,
            )
            for game in games
        ]

    async def _rows(self, rulesets: Sequence[str], at: Positions, count: int) -> list[_Row]:
        """The next rows of all rulesets, by the time at which they were added."""
        reads = (self._results.rows_after(name, at.get(name, START), count) for name in rulesets)
        found = await asyncio.gather(*reads)
        if None in found:
            raise Gone("feed_rebuilt")
        rows = [timed for some in found for timed in _timed(some or ())]
        return [row for _, row in sorted(rows, key=lambda timed: (timed[0], timed[1][1].ruleset))[:count]]


def _named(seat: FinishedSeat, names: Names) -> FinishedSeat:
    known = names.get(seat.player or "")
    return seat if known is None else replace(seat, name=known.name, handle=known.handle)


def _timed(rows: Sequence[_Row]) -> Iterator[tuple[int, _Row]]:
    """Each row with the time at which it was added, never less than that of the row before it."""
    latest = 0
    for row in rows:
        latest = max(latest, int(row[0].partition("-")[2]))
        yield latest, row


def _in_mode(ruleset: str | None, mode: str | None) -> Callable[[GameResult], bool]:
    """Whether the list contains a result. A mode belongs to a ruleset, so it is refused without one."""
    if ruleset is None:
        if mode is not None:
            raise malformed("query", "$.mode", "mode_without_ruleset")
        return lambda result: not result.unlisted
    rules = rules_of(ruleset)
    if mode is None:
        return lambda result: not result.unlisted
    kept_as = UNSET if mode == default_mode(rules) else mode
    return lambda result: not result.unlisted and result.mode == kept_as


def _positions(cursor: str | None) -> Positions:
    """The position of a cursor in each ruleset's results."""
    if cursor is None:
        return {}
    try:
        return _POSITIONS.decode(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except ValueError:
        raise no_cursor() from None


def cursor_of(at: Positions) -> str:
    """The cursor for a position in each ruleset's results."""
    return base64.urlsafe_b64encode(msgspec.json.encode(at)).decode().rstrip("=")


def _finished(result: GameResult, cursor: str) -> FinishedGame:
    return FinishedGame(
        game=result.game,
        ruleset=result.ruleset,
        rules=result.rules,
        version=result.version,
        at=result.at,
        rated=is_rated(result),
        seats=tuple(
            FinishedSeat(
                n,
                seat.player,
                seat.bot,
                seat.automa,
                seat.resigned,
                seat.rank,
                seat.total,
                color=None if seat.color is UNSET else seat.color,
            )
            for n, seat in enumerate(result.seats)
        ),
        result=result.result,
        challenge=result.challenge,
        handicap=result.handicap,
        cursor=cursor,
        mode=result.mode,
        sides=UNSET
        if result.sides is UNSET
        else tuple(FinishedSide(side.side, side.seats, side.rank, side.total) for side in result.sides),
    )
