"""The names of players at a table. Logs identify people by id; answers get the names when they are made."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.kernel.table import AnyTable
from schema.answers import SeatAnswer

_CLOCKS_DIFFER: Final = timedelta(seconds=60)


class PlayerName(NamedTuple):
    """What a player is called now; `renamed_at` is the time of the last change, "" if there was none."""

    name: str
    handle: str | None
    renamed_at: str = ""


Names: TypeAlias = Mapping[str, PlayerName]
"""The names of players by id; a player without an account is missing."""


FindNames: TypeAlias = Callable[[Iterable[str]], Awaitable[Names]]
"""Reads the current names of players, in one batch."""


def people_at(*tables: AnyTable | None) -> frozenset[str]:
    """The players who have a place or a seat at one of these tables, or for whom a place is reserved."""
    found: set[str | None] = set()
    for table in tables:
        if table is not None:
            found.update(place.player or place.kept_for for place in table.places)
            found.update(seat.player for seat in table.seats)
    return frozenset(player for player in found if player is not None)


def was_renamed_since(moment: str, names: Names) -> bool:
    """Whether a player may have got another name after this moment. The clocks of two servers may differ."""
    since = datetime.fromisoformat(moment) - _CLOCKS_DIFFER
    return any(
        known.renamed_at and datetime.fromisoformat(known.renamed_at) > since for known in names.values()
    )


def people_in(seats: Iterable[SeatAnswer]) -> frozenset[str]:
    """The same for seats as answers show them."""
    return frozenset(player for seat in seats if (player := seat.player or seat.reserved) is not None)


def with_names(seats: Iterable[SeatAnswer], names: Names) -> tuple[SeatAnswer, ...]:
    """The seats with the names of their players."""
    return tuple(_named(seat, names.get(seat.player or seat.reserved or "")) for seat in seats)


def _named(seat: SeatAnswer, known: PlayerName | None) -> SeatAnswer:
    return seat if known is None else replace(seat, name=known.name, handle=known.handle)
