"""The functions of the ruleset, each a few lines that call the modules beside it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

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
from domain.phoenix import scoring
from domain.phoenix import uses as statistics
from domain.phoenix.bots import BOTS
from domain.phoenix.commands import MOVES, NominateDecider
from domain.phoenix.components import CATALOGUE
from domain.phoenix.enemy_catalogue import BASILISK
from domain.phoenix.events import EVENTS, RoundStarted
from domain.phoenix.evolve import evolve
from domain.phoenix.ids import Difficulty, ScenarioId, Style
from domain.phoenix.narration import NARRATION
from domain.phoenix.options import ClanChoice, PhoenixOptions, PlayMode
from domain.phoenix.progress import progress_of
from domain.phoenix.setup import check_allies, check_choice, lay_out, seating
from domain.phoenix.state import Phoenix
from domain.phoenix.steps import ENGINE
from domain.phoenix.view import PhoenixView, redact, view

_VARIANTS: Final = ("palace_alt", "asymmetric", "dragon")


class PhoenixRules:
    """Phoenix Palace for two to four players, for itself, in two teams or as allies; solo for one."""

    name = "phoenix"
    rules = "phoenix/1"
    prefix = "PP"
    texts = "phoenix"
    narration = NARRATION
    challenge: Challenge | None = None
    # PP-CO5, PP-CO26: each scenario has its own ladder of difficulties, and so has the plain game.
    difficulties: Difficulties | None = Difficulties(
        option="difficulty",
        levels=tuple(Difficulty),
        ladders={"scenario": tuple(ScenarioId), "style": (Style.VANILLA,)},
    )
    options: type[Options] = PhoenixOptions
    choice_type: type[Choice] | None = ClanChoice
    move_types = MOVES
    asides: tuple[type[Command], ...] = (NominateDecider,)
    event_types = EVENTS
    round_event: type[Event] | None = RoundStarted
    state_type = Phoenix
    view_type = PhoenixView
    automas: tuple[str, ...] = (BASILISK,)
    bots: Mapping[str, Bot] = BOTS
    catalogue = CATALOGUE

    def check(self, options: PhoenixOptions, places: int) -> None:
        """PP-M1–PP-M3: refuse combinations of options and numbers of places that the game does not have."""
        check_allies(options)
        check_modes(CATALOGUE, options, places)

    def check_choice(
        self,
        options: PhoenixOptions,
        choices: Sequence[ClanChoice | None],
        place: int,  # noqa: ARG002  the protocol's signature
        choice: ClanChoice,
    ) -> None:
        """PP-S2, PP-CO2: the clan must not be chosen by another player, nor be that of the Basilisk."""
        check_choice(options, choices, choice)

    def setup(self, options: PhoenixOptions, choices: Sequence[ClanChoice | None], dice: Dice) -> Setup:
        """Seats and the events that start a game, up to the first decision."""
        places, clans = seating(options, choices, dice)
        events = list(lay_out(options, clans, dice))
        state: Phoenix | None = None
        for event in events:
            state = evolve(state, event)
        assert state is not None
        return Setup(places, (*events, *ENGINE.go_on(state, dice)))

    def mode(self, options: PhoenixOptions, places: int) -> str:
        """Teams, numbers of seats, difficulties, scenarios and variants each have their own mode."""
        allies = options.solo_allies if options.mode is PlayMode.SOLO else places
        table = {PlayMode.STANDARD: f"{places}p", PlayMode.TEAM: "team"}.get(
            options.mode, f"{options.mode}-{allies}"
        )
        against = (str(each) for each in (options.difficulty, options.scenario) if each)
        return "+".join((table, *against, *(name for name in _VARIANTS if getattr(options, name))))

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

    def progress(self, state: Phoenix, seats: Sequence[int]) -> Iterator[Progress]:  # noqa: ARG002  the protocol's signature
        """How far each seat is with majorities and the next building."""
        return progress_of(state)

    def actor(self, state: Phoenix) -> Due:
        """The seats that have to decide, or the scorer."""
        return ENGINE.actor(state)

    def turn(self, state: Phoenix) -> int:
        """The number of the turn; turns and nights are numbered together."""
        return state.turn.number

    def attend(self, state: Phoenix, away: Sequence[int]) -> Phoenix:
        """PP-CO8: an ally whose player is away does not decide for the Basilisk."""
        return state if state.enemy is None else replace(state, away=tuple(away))

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
        """Each seat is named after its clan, the Basilisk's too."""
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
