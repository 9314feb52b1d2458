"""The lobby: creating a game, joining, choosing, leaving, removing players, cancelling, starting."""

from collections.abc import Iterator
from typing import Any, Generic

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.kernel.actors import ADMIN
from domain.kernel.dice import Dice, commitment, nonce_hash
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Choice, NonceHash, O, Options, Place, Seat, Status, Table

KERNEL = 2
"""The version of the kernel's own rules for new games. Since 2, a cancelled game publishes its seed, and a
player who aborts alone has resigned from the second turn on."""


class CreateGame(Command, Generic[O], frozen=True, tag="create_game"):
    """Open a lobby; a place is `open`, `me`, `player:<id>` (reserved for that player) or `bot:<level>`.

    `choice` is the host's own, and so is `nonce_hash`, which commits to a nonce. A rematch carries over no
    choices: every player chooses again. `kernel` is the version of the kernel's own rules, 1 if it is not
    named: a log is decided again as it was decided.
    """

    game: str
    options: O
    places: tuple[str, ...]
    rematch_of: str | UnsetType = UNSET
    choice: Choice | UnsetType = UNSET
    kernel: int | UnsetType = UNSET
    nonce_hash: NonceHash | UnsetType = UNSET


class JoinGame(Command, frozen=True, tag="join_game"):
    """Take the place kept for the player, else the first open one, perhaps with a nonce and a choice.

    `nonce_hash` commits to a nonce that is revealed once the lobby is closed; a plain `nonce` is open.
    """

    nonce: str | None = None
    choice: Choice | UnsetType = UNSET
    nonce_hash: NonceHash | UnsetType = UNSET


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
    """Start the game; every place must be taken. The nonce is the host's own."""

    nonce: str | None = None
    nonce_hash: NonceHash | UnsetType = UNSET


class RevealNonce(Command, frozen=True, tag="reveal_nonce"):
    """Show the nonce that was committed to; with the last one the game starts."""

    nonce: str


COMMANDS = (JoinGame, ChangeChoice, LeaveGame, RemovePlayer, CancelGame, StartGame, RevealNonce)


class GameCreated(Event, Generic[O], frozen=True, tag="game_created"):
    """A lobby was opened; the commitment to its seed is published."""

    game: str
    host: str
    options: O
    places: tuple[Place, ...]
    commitment: str
    rematch_of: str | UnsetType = UNSET
    kernel: int | UnsetType = UNSET


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


class NonceCommitted(Event, frozen=True, tag="nonce_committed"):
    """A seated player committed to a nonce: this is its SHA-256."""

    place: int
    nonce_hash: str


class LobbyClosed(Event, frozen=True, tag="lobby_closed"):
    """All places are taken for good; the game starts when these places have revealed their nonces."""

    nonces_due: tuple[int, ...]


class NonceRevealed(Event, frozen=True, tag="nonce_revealed"):
    """A seated player showed the nonce that was committed to."""

    place: int
    nonce: str


class HostChanged(Event, frozen=True, tag="host_changed"):
    """The host left; a seated player takes over."""

    host: str


class GameCancelled(Event, frozen=True, tag="game_cancelled"):
    """The lobby ended without a game: it was empty, cancelled, or idle for too long."""


class SeedPublished(Event, frozen=True, tag="seed_published"):
    """The seed of a game that was cancelled: nobody can have cancelled it unseen because of its dice."""

    seed: str


class GameStarted(Event, frozen=True, tag="game_started"):
    """The players got their seats; the ruleset's own set-up follows."""

    dealt_seats: tuple[Seat, ...]


def create(rules: Ruleset, actor: str, command: CreateGame[Any], seed: bytes) -> Iterator[Event]:
    """A lobby with the asked places, started at once if nothing is open and `auto_start` is set."""
    assert command.kernel is UNSET or command.kernel == KERNEL, "a version of the kernel that is known here"
    rules.check(command.options, len(command.places))
    _check_seed(command.options, seed)
    places = tuple(_place(rules, actor, wish) for wish in command.places)
    people = [who for place in places if (who := place.player or place.kept_for) is not None]
    if len(people) > len(set(people)):
        raise Rejected("place_taken_twice")
    created = GameCreated(
        command.game,
        actor,
        command.options,
        places,
        commitment(seed),
        command.rematch_of,
        command.kernel,
    )
    if command.choice is not UNSET:
        created = _with_choice(rules, created, command.choice)
    yield created
    table = opened(rules, created)
    if command.nonce_hash is not UNSET:
        committed = NonceCommitted(_hosts_place(table), command.nonce_hash)
        yield committed
        table = commit_nonce(table, committed)
    yield from _start_by_itself(rules, table, 1, seed)


def decide(rules: Ruleset, table: AnyTable, actor: str, command: Command, seed: bytes) -> Iterator[Event]:
    """The events that a lobby command causes; raises Rejected."""
    match command:
        case JoinGame():
            return join(rules, table, actor, command, seed)
        case ChangeChoice():
            return change_choice(rules, table, actor, command)
        case LeaveGame():
            return leave(table, actor, seed)
        case RemovePlayer():
            return remove(table, actor, command, seed)
        case CancelGame():
            return cancel(table, actor, seed)
        case RevealNonce():
            return reveal(rules, table, actor, command, seed)
        case StartGame():
            return start(rules, table, actor, command, seed)
    raise AssertionError(f"not a lobby command: {command}")


def join(rules: Ruleset, table: AnyTable, actor: str, command: JoinGame, seed: bytes) -> Iterator[Event]:
    """The player takes the place that is kept, else the first open one."""
    _in_open_lobby(table)
    _check_nonces(command)
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
    seq, table = table.version + 1, take_place(table, taken)
    if command.nonce_hash is not UNSET:
        committed = NonceCommitted(place, command.nonce_hash)
        yield committed
        table = commit_nonce(table, committed)
    yield from _start_by_itself(rules, table, seq, seed)


def change_choice(rules: Ruleset, table: AnyTable, actor: str, command: ChangeChoice) -> Iterator[Event]:
    """A seated player chooses again, until the lobby is closed."""
    _in_open_lobby(table)
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


def leave(table: AnyTable, actor: str, seed: bytes) -> Iterator[Event]:
    """The place and its choice are free again; a host who leaves hands over to another seated player.

    If no other player is seated, the game is cancelled. A host without a place leaves in the same way. A
    player with a reserved place declines that one first.
    """
    _in_open_lobby(table)
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
        if others:
            yield HostChanged(others[0])
        else:
            yield from cancelled(table, seed)


def remove(table: AnyTable, actor: str, command: RemovePlayer, seed: bytes) -> Iterator[Event]:
    """The host frees a place; freeing the own place is leaving."""
    _in_open_lobby(table)
    if not 0 <= command.place < len(table.places):
        raise Rejected("unknown_id", id=str(command.place))
    place = table.places[command.place]
    if actor in (place.player, place.kept_for):
        yield from leave(table, actor, seed)
    elif actor != table.host:
        raise NotYours("host_only")
    elif place.player is not None:
        yield PlayerRemoved(command.place, place.player)
    elif place.kept_for is not None:
        yield ReservationLifted(command.place, place.kept_for)
    else:
        raise WrongStatus("nobody_there", place=command.place)


def cancel(table: AnyTable, actor: str, seed: bytes) -> Iterator[Event]:
    """The host or an administrator cancels the game."""
    if table.status in (Status.ACTIVE, Status.SCORING):
        raise WrongStatus("game_running", status=table.status.value)
    _in_lobby(table)
    if actor not in (table.host, ADMIN):
        raise NotYours("host_only")
    yield from cancelled(table, seed)


def cancelled(table: AnyTable, seed: bytes) -> Iterator[Event]:
    """The game will not take place; its seed is published, unless the game is older than that rule."""
    yield GameCancelled()
    if table.kernel >= KERNEL:
        yield SeedPublished(seed.hex())


def start(rules: Ruleset, table: AnyTable, actor: str, command: StartGame, seed: bytes) -> Iterator[Event]:
    """The host starts the game once every place is taken; committed nonces are revealed first."""
    _in_open_lobby(table)
    _check_nonces(command)
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
    if command.nonce_hash is not UNSET and place is not None:
        committed = NonceCommitted(place, command.nonce_hash)
        yield committed
        table = commit_nonce(table, committed)
    yield from _close(rules, table, table.version + 1, seed)


def reveal(rules: Ruleset, table: AnyTable, actor: str, command: RevealNonce, seed: bytes) -> Iterator[Event]:
    """A player shows the nonce behind the hash; nothing is dealt before all have done so."""
    _in_lobby(table)
    place = table.place_of(actor)
    if place is None:
        raise WrongStatus("not_seated")
    if not table.closed:
        raise WrongStatus("lobby_open")
    if place not in table.nonces_due:
        raise WrongStatus("no_nonce_due")
    if nonce_hash(command.nonce) != table.places[place].nonce_hash:
        raise Rejected("nonce_differs")
    revealed = NonceRevealed(place, command.nonce)
    yield revealed
    table = reveal_nonce(table, revealed)
    if not table.nonces_due:
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
        kernel=1 if event.kernel is UNSET else event.kernel,
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


def commit_nonce(table: AnyTable, event: NonceCommitted) -> AnyTable:
    """The table with the hash of a nonce at a place; it takes the place of a nonce that was given before."""
    place = replace(table.places[event.place], nonce=None, nonce_hash=event.nonce_hash)
    return _with_place(table, event.place, place)


def add_nonce(table: AnyTable, event: NonceAdded) -> AnyTable:
    """The table with an open nonce at a place, whatever its player committed to before."""
    place = replace(table.places[event.place], nonce=event.nonce, nonce_hash=UNSET)
    return _with_place(table, event.place, place)


def reveal_nonce(table: AnyTable, event: NonceRevealed) -> AnyTable:
    """The table with a nonce beside its hash."""
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


def _in_open_lobby(table: AnyTable) -> None:
    _in_lobby(table)
    if table.closed:
        raise WrongStatus("lobby_closed", places=table.nonces_due)


def _check_nonces(command: JoinGame | StartGame) -> None:
    if command.nonce is not None and command.nonce_hash is not UNSET:
        raise Rejected("nonce_twice")


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
    place = _hosts_place(table)
    check_choice(rules, table, place, choice)
    return replace(created, places=choose(table, ChoiceChanged(place, choice)).places)


def _hosts_place(table: AnyTable) -> int:
    place = table.place_of(table.host)
    if place is None:
        raise Rejected("not_seated")
    return place


def _start_by_itself(rules: Ruleset, table: AnyTable, seq: int, seed: bytes) -> Iterator[Event]:
    if table.options.auto_start and not any(place.is_open for place in table.places):
        yield from _close(rules, table, seq, seed)


def _close(rules: Ruleset, table: AnyTable, seq: int, seed: bytes) -> Iterator[Event]:
    """The game starts, or waits until the nonces that were committed to are revealed."""
    awaited = tuple(n for n, place in enumerate(table.places) if place.is_sealed)
    if awaited:
        yield LobbyClosed(awaited)
    else:
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
