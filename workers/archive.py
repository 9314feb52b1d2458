"""A game that has been over for a while goes to the archive."""

from domain.kernel.table import OVER
from domain.kernel.work import WorkKind
from service.archive import Archivist
from service.tables import Held
from workers.office import Desk, perform


def archive(game: str, version: int) -> str:
    """The job."""
    return perform(WorkKind.ARCHIVE, game, version, put_away)


async def put_away(desk: Desk, held: Held) -> None:
    """Moves the log, which takes the item out of the outbox."""
    if held.table.status in OVER:
        office = desk.office
        await Archivist(office.store, office.tables, office.archive).put_away(held.table.game)
