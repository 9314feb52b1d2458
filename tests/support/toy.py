"""The smallest game that shows everything the kernel does: turns, secrets, votes of several seats, an automa.

A turn is any number of `add` and `peek` and then `done`. `peek` draws, so it reveals. `call_vote` asks every
seat at once; they answer with `vote` in any order. `stop` ends the game. With one place the automa `robot`
holds seat 1. Players may choose a colour in the lobby. With the option `teams` even seats play against odd
ones. With the option `judge` there is a judge, first seat 0: `ask_judge` asks the judge to `rule`, and any
seat may `appoint` another judge at any time. While the judge's player is away, the next seat judges.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.kernel.bots import Bot, random_bot
from domain.kernel.catalogue import Catalogue, Mode
from domain.kernel.challenge import Challenge
from domain.kernel.dice import Dice
from domain.kernel.difficulty import Difficulties
from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from domain.kernel.modes import check_modes
from domain.kernel.narration import Narration
from domain.kernel.progress import Progress
from domain.kernel.ruleset import Setup
from domain.kernel.score import Score, ScoreItem, SeatScore, SideScore
from domain.kernel.table import Choice, Due, Options

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


class AskJudge(Command, frozen=True, tag="ask_judge"):
    pass


class Rule(Command, frozen=True, tag="rule"):
    pass


class Appoint(Command, frozen=True, tag="appoint"):
    judge: int
    loudly: bool = False


class Dealt(Event, frozen=True, tag="dealt"):
    seats: int
    robot: bool
    secret: int | None
    colours: tuple[str | None, ...] = ()
    teams: bool = False
    judge: int | None = None


class JudgeAsked(Event, frozen=True, tag="judge_asked"):
    pass


class Ruled(Event, frozen=True, tag="ruled"):
    pass


class JudgeAppointed(Event, frozen=True, tag="judge_appointed"):
    judge: int


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
    colours: tuple[str | None, ...] = ()
    teams: bool = False
    judge: int | None = None
    judging: bool = False
    away: tuple[int, ...] = ()

    @property
    def sitting(self) -> int | None:
        """The judge, or the first seat after it whose player is not away."""
        if self.judge is None:
            return None
        seats = len(self.totals)
        after = [(self.judge + n) % seats for n in range(seats)]
        return next((seat for seat in after if seat not in self.away), self.judge)


class ToyView(Struct, frozen=True):
    totals: tuple[int, ...]


class ToyOptions(Options, frozen=True, kw_only=True):
    teams: bool = False
    judge: bool = False


class ToyChoice(Struct, Choice, frozen=True, forbid_unknown_fields=True):
    colour: str


class Toy:
    """The ruleset."""

    name = "toy"
    rules = "toy/1"
    prefix = "TOY"
    texts = "toy"
    narration = Narration()
    challenge: Challenge | None = None
    difficulties: Difficulties | None = None
    options: type[Options] = ToyOptions
    choice_type: type[Choice] | None = ToyChoice
    move_types: tuple[type[Command], ...] = (
        *(Add, Peek, CallVote, Vote, Done, Stop),
        *(AskJudge, Rule, Appoint),
    )
    asides: tuple[type[Command], ...] = (Appoint,)
    event_types: tuple[type[Event], ...] = (
        *(Dealt, Added, Peeked, VoteCalled, Voted, TurnPassed, Stopped),
        *(JudgeAsked, Ruled, JudgeAppointed),
    )
    round_event: type[Event] | None = None
    state_type = ToyState
    view_type: Any = ToyView
    automas: tuple[str, ...] = (ROBOT,)
    catalogue = Catalogue(
        players=(1, 2, 3, 4),
        players_rule="TOY-1",
        modes=(
            Mode(id="free_for_all", option="teams", value=False, players=(1, 2, 3), rule="TOY-1"),
            Mode(id="teams", option="teams", value=True, players=(2, 3, 4), rule="TOY-1"),
        ),
    )
    bots: Mapping[str, Bot] = {"random": random_bot, "greedy": random_bot, "idle": random_bot}

    def check(self, options: Any, places: int) -> None:
        check_modes(self.catalogue, options, places)

    def check_choice(self, _options: Any, choices: Sequence[Any], _place: int, choice: Any) -> None:
        if choice in choices:
            raise Rejected("colour_taken", rule="TOY-3", colour=choice.colour)

    def setup(self, options: Any, choices: Sequence[Any], dice: Dice) -> Setup:
        places = len(choices)
        seats: tuple[int | str, ...] = (0, ROBOT) if places == 1 else tuple(reversed(range(places)))
        dealt = Dealt(
            len(seats),
            robot=places == 1,
            secret=dice.below(1000),
            colours=tuple(choice and choice.colour for choice in choices) if any(choices) else (),
            teams=options.teams,
            judge=0 if options.judge else None,
            reveals=True,
        )
        return Setup(seats, (dealt,))

    def mode(self, options: Any, _places: int) -> str:
        return "teams" if options.teams else "free_for_all"

    def decide(self, state: ToyState, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        if isinstance(command, Appoint):
            return _appoint(state, command)
        if by not in (self.actor(state).seats or (ROBOT,)):
            raise Rejected("not_your_turn")
        if isinstance(command, Vote) != bool(state.voters) or isinstance(command, Rule) != state.judging:
            raise Rejected("wrong_step")
        return self._play(state, by if isinstance(by, int) else 1, command, dice)

    def _play(self, state: ToyState, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
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
            case AskJudge() if state.judge is not None:
                return (JudgeAsked(),)
            case Rule():
                return (Ruled(),)
        raise Rejected("unknown_command")

    def evolve(self, state: ToyState | None, event: Any) -> ToyState:
        if isinstance(event, Dealt):
            return ToyState(
                (0,) * event.seats,
                event.robot,
                event.secret or 0,
                colours=event.colours,
                teams=event.teams,
                judge=event.judge,
            )
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
            case JudgeAsked():
                return replace(state, judging=True)
            case Ruled():
                return replace(state, judging=False)
            case JudgeAppointed(judge=judge):
                return replace(state, judge=judge)
        raise AssertionError(f"not an event of this game: {event}")

    def legal(self, state: ToyState, seat: int) -> Sequence[Command]:
        asides = () if state.judge is None else tuple(Appoint(n) for n in range(len(state.totals)))
        if seat not in self.actor(state).seats:
            return asides
        if state.judging:
            return (Rule(), *asides)
        if state.voters:
            return (Vote(), *asides)
        judged = () if state.judge is None else (AskJudge(),)
        return (Add(1), Peek(), CallVote(), Done(), Stop(), *judged, *asides)

    def question(self, _state: ToyState, _seat: int, _move: Command) -> None:
        return None

    def price(self, _state: ToyState, _seat: int, _move: Command) -> tuple[()]:
        return ()

    def holdings(self, _state: ToyState, _seat: int) -> tuple[()]:
        return ()

    def progress(self, _state: ToyState, _seats: Sequence[int]) -> Iterator[Progress]:
        return iter(())

    def actor(self, state: ToyState) -> Due:
        if state.over:
            return Due(scorer=True)
        if state.voters:
            return Due(seats=state.voters)
        if state.judging and state.sitting is not None:
            return Due(seats=(state.sitting,))
        return Due(automa=ROBOT) if state.robot and state.seat == 1 else Due(seats=(state.seat,))

    def turn(self, state: ToyState) -> int:
        return state.turn

    def attend(self, state: ToyState, away: Sequence[int]) -> ToyState:
        return state if state.judge is None else replace(state, away=tuple(away))

    def view(self, state: ToyState, _seats: Sequence[int]) -> ToyView:
        return ToyView(state.totals)

    def redact(self, event: Any, _seats: Sequence[int]) -> Event:
        redacted: Event = replace(event, secret=None) if isinstance(event, Dealt) else event
        return redacted

    def score(self, state: ToyState) -> Score:
        seats = tuple(
            SeatScore(seat, total, (ScoreItem("added", "TOY-2", total),))
            for seat, total in enumerate(state.totals)
        )
        return Score(seats, sides=_sides(state) if state.teams else UNSET)

    def seat_names(self, state: ToyState) -> Sequence[str | None]:
        return (None,) * len(state.totals)

    def traits(self, state: ToyState) -> Sequence[Mapping[str, str]]:
        return [{} for _ in state.totals]

    def usable(self, _players: int) -> Mapping[str, tuple[str, ...]]:
        return {}

    def uses(self, _state: ToyState, _events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        return iter(())


def _appoint(state: ToyState, command: Appoint) -> Sequence[Event]:
    if state.judge is None:
        raise Rejected("wrong_step")
    return (JudgeAppointed(command.judge, reveals=command.loudly),)


def _sides(state: ToyState) -> tuple[SideScore, ...]:
    """Even seats against odd ones; the lower total counts."""
    everybody = range(len(state.totals))
    sides = {"even": tuple(everybody[::2]), "odd": tuple(everybody[1::2])}
    lowest = {side: min(state.totals[seat] for seat in seats) for side, seats in sides.items()}
    return tuple(
        SideScore(side, seats, lowest[side], (ScoreItem("lowest", "TOY-4", lowest[side]),))
        for side, seats in sides.items()
    )


TOY = Toy()
