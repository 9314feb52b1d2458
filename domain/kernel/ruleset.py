"""The protocol a game fulfils; `domain/games.py` has the registry of games."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from domain.kernel.bots import Bot
from domain.kernel.catalogue import Catalogue
from domain.kernel.challenge import Challenge
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.narration import Narration
from domain.kernel.score import Score
from domain.kernel.table import Choice, Due, Options


class Setup(Struct, frozen=True):
    """How a game starts: for each seat its place or its automa, and the events."""

    seats: tuple[int | str, ...]
    events: tuple[Event, ...]


class Ruleset(Protocol):
    """One object with pure functions; states, options and views are the game's own structs.

    `choice_type` is what a player chooses in the lobby, None if there is nothing to choose. `asides` are
    those of the `move_types` that are possible out of turn. Their events are applied to the state and to the
    earlier state of the same turn to which an undo may go back, so they must make sense in both.
    """

    name: str
    rules: str
    prefix: str
    """Of its rule ids, without the hyphen."""
    texts: str
    """The folder of its texts, with its neighbours `<folder>-<topic>`: under `schema/texts`, or absolute."""
    narration: Narration
    challenge: Challenge | None
    options: type[Options]
    choice_type: type[Choice] | None
    move_types: tuple[type[Command], ...]
    asides: tuple[type[Command], ...]
    event_types: tuple[type[Event], ...]
    state_type: Any
    view_type: Any
    automas: tuple[str, ...]
    bots: Mapping[str, Bot]
    catalogue: Catalogue

    def check(self, options: Any, places: int) -> None:
        """Refuse options or a number of places that the game does not have."""

    def check_choice(self, options: Any, choices: Sequence[Any], place: int, choice: Any) -> None:
        """Refuse a choice that does not exist in such a game, or that another place has taken.

        `choices` has what the players at the other places have chosen, None for those who have not.
        """

    def setup(self, options: Any, choices: Sequence[Any], dice: Dice) -> Setup:
        """The seats and the events that start a game; `choices` has one for each place, or None."""

    def mode(self, options: Any, places: int) -> str:
        """The id under which statistics and leaderboards are kept apart."""

    def decide(self, state: Any, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        """The events a command of a seat or an automa causes; raises Rejected."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The next state; total, never fails on a stored event."""

    def legal(self, state: Any, seat: int) -> Sequence[Command]:
        """Every plain move that `decide` would accept from that seat now."""

    def actor(self, state: Any) -> Due:
        """The seats, the automa or the scorer that must act."""

    def turn(self, state: Any) -> int:
        """A number that changes with every turn: undo does not reach over it."""

    def view(self, state: Any, seats: Sequence[int]) -> Any:
        """What the holder of these seats may know; with no seat, a spectator."""

    def redact(self, event: Any, seats: Sequence[int]) -> Event:
        """Likewise for an event."""

    def score(self, state: Any) -> Score:
        """The breakdown, "if it ended now", from public things alone."""

    def seat_names(self, state: Any) -> Sequence[str | None]:
        """The text id of each seat's name, such as a colour; None: the seat is called by its number."""

    def usable(self, players: int) -> Mapping[str, tuple[str, ...]]:
        """By subject, the ids of all there is to be used in a game of so many players."""

    def uses(self, state: Any, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        """Subject and id of what an entry used, from the state before it: for statistics over many games."""
