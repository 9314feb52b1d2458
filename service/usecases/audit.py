"""Audits and exports of stored games."""

from collections.abc import AsyncIterator

import msgspec

from domain.kernel.table import OVER
from schema.answers import AuditAnswer
from service import runtime
from service.engine.game_cache import GameCache
from service.engine.log_verification import ExportHeader, verify
from service.errors import NotFound
from service.store import Store

HEAD = "head"


class Auditor:
    """Reads whole logs, and checks them outside the event loop, because that takes a while."""

    def __init__(self, store: Store, game_cache: GameCache) -> None:
        self._store = store
        self._game_cache = game_cache

    async def audit(self, game: str, *, full: bool) -> AuditAnswer:
        """All checks of a log. For an unfinished game only the verdict, unless `full`."""
        head = await self._store.log.head(game)
        if head is None:
            raise NotFound(kind="game")
        lines = await self._game_cache.lines(game, 1, head.seq)
        claims = {"game": game, "version": head.seq, "hash": head.hash, "status": head.status}
        verdict = await runtime.in_thread(verify, lines, head.seed, claims, HEAD)
        return verdict if full or head.status in OVER else msgspec.structs.replace(verdict, difference=None)

    async def export_lines(self, game: str) -> AsyncIterator[bytes]:
        """The log as NDJSON: its header, then the stored lines unchanged."""
        table = (await self._game_cache.newest(game)).table
        yield ExportHeader.of(table).line()
        async for page in self._store.log.pages(game, 1, table.version):
            yield b"\n".join(page) + b"\n"
