"""The clock of a turn has run out: somebody else plays on, by the game's option."""

from contextlib import suppress

from domain.kernel.actors import CLOCK
from domain.kernel.clock import TimeOut
from domain.kernel.errors import Rejected
from domain.kernel.work import WorkKind
from service.tables import Held
from workers.office import Desk, perform


def time_out(game: str, version: int) -> str:
    """The job."""
    return perform(WorkKind.CLOCK, game, version, call_time)


async def call_time(desk: Desk, held: Held) -> None:
    """Calls time; a player who has time left is let be, and the sweeper comes back."""
    with suppress(Rejected):
        await desk.append(held, CLOCK, TimeOut())
