"""Work right after an append: projections before the answer, jobs after it.

Nothing here can fail the answer, because the entry is stored. The sweeper finds whatever was missed in the
outbox.
"""

from collections.abc import Callable, Sequence

import structlog

from service.engine.loaded_game import LoadedGame
from service.jobs.queues import Job
from service.projections import Projections
from service.runtime import now_ms
from service.store import OutboxItem, StoreError
from service.store.outbox import INDEX, Outbox, read_task

SOON_MS = 2000
"""Items due within this time are sent at once, since clocks differ between machines; the others wait."""

logger = structlog.get_logger("emberlog.after_append")


class AfterAppend:
    """The `after_append` of `Commands`."""

    def __init__(
        self, outbox: Outbox, projections: Projections, send: Callable[[Sequence[Job]], None]
    ) -> None:
        self._outbox = outbox
        self._projections = projections
        self._send = send

    async def __call__(self, game: str, loaded: LoadedGame, items: Sequence[OutboxItem]) -> None:
        """Process all items of an append."""
        more = await self.project(game, loaded, items)
        self.send(game, (*items, *more))

    async def project(
        self, game: str, loaded: LoadedGame, items: Sequence[OutboxItem]
    ) -> Sequence[OutboxItem]:
        """Write the projections if an item asks for it; returns the work that this makes due."""
        more: Sequence[OutboxItem] = ()
        for item in items:
            if item.id == INDEX:
                try:
                    more = await self._projections.write(loaded)
                    await self._outbox.projected(game, item.payload)
                except StoreError as error:
                    logger.warning("projections left to the sweeper", game=game, cause=str(error))
        return more

    def send(self, game: str, items: Sequence[OutboxItem]) -> None:
        """Send a job for each item that is due."""
        soon = now_ms() + SOON_MS
        due = (item for item in items if item.id != INDEX and item.due_ms <= soon)
        tasks = ((item.id, read_task(item.payload)) for item in due)
        self._send([Job(kind, game, task.version, trace=task.trace) for kind, task in tasks])
