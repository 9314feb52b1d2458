"""A fork: a new game that continues from an entry of another. Its log begins with the other's entries."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Generic

from msgspec import UNSET, Meta
from msgspec.structs import replace

from domain.kernel.dice import commitment
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Fork, O, Seat, Status

ME = "me"


class ForkGame(Command, frozen=True, tag="fork_game"):
    """Continue from here in a new game. Each seat is for `me` or `bot:<level>`; by default all are for `me`.

    `source_seed` is the public seed of the source game, if it is over; an audit decides its entries with it.
    """

    game: str
    seats: tuple[str, ...] | None = None
    source_seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class NoteFork(Command, frozen=True, tag="note_fork"):
    """Say in a running game that its only player has forked it; it counts for nothing from now on."""

    fork: str


class ForkNoted(Event, frozen=True, tag="fork_noted"):
    """The only player of the running game looks at its future in a fork; the game counts for nothing."""

    fork: str


class GameForked(Event, Generic[O], frozen=True, tag="game_forked"):
    """From here on the log belongs to a new game with its own dice; up to here it is the log of `source`.

    `sealed`: some of the borrowed entries are from a game that was not over.
    """

    game: str
    source: str
    at: int
    head: str
    host: str
    options: O
    dealt_seats: tuple[Seat, ...]
    commitment: str
    sealed: bool


def fork(rules: Ruleset, table: AnyTable, actor: str, command: ForkGame, seed: bytes) -> Iterator[Event]:
    """Fork a running game: it gets a new id, host, players and dice, and is neither rated nor timed."""
    if table.status is not Status.ACTIVE:
        raise WrongStatus("no_fork_here", at=table.version, status=table.status.value)
    if command.source_seed is not None:
        assert commitment(bytes.fromhex(command.source_seed)) == table.commitment, "wrong seed of the source"
    sealed = command.source_seed is None or (table.fork is not None and table.fork.sealed)
    yield GameForked(
        game=command.game,
        source=table.game,
        at=table.version,
        head=table.hash,
        host=actor,
        options=table.options.forked(sealed=sealed),
        dealt_seats=tuple(_seats(rules, table, actor, command.seats)),
        commitment=commitment(seed),
        sealed=sealed,
        reveals=True,
    )


def note(table: AnyTable, seat: int, command: NoteFork) -> Iterator[Event]:
    """The fork is noted once; only the single player of a game can fork it while it runs."""
    if table.people != {table.seats[seat].player}:
        raise NotYours("not_seated")
    if table.forked:
        raise WrongStatus("fork_noted")
    yield ForkNoted(command.fork)


def forked(table: AnyTable, event: GameForked[Any]) -> AnyTable:
    """The table of the new game; places keep their nonces and choices."""
    places = list(table.places)
    for seat in event.dealt_seats:
        if seat.place is not None:
            places[seat.place] = replace(places[seat.place], player=seat.player, bot=seat.bot, reserved=UNSET)
    return replace(
        table,
        game=event.game,
        host=event.host,
        options=event.options,
        commitment=event.commitment,
        places=tuple(places),
        seats=event.dealt_seats,
        fork=Fork(event.source, event.at, event.head, event.sealed),
        agreed=(),
        rematch_of=None,
        forked=False,
    )


def seeds(commands: Sequence[Command | None], seed: bytes | None) -> Sequence[bytes | None]:
    """The seed that decided each entry of a log; None where it is not known.

    `seed` belongs to the last part of the log; each fork may name the seed of the entries before it.
    """
    found = []
    for command in reversed(commands):
        found.append(seed)
        if isinstance(command, ForkGame):
            seed = None if command.source_seed is None else bytes.fromhex(command.source_seed)
    return found[::-1]


def _seats(rules: Ruleset, table: AnyTable, actor: str, wishes: tuple[str, ...] | None) -> Iterator[Seat]:
    """Automas stay; all other seats go to the caller or to a bot, in their order."""
    free = sum(seat.automa is None for seat in table.seats)
    if wishes is not None and len(wishes) != free:
        raise Rejected("fork_seats", given=len(wishes), seats=free)
    left = iter(wishes or (ME,) * free)
    for seat in table.seats:
        yield seat if seat.automa is not None else _seat(rules, seat.place, actor, next(left))


def _seat(rules: Ruleset, place: int | None, actor: str, wish: str) -> Seat:
    if wish == ME:
        return Seat(place=place, player=actor)
    level = wish.removeprefix("bot:")
    if level == wish or level not in rules.bots:
        raise Rejected("unknown_seat", seat=wish, bots=tuple(rules.bots))
    return Seat(place=place, bot=level)
