"""The functions of the ruleset, each a few lines that point into the files beside it."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from domain.bonfire import scoring
from domain.bonfire import uses as statistics
from domain.bonfire.actions import ACTIONS
from domain.bonfire.actions.shift import PLACES
from domain.bonfire.bots import BOTS
from domain.bonfire.catalogue import BONFIRE_SPACE, GNOME_CARD, ISLAND, PATH_TILE
from domain.bonfire.commands import (
    MOVES,
    MoveShip,
    ReceiveTask,
    RecruitGnome,
    ResolveBonus,
    UseGreatBonfire,
)
from domain.bonfire.components import CATALOGUE
from domain.bonfire.events import EVENTS, MoveBegun
from domain.bonfire.evolve import evolve
from domain.bonfire.reactions import reactions
from domain.bonfire.setup import setup
from domain.bonfire.state import Bonfire, BonfireOptions, Phase
from domain.bonfire.tasks import TASK
from domain.bonfire.tom import RESOLVE_TOM, take_turn
from domain.bonfire.turn import END_TURN, PASS, open_commands
from domain.bonfire.view import BonfireView, redact, view
from domain.kernel.action import Action, answers, filled, has_answer, merged, settle
from domain.kernel.bots import Bot
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from domain.kernel.modes import check_modes
from domain.kernel.ruleset import Setup
from domain.kernel.score import Score
from domain.kernel.table import Choice, Due, Options

_ACTIONS: Mapping[type[Command], Action[Bonfire, Any]] = {
    **ACTIONS,
    PASS.command: PASS,
    END_TURN.command: END_TURN,
    RESOLVE_TOM.command: RESOLVE_TOM,
}
_KNOWN_IDS: Mapping[type[Command], Mapping[str, Container[Any]]] = {
    MoveShip: {"to": ISLAND},
    ReceiveTask: {"task": TASK},
    UseGreatBonfire: {"to": BONFIRE_SPACE},
    RecruitGnome: {"gnome": GNOME_CARD},
    ResolveBonus: {
        "path": PATH_TILE,
        "gnome": GNOME_CARD,
        "destination": PLACES,
        "to": {**ISLAND, **BONFIRE_SPACE},
    },
}
_TOM = "tom"


class BonfireRules:
    """Bonfire for two to four players, and for one against Tom."""

    name = "bonfire"
    rules = "bonfire/1"
    options: type[Options] = BonfireOptions
    choice_type: type[Choice] | None = None
    move_types = MOVES
    asides: tuple[type[Command], ...] = ()
    event_types = EVENTS
    state_type = Bonfire
    view_type = BonfireView
    automas: tuple[str, ...] = (_TOM,)
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
        """Games against Tom are kept apart from those of several players."""
        return "solo" if places == 1 else "multiplayer"

    def decide(self, state: Bonfire, by: int | str, command: Command, dice: Dice) -> Sequence[Event]:
        """The move, whatever it causes, and every decision that has only one answer."""
        _refuse_early(state, by, command)
        move: Command | None = command
        told: list[Event] = []
        while move is not None:
            state, events = _play(state, move, dice)
            told += events
            move = self._forced(state)
        return told

    def _forced(self, state: Bonfire) -> Command | None:
        """The only answer to a question that has just been opened."""
        if state.turn.offer is None or state.turn.form is not None or state.asked is None:
            return None
        answers = self.legal(state, state.asked)
        return answers[0] if len(answers) == 1 else None

    def evolve(self, state: Bonfire | None, event: Any) -> Bonfire:
        """The next state."""
        return evolve(state, event)

    def legal(self, state: Bonfire, seat: int) -> Sequence[Command]:
        """Every plain move that this seat may make now."""
        if seat != state.asked or state.phase is Phase.FINAL_SCORING:
            return ()
        return [
            answer
            for kind in open_commands(state)
            for answer in answers(_ACTIONS[kind], state, seat, state.turn.form or kind())
        ]

    def actor(self, state: Bonfire) -> Due:
        """The seat that has to decide, Tom, or the scorer."""
        if state.phase is Phase.FINAL_SCORING:
            return Due(scorer=True)
        return Due(automa=_TOM) if state.asked is None else Due(seats=(state.asked,))

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

    def usable(self, players: int) -> Mapping[str, tuple[str, ...]]:
        """What there is to be used."""
        return statistics.usable(players)

    def uses(self, state: Bonfire | None, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        """What an entry used of it."""
        return statistics.uses(self.decide, state, events)


def _refuse_early(state: Bonfire, by: int | str, command: Command) -> None:
    """What every game refuses first, in this order."""
    if state.phase is Phase.FINAL_SCORING:
        raise Rejected("game_finished")
    if by != (_TOM if state.asked is None else state.asked):
        raise Rejected("not_your_turn", rule="BF-T1", seat=state.turn.seat)
    if by == _TOM and isinstance(command, TakeTurn):
        return
    if type(command) not in open_commands(state):
        raise Rejected("wrong_step", rule="BF-T3", expected=_possible(state))
    for field, known in _KNOWN_IDS.get(type(command), {}).items():
        value = getattr(command, field)
        if value is not UNSET and value not in known:
            raise Rejected("unknown_id", field=field, id=str(value))


def _possible(state: Bonfire) -> tuple[str, ...]:
    """The kinds of move that whoever is asked can make now."""
    seat, form = state.asked, state.turn.form
    if seat is None:
        return ()
    kinds = (kind for kind in open_commands(state) if has_answer(_ACTIONS[kind], state, seat, form or kind()))
    return tuple(str(kind.__struct_config__.tag) for kind in kinds)


def _play(state: Bonfire, move: Command, dice: Dice) -> tuple[Bonfire, list[Event]]:
    """The move written into its form: carried out when the form is full, else kept for the next answer."""
    if state.asked is None:
        return settle(state, take_turn(state, dice), evolve, reactions)
    seat = state.asked
    action = _ACTIONS[type(move)]
    begun = state.turn.form
    answered = action.opened(state, seat, move) if begun is None else merged(begun, move)
    form, full = filled(action, state, seat, answered)
    told = action.outcome(state, seat, form, dice) if full else (MoveBegun(seat, form),)
    return settle(state, told, evolve, reactions)


BONFIRE = BonfireRules()
