"""The lobby: creating a game, joining, choosing, leaving, removing players, cancelling, starting."""

from collections.abc import Iterator
from typing import Any, Generic

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.kernel.actors import ADMIN
from domain.kernel.dice import Dice, commitment
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Choice, O, Options, Place, Seat, Status, Table


class CreateGame(Command, Generic[O], frozen=True, tag="create_game"):
    """Open a lobby; a place is `open`, `me`, `player:<id>` (reserved for that player) or `bot:<level>`.

    `choice` is the host's own. A rematch does not carry over choices: every player chooses again.
    """

    game: str
    options: O
    places: tuple[str, ...]
    rematch_of: str | UnsetType = UNSET
    choice: Choice | UnsetType = UNSET


class JoinGame(Command, frozen=True, tag="join_game"):
    """Take the place reserved for the player, else the first open one; nonce and choice are optional."""

    nonce: str | None = None
    choice: Choice | UnsetType = UNSET


class ChangeChoice(Command, frozen=True, tag="change_choice"):
    """Change the choice, or withdraw it with null."""

    choice: Choice | None


class LeaveGame(Command, frozen=True, tag="leave_game"):
    """Leave the lobby, or decline a reserved place."""


class RemovePlayer(Command, frozen=True, tag="remove_player"):
    """Remove the player at a place, or lift its reservation; only the host may do so."""

    place: int


class CancelGame(Command, frozen=True, tag="cancel_game"):
    """Cancel the game before it starts."""


class StartGame(Command, frozen=True, tag="start_game"):
    """Start the game; every place must be taken."""

    nonce: str | None = None


COMMANDS = (JoinGame, ChangeChoice, LeaveGame, RemovePlayer, CancelGame, StartGame)


class GameCreated(Event, Generic[O], frozen=True, tag="game_created"):
    """A lobby was opened; the commitment to its seed is published."""

    game: str
    host: str
    options: O
    places: tuple[Place, ...]
    commitment: str
    rematch_of: str | UnsetType = UNSET


class PlaceTaken(Event, frozen=True, tag="place_taken"):
    """A player took a place."""

    place: int
    player: str
    nonce: str | None
    choice: Choice | UnsetType = UNSET


class ChoiceChanged(Event, frozen=True, tag="choice_changed"):
    """A seated player changed the choice, or withdrew it (null)."""

    place: int
    choice: Choice | None


class PlaceLeft(Event, frozen=True, tag="place_left"):
    """A player left the lobby."""

    place: int


class PlayerRemoved(Event, frozen=True, tag="player_removed"):
    """The host removed a player, who cannot join this game again."""

    place: int
    player: str


class ReservationLifted(Event, frozen=True, tag="reservation_lifted"):
    """A place is no longer reserved for this player: the player declined, or the host opened it."""

    place: int
    player: str


class NonceAdded(Event, frozen=True, tag="nonce_added"):
    """A seated player added a nonce when starting the game."""

    place: int
    nonce: str


class HostChanged(Event, frozen=True, tag="host_changed"):
    """The host left; a seated player takes over."""

    host: str


class GameCancelled(Event, frozen=True, tag="game_cancelled"):
    """The lobby ended without a game: it was empty, cancelled, or idle for too long."""


class GameStarted(Event, frozen=True, tag="game_started"):
    """The players got their seats; the ruleset's own set-up follows."""

    dealt_seats: tuple[Seat, ...]


def create(rules: Ruleset, actor: str, command: CreateGame[Any], seed: bytes) -> Iterator[Event]:
    """Create a lobby with these places; start at once if no place is open and `auto_start` is set."""
    rules.check(command.options, len(command.places))
    _check_seed(command.options, seed)
    places = tuple(_place(rules, actor, wish) for wish in command.places)
    people = [who for place in places if (who := place.player or place.kept_for) is not None]
    if len(people) > len(set(people)):
        raise Rejected("place_taken_twice")
    created = GameCreated(command.game, actor, command.options, places, commitment(seed), command.rematch_of)
    if command.choice is not UNSET:
        created = _with_choice(rules, created, command.choice)
    yield created
    yield from _start_by_itself(rules, opened(rules, created), 1, seed)


def decide(rules: Ruleset, table: AnyTable, actor: str, command: Command, seed: bytes) -> Iterator[Event]:
    """The events that a lobby command causes; raises Rejected."""
    match command:
        case JoinGame():
            return join(rules, table, actor, command, seed)
        case ChangeChoice():
            return change_choice(rules, table, actor, command)
        case LeaveGame():
            return leave(table, actor)
        case RemovePlayer():
            return remove(table, actor, command)
        case CancelGame():
            return cancel(table, actor)
        case StartGame():
            return start(rules, table, actor, command, seed)
    raise AssertionError(f"not a lobby command: {command}")


def join(rules: Ruleset, table: AnyTable, actor: str, command: JoinGame, seed: bytes) -> Iterator[Event]:
    """Seat the player at their reserved place, else at the first open one."""
    _in_lobby(table)
    if table.place_of(actor) is not None:
        raise WrongStatus("already_seated")
    if actor in table.removed:
        raise NotYours("removed_by_host")
    place = table.place_for(actor)
    if place is None:
        place = _free_place(table)
    if command.choice is not UNSET:
        check_choice(rules, table, place, command.choice)
    taken = PlaceTaken(place, actor, command.nonce, command.choice)
    yield taken
    yield from _start_by_itself(rules, take_place(table, taken), table.version + 1, seed)


def change_choice(rules: Ruleset, table: AnyTable, actor: str, command: ChangeChoice) -> Iterator[Event]:
    """Change the choice of a seated player; possible until the game starts."""
    _in_lobby(table)
    place = table.place_of(actor)
    if place is None:
        raise WrongStatus("not_seated")
    check_choice(rules, table, place, command.choice)
    yield ChoiceChanged(place, command.choice)


def check_choice(rules: Ruleset, table: AnyTable, place: int, choice: Choice | None) -> None:
    """Refuse a choice that the game does not offer, or that another player has taken."""
    if rules.choice_type is None:
        raise Rejected("choice_not_offered", ruleset=rules.name)
    if choice is not None:
        others = tuple(None if n == place else other for n, other in enumerate(table.choices))
        rules.check_choice(table.options, others, place, choice)


def leave(table: AnyTable, actor: str) -> Iterator[Event]:
    """Free the place and its choice; if the host leaves, another seated player takes over.

    If no other player is seated, the game is cancelled. A host without a place leaves in the same way. A
    player with a reserved place declines that one first.
    """
    _in_lobby(table)
    place, kept = table.place_of(actor), table.place_for(actor)
    if kept is not None:
        yield ReservationLifted(kept, actor)
        return
    if place is not None:
        yield PlaceLeft(place)
    elif actor != table.host:
        raise WrongStatus("not_seated")
    if actor == table.host:
        others = [who for other in table.places if (who := other.player) is not None and who != actor]
        yield HostChanged(others[0]) if others else GameCancelled()


def remove(table: AnyTable, actor: str, command: RemovePlayer) -> Iterator[Event]:
    """Free a place for the host; a host who frees their own place leaves."""
    _in_lobby(table)
    if not 0 <= command.place < len(table.places):
        raise Rejected("unknown_id", id=str(command.place))
    place = table.places[command.place]
    if actor in (place.player, place.kept_for):
        yield from leave(table, actor)
    elif actor != table.host:
        raise NotYours("host_only")
    elif place.player is not None:
        yield PlayerRemoved(command.place, place.player)
    elif place.kept_for is not None:
        yield ReservationLifted(command.place, place.kept_for)
    else:
        raise WrongStatus("nobody_there", place=command.place)


def cancel(table: AnyTable, actor: str) -> Iterator[Event]:
    """Cancel the game for the host or an administrator."""
    if table.status in (Status.ACTIVE, Status.SCORING):
        raise WrongStatus("game_running", status=table.status.value)
    _in_lobby(table)
    if actor not in (table.host, ADMIN):
        raise NotYours("host_only")
    yield GameCancelled()


def start(rules: Ruleset, table: AnyTable, actor: str, command: StartGame, seed: bytes) -> Iterator[Event]:
    """Start the game for the host, once every place is taken."""
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
    """The table right after the creation of the game."""
    source = None if event.rematch_of is UNSET else event.rematch_of
    return Table(
        event.game,
        rules.rules,
        event.host,
        event.options,
        event.commitment,
        event.places,
        asked_at=(),
        fair=event.options.fixed_seed is None,
        rematch_of=source,
    )


def take_place(table: AnyTable, event: PlaceTaken) -> AnyTable:
    """The table with a player at a place."""
    return _with_place(table, event.place, Place(player=event.player, nonce=event.nonce, choice=event.choice))


def choose(table: AnyTable, event: ChoiceChanged) -> AnyTable:
    """The table with a new choice at a place, or none."""
    choice = UNSET if event.choice is None else event.choice
    return _with_place(table, event.place, replace(table.places[event.place], choice=choice))


def free_place(table: AnyTable, event: PlaceLeft | ReservationLifted) -> AnyTable:
    """The table with a place open again."""
    return _with_place(table, event.place, Place())


def remove_player(table: AnyTable, event: PlayerRemoved) -> AnyTable:
    """The table with a place open again; the player who had it is barred."""
    table = _with_place(table, event.place, Place())
    return replace(table, removed=(*table.removed, event.player))


def add_nonce(table: AnyTable, event: NonceAdded) -> AnyTable:
    """The table with a nonce at a place."""
    return _with_place(table, event.place, replace(table.places[event.place], nonce=event.nonce))


def _free_place(table: AnyTable) -> int:
    vacant = [n for n, place in enumerate(table.places) if place.is_open]
    if not vacant:
        raise WrongStatus("lobby_full", places=len(table.places))
    for n in vacant:
        if table.places[n].kept_for is None:
            return n
    raise WrongStatus("places_reserved", open=len(vacant))


def _with_place(table: AnyTable, n: int, place: Place) -> AnyTable:
    return replace(table, places=(*table.places[:n], place, *table.places[n + 1 :]))


def _in_lobby(table: AnyTable) -> None:
    if table.status is not Status.LOBBY:
        raise WrongStatus("not_in_lobby", status=table.status.value)


def _check_seed(options: Options, seed: bytes) -> None:
    """Check a fixed seed: it must be the seed in use, and the game must not be rated."""
    if options.fixed_seed is not None:
        assert options.fixed_seed == seed, "the game must use the seed in its options"
        if options.rated:
            raise Rejected("rated_with_seed")


def _place(rules: Ruleset, actor: str, wish: str) -> Place:
    if wish == "open":
        return Place()
    if wish == "me":
        return Place(player=actor)
    if wish.startswith("player:") and wish != "player:":
        return Place(reserved=wish.removeprefix("player:"))
    level = wish.removeprefix("bot:")
    if level == wish or level not in rules.bots:
        raise Rejected("unknown_place", place=wish, bots=tuple(rules.bots))
    return Place(bot=level)


def _with_choice(rules: Ruleset, created: GameCreated[Any], choice: Choice) -> GameCreated[Any]:
    """The new lobby with the host's choice."""
    table = opened(rules, created)
    place = table.place_of(created.host)
    if place is None:
        raise Rejected("not_seated")
    check_choice(rules, table, place, choice)
    return replace(created, places=choose(table, ChoiceChanged(place, choice)).places)


def _start_by_itself(rules: Ruleset, table: AnyTable, seq: int, seed: bytes) -> Iterator[Event]:
    if table.options.auto_start and not any(place.is_open for place in table.places):
        yield from _start(rules, table, seq, seed)


def _start(rules: Ruleset, table: AnyTable, seq: int, seed: bytes) -> Iterator[Event]:
    dice = Dice(table.key(seed), seq)
    setup = rules.setup(table.options, table.choices, dice)
    yield GameStarted(tuple(_seat(table.places, seat) for seat in setup.seats), reveals=True)
    yield from setup.events


def _seat(places: tuple[Place, ...], seat: int | str) -> Seat:
    if isinstance(seat, str):
        return Seat(automa=seat)
    return Seat(place=seat, player=places[seat].player, bot=places[seat].bot)
