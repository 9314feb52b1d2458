"""The engine on sample steps: deciding seats, automatic steps, resumed steps, forced answers.

A turn is any number of moves and then `end`. `ask` pushes a question for another seat, who may pass it on
before answering. `call_vote` asks every seat secretly. `toll` happens by itself. The robot's turn asks seat 0
something and goes on with the answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from msgspec import UNSET, Struct, UnsetType

from domain.kernel import agenda as a
from domain.kernel.action import Action, Field
from domain.kernel.agenda import Agenda, Pending, StepRules
from domain.kernel.dice import Dice
from domain.kernel.engine import Engine
from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from domain.kernel.table import Due


class Turn(Struct, frozen=True, tag="turn"):
    seat: int


class Question(Struct, frozen=True, tag="question"):
    options: tuple[str, ...]


class Riddle(Struct, frozen=True, tag="riddle"):
    options: tuple[str, ...]


class Ballot(Struct, frozen=True, tag="ballot"):
    votes: tuple[tuple[int, str], ...] = ()


class Toll(Struct, frozen=True, tag="toll"):
    left: int


class RobotTurn(Struct, frozen=True, tag="robot"):
    pass


class Ask(Command, frozen=True, tag="ask", kw_only=True):
    seat: int | UnsetType = UNSET
    options: tuple[str, ...] | UnsetType = UNSET


class Reply(Command, frozen=True, tag="reply"):
    text: str | UnsetType = UNSET


class CallVote(Command, frozen=True, tag="call_vote"):
    pass


class Vote(Command, frozen=True, tag="vote"):
    choice: str | UnsetType = UNSET


class PayToll(Command, frozen=True, tag="pay_toll"):
    pass


class End(Command, frozen=True, tag="end"):
    pass


class Wave(Command, frozen=True, tag="wave"):
    to: int | UnsetType = UNSET


class Happened(Event, frozen=True, tag="happened"):
    what: str


class Begun(Event, frozen=True, tag="begun"):
    seat: int
    move: Any


class Finished(Event, frozen=True, tag="finished"):
    seat: int


class Pushed(Event, frozen=True, tag="pushed"):
    pending: Any


class Popped(Event, frozen=True, tag="popped"):
    what: str


class Voted(Event, frozen=True, tag="voted"):
    seat: int
    choice: str


class TollPaid(Event, frozen=True, tag="toll_paid"):
    left: int


class RobotMoved(Event, frozen=True, tag="robot_moved"):
    pass


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    seat: int | str | None


@dataclass(frozen=True)
class Game:
    agenda: Agenda[Any, Any] = (Pending(Turn(0), seats=(0,)),)
    told: tuple[str, ...] = field(default=())


def evolve(game: Game, event: Any) -> Game:
    stack = game.agenda
    match event:
        case Happened(what=what):
            return replace(game, told=(*game.told, what))
        case Begun(seat=seat, move=move):
            stack = a.begun(stack, seat, move)
        case Finished(seat=seat):
            stack = a.finished(stack, seat)
        case Pushed(pending=pending):
            stack = a.push(stack, pending)
        case Popped(what=what):
            return replace(game, agenda=a.pop(stack), told=(*game.told, what))
        case Voted(seat=seat, choice=choice):
            votes = (*stack[-1].step.votes, (seat, choice))
            stack = a.answered(a.restated(stack, Ballot(votes)), seat)
        case TollPaid(left=left):
            stack = a.restated(stack, Toll(left)) if left else a.pop(stack)
        case RobotMoved():
            stack = a.reassigned(stack, ())
        case TurnPassed(seat=None):
            stack = ()
        case TurnPassed(seat=str() as automa):
            stack = (Pending(RobotTurn(), automa=automa),)
        case TurnPassed(seat=int() as seat):
            stack = (Pending(Turn(seat), seats=(seat,)),)
    return replace(game, agenda=stack)


def _ask(_game: Game, seat: int, form: Ask, _dice: Dice) -> Iterator[Event]:
    assert not isinstance(form.seat, UnsetType)
    yield Finished(seat)
    yield Pushed(Pending(Question(form.options or ()), seats=(form.seat,)))


def _reply(_game: Game, _seat: int, form: Reply, _dice: Dice) -> Iterator[Event]:
    yield Popped(str(form.text))


def _call_vote(_game: Game, _seat: int, _form: CallVote, _dice: Dice) -> Iterator[Event]:
    yield Pushed(Pending(Ballot(), seats=(0, 1, 2)))


def _vote(_game: Game, seat: int, form: Vote, _dice: Dice) -> Iterator[Event]:
    yield Voted(seat, str(form.choice))


def _pay_toll(_game: Game, _seat: int, _form: PayToll, _dice: Dice) -> Iterator[Event]:
    yield Pushed(Pending(Toll(2)))


def _end(game: Game, seat: int, _form: End, _dice: Dice) -> Iterator[Event]:
    yield TurnPassed((1, "robot", None)[seat])


def _wave(_game: Game, seat: int, form: Wave, _dice: Dice) -> Iterator[Event]:
    yield Happened(f"{seat} waves to {form.to}")


def _unknown_option(game: Game, _seat: int, form: Reply) -> Rejected | None:
    options = game.agenda[-1].step.options
    return None if form.text is UNSET or form.text in options else Rejected("not_an_option")


ASK: Action[Game, Ask] = Action(
    Ask,
    (
        Field("seat", lambda _game, seat, _form: (other for other in range(3) if other != seat)),
        Field("options", lambda *_: (("yes", "no"), ("yes",))),
    ),
    _ask,
)
REPLY: Action[Game, Reply] = Action(
    Reply, (Field("text", lambda game, *_: game.agenda[-1].step.options, _unknown_option),), _reply
)
CALL_VOTE: Action[Game, CallVote] = Action(CallVote, (), _call_vote)
VOTE: Action[Game, Vote] = Action(Vote, (Field("choice", lambda *_: ("up", "down")),), _vote)
PAY_TOLL: Action[Game, PayToll] = Action(PayToll, (), _pay_toll)
END: Action[Game, End] = Action(End, (), _end)
WAVE: Action[Game, Wave] = Action(Wave, (Field("to", lambda *_: (0, 1, 2)),), _wave)


def _count(_game: Game, step: Ballot, _dice: Dice) -> Iterator[Event]:
    yield Popped(" ".join(f"{seat}:{choice}" for seat, choice in sorted(step.votes)))


def _give_up(_game: Game, _step: Riddle, _dice: Dice) -> Iterator[Event]:
    yield Popped("nobody knows")


def _toll(_game: Game, step: Toll, _dice: Dice) -> Iterator[Event]:
    yield Happened(f"toll {step.left}")
    yield TollPaid(step.left - 1)


def _robot(game: Game, _step: RobotTurn, _dice: Dice) -> Iterator[Event]:
    """Its turn begins with a question; when that is answered, nobody has to decide and the turn goes on."""
    if game.agenda[-1].automa is not None:
        yield RobotMoved()
        yield Pushed(Pending(Question(("left", "right")), seats=(0,)))
    else:
        yield Happened(f"robot goes {game.told[-1]}")
        yield TurnPassed(2)


ENGINE: Engine[Game] = Engine(
    agenda=lambda game: game.agenda,
    steps={
        Turn: StepRules(lambda *_: (ASK, CALL_VOTE, PAY_TOLL, END), forced=False),
        Question: StepRules(lambda *_: (REPLY, ASK)),
        Riddle: StepRules(lambda *_: (REPLY,), _give_up),
        Ballot: StepRules(lambda *_: (VOTE,), _count, forced=False),
        Toll: StepRules(happens=_toll),
        RobotTurn: StepRules(happens=_robot),
    },
    evolve=evolve,
    move_begun=Begun,
    not_your_turn=lambda _game, by: Rejected("not_your_turn", rule="R-1", by=str(by)),
    step_rule="R-2",
    known_ids={Ask: {"seat": range(3)}},
)
NO_DICE = Dice(b"", 0)


def play(*moves: tuple[int | str, Command], engine: Engine[Game] = ENGINE) -> Game:
    """The game after these moves, each decided and then evolved."""
    game = Game()
    for by, command in moves:
        for event in engine.decide(game, by, command, NO_DICE):
            game = evolve(game, event)
    return game


def refusal(game: Game, by: int | str, command: Command) -> Rejected:
    with pytest.raises(Rejected) as refused:
        ENGINE.decide(game, by, command, NO_DICE)
    return refused.value


def ask(seat: int, *options: str) -> Ask:
    return Ask(seat=seat, options=options)


def riddle(*options: str) -> Game:
    """Seat 1 has to answer a riddle in the middle of seat 0's turn."""
    return evolve(Game(), Pushed(Pending(Riddle(options), seats=(1,))))


def test_a_forced_step_that_nobody_can_answer_happens_by_itself() -> None:
    assert ENGINE.go_on(riddle(), NO_DICE) == [Popped("nobody knows")]


def test_a_forced_step_takes_an_only_answer_and_waits_with_two() -> None:
    assert ENGINE.go_on(riddle("time"), NO_DICE) == [Popped("time")]
    assert ENGINE.go_on(riddle("time", "fire"), NO_DICE) == []


def test_a_step_that_is_not_forced_waits_even_without_an_answer() -> None:
    steps = {**ENGINE.steps, Riddle: StepRules(lambda *_: (REPLY,), _give_up, forced=False)}
    assert replace(ENGINE, steps=steps).go_on(riddle(), NO_DICE) == []


def test_the_refusal_out_of_turn_may_depend_on_the_seat() -> None:
    assert refusal(Game(), 2, End()) == Rejected("not_your_turn", rule="R-1", by="2")


def test_one_seat_decides_its_own_turn() -> None:
    game = play()
    assert ENGINE.actor(game) == Due(seats=(0,))
    assert ENGINE.legal(game, 0) == [Ask(seat=1), Ask(seat=2), CallVote(), PayToll(), End()]
    assert ENGINE.legal(game, 1) == []
    assert ENGINE.actor(play((0, End()))) == Due(seats=(1,))


def test_an_unfinished_move_is_kept_and_only_its_next_field_can_be_answered() -> None:
    game = play((0, Ask(seat=1)))
    assert game.agenda[-1].form(0) == Ask(seat=1)
    assert ENGINE.legal(game, 0) == [Ask(options=("yes", "no")), Ask(options=("yes",))]
    assert refusal(game, 0, End()) == Rejected("wrong_step", rule="R-2", expected=("ask",))


def test_a_step_for_another_seat_interrupts_a_turn_which_then_resumes() -> None:
    game = play((0, ask(1, "yes", "no")))
    assert ENGINE.actor(game) == Due(seats=(1,))
    assert ENGINE.legal(game, 0) == []
    assert ENGINE.legal(game, 1) == [Reply("yes"), Reply("no"), Ask(seat=0), Ask(seat=2)]
    resumed = play((0, ask(1, "yes", "no")), (1, Reply("no")))
    assert (resumed.told, ENGINE.actor(resumed)) == (("no",), Due(seats=(0,)))


def test_steps_nest_two_deep_and_resume_one_by_one() -> None:
    nested: list[tuple[int | str, Command]] = [(0, ask(1, "yes", "no")), (1, ask(2, "a", "b"))]
    game = play(*nested)
    assert [type(pending.step) for pending in game.agenda] == [Turn, Question, Question]
    assert ENGINE.actor(game) == Due(seats=(2,))
    game = play(*nested, (2, Reply("b")))
    assert ENGINE.actor(game) == Due(seats=(1,))
    game = play(*nested, (2, Reply("b")), (1, Reply("yes")))
    assert (game.told, game.agenda) == (("b", "yes"), Game().agenda)


def test_several_seats_answer_at_once_in_any_order() -> None:
    game = play((0, CallVote()))
    assert ENGINE.actor(game) == Due(seats=(0, 1, 2))
    assert all(ENGINE.legal(game, seat) == [Vote("up"), Vote("down")] for seat in (0, 1, 2))
    game = play((0, CallVote()), (2, Vote("down")))
    assert ENGINE.actor(game) == Due(seats=(0, 1))
    assert ENGINE.legal(game, 2) == []
    assert refusal(game, 2, Vote("up")).code == "not_your_turn"
    assert game.told == ()


def test_secret_answers_take_effect_together_in_the_entry_of_the_last_one() -> None:
    game = play((0, CallVote()), (2, Vote("down")), (0, Vote("up")), (1, Vote("up")))
    assert game.told == ("0:up 1:up 2:down",)
    assert ENGINE.actor(game) == Due(seats=(0,))


def test_a_step_without_deciding_seats_happens_in_the_same_entry() -> None:
    told = ENGINE.decide(Game(), 0, PayToll(), NO_DICE)
    assert told == [
        Pushed(Pending(Toll(2))),
        Happened("toll 2"),
        TollPaid(1),
        Happened("toll 1"),
        TollPaid(0),
    ]


def test_a_step_that_leaves_the_agenda_unchanged_fails() -> None:
    stuck = {**ENGINE.steps, Toll: StepRules[Game](happens=lambda *_: iter((Happened("again"),)))}
    with pytest.raises(AssertionError, match="leaves the agenda unchanged"):
        play((0, PayToll()), engine=replace(ENGINE, steps=stuck))


def test_only_the_automa_can_take_its_turn() -> None:
    game = play((0, End()), (1, End()))
    assert ENGINE.actor(game) == Due(automa="robot")
    assert ENGINE.legal(game, 0) == []
    assert refusal(game, 0, End()).code == "not_your_turn"
    assert refusal(game, "other", TakeTurn()).code == "not_your_turn"
    assert refusal(game, "robot", End()) == Rejected("wrong_step", rule="R-2", expected=())


def test_an_automa_cannot_act_in_the_turn_of_a_seat() -> None:
    assert refusal(Game(), "robot", TakeTurn()).code == "not_your_turn"


def test_an_automas_turn_resumes_in_the_entry_that_answers_its_question() -> None:
    before: list[tuple[int | str, Command]] = [(0, End()), (1, End()), ("robot", TakeTurn())]
    game = play(*before)
    assert ENGINE.actor(game) == Due(seats=(0,))
    told = ENGINE.decide(game, 0, Reply("left"), NO_DICE)
    assert told == [Popped("left"), Happened("robot goes left"), TurnPassed(2)]


def test_an_only_answer_is_taken_at_once() -> None:
    engine = replace(ENGINE, steps={**ENGINE.steps, Question: StepRules(lambda *_: (REPLY,))})
    game = play((0, ask(1, "yes")), engine=engine)
    assert (game.told, game.agenda) == (("yes",), Game().agenda)


def test_an_only_answer_is_left_to_the_seat_when_the_step_is_not_forced() -> None:
    unforced = StepRules[Game](lambda *_: (REPLY,), forced=False)
    engine = replace(ENGINE, steps={**ENGINE.steps, Question: unforced})
    game = play((0, ask(1, "yes")), engine=engine)
    assert (engine.legal(game, 1), game.told) == ([Reply("yes")], ())


def test_the_refusal_of_a_wrong_step_lists_the_possible_moves() -> None:
    expected = ("ask", "call_vote", "pay_toll", "end")
    assert refusal(Game(), 0, Reply("yes")) == Rejected("wrong_step", rule="R-2", expected=expected)


def test_an_unknown_id_is_refused_before_the_rules_are_checked() -> None:
    assert refusal(Game(), 0, Ask(seat=9)) == Rejected("unknown_id", field="seat", id="9")


def test_an_empty_agenda_ends_play() -> None:
    game = replace(Game(), agenda=())
    assert ENGINE.actor(game) == Due(scorer=True)
    assert ENGINE.legal(game, 0) == []
    assert refusal(game, 0, End()) == Rejected("game_finished")


def test_reactions_follow_moves_and_automatic_steps() -> None:
    def echo(_game: Game, event: Event) -> Iterator[Event]:
        if isinstance(event, TollPaid):
            yield Happened("echo")

    told = replace(ENGINE, reactions=echo).decide(Game(), 0, PayToll(), NO_DICE)
    assert told.count(Happened("echo")) == 2


def test_an_aside_is_possible_out_of_turn_and_keeps_the_agenda() -> None:
    engine = replace(ENGINE, asides=lambda *_: (WAVE,))
    game = play((0, ask(1, "yes", "no")), (2, Wave(0)), engine=engine)
    assert (game.told, engine.actor(game)) == (("2 waves to 0",), Due(seats=(1,)))
    assert engine.legal(game, 2) == [Wave(0), Wave(1), Wave(2)]
    with pytest.raises(Rejected) as refused:
        engine.decide(game, 2, Wave(), NO_DICE)
    assert refused.value == Rejected("field_missing", field="to")
