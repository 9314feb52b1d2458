"""Games of Phoenix Palace played at random, in every combination of modes, and commands that nearly fit.

A way weighs the kinds of move: whoever picks evenly skips half of all effects and never gets far.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from domain.phoenix import commands as c
from domain.phoenix import events as e
from domain.phoenix.catalogue import KIN, PALACE, PALACE_SPOTS, SPOT
from domain.phoenix.enemy_catalogue import BASILISK
from domain.phoenix.ids import (
    RESOURCES,
    SHARDS,
    BoardSide,
    Difficulty,
    Resource,
    RevelationId,
    ScenarioId,
    Sector,
    Shard,
    Style,
)
from domain.phoenix.options import PhoenixOptions, PlayMode
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phoenix

MOST_ENTRIES = 2000
Way = Mapping[type[Command], float]
WAYS: Mapping[str, Way] = {
    "any": {},
    "eager": {c.SkipAbility: 0.05, c.SkipDaytime: 0.05, c.UseTurnStartCard: 3},
    "buyer": {c.SkipAbility: 0.05, c.SkipDaytime: 0.02, c.UseTurnStartCard: 6},
}


@dataclass(frozen=True)
class Played:
    """A game to be played: everything follows from it. `gifts` lets seats gain resources for nothing.

    With `allies` it is a game against the Basilisk; one player alone may play two of them.
    """

    players: int
    seed: int
    team: bool = False
    palace_alt: bool = False
    asymmetric: bool = False
    dragon: bool = False
    way: str = "eager"
    gifts: bool = False
    allies: int = 0
    difficulty: Difficulty = Difficulty.MEDIUM
    scenario: ScenarioId | None = None

    @property
    def options(self) -> PhoenixOptions:
        if self.allies:
            return self._against_the_basilisk
        return PhoenixOptions(
            mode=PlayMode.TEAM if self.team else PlayMode.STANDARD,
            palace_alt=self.palace_alt,
            asymmetric=self.asymmetric,
            dragon=self.dragon,
        )

    @property
    def _against_the_basilisk(self) -> PhoenixOptions:
        solo = self.players == 1
        return PhoenixOptions(
            mode=PlayMode.SOLO if solo else PlayMode.COOP,
            palace_alt=self.palace_alt,
            difficulty=self.difficulty,
            style=Style.VANILLA if self.scenario is None else Style.STORY,
            scenario=UNSET if self.scenario is None else self.scenario,
            solo_allies=self.allies if solo else UNSET,
        )

    def dice(self, number: int) -> Dice:
        """The dice of an entry."""
        return Dice(b"phoenix play %d" % self.seed, number)

    def set_up(self) -> Sequence[Event]:
        """The events until a seat has to decide."""
        events = PHOENIX.setup(self.options, [None] * self.players, self.dice(1)).events
        return (*events, *self.basilisk(evolved(None, events)))

    def basilisk(self, state: Phoenix) -> Iterator[Event]:
        """What the Basilisk does until a seat has to decide."""
        while PHOENIX.actor(state).automa is not None:
            number = MOST_ENTRIES + state.turn.number
            events = PHOENIX.decide(state, BASILISK, TakeTurn(), self.dice(number))
            yield from events
            state = evolved(state, events)


@dataclass(frozen=True)
class Position:
    """A seat has to decide: the state, its moves, and the number of the entry it will be."""

    state: Phoenix
    by: int
    moves: Sequence[Command]
    number: int
    game: Played = field(repr=False)

    def decide(self, command: Command) -> Sequence[Event]:
        """What the command would cause; raises Rejected."""
        return PHOENIX.decide(self.state, self.by, command, self.game.dice(self.number))

    def after(self, command: Command) -> Phoenix:
        """The state after a command; raises Rejected."""
        return evolved(self.state, self.decide(command))


def evolved(state: Phoenix | None, events: Sequence[Event]) -> Phoenix:
    """The state after events."""
    for event in events:
        state = PHOENIX.evolve(state, event)
    assert state is not None
    return state


def entries(game: Played) -> Iterator[tuple[Position, Sequence[Event]]]:
    """Every position of a game in which a seat decides, and what happened then, from set-up to the end."""
    rng = random.Random(game.seed)
    state = evolved(None, game.set_up())
    for number in range(2, MOST_ENTRIES):
        due = PHOENIX.actor(state)
        if due.scorer:
            return
        seat = rng.choice(due.seats)
        if game.gifts and rng.random() < 0.1:
            state = evolved(state, [e.ResourceChanged(seat, rng.choice(RESOURCES), 2, "given")])
        moves = moves_of(state, seat)
        assert moves, f"nothing is possible in {state.agenda[-1].step}"
        here = Position(state, seat, moves, number, game)
        events = [*here.decide(chosen(rng, WAYS[game.way], moves))]
        events += _aside(rng, evolved(state, events), here)
        events += game.basilisk(evolved(state, events))
        yield here, events
        state = evolved(state, events)
    raise AssertionError("this game does not end")


def moves_of(state: Phoenix, seat: int) -> list[Command]:
    """The moves of a seat, without those that are possible out of turn."""
    return [move for move in PHOENIX.legal(state, seat) if not isinstance(move, PHOENIX.asides)]


def _aside(rng: random.Random, state: Phoenix, here: Position) -> Sequence[Event]:
    """Now and then some seat makes a move out of turn."""
    seat = rng.randrange(state.players)
    asides = [move for move in PHOENIX.legal(state, seat) if isinstance(move, PHOENIX.asides)]
    if not asides or rng.random() < 0.9:
        return ()
    return PHOENIX.decide(state, seat, rng.choice(asides), here.game.dice(here.number))


def chosen(rng: random.Random, way: Way, moves: Sequence[Command]) -> Command:
    """One of the moves: first its kind by weight, then evenly; an optional part is mostly taken."""
    kinds = list(dict.fromkeys(type(move) for move in moves))
    kind = rng.choices(kinds, [way.get(kind, 1) for kind in kinds])[0]
    fitting = [move for move in moves if type(move) is kind]
    taking = [move for move in fitting if not _declines(move)]
    return rng.choice(taking if taking and way and rng.random() < 0.9 else fitting)


def _declines(move: Command) -> bool:
    return any(getattr(move, name) is None or getattr(move, name) is False for name in move.__struct_fields__)


def positions(game: Played) -> Iterator[Position]:
    """Every position of a game in which a seat decides."""
    return (position for position, _ in entries(game))


def _played(
    table: tuple[int, bool], seed: int, flags: tuple[bool, bool, bool], way: str, gifts: bool
) -> Played:
    palace_alt, asymmetric, dragon = flags
    return Played(table[0], seed, table[1], palace_alt, asymmetric, dragon, way, gifts)


def rival_games() -> st.SearchStrategy[Played]:
    """Any game of players or teams against each other."""
    tables = st.sampled_from([(2, False), (3, False), (4, False), (4, True)])
    return st.builds(
        _played,
        tables,
        st.integers(0, 2**32 - 1),
        st.tuples(st.booleans(), st.booleans(), st.booleans()),
        st.sampled_from(sorted(WAYS)),
        st.booleans(),
    )


def allied_games() -> st.SearchStrategy[Played]:
    """Any game against the Basilisk."""
    tables = st.sampled_from([(2, 2), (3, 3), (1, 1), (1, 2)])
    return st.builds(
        lambda table, **more: Played(table[0], allies=table[1], **more),
        tables,
        seed=st.integers(0, 2**32 - 1),
        palace_alt=st.booleans(),
        way=st.sampled_from(sorted(WAYS)),
        gifts=st.booleans(),
        difficulty=st.sampled_from(Difficulty),
        scenario=st.sampled_from([None, *ScenarioId]),
    )


def games() -> st.SearchStrategy[Played]:
    """Any game in any combination of modes."""
    return st.one_of(rival_games(), allied_games())


_SPOTS = [*SPOT[BoardSide.LARGE], PALACE, *PALACE_SPOTS, "bumped", "gates.9"]
_ANY_OF: Mapping[str, Sequence[Any]] = {
    "cloaked": [False, True],
    "mode": list(c.AbilityMode),
    "slot": [-1, 0, 1, 2, 3, 4, 5],
    "discard_slot": [None, 0, 1, 2, 3, 4, 5],
    "spot": _SPOTS,
    "sector": [*Sector],
    "resource": list(Resource),
    "gain": list(Resource),
    "omit": [None, *Resource],
    "reveal": [False, True],
    "card": [None, *RevelationId],
    "use": list(c.CardUse),
    "option": list(c.PalaceOption),
    "explore": [-1, 0, 1, 2, 3],
    "build": [False, True],
    "collect": [None, -1, 0, 1, 2, 3, 7, 8],
    "direction": list(c.Direction),
    "id": [0, 1, 5],
    "color": list(Shard),
}


class Commands:
    """Arbitrary commands for the seat that has to act in a position."""

    def __init__(self, position: Position, rng: random.Random) -> None:
        self.position = position
        self.rng = rng
        self.kin = [kin for kin in KIN if position.state.owner(kin) is not None]

    def any(self) -> Command:
        """One of all the ways to be nearly right."""
        return self.rng.choice([self.mutated, self.mutated, self.extended, self.arbitrary, self.composite])()

    def mutated(self) -> Command:
        """A listed move with one of its answers changed."""
        move = self.rng.choice(self.position.moves)
        given = [name for name in move.__struct_fields__ if getattr(move, name) is not UNSET]
        if not given:
            return self.arbitrary()
        name = self.rng.choice(given)
        return replace(move, **{name: self.value(type(move), name)})

    def extended(self) -> Command:
        """A listed move with one or two more answers."""
        move = self.rng.choice(self.position.moves)
        for _ in range(self.rng.randint(1, 2)):
            if move.__struct_fields__:
                name = self.rng.choice(move.__struct_fields__)
                move = replace(move, **{name: self.value(type(move), name)})
        return move

    def arbitrary(self) -> Command:
        """Any kind of move with any answers."""
        kinds = [kind for kind in c.MOVES if kind not in PHOENIX.asides]
        kind = self.rng.choice([*kinds, *(type(move) for move in self.position.moves)])
        names = [name for name in kind.__struct_fields__ if self.rng.random() < 0.3]
        return kind(**{name: self.value(kind, name) for name in names})

    def composite(self) -> Command:
        """A move with all of its decisions, sometimes with one of them changed or left out."""
        whole = whole_move(self.position, self.rng)
        changes: dict[str, Any] = {}
        for name in whole.__struct_fields__:
            if getattr(whole, name) is UNSET:
                continue
            if self.rng.random() < 0.12:
                changes[name] = self.value(type(whole), name)
            elif self.rng.random() < 0.12:
                changes[name] = UNSET
        return replace(whole, **changes)

    def value(self, kind: type, name: str) -> Any:
        """Some value of a field's type, most often one that exists in this game."""
        if kind is c.PlaceKin and name == "target":
            return self.rng.choice(_SPOTS)
        if name in {"kin_id", "target", "kin", "ready_kin"}:
            return self.rng.choice([*self.kin, "red.hero"])
        if name in {"village", "effect"}:
            return self._answers()
        if name in {"pay", "resources"}:
            return tuple(self.rng.choices(RESOURCES, k=self.rng.randint(0, 3)))
        if name == "colors":
            return tuple(self.rng.choices(SHARDS, k=self.rng.randint(0, 3)))
        if name == "cards":
            return tuple(self.rng.choices(list(RevelationId), k=self.rng.randint(0, 2)))
        if name == "value":
            return self.rng.choice([None, *Resource, *Shard, *self.kin[:5], *RevelationId, "keep", "pay"])
        if name == "card" and kind is not c.UseTurnStartCard:
            return self.rng.choice([*self.position.state.board.revelations, *_ANY_OF["card"]])
        if name == "card":
            return self.rng.choice(list(RevelationId))
        return self.rng.choice(_ANY_OF[name])

    def _answers(self) -> c.Answers:
        names = [name for name in c.Answers.__struct_fields__ if self.rng.random() < 0.25]
        return c.Answers(**{name: self.value(c.Answers, name) for name in names})


def whole_move(position: Position, rng: random.Random) -> Command:
    """A listed move with every answer to what it asks then, forced ones too."""
    move = rng.choice(position.moves)
    begun = form_at(position.state, position.by) or type(move)()
    asked = position
    while True:
        events = asked.decide(move)
        form, done = form_of(events, type(move))
        if done:
            return replace(form, **{n: _rest(getattr(begun, n), getattr(form, n)) for n in _names(form)})
        asked = position_after(asked, evolved(asked.state, events))
        move = rng.choice(asked.moves)


def _names(move: Any) -> Sequence[str]:
    names: Sequence[str] = move.__struct_fields__
    return names


def _rest(begun: Any, whole: Any) -> Any:
    """What an answer added to what was answered before."""
    if begun is UNSET or whole is UNSET:
        return whole
    if isinstance(whole, tuple):
        return whole[len(begun) :] or UNSET
    if isinstance(whole, c.Answers):
        return c.Answers(**{n: _rest(getattr(begun, n), getattr(whole, n)) for n in _names(whole)})
    return UNSET


def form_at(state: Phoenix, seat: int) -> Command | None:
    """The unfinished move of a seat."""
    return state.agenda[-1].form(seat)


def form_of(events: Sequence[Event], kind: type[Command]) -> tuple[Command, bool]:
    """The form as it stands after an entry, and whether it has been carried out."""
    for event in events:
        if isinstance(event, e.ActionTaken | e.MoveBegun | e.DraftDecided) and type(event.move) is kind:
            return event.move, not isinstance(event, e.MoveBegun)
    raise AssertionError(f"neither begun nor taken: {events}")


def position_after(position: Position, state: Phoenix) -> Position:
    """The same seat and the same entry's dice, on another state."""
    return Position(state, position.by, moves_of(state, position.by), position.number, position.game)


def outcome(position: Position, command: Command) -> tuple[Sequence[Event], Phoenix] | Rejected:
    """The events and the state after them, or the refusal; nothing else may be raised."""
    try:
        events = position.decide(command)
    except Rejected as refused:
        return refused
    return events, evolved(position.state, events)
