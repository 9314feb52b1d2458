"""The ruleset of Bonfire; each function calls the module that implements it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.bonfire import scoring
from domain.bonfire import uses as statistics
from domain.bonfire.bots import BOTS
from domain.bonfire.commands import MOVES
from domain.bonfire.components import CATALOGUE
from domain.bonfire.events import EVENTS, RoundBegun
from domain.bonfire.evolve import evolve
from domain.bonfire.narration import NARRATION
from domain.bonfire.progress import progress_of
from domain.bonfire.setup import setup
from domain.bonfire.state import TOM, Bonfire, BonfireOptions
from domain.bonfire.steps import ENGINE
from domain.bonfire.view import BonfireView, redact, view
from domain.kernel.action import Question
from domain.kernel.bots import Bot
from domain.kernel.challenge import Challenge
from domain.kernel.dice import Dice
from domain.kernel.difficulty import Difficulties
from domain.kernel.messages import Command, Event
from domain.kernel.modes import check_modes
from domain.kernel.progress import Progress
from domain.kernel.ruleset import Setup
from domain.kernel.score import Score
from domain.kernel.table import Choice, Due, Options
from domain.kernel.tokens import Holdings


class BonfireRules:
    """Bonfire for two to four players, and for one against Tom."""

    name = "bonfire"
    rules = "bonfire/1"
    prefix = "BF"
    texts = "bonfire"
    narration = NARRATION
    # BF-O26, BF-O27: starts at -10; a win makes it harder, a loss easier.
    challenge: Challenge | None = Challenge(
        option="challenge",
        value="handicap",
        handicap="handicap",
        first=-10,
        steps={"win": 5, "tie": 0, "loss": -2},
    )
    difficulties: Difficulties | None = None
    options: type[Options] = BonfireOptions
    choice_type: type[Choice] | None = None
    move_types = MOVES
    asides: tuple[type[Command], ...] = ()
    event_types = EVENTS
    round_event: type[Event] | None = RoundBegun
    state_type = Bonfire
    view_type = BonfireView
    automas: tuple[str, ...] = (TOM,)
    bots: Mapping[str, Bot] = BOTS
    catalogue = CATALOGUE

    def check(self, options: BonfireOptions, places: int) -> None:
        """BF-S1, BF-O26: one to four players; the challenge is only for one."""
        check_modes(CATALOGUE, options, places)

    def check_choice(self, options: BonfireOptions, choices: Sequence[Any], place: int, choice: Any) -> None:
        """Do nothing: Bonfire has no choice in the lobby."""

    def setup(self, options: BonfireOptions, choices: Sequence[Any], dice: Dice) -> Setup:
        """The seats and the events that start a game."""
        return setup(options, len(choices), dice)

    def mode(self, options: BonfireOptions, places: int) -> str:  # noqa: ARG002  the protocol's signature
        """All games have one mode; statistics separate solo games by their number of players."""
        return "standard"

    def decide(self, state: Bonfire, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        """The events of a move, of its consequences, and of every only answer."""
        return ENGINE.decide(state, by, command, dice)

    def evolve(self, state: Bonfire | None, event: Any) -> Bonfire:
        """The next state."""
        return evolve(state, event)

    def legal(self, state: Bonfire, seat: int) -> Sequence[Command]:
        """Every plain move that this seat may make now."""
        return ENGINE.legal(state, seat)

    def question(self, state: Bonfire, seat: int, move: Command) -> Question[Command] | None:
        """What the game would ask after this move, to complete or to continue it."""
        return ENGINE.question(state, seat, move)

    def price(self, state: Bonfire, seat: int, move: Command) -> Holdings:
        """What a move costs, as far as it is filled in."""
        return ENGINE.price(state, seat, move)

    def holdings(self, state: Bonfire, seat: int) -> Holdings:
        """The tokens that a seat can pay with."""
        return state.cities[seat].holdings

    def progress(self, state: Bonfire, seats: Sequence[int]) -> Iterator[Progress]:
        """How far each seat is with tasks."""
        return progress_of(state, seats)

    def actor(self, state: Bonfire) -> Due:
        """The seat that has to decide, Tom, or the scorer."""
        return ENGINE.actor(state)

    def turn(self, state: Bonfire) -> int:
        """The number of the turn."""
        return state.turn.number

    def attend(self, state: Bonfire, away: Sequence[int]) -> Bonfire:  # noqa: ARG002  the protocol's signature
        """The same state: a bot decides whatever its player would."""
        return state

    def view(self, state: Bonfire, seats: Sequence[int]) -> BonfireView:
        """The state as the holder of these seats may see it."""
        return view(state, seats)

    def redact(self, event: Any, seats: Sequence[int]) -> Event:
        """An event as the holder of these seats may see it."""
        return redact(event, seats)

    def score(self, state: Bonfire) -> Score:
        """The breakdown if the game ended now."""
        return scoring.score(state)

    def seat_names(self, state: Bonfire) -> Sequence[str | None]:
        """The colour of each seat's pieces."""
        return tuple(city.color for city in state.cities)

    def traits(self, state: Bonfire) -> Sequence[Mapping[str, str]]:
        """None: the number of a seat is also its place in the turn order."""
        return [{} for _ in state.cities]

    def usable(self, players: int) -> Mapping[str, tuple[str, ...]]:
        """By subject, the ids of all components in the game."""
        return statistics.usable(players)

    def uses(self, state: Bonfire | None, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        """The components that an entry used."""
        return statistics.uses(self.decide, state, events)


BONFIRE = BonfireRules()
RULESETS = (BONFIRE,)
