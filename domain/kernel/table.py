"""The kernel's state of one game: lobby, seats, status, the ruleset's state, and undoable entries."""

from enum import StrEnum
from typing import Annotated, Any, Final, Generic, Self, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from domain.kernel import dice
from domain.kernel.entry import ZERO_HASH
from domain.kernel.score import Score

S = TypeVar("S")
E = TypeVar("E")


STAND_INS: Final = {"pass": "idle", "bot:greedy": "greedy"}
"""The bots that play for a player whose time is over, by the value of the option `on_timeout`."""
FORFEIT: Final = "forfeit"
"""The value of `on_timeout` by which a player whose time is over has resigned."""


class Status(StrEnum):
    """lobby, active, scoring, finished; or cancelled, in the lobby or by agreement of all players."""

    LOBBY = "lobby"
    ACTIVE = "active"
    SCORING = "scoring"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OVER = (Status.FINISHED, Status.CANCELLED)
"""A game in one of these states takes no further entries."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a turn may take: seconds, or days for play by correspondence; from 10 seconds to 30 days."""

    seconds: int = 0
    days: int = 0


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of every game; a ruleset adds its own.

    Options are stored in logs. An option that was added later is UNSET by default and then not written:
    deciding older entries again must give the same bytes.
    """

    auto_start: bool = False
    unlisted: bool = False
    rated: bool = True
    clock: Clock | None = None
    on_timeout: Annotated[
        str,
        Meta(
            description="What happens when a player runs out of time: `pass`, `bot:greedy` or `forfeit`.",
            extra_json_schema={"enum": [*STAND_INS, FORFEIT]},
        ),
    ] = "bot:greedy"
    seed: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")] | UnsetType | None = UNSET

    @property
    def fixed_seed(self) -> bytes | None:
        """The seed in the options, given instead of drawn, for client tests; it discloses all secrets."""
        return bytes.fromhex(self.seed) if isinstance(self.seed, str) else None

    def forked(self, *, sealed: bool) -> Self:
        """The options of a fork: not rated, without a clock, with its own dice; not listed while `sealed`."""
        return replace(self, rated=False, clock=None, seed=UNSET, unlisted=self.unlisted or sealed)


O = TypeVar("O", bound=Options)  # noqa: E741  the options of a ruleset


class Choice:
    """A player's choice in the lobby, such as a clan; a ruleset that offers one has its own struct.

    It is not a struct itself, so that the codec chooses the struct: `class ClanChoice(Struct, Choice)`.
    """

    __slots__ = ()


NonceHash: TypeAlias = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="The SHA-256 of a nonce, in hexadecimal digits.")
]


class Place(Struct, frozen=True):
    """A place in the lobby: open, perhaps `reserved` for one player, or taken by a player or a bot.

    A player who committed to a `nonce` has its `nonce_hash` here, also after it was revealed.
    """

    player: str | None = None
    bot: str | None = None
    nonce: str | None = None
    reserved: str | UnsetType = UNSET
    choice: Choice | UnsetType = UNSET
    nonce_hash: NonceHash | UnsetType = UNSET

    @property
    def is_sealed(self) -> bool:
        """Whether its player committed to a nonce and has not revealed it."""
        return self.nonce_hash is not UNSET and self.nonce is None

    @property
    def is_open(self) -> bool:
        """Whether the place is not taken yet."""
        return self.player is None and self.bot is None

    @property
    def kept_for(self) -> str | None:
        """The player for whom the place is reserved and who has not joined yet."""
        return self.reserved if isinstance(self.reserved, str) else None


class Seat(Struct, frozen=True):
    """A seat of the running game: its holder, and the bot that plays for them, if any."""

    place: int | None = None
    player: str | None = None
    bot: str | None = None
    automa: str | None = None
    resigned: bool = False
    stand_in: str | None = None

    @property
    def is_human(self) -> bool:
        """Whether a person still holds this seat."""
        return self.player is not None and not self.resigned

    @property
    def played_by(self) -> str | None:
        """The bot that moves for this seat now: its own, or the stand-in of an absent or resigned player."""
        return self.bot or self.stand_in


class Due(Struct, frozen=True):
    """The next to act: one or several seats, an automa, the scorer, or none."""

    seats: tuple[int, ...] = ()
    automa: str | None = None
    scorer: bool = False


class Barrier(Struct, Generic[S], frozen=True):
    """The last entry that cannot be undone, with the state after it."""

    seq: int
    state: S


class Standing(Struct, Generic[E], frozen=True):
    """An entry after the barrier that has not been undone."""

    seq: int
    seat: int
    events: tuple[E, ...]


class Result(Struct, frozen=True):
    """The result of a game: the breakdown and every seat's rank."""

    score: Score
    ranks: tuple[int, ...]


class Fork(Struct, frozen=True):
    """The source of a fork's first entries: the other game, the last of these entries and its hash.

    `sealed`: not all source games were over then, so they still have hidden information.
    """

    source: str
    at: int
    head: str
    sealed: bool


class Table(Struct, Generic[O, S, E], frozen=True):
    """One game as the kernel knows it after entry `version`.

    `asked_at` has for each seat the moment at which its time began to run, "" if it was never asked. It has
    no default: a snapshot written before there was such a field is not read, and the log is folded instead.
    `kernel` is the version of the kernel's own rules. A lobby that is `closed` waits for nonces alone. A game
    that was `forked` while it ran shows its future elsewhere. `first_turn` is the number of the first turn.
    """

    game: str
    rules: str
    host: str
    options: O
    commitment: str
    places: tuple[Place, ...]
    asked_at: tuple[str, ...]
    status: Status = Status.LOBBY
    seats: tuple[Seat, ...] = ()
    version: int = 0
    at: str = ""
    hash: str = ZERO_HASH
    since: tuple[int, ...] = ()
    state: S | None = None
    barrier: Barrier[S] | None = None
    standing: tuple[Standing[E], ...] = ()
    result: Result | None = None
    seed: str | None = None
    fork: Fork | None = None
    fair: bool = True
    removed: tuple[str, ...] = ()
    agreed: tuple[int, ...] = ()
    rematch_of: str | None = None
    kernel: int = 1
    closed: bool = False
    forked: bool = False
    first_turn: int | None = None

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats a player holds, resigned ones included."""
        return tuple(n for n, seat in enumerate(self.seats) if player is not None and seat.player == player)

    def place_of(self, player: str) -> int | None:
        """The place a player has taken in the lobby."""
        return next((n for n, place in enumerate(self.places) if place.player == player), None)

    def place_for(self, player: str) -> int | None:
        """The place that is reserved for a player."""
        return next((n for n, place in enumerate(self.places) if place.kept_for == player), None)

    @property
    def nonces(self) -> tuple[str | None, ...]:
        """The nonces of the players, by place."""
        return tuple(place.nonce for place in self.places)

    @property
    def nonces_due(self) -> tuple[int, ...]:
        """The places that have to reveal a nonce now."""
        return tuple(n for n, place in enumerate(self.places) if self.closed and place.is_sealed)

    @property
    def people(self) -> frozenset[str]:
        """Everybody who has, or had, a seat in the running game."""
        return frozenset(seat.player for seat in self.seats if seat.player is not None)

    @property
    def choices(self) -> tuple[Choice | None, ...]:
        """The choices of the players, by place."""
        return tuple(None if place.choice is UNSET else place.choice for place in self.places)

    @property
    def resigned(self) -> frozenset[int]:
        """The seats whose players have resigned."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.resigned)

    @property
    def playing(self) -> frozenset[int]:
        """The seats that people still hold."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.is_human)

    def key(self, seed: bytes) -> bytes:
        """The key of all draws; with a fixed seed it is the same in every game."""
        return dice.key(seed, self.game if self.options.fixed_seed is None else dice.ANY_GAME, self.nonces)


AnyTable: TypeAlias = Table[Any, Any, Any]
"""A table of a ruleset that only the caller knows."""
