"""For which seat a player acts, and whether the player has seen the current question."""

from domain.kernel.errors import WrongStatus
from domain.kernel.fold import due
from domain.kernel.table import AnyTable
from service.engine.loaded_game import LoadedGame
from service.engine.versions import IfMatch
from service.errors import Forbidden, VersionConflict


def acting_seat(loaded: LoadedGame, player: str | None) -> int:
    """The seat for which a player acts: one that has to act, else the first that they still play."""
    seats = seats_played(loaded.table, player)
    if not loaded.table.seats:
        raise WrongStatus("not_started")
    if not seats:
        raise Forbidden("not_seated")
    asked = due(loaded.rules, loaded.table).seats
    return next((seat for seat in seats if seat in asked), seats[0])


def seats_played(table: AnyTable, player: str | None) -> list[int]:
    """The seats that a player still plays."""
    return [seat for seat in table.seats_of(player) if table.seats[seat].is_human]


def check_version(loaded: LoadedGame, player: str, wanted: IfMatch | None) -> None:
    """`If-Match` accepts any version since the caller's seat was last asked something else."""
    if wanted is None:
        return
    table = loaded.table
    since = table.since[acting_seat(loaded, player)] if table.since else table.version
    if not wanted.met_by(since, table.version):
        raise VersionConflict(version=table.version, since=since)
