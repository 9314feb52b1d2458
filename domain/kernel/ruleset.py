"""The protocol that each game implements; `domain/games.py` has the registry of games."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from domain.kernel.action import Question
from domain.kernel.bots import Bot
from domain.kernel.catalogue import Catalogue
from domain.kernel.challenge import Challenge
from domain.kernel.dice import Dice
from domain.kernel.difficulty import Difficulties
from domain.kernel.messages import Command, Event
from domain.kernel.narration import Narration
from domain.kernel.progress import Progress
from domain.kernel.score import Score
from domain.kernel.table import Choice, Due, Options
from domain.kernel.tokens import Holdings


class Setup(Struct, frozen=True):
    """The start of a game: for each seat its place or its automa, and the events."""

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
    """The prefix of its rule ids, without the hyphen."""
    texts: str
    """The folder of its texts, with its neighbours `<folder>-<topic>`: under `schema/texts`, or absolute."""
    narration: Narration
    challenge: Challenge | None
    difficulties: Difficulties | None
    options: type[Options]
    choice_type: type[Choice] | None
    move_types: tuple[type[Command], ...]
    asides: tuple[type[Command], ...]
    event_types: tuple[type[Event], ...]
    round_event: type[Event] | None
    """The event that begins a round; None if the game has no rounds. For statistics."""
    state_type: Any
    view_type: Any
    automas: tuple[str, ...]
    bots: Mapping[str, Bot]
    catalogue: Catalogue

    def check(self, options: Any, places: int) -> None:
        """Refuse options or a number of places that the game does not support."""

    def check_choice(self, options: Any, choices: Sequence[Any], place: int, choice: Any) -> None:
        """Refuse a choice that does not exist with these options, or that another place has taken.

        `choices` has the choices of the players at the other places, None for those who have not chosen.
        """

    def setup(self, options: Any, choices: Sequence[Any], dice: Dice) -> Setup:
        """The seats and the events that start a game; `choices` has one for each place, or None."""

    def mode(self, options: Any, places: int) -> str:
        """The id of the mode; statistics and leaderboards are separate for each mode."""

    def decide(self, state: Any, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        """The events a command of a seat or an automa causes; raises Rejected."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The next state; total, never fails on a stored event."""

    def legal(self, state: Any, seat: int) -> Sequence[Command]:
        """Every plain move that `decide` would accept from that seat now."""

    def question(self, state: Any, seat: int, move: Command) -> Question[Command] | None:
        """What the game would ask after this move of a seat, to complete or to continue it."""

    def price(self, state: Any, seat: int, move: Command) -> Holdings:
        """What a move of this seat costs, as far as it is filled in."""

    def holdings(self, state: Any, seat: int) -> Holdings:
        """The tokens that a seat can pay with; public information."""

    def progress(self, state: Any, seats: Sequence[int]) -> Iterator[Progress]:
        """How far seats are with what the game asks in numbers; total.

        It tells no more than the holder of these seats may know.
        """

    def actor(self, state: Any) -> Due:
        """The seats, the automa or the scorer that must act."""

    def turn(self, state: Any) -> int:
        """A number that changes with every turn: undo does not cross it."""

    def attend(self, state: Any, away: Sequence[int]) -> Any:
        """The state when the players of exactly these seats are away, and bots play for them; total.

        A game in which somebody else decides for an absent player notes the seats. Most games need not.
        """

    def view(self, state: Any, seats: Sequence[int]) -> Any:
        """The state as the holder of these seats may see it; with no seats, as a spectator may."""

    def redact(self, event: Any, seats: Sequence[int]) -> Event:
        """An event as the holder of these seats may see it."""

    def score(self, state: Any) -> Score:
        """The breakdown if the game ended now, computed only from public information."""

    def seat_names(self, state: Any) -> Sequence[str | None]:
        """The text id of each seat's name, such as a colour; None: the seat is called by its number."""

    def traits(self, state: Any) -> Sequence[Mapping[str, str]]:
        """For each seat, by what its results are grouped, given the first state; for statistics."""

    def usable(self, players: int) -> Mapping[str, tuple[str, ...]]:
        """By subject, the ids of all components that a game with this number of players has."""

    def uses(self, state: Any, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        """Subject and id of every component that an entry used, given the state before it; for statistics."""
