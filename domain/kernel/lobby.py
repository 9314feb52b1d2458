"""Seats before the start, itself a small decider: create, join, leave, cancel, start."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from domain.kernel.actors import ADMIN
from domain.kernel.dice import Dice, commitment
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Options, Place, Seat, Status, Table

O = TypeVar("O", bound=Options)  # noqa: E741  the options of a ruleset


class CreateGame(Command, Generic[O], frozen=True, tag="create_game"):
    """Open a lobby; a place is `open`, `me` or `bot:<level>`."""

    game: str
    options: O
    places: tuple[str, ...]


class JoinGame(Command, frozen=True, tag="join_game"):
    """Take the first open place, perhaps with a nonce for the dice."""

    nonce: str | None = None


class LeaveGame(Command, frozen=True, tag="leave_game"):
    """Give the place back."""


class CancelGame(Command, frozen=True, tag="cancel_game"):
    """Call the game off before it starts."""


class StartGame(Command, frozen=True, tag="start_game"):
    """Begin, with everybody in place."""

    nonce: str | None = None


class GameCreated(Event, Generic[O], frozen=True, tag="game_created"):
    """A lobby was opened; the dice are already committed to."""

    game: str
    host: str
    options: O
    places: tuple[Place, ...]
    commitment: str


class PlaceTaken(Event, frozen=True, tag="place_taken"):
    """A player sat down."""

    place: int
    player: str
    nonce: str | None


class PlaceLeft(Event, frozen=True, tag="place_left"):
    """A player gave the place back."""

    place: int


class NonceAdded(Event, frozen=True, tag="nonce_added"):
    """A seated player added to the dice when starting."""

    place: int
    nonce: str


class HostChanged(Event, frozen=True, tag="host_changed"):
    """The host left; somebody seated takes over."""

    host: str


class GameCancelled(Event, frozen=True, tag="game_cancelled"):
    """The game will not be: nobody is left in the lobby, or it was called off."""


class GameStarted(Event, frozen=True, tag="game_started"):
    """Seats were dealt; the ruleset's own set-up follows."""

    dealt_seats: tuple[Seat, ...]


def create(rules: Ruleset, actor: str, command: CreateGame[Any], seed: bytes) -> Iterator[Event]:
    """A lobby with the asked places, started at once if nothing is open and `auto_start` is set."""
    rules.check(command.options, len(command.places))
    _check_seed(command.options, seed)
    if command.places.count("me") > 1:
        raise Rejected("place_taken_twice")
    places = tuple(_place(rules, actor, wish) for wish in command.places)
    created = GameCreated(command.game, actor, command.options, places, commitment(seed))
    yield created
    yield from _start_by_itself(rules, opened(rules, created), 1, seed)


def join(rules: Ruleset, table: AnyTable, actor: str, command: JoinGame, seed: bytes) -> Iterator[Event]:
    """The first open place goes to the player."""
    _in_lobby(table)
    if table.place_of(actor) is not None:
        raise WrongStatus("already_seated")
    place = next((n for n, place in enumerate(table.places) if place.is_open), None)
    if place is None:
        raise WrongStatus("lobby_full", places=len(table.places))
    taken = PlaceTaken(place, actor, command.nonce)
    yield taken
    yield from _start_by_itself(rules, take_place(table, taken), table.version + 1, seed)


def leave(table: AnyTable, actor: str) -> Iterator[Event]:
    """The place is open again; a host who leaves hands over, the last one to leave cancels the game."""
    _in_lobby(table)
    place = table.place_of(actor)
    if place is None:
        raise WrongStatus("not_seated")
    yield PlaceLeft(place)
    others = [other.player for other in table.places if other.player not in (None, actor)]
    if not others:
        yield GameCancelled()
    elif table.host == actor:
        assert others[0] is not None
        yield HostChanged(others[0])


def cancel(table: AnyTable, actor: str) -> Iterator[Event]:
    """The host calls the game off, or an administrator does."""
    _in_lobby(table)
    if actor not in (table.host, ADMIN):
        raise NotYours("host_only")
    yield GameCancelled()


def start(rules: Ruleset, table: AnyTable, actor: str, command: StartGame, seed: bytes) -> Iterator[Event]:
    """The host begins once every place is taken."""
    _in_lobby(table)
    if actor != table.host:
        raise NotYours("host_only")
    vacant = sum(place.is_open for place in table.places)
    if vacant:
        raise WrongStatus("places_open", open=vacant)
    place = table.place_of(actor)
    if command.nonce is not None and place is not None:
        added = NonceAdded(place, command.nonce)
        yield added
        table = add_nonce(table, added)
    yield from _start(rules, table, table.version + 1, seed)


def opened(rules: Ruleset, event: GameCreated[Any]) -> AnyTable:
    """The table as it stands right after its creation."""
    return Table(
        event.game,
        rules.rules,
        event.host,
        event.options,
        event.commitment,
        event.places,
        fair=event.options.fixed_seed is None,
    )


def take_place(table: AnyTable, event: PlaceTaken) -> AnyTable:
    """The table with a player at a place."""
    return _with_place(table, event.place, Place(player=event.player, nonce=event.nonce))


def leave_place(table: AnyTable, event: PlaceLeft) -> AnyTable:
    """The table with a place open again."""
    return _with_place(table, event.place, Place())


def add_nonce(table: AnyTable, event: NonceAdded) -> AnyTable:
    """The table with a nonce at a place."""
    return _with_place(table, event.place, replace(table.places[event.place], nonce=event.nonce))


def _with_place(table: AnyTable, n: int, place: Place) -> AnyTable:
    return replace(table, places=(*table.places[:n], place, *table.places[n + 1 :]))


def _in_lobby(table: AnyTable) -> None:
    if table.status is not Status.LOBBY:
        raise WrongStatus("not_in_lobby", status=table.status.value)


def _check_seed(options: Options, seed: bytes) -> None:
    """A given seed is the one that is used, and such a game is never rated."""
    if options.fixed_seed is not None:
        assert options.fixed_seed == seed, "the seed that was given"
        if options.rated:
            raise Rejected("rated_with_seed")


def _place(rules: Ruleset, actor: str, wish: str) -> Place:
    if wish == "open":
        return Place()
    if wish == "me":
        return Place(player=actor)
    level = wish.removeprefix("bot:")
    if level == wish or level not in rules.bots:
        raise Rejected("unknown_place", place=wish, bots=tuple(rules.bots))
    return Place(bot=level)


def _start_by_itself(rules: Ruleset, table: AnyTable, seq: int, seed: bytes) -> Iterator[Event]:
    if table.options.auto_start and not any(place.is_open for place in table.places):
        yield from _start(rules, table, seq, seed)


def _start(rules: Ruleset, table: AnyTable, seq: int, seed: bytes) -> Iterator[Event]:
    dice = Dice(table.key(seed), seq)
    setup = rules.setup(table.options, len(table.places), dice)
    yield GameStarted(tuple(_seat(table.places, seat) for seat in setup.seats), reveals=True)
    yield from setup.events


def _seat(places: tuple[Place, ...], seat: int | str) -> Seat:
    if isinstance(seat, str):
        return Seat(automa=seat)
    return Seat(place=seat, player=places[seat].player, bot=places[seat].bot)
