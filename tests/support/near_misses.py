"""Commands that are nearly legal: listed moves changed a little, other ids and tokens, several decisions."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.bonfire import commands as c
from domain.bonfire.catalogue import (
    GNOME_CARD,
    GREAT_BONFIRE,
    ISLANDS,
    PATH_TILES,
    CommonTask,
    CouncilSpace,
    Guardian,
    PortalShape,
    Resource,
    Tile,
)
from domain.bonfire.events import ActionTaken, MoveBegun
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Bonfire, City
from domain.bonfire.tasks import TASKS
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from tests.support.random_play import Position, chosen, evolved

_TOS = [
    *(island.id for island in ISLANDS),
    *(space.id for space in GREAT_BONFIRE),
    "landing_stage",
    "gb7",
    "",
]
_ANY_OF: Mapping[str, Sequence[Any]] = {
    "swap": [False, True],
    "rotation": [0, 90, 180, 270, 45, -90, 360],
    "end": list(c.End),
    "to": _TOS,
    "pile": list(c.Pile),
    "position": range(1, 8),
    "steps": range(1, 6),
    "source": list(c.Source),
    "resource": list(Resource),
    "portal": list(PortalShape),
    "option": list(c.RecruitOption),
    "council_space": list(CouncilSpace),
    "take": list(c.Take),
    "common_task": list(CommonTask),
    "path": [*(tile.id for tile in PATH_TILES), "path-green-01"],
    "guardian": list(Guardian),
    "destination": [
        "start_area",
        *(f"{kind}:{n}" for kind in ("path", "bonfire") for n in range(9)),
        "path:x",
    ],
    "choice": [*_TOS, *CouncilSpace, *Guardian, *(task.id for task in TASKS[:9])],
}


class Commands:
    """Arbitrary commands for the seat that has to act in a position."""

    def __init__(self, position: Position, rng: random.Random) -> None:
        self.position = position
        self.rng = rng
        self.city: City = position.state.cities[position.by if isinstance(position.by, int) else 0]

    def any(self) -> Command:
        """A command of any of the kinds below."""
        way = self.rng.choice([self.mutated, self.mutated, self.extended, self.arbitrary, self.composite])
        return way()

    def bare(self) -> Command:
        """A move without any answer."""
        return self.rng.choice(c.MOVES)()

    def listed(self) -> Command:
        """A plain move that is possible."""
        return self.rng.choice(self.position.moves)

    def mutated(self) -> Command:
        """A listed move with one of its answers changed."""
        move = self.listed()
        given = [name for name in move.__struct_fields__ if getattr(move, name) is not UNSET]
        if not given:
            return self.arbitrary()
        name = self.rng.choice(given)
        return replace(move, **{name: self.value(name)})

    def extended(self) -> Command:
        """A listed move with one or two more answers."""
        move = self.listed()
        for _ in range(self.rng.randint(1, 2)):
            if move.__struct_fields__:
                name = self.rng.choice(move.__struct_fields__)
                move = replace(move, **{name: self.value(name)})
        return move

    def arbitrary(self) -> Command:
        """Any kind of move with any answers."""
        kind = self.rng.choice(c.MOVES)
        names = [name for name in kind.__struct_fields__ if self.rng.random() < 0.6]
        return kind(**{name: self.value(name) for name in names})

    def composite(self) -> Command:
        """A move with several or all of its decisions, sometimes with one of them changed."""
        begun = whole_move(self.position, self.rng)
        names = [name for name in begun.__struct_fields__ if getattr(begun, name) is not UNSET]
        changes: dict[str, Any] = {}
        for name in names:
            if self.rng.random() < 0.12:
                changes[name] = self.value(name)
            elif self.rng.random() < 0.12:
                changes[name] = UNSET
        return replace(begun, **changes)

    def value(self, name: str) -> Any:
        """Some value of a field's type, most often one that exists in this game."""
        if name in _ANY_OF:
            return self.rng.choice(_ANY_OF[name])
        return getattr(self, f"_{name}")()

    def _anchor(self) -> c.FateCell:
        return c.FateCell(self.rng.randint(-1, 7), self.rng.randint(-1, 9))

    def _payments(self) -> c.Payments:
        return c.Payments(self._payment(), self._resources())

    def _task(self) -> str:
        lying = [task for island in self.position.state.board.tasks for task in island.tasks]
        return self.rng.choice([*lying, *(task.id for task in TASKS), "blue-99"])

    def _gnome(self) -> str:
        board = self.position.state.board
        there = [card for card in (*board.specialists, *board.elders) if card]
        return self.rng.choice([*there, *there, *GNOME_CARD, "specialist-99"])

    def _rewards(self) -> tuple[c.Reward, ...]:
        return tuple(self.rng.choices(list(c.Reward), k=self.rng.randint(0, 3)))

    def _moves(self) -> tuple[c.GuardianMove, ...]:
        return tuple(self._guardian_move() for _ in range(self.rng.randint(0, 3)))

    def _payment(self) -> tuple[Tile, ...]:
        """Mostly tiles that are held, in any number, sometimes too many."""
        held = [tile for tile in Tile for _ in range(getattr(self.city.tiles, tile))]
        return self._tokens(held, list(Tile))

    _tiles = _payment

    def _resources(self) -> tuple[Resource, ...]:
        """Likewise."""
        held = [kind for kind in Resource for _ in range(getattr(self.city.resources, kind))]
        return self._tokens(held, list(Resource))

    def _tokens(self, held: list[Any], kinds: list[Any]) -> tuple[Any, ...]:
        count = self.rng.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5])
        if self.rng.random() < 0.2:
            return tuple(self.rng.choices(kinds, k=count))
        return tuple(self.rng.sample(held, min(count, len(held))))

    def _guardian_move(self) -> c.GuardianMove:
        """Any guardian, in the city or not, with a few steps."""
        strides = self.rng.choices([c.Stride.PATH, c.Stride.PATH, c.Stride.BONFIRE], k=self.rng.randint(0, 3))
        return c.GuardianMove(self.rng.choice(list(Guardian)), tuple(strides))


def whole_move(position: Position, rng: random.Random) -> Command:
    """A listed move with every answer to what it asks then, forced ones too."""
    move = chosen(rng, {}, position.moves)
    begun = position.state.form or type(move)()
    asked, form, done = position, begun, False
    while not done:
        events = asked.decide(move)
        form, done = form_of(events, type(move))
        if not done:
            asked = position_after(asked, evolved(asked.state, events))
            move = rng.choice(asked.moves)
    return replace(form, **{name: _rest(getattr(begun, name), getattr(form, name)) for name in _fields(form)})


def _fields(move: Command) -> Sequence[str]:
    return move.__struct_fields__


def _rest(begun: Any, whole: Any) -> Any:
    """What an answer added to what was answered before."""
    if begun is UNSET or whole is UNSET:
        return whole
    if isinstance(whole, tuple):
        return whole[len(begun) :] or UNSET
    if isinstance(whole, c.Payments):
        return c.Payments(whole.tiles[len(begun.tiles) :], whole.resources[len(begun.resources) :])
    return UNSET


def form_of(events: Sequence[Event], kind: type[Command]) -> tuple[Command, bool]:
    """The form as it stands after an entry, and whether it has been carried out."""
    for event in events:
        if isinstance(event, ActionTaken | MoveBegun) and type(event.move) is kind:
            return event.move, isinstance(event, ActionTaken)
    raise AssertionError(f"neither begun nor taken: {events}")


def position_after(position: Position, state: Bonfire) -> Position:
    """The same entry's dice, on another state."""
    due = BONFIRE.actor(state)
    seat = due.seats[0]
    return Position(state, seat, BONFIRE.legal(state, seat), position.number, position.game)


def outcome(position: Position, command: Command) -> tuple[Any, Bonfire] | Rejected:
    """The events and the state after them, or the refusal; nothing else may be raised."""
    try:
        events = position.decide(command)
    except Rejected as refused:
        return refused
    return events, evolved(position.state, events)


def plain_fields(move: Command) -> Sequence[str]:
    """The fields that a move answers."""
    return [name for name in move.__struct_fields__ if getattr(move, name) is not UNSET]
