"""The smallest game that shows everything the kernel does: turns, secrets, votes of several seats, an automa.

A turn is any number of `add` and `peek` and then `done`. `peek` draws, so it reveals. `call_vote` asks every
seat at once; they answer with `vote` in any order. `stop` ends the game. With one place the automa `robot`
holds seat 1.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.bots import Bot, random_bot
from domain.kernel.catalogue import Catalogue
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Setup
from domain.kernel.score import Score, ScoreItem, SeatScore
from domain.kernel.table import Due, Options

ROBOT = "robot"


class Add(Command, frozen=True, tag="add"):
    n: int = 1


class Peek(Command, frozen=True, tag="peek"):
    pass


class CallVote(Command, frozen=True, tag="call_vote"):
    pass


class Vote(Command, frozen=True, tag="vote"):
    pass


class Done(Command, frozen=True, tag="done"):
    pass


class Stop(Command, frozen=True, tag="stop"):
    pass


class Dealt(Event, frozen=True, tag="dealt"):
    seats: int
    robot: bool
    secret: int | None


class Added(Event, frozen=True, tag="added"):
    seat: int
    n: int


class Peeked(Event, frozen=True, tag="peeked"):
    number: int


class VoteCalled(Event, frozen=True, tag="vote_called"):
    pass


class Voted(Event, frozen=True, tag="voted"):
    seat: int


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    seat: int


class Stopped(Event, frozen=True, tag="stopped"):
    pass


class ToyState(Struct, frozen=True):
    totals: tuple[int, ...]
    robot: bool
    secret: int
    turn: int = 1
    seat: int = 0
    voters: tuple[int, ...] = ()
    over: bool = False


class ToyView(Struct, frozen=True):
    totals: tuple[int, ...]


class ToyOptions(Options, frozen=True, kw_only=True):
    pass


class Toy:
    """The ruleset."""

    name = "toy"
    rules = "toy/1"
    options: type[Options] = ToyOptions
    move_types: tuple[type[Command], ...] = (Add, Peek, CallVote, Vote, Done, Stop)
    event_types: tuple[type[Event], ...] = (Dealt, Added, Peeked, VoteCalled, Voted, TurnPassed, Stopped)
    state_type = ToyState
    view_type = ToyView
    automas: tuple[str, ...] = (ROBOT,)
    catalogue = Catalogue((1, 2, 3))
    bots: Mapping[str, Bot] = {"random": random_bot, "greedy": random_bot, "idle": random_bot}

    def check(self, _options: Any, places: int) -> None:
        if places not in (1, 2, 3):
            raise Rejected("player_count_not_allowed", rule="TOY-1", players=places)

    def setup(self, _options: Any, places: int, dice: Dice) -> Setup:
        seats: tuple[int | str, ...] = (0, ROBOT) if places == 1 else tuple(reversed(range(places)))
        dealt = Dealt(len(seats), robot=places == 1, secret=dice.below(1000), reveals=True)
        return Setup(seats, (dealt,))

    def decide(self, state: ToyState, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        if by not in (self.actor(state).seats or (ROBOT,)):
            raise Rejected("not_your_turn")
        if isinstance(command, Vote) != bool(state.voters):
            raise Rejected("wrong_step")
        seat = by if isinstance(by, int) else 1
        match command:
            case Add(n):
                return (Added(seat, n),)
            case Peek():
                return Added(seat, 1), Peeked(dice.below(6), reveals=True), Added(seat, 1)
            case CallVote():
                return (VoteCalled(),)
            case Vote():
                return (Voted(seat),)
            case Done():
                return (TurnPassed((state.seat + 1) % len(state.totals)),)
            case TakeTurn():
                return Added(seat, 10), TurnPassed(0)
            case Stop():
                return (Stopped(),)
        raise Rejected("unknown_command")

    def evolve(self, state: ToyState | None, event: Any) -> ToyState:
        if isinstance(event, Dealt):
            return ToyState((0,) * event.seats, event.robot, event.secret or 0)
        assert state is not None
        match event:
            case Added(seat=seat, n=n):
                totals = tuple(total + n * (seat == own) for own, total in enumerate(state.totals))
                return replace(state, totals=totals)
            case VoteCalled():
                return replace(state, voters=tuple(range(len(state.totals))))
            case Voted(seat=seat):
                return replace(state, voters=tuple(voter for voter in state.voters if voter != seat))
            case TurnPassed(seat=seat):
                return replace(state, turn=state.turn + 1, seat=seat)
            case Stopped():
                return replace(state, over=True)
            case Peeked():
                return state
        raise AssertionError(f"not an event of this game: {event}")

    def legal(self, state: ToyState, seat: int) -> Sequence[Command]:
        if seat not in self.actor(state).seats:
            return ()
        return (Vote(),) if state.voters else (Add(1), Peek(), CallVote(), Done(), Stop())

    def actor(self, state: ToyState) -> Due:
        if state.over:
            return Due(scorer=True)
        if state.voters:
            return Due(seats=state.voters)
        return Due(automa=ROBOT) if state.robot and state.seat == 1 else Due(seats=(state.seat,))

    def turn(self, state: ToyState) -> int:
        return state.turn

    def view(self, state: ToyState, _seats: Sequence[int]) -> ToyView:
        return ToyView(state.totals)

    def redact(self, event: Any, _seats: Sequence[int]) -> Event:
        redacted: Event = replace(event, secret=None) if isinstance(event, Dealt) else event
        return redacted

    def score(self, state: ToyState) -> Score:
        return Score(
            tuple(
                SeatScore(seat, total, (ScoreItem("added", "TOY-2", total),))
                for seat, total in enumerate(state.totals)
            )
        )

    def usable(self, _players: int) -> Mapping[str, tuple[str, ...]]:
        return {}

    def uses(self, _state: ToyState, _events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        return iter(())


TOY = Toy()
