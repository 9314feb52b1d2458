"""The engine: `decide`, `legal` and `actor` of any game whose state holds an agenda."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.action import Action, Question, settle
from domain.kernel.agenda import Agenda, Pending, StepRules
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from domain.kernel.table import Due
from domain.kernel.tokens import Holdings

S = TypeVar("S")


def no_reactions(_state: Any, _event: Any) -> Iterable[Event]:
    """The default of `reactions`: no event causes another."""
    return ()


def no_asides(_state: Any, _seat: int) -> Sequence[Action[Any, Any]]:
    """The default of `asides`: nobody may move out of turn."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Engine(Generic[S]):
    """The generic part of a ruleset; a game supplies only these fields.

    `agenda` reads the pending steps from the state; when none is left, play has ended.
    `steps` is the table from the type of a step to its rules.
    `move_begun` is the event that records the unfinished move of a seat.
    `not_your_turn` is the refusal of a seat or automa that does not decide now.
    `step_rule` is the rule id of `wrong_step`.
    `known_ids` lists, by command type and field, the ids that exist in the game.
    `asides` are moves that a seat may make at any time, even when other seats decide. They do not change the
    agenda, so a single command has to fill them in.
    """

    agenda: Callable[[S], Agenda[Any, Any]]
    steps: Mapping[type, StepRules[S]]
    evolve: Callable[[S, Any], S]
    move_begun: Callable[[int, Any], Event]
    not_your_turn: Callable[[S, int | str], Rejected]
    step_rule: str | None = None
    reactions: Callable[[S, Any], Iterable[Event]] = no_reactions
    known_ids: Mapping[type[Command], Mapping[str, Container[Any]]] = field(default_factory=dict)
    asides: Callable[[S, int], Sequence[Action[S, Any]]] = no_asides

    def actor(self, state: S) -> Due:
        """The seats that decide the top step, the automa whose turn it is, or the scorer at the end."""
        agenda = self.agenda(state)
        return Due(seats=agenda[-1].seats, automa=agenda[-1].automa) if agenda else Due(scorer=True)

    def legal(self, state: S, seat: int) -> list[Command]:
        """Every plain move that `decide` accepts from this seat now, asides last."""
        agenda = self.agenda(state)
        if not agenda:
            return []
        found = self._answers(state, seat, agenda[-1])
        for action in self.asides(state, seat):
            found += action.answers(state, seat, action.blank)
        return found

    def decide(self, state: S, by: int | str, command: Command, dice: Dice) -> list[Event]:
        """The events of a command, of the automatic steps after it, and of each only answer."""
        agenda = self.agenda(state)
        if not agenda:
            raise Rejected("game_finished")
        aside = self._aside(state, by, command)
        if aside is not None:
            assert isinstance(by, int)
            return self._play_aside(state, by, aside, command, dice)
        if isinstance(by, str):
            self._refuse_automa(state, agenda[-1], by, command)
            state, events = self._happen(state, agenda[-1], dice)
        else:
            action = self._admitted(state, agenda[-1], by, command)
            state, events = self._play(state, by, action, command, dice)
        return events + self.go_on(state, dice)

    def open_action(self, state: S, seat: int, kind: type[Command]) -> Action[S, Any] | None:
        """The action for a command type in the top step, or None if the step does not allow it."""
        top = self.agenda(state)[-1]
        return next((action for action in self._open(state, seat, top) if action.command is kind), None)

    def question(self, state: S, seat: int, move: Command) -> Question[Command] | None:
        """What the game would ask after this move of a seat, to complete or to continue it.

        A move that can be carried out as it is may still have a question: then its answers add to the move.
        """
        agenda = self.agenda(state)
        action = self.open_action(state, seat, type(move)) if agenda and seat in agenda[-1].seats else None
        if action is None:
            return None
        begun = agenda[-1].form(seat)
        form = move if begun is None else action.merged(begun, move)
        asked = action.question(state, seat, form, move)
        if asked is None:
            return None
        opened = form if begun is not None else action.opened(state, seat, form)
        return replace(asked, complete=action.filled(state, seat, opened)[1])

    def price(self, state: S, seat: int, move: Command) -> Holdings:
        """What a move costs, as far as it is filled in."""
        agenda = self.agenda(state)
        action = self.open_action(state, seat, type(move)) if agenda else None
        if action is None:
            return ()
        begun = agenda[-1].form(seat)
        return action.price(state, seat, move if begun is None else action.merged(begun, move))

    def _open(self, state: S, seat: int, top: Pending[Any, Any]) -> Sequence[Action[S, Any]]:
        """The moves that the top step allows; only the unfinished one, if there is one."""
        actions = self.steps[type(top.step)].actions(state, seat)
        begun = top.form(seat) if top.forms else None
        return actions if begun is None else [each for each in actions if each.command is type(begun)]

    def _answers(self, state: S, seat: int, top: Pending[Any, Any]) -> list[Command]:
        """The plain moves of a seat in the top step."""
        if seat not in top.seats:
            return []
        begun = top.form(seat) if top.forms else None
        return [
            answer
            for action in self._open(state, seat, top)
            for answer in action.answers(state, seat, action.blank if begun is None else begun)
        ]

    def _refuse_automa(self, state: S, top: Pending[Any, Any], automa: str, command: Command) -> None:
        """Raise the refusals of an automa's command."""
        if automa != top.automa:
            raise self.not_your_turn(state, automa)
        if not isinstance(command, TakeTurn):
            raise Rejected("wrong_step", rule=self.step_rule, expected=())

    def _admitted(self, state: S, top: Pending[Any, Any], seat: int, command: Command) -> Action[S, Any]:
        """The action of a command, after the refusals that every game checks first, in this order."""
        if seat not in top.seats:
            raise self.not_your_turn(state, seat)
        action = self.open_action(state, seat, type(command))
        if action is None:
            raise Rejected("wrong_step", rule=self.step_rule, expected=self._possible(state, seat, top))
        self._refuse_unknown_ids(command)
        return action

    def _refuse_unknown_ids(self, command: Command) -> None:
        for name, known in self.known_ids.get(type(command), {}).items():
            value = getattr(command, name)
            if value is not UNSET and value not in known:
                raise Rejected("unknown_id", field=name, id=str(value))

    def _possible(self, state: S, seat: int, top: Pending[Any, Any]) -> tuple[str, ...]:
        """The kinds of move that the seat can make now."""
        begun = top.form(seat)
        return tuple(
            action.tag
            for action in self._open(state, seat, top)
            if action.has_answer(state, seat, action.blank if begun is None else begun)
        )

    def _play(
        self, state: S, seat: int, action: Action[S, Any], move: Command, dice: Dice
    ) -> tuple[S, list[Event]]:
        """Fill the move into its form; carry it out when the form is complete, else store it."""
        begun = self.agenda(state)[-1].form(seat)
        form = action.opened(state, seat, move) if begun is None else action.merged(begun, move)
        form, full = action.filled(state, seat, form)
        events = action.outcome(state, seat, form, dice) if full else (self.move_begun(seat, form),)
        return settle(state, events, self.evolve, self.reactions)

    def _happen(self, state: S, top: Pending[Any, Any], dice: Dice) -> tuple[S, list[Event]]:
        """Let the top step happen; it must change the agenda."""
        events = self.steps[type(top.step)].happens(state, top.step, dice)
        after, told = settle(state, events, self.evolve, self.reactions)
        agenda = self.agenda(after)
        assert top.automa is not None or not agenda or agenda[-1] is not top, (
            f"{top.step} leaves the agenda unchanged"
        )
        return after, told

    def go_on(self, state: S, dice: Dice) -> list[Event]:
        """Continue until a seat or an automa has to act: automatic steps, and only answers."""
        told: list[Event] = []
        while agenda := self.agenda(state):
            top = agenda[-1]
            forced = self._forced(state, top) if top.waits else None
            if forced is not None:
                seat, answer = forced
                action = self.open_action(state, seat, type(answer))
                assert action is not None
                state, events = self._play(state, seat, action, answer, dice)
            elif top.waits and not self._is_unanswerable(state, top):
                break
            else:
                state, events = self._happen(state, top, dice)
            told += events
        return told

    def _is_unanswerable(self, state: S, top: Pending[Any, Any]) -> bool:
        """Whether no seat has an answer to a forced step, which then happens by itself."""
        return (
            bool(top.seats)
            and not top.forms
            and self.steps[type(top.step)].forced
            and not any(
                action.has_answer(state, seat, action.blank)
                for seat in top.seats
                for action in self._open(state, seat, top)
            )
        )

    def _forced(self, state: S, top: Pending[Any, Any]) -> tuple[int, Command] | None:
        """A seat that has only one answer to the top step, with that answer."""
        if not self.steps[type(top.step)].forced:
            return None
        for seat in top.seats:
            if top.form(seat) is None:
                answers = self._answers(state, seat, top)
                if len(answers) == 1:
                    return seat, answers[0]
        return None

    def _aside(self, state: S, by: int | str, command: Command) -> Action[S, Any] | None:
        """The action of a command that is possible out of turn."""
        if isinstance(by, str):
            return None
        return next((each for each in self.asides(state, by) if each.command is type(command)), None)

    def _play_aside(
        self, state: S, seat: int, action: Action[S, Any], command: Command, dice: Dice
    ) -> list[Event]:
        self._refuse_unknown_ids(command)
        form, full = action.filled(state, seat, action.opened(state, seat, command))
        if not full:
            raise Rejected("field_missing", field=action.asks(state, seat, form))
        return settle(state, action.outcome(state, seat, form, dice), self.evolve, self.reactions)[1]
