"""The functions of the ruleset, each a few lines that call the modules beside it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.action import Question
from domain.kernel.bots import Bot
from domain.kernel.challenge import Challenge
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.modes import check_modes
from domain.kernel.ruleset import Setup
from domain.kernel.score import Score
from domain.kernel.table import Choice, Due, Options
from domain.kernel.tokens import Holdings
from domain.phoenix import scoring
from domain.phoenix import uses as statistics
from domain.phoenix.bots import BOTS
from domain.phoenix.commands import MOVES
from domain.phoenix.components import CATALOGUE
from domain.phoenix.events import EVENTS, RoundStarted
from domain.phoenix.evolve import evolve
from domain.phoenix.narration import NARRATION
from domain.phoenix.setup import check_choice, lay_out, modes_of, seating
from domain.phoenix.state import ClanChoice, Phoenix, PhoenixOptions, PlayMode
from domain.phoenix.steps import ENGINE
from domain.phoenix.view import PhoenixView, redact, view


class PhoenixRules:
    """Phoenix Palace for two to four players, each for itself or in two teams."""

    name = "phoenix"
    rules = "phoenix/1"
    prefix = "PP"
    texts = "phoenix"
    narration = NARRATION
    challenge: Challenge | None = None
    options: type[Options] = PhoenixOptions
    choice_type: type[Choice] | None = ClanChoice
    move_types = MOVES
    asides: tuple[type[Command], ...] = ()
    event_types = EVENTS
    round_event: type[Event] | None = RoundStarted
    state_type = Phoenix
    view_type = PhoenixView
    automas: tuple[str, ...] = ()
    bots: Mapping[str, Bot] = BOTS
    catalogue = CATALOGUE

    def check(self, options: PhoenixOptions, places: int) -> None:
        """PP-M1–PP-M3: refuse combinations of options and numbers of places that the game does not have."""
        check_modes(CATALOGUE, options, places)

    def check_choice(
        self,
        options: PhoenixOptions,  # noqa: ARG002  the protocol's signature
        choices: Sequence[ClanChoice | None],
        place: int,  # noqa: ARG002  the protocol's signature
        choice: ClanChoice,
    ) -> None:
        """PP-S2: the clan must not be chosen by another player."""
        check_choice(choices, choice)

    def setup(self, options: PhoenixOptions, choices: Sequence[ClanChoice | None], dice: Dice) -> Setup:
        """Seats and the events that start a game, up to the first decision."""
        places, clans = seating(choices, dice)
        events = list(lay_out(modes_of(options), clans, dice))
        state: Phoenix | None = None
        for event in events:
            state = evolve(state, event)
        assert state is not None
        return Setup(places, (*events, *ENGINE.go_on(state, dice)))

    def mode(self, options: PhoenixOptions, places: int) -> str:
        """Teams, numbers of seats and variants each have their own mode."""
        players = "team" if options.mode is PlayMode.TEAM else f"{places}p"
        variants = (mode.value for mode in modes_of(options) if mode.value != PlayMode.TEAM.value)
        return "+".join((players, *variants))

    def decide(self, state: Phoenix, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        """The move, its effects, and every decision that has only one answer."""
        return ENGINE.decide(state, by, command, dice)

    def evolve(self, state: Phoenix | None, event: Any) -> Phoenix:
        """The next state."""
        return evolve(state, event)

    def legal(self, state: Phoenix, seat: int) -> Sequence[Command]:
        """Every plain move that this seat may make now."""
        return ENGINE.legal(state, seat)

    def question(self, state: Phoenix, seat: int, move: Command) -> Question[Command] | None:
        """What the game would ask after this move, to complete or to continue it."""
        return ENGINE.question(state, seat, move)

    def price(self, state: Phoenix, seat: int, move: Command) -> Holdings:
        """What a move costs, as far as it is filled in."""
        return ENGINE.price(state, seat, move)

    def holdings(self, state: Phoenix, seat: int) -> Holdings:
        """The tokens that a seat can pay with."""
        return state.pool(seat).holdings

    def actor(self, state: Phoenix) -> Due:
        """The seats that have to decide, or the scorer."""
        return ENGINE.actor(state)

    def turn(self, state: Phoenix) -> int:
        """The number of the turn; turns and nights are numbered together."""
        return state.turn.number

    def view(self, state: Phoenix, seats: Sequence[int]) -> PhoenixView:
        """What the holder of these seats may see."""
        return view(state, seats)

    def redact(self, event: Any, seats: Sequence[int]) -> Event:
        """The same for an event."""
        return redact(event, seats)

    def score(self, state: Phoenix) -> Score:
        """The score breakdown as if the game ended now."""
        return scoring.score(state)

    def seat_names(self, state: Phoenix) -> tuple[str | None, ...]:
        """Each seat is named after its clan."""
        return tuple(seat.clan.value for seat in state.seats)

    def traits(self, state: Phoenix) -> Sequence[Mapping[str, str]]:
        """The clan, and the place in the turn order of round 1."""
        return [
            {"clan": seat.clan.value, "turn order": str(state.order.index(number) + 1)}
            for number, seat in enumerate(state.seats)
        ]

    def usable(self, players: int) -> Mapping[str, tuple[str, ...]]:
        """Everything in the game whose use is counted."""
        return statistics.usable(players)

    def uses(self, state: Phoenix | None, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        """What an entry used."""
        return statistics.uses(state, events)


PHOENIX = PhoenixRules()
RULESET = PHOENIX
