"""The functions of the ruleset, each a line or two that points into the files beside it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from domain.kernel.action import Question
from domain.kernel.bots import Bot
from domain.kernel.challenge import Challenge
from domain.kernel.dice import Dice
from domain.kernel.difficulty import Difficulties
from domain.kernel.engine import Engine
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from domain.kernel.modes import check_modes
from domain.kernel.progress import Progress
from domain.kernel.ruleset import Setup
from domain.kernel.score import Score
from domain.kernel.table import Choice, Due, Options
from domain.kernel.tokens import Holdings
from tests.support.regatta import scoring
from tests.support.regatta import setup as start
from tests.support.regatta import uses as statistics
from tests.support.regatta.actions.flag import HOIST_FLAG
from tests.support.regatta.bots import BOTS
from tests.support.regatta.catalogue import STORM
from tests.support.regatta.commands import MOVES, HoistFlag
from tests.support.regatta.components import CATALOGUE
from tests.support.regatta.events import EVENTS, MoveBegun, RoundBegun
from tests.support.regatta.evolve import evolve
from tests.support.regatta.modes import mode_of
from tests.support.regatta.narration import NARRATION
from tests.support.regatta.state import BoatChoice, Regatta, RegattaOptions
from tests.support.regatta.turn import STEPS
from tests.support.regatta.view import RegattaView, redact, view

_ENGINE: Engine[Regatta] = Engine(
    agenda=lambda state: state.agenda,
    steps=STEPS,
    evolve=evolve,
    move_begun=MoveBegun,
    not_your_turn=lambda state, _by: Rejected("not_your_turn", rule="RG-T1", seats=state.agenda[-1].seats),
    step_rule="RG-T1",
    asides=lambda _state, _seat: (HOIST_FLAG,),
)


class RegattaRules:
    """Regatta for two to four rivals, for two teams, and for one to three crews against the storm."""

    name = "regatta"
    rules = "regatta/1"
    prefix = "RG"
    texts = str(Path(__file__).with_name("texts"))
    narration = NARRATION
    challenge: Challenge | None = None
    difficulties: Difficulties | None = None
    options: type[Options] = RegattaOptions
    choice_type: type[Choice] | None = BoatChoice
    move_types = MOVES
    asides: tuple[type[Command], ...] = (HoistFlag,)
    event_types = EVENTS
    round_event: type[Event] | None = RoundBegun
    state_type = Regatta
    view_type = RegattaView
    automas: tuple[str, ...] = (STORM,)
    bots: Mapping[str, Bot] = BOTS
    catalogue = CATALOGUE

    def check(self, options: RegattaOptions, places: int) -> None:
        """RG-M1 to RG-M3: which options and numbers of players fit together."""
        check_modes(CATALOGUE, options, places)

    def check_choice(
        self,
        options: RegattaOptions,  # noqa: ARG002  the protocol's signature
        choices: Sequence[BoatChoice | None],
        place: int,  # noqa: ARG002
        choice: BoatChoice,
    ) -> None:
        """RG-S2: each boat has one crew."""
        start.check_choice(choices, choice)

    def setup(self, options: RegattaOptions, choices: Sequence[BoatChoice | None], dice: Dice) -> Setup:
        """Seats and the events that start a game."""
        return start.setup(options, choices, dice)

    def mode(self, options: RegattaOptions, places: int) -> str:  # noqa: ARG002  the protocol's signature
        """Rivals, teams and the co-operative game have statistics of their own."""
        return mode_of(options)

    def decide(self, state: Regatta, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        """The move, and all that follows until somebody has to decide."""
        return _ENGINE.decide(state, by, command, dice)

    def evolve(self, state: Regatta | None, event: Any) -> Regatta:
        """The next state."""
        return evolve(state, event)

    def legal(self, state: Regatta, seat: int) -> Sequence[Command]:
        """Every plain move that this seat may make now, flags included."""
        return _ENGINE.legal(state, seat)

    def question(self, state: Regatta, seat: int, move: Command) -> Question[Command] | None:
        """What the game would ask after this move, to complete or to continue it."""
        return _ENGINE.question(state, seat, move)

    def price(self, state: Regatta, seat: int, move: Command) -> Holdings:
        """What a move costs, as far as it is filled in."""
        return _ENGINE.price(state, seat, move)

    def holdings(self, state: Regatta, seat: int) -> Holdings:
        """The tokens that a seat can pay with."""
        return state.crews[seat].holdings

    def progress(self, state: Regatta, seats: Sequence[int]) -> Iterator[Progress]:  # noqa: ARG002
        """Nothing in this game asks for a number."""
        return iter(())

    def actor(self, state: Regatta) -> Due:
        """The seats that decide, the storm, or the scorer."""
        return _ENGINE.actor(state)

    def turn(self, state: Regatta) -> int:
        """Turns are numbered through, those of the storm too."""
        return state.turn

    def attend(self, state: Regatta, away: Sequence[int]) -> Regatta:  # noqa: ARG002  the protocol's signature
        """The same state: a bot decides whatever its player would."""
        return state

    def view(self, state: Regatta, seats: Sequence[int]) -> RegattaView:
        """What the holder of these seats may know."""
        return view(state, seats)

    def redact(self, event: Any, seats: Sequence[int]) -> Event:
        """Likewise for an event."""
        return redact(event, seats)

    def score(self, state: Regatta) -> Score:
        """The breakdown, if it ended now."""
        return scoring.score(state)

    def seat_names(self, state: Regatta) -> Sequence[str | None]:
        """The boat of each seat, or the storm."""
        return tuple(crew.boat or STORM for crew in state.crews)

    def traits(self, state: Regatta) -> Sequence[Mapping[str, str]]:
        """The boat of each crew."""
        return [{"boat": crew.boat} if crew.boat else {} for crew in state.crews]

    def usable(self, players: int) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG002  the protocol's signature
        """What there is to be used."""
        return statistics.USABLE

    def uses(self, state: Regatta | None, events: Sequence[Event]) -> Iterator[tuple[str, str]]:  # noqa: ARG002
        """What an entry used of it."""
        return statistics.uses(events)


REGATTA = RegattaRules()
