"""The functions of the ruleset, each a few lines that point into the files beside it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.bonfire import scoring
from domain.bonfire import uses as statistics
from domain.bonfire.bots import BOTS
from domain.bonfire.commands import MOVES
from domain.bonfire.components import CATALOGUE
from domain.bonfire.events import EVENTS
from domain.bonfire.evolve import evolve
from domain.bonfire.narration import NARRATION
from domain.bonfire.setup import setup
from domain.bonfire.state import TOM, Bonfire, BonfireOptions
from domain.bonfire.steps import ENGINE
from domain.bonfire.view import BonfireView, redact, view
from domain.kernel.bots import Bot
from domain.kernel.challenge import Challenge
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.modes import check_modes
from domain.kernel.ruleset import Setup
from domain.kernel.score import Score
from domain.kernel.table import Choice, Due, Options


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
    options: type[Options] = BonfireOptions
    choice_type: type[Choice] | None = None
    move_types = MOVES
    asides: tuple[type[Command], ...] = ()
    event_types = EVENTS
    state_type = Bonfire
    view_type = BonfireView
    automas: tuple[str, ...] = (TOM,)
    bots: Mapping[str, Bot] = BOTS
    catalogue = CATALOGUE

    def check(self, options: BonfireOptions, places: int) -> None:
        """BF-S1, BF-O26: one to four players; the challenge is for one."""
        check_modes(CATALOGUE, options, places)

    def check_choice(self, options: BonfireOptions, choices: Sequence[Any], place: int, choice: Any) -> None:
        """Nothing is chosen in the lobby."""

    def setup(self, options: BonfireOptions, choices: Sequence[Any], dice: Dice) -> Setup:
        """Seats and the events that start a game."""
        return setup(options, len(choices), dice)

    def mode(self, options: BonfireOptions, places: int) -> str:  # noqa: ARG002  the protocol's signature
        """All games are of one mode; statistics tell those against Tom apart by the number of players."""
        return "standard"

    def decide(self, state: Bonfire, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        """The move, what it causes, and every decision that has only one answer."""
        return ENGINE.decide(state, by, command, dice)

    def evolve(self, state: Bonfire | None, event: Any) -> Bonfire:
        """The next state."""
        return evolve(state, event)

    def legal(self, state: Bonfire, seat: int) -> Sequence[Command]:
        """Every plain move that this seat may make now."""
        return ENGINE.legal(state, seat)

    def actor(self, state: Bonfire) -> Due:
        """The seat that has to decide, Tom, or the scorer."""
        return ENGINE.actor(state)

    def turn(self, state: Bonfire) -> int:
        """Turns are numbered through."""
        return state.turn.number

    def view(self, state: Bonfire, seats: Sequence[int]) -> BonfireView:
        """What the holder of these seats may know."""
        return view(state, seats)

    def redact(self, event: Any, seats: Sequence[int]) -> Event:
        """Likewise for an event."""
        return redact(event, seats)

    def score(self, state: Bonfire) -> Score:
        """The breakdown, if it ended now."""
        return scoring.score(state)

    def seat_names(self, state: Bonfire) -> Sequence[str | None]:
        """The colour of each seat's pieces."""
        return tuple(city.color for city in state.cities)

    def usable(self, players: int) -> Mapping[str, tuple[str, ...]]:
        """What there is to be used."""
        return statistics.usable(players)

    def uses(self, state: Bonfire | None, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        """What an entry used of it."""
        return statistics.uses(self.decide, state, events)


BONFIRE = BonfireRules()
RULESETS = (BONFIRE,)
