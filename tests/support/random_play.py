"""Random games of Bonfire, weighted so that they reach positions that uniform choices would not.

The kinds of move have weights: uniform choices discard tiles and get stuck long before the end of the
path. `python -m tests.support.random_play 1000` reports the widest list of moves over that many games.
"""

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hypothesis import Phase, settings
from hypothesis import strategies as st

from domain.bonfire import commands as c
from domain.bonfire import events as e
from domain.bonfire.catalogue import Resource, Tile
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Bonfire, BonfireOptions
from domain.kernel.dice import Dice
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event

MOST_ENTRIES = 3000
"""No game may be longer; the longest ever seen has a fifth of it."""

Way = Mapping[type[Command], float]

_EAGER: Way = {
    c.IgniteBonfire: 60,
    c.PlaceNeutralNovice: 60,
    c.RecyclePathDisplay: 40,
    c.ReceiveTask: 12,
    c.RetrieveGuardian: 12,
    c.RecruitGnome: 10,
    c.PlaceFateTile: 10,
    c.BuildPath: 8,
    c.UseGreatBonfire: 8,
    c.MakeProcession: 5,
    c.MoveShip: 4,
    c.EndTurn: 4,
    c.SkipIslandAction: 0.2,
    c.Pass: 0.2,
    c.DiscardActionTiles: 0.02,
}
WAYS: Mapping[str, Way] = {
    "any": {},
    "eager": _EAGER,
    "gnomes": {**_EAGER, c.RecruitGnome: 80, c.UseGreatBonfire: 20},
    "guardians": {**_EAGER, c.RetrieveGuardian: 60, c.MakeProcession: 30, c.MoveShip: 10, c.BuildPath: 30},
    "tasks": {**_EAGER, c.ReceiveTask: 80, c.MoveShip: 15, c.IgniteBonfire: 100},
    "fate": {**_EAGER, c.PlaceFateTile: 80, c.DiscardActionTiles: 1},
    "quitter": {**_EAGER, c.Pass: 100, c.DiscardActionTiles: 6},
    "waster": {**_EAGER, c.DiscardActionTiles: 60},
}


def chosen(rng: random.Random, way: Way, moves: Sequence[Command]) -> Command:
    """One of the moves: first its kind by weight, then evenly; a bonus is mostly preferred to a point."""
    kinds = list(dict.fromkeys(type(move) for move in moves))
    kind = rng.choices(kinds, [way.get(kind, 1) for kind in kinds])[0]
    fitting = [move for move in moves if type(move) is kind]
    bonus = [move for move in fitting if getattr(move, "take", None) is c.Take.BONUS]
    return rng.choice(bonus if bonus and rng.random() < 0.8 else fitting)


@dataclass(frozen=True)
class Played:
    """A game to be played: everything follows from it. Up to round `gifts` all get something for nothing."""

    players: int
    seed: int
    ways: tuple[str, ...]
    mixed_task_colors: bool = False
    gifts: int = 0

    @property
    def options(self) -> BonfireOptions:
        return BonfireOptions(mixed_task_colors=self.mixed_task_colors)

    def dice(self, number: int) -> Dice:
        """The dice of an entry."""
        return Dice(b"random play %d" % self.seed, number)

    def rng(self) -> random.Random:
        """The players' own choices."""
        return random.Random(self.seed)

    def set_up(self) -> Sequence[Event]:
        return BONFIRE.setup(self.options, (None,) * self.players, self.dice(1)).events


@dataclass(frozen=True)
class Position:
    """A position with a decision: the state, the seat, its moves, and the number of the next entry."""

    state: Bonfire
    by: int | str
    moves: Sequence[Command]
    number: int
    game: Played = field(repr=False)

    def decide(self, command: Command) -> Sequence[Event]:
        """What the command would cause; raises Rejected."""
        return BONFIRE.decide(self.state, self.by, command, self.game.dice(self.number))

    def after(self, command: Command) -> Bonfire:
        """The state after a command; raises Rejected."""
        return evolved(self.state, self.decide(command))


def evolved(state: Bonfire | None, events: Sequence[Event]) -> Bonfire:
    """The state after events."""
    for event in events:
        state = BONFIRE.evolve(state, event)
    assert state is not None
    return state


def entries(game: Played) -> Iterator[tuple[Position, Sequence[Event]]]:
    """Every position of a game in which somebody decides, and what happened then, from set-up to the end."""
    rng = game.rng()
    state = evolved(None, game.set_up())
    for number in range(2, MOST_ENTRIES):
        due = BONFIRE.actor(state)
        if due.scorer:
            return
        by: int | str = due.seats[0] if due.seats else str(due.automa)
        if isinstance(by, int) and _gets_gifts(state, game):
            state = evolved(state, _gifts(by, rng))
        moves = BONFIRE.legal(state, by) if isinstance(by, int) else (TakeTurn(),)
        assert moves, "the turn always goes on"
        here = Position(state, by, moves, number, game)
        way = WAYS[game.ways[by % len(game.ways)]] if isinstance(by, int) else {}
        events = here.decide(chosen(rng, way, moves))
        yield here, events
        state = evolved(state, events)
    raise AssertionError("this game does not end")


def _gets_gifts(state: Bonfire, game: Played) -> bool:
    """A turn has just begun, and it is one of the early ones."""
    turn = state.turn
    quiet = not turn.begun and state.form is None and state.offer is None
    return quiet and turn.round <= game.gifts and bool(state.acting.fate) and not state.is_toms_turn


def _gifts(seat: int, rng: random.Random) -> list[Event]:
    """Free tiles and resources, so that random play reaches positions that only good players would."""
    tiles = tuple(rng.choices(list(Tile), k=rng.randint(0, 5)))
    resources = tuple(rng.choices(list(Resource), k=rng.randint(0, 3)))
    return [e.TilesGained(seat, tiles, rule="given"), e.ResourcesGained(seat, resources, rule="given")]


def positions(game: Played) -> Iterator[Position]:
    """Every position of a game in which somebody decides."""
    return (position for position, _ in entries(game))


def games(players: Sequence[int] = (1, 2, 3, 4)) -> st.SearchStrategy[Played]:
    """Any game with one of these numbers of players."""
    return st.builds(
        Played,
        st.sampled_from(players),
        st.integers(0, 2**32 - 1),
        st.lists(st.sampled_from(sorted(WAYS)), min_size=1, max_size=4).map(tuple),
        st.booleans(),
        st.sampled_from([0, 12, 25, 40]),
    )


def tries(examples: int) -> settings:
    """The number of games to try; seeds are not shrunk."""
    return settings(max_examples=examples, phases=(Phase.explicit, Phase.reuse, Phase.generate))


def widest(count: int) -> tuple[int, Position]:
    """The longest list of moves over so many games, and where it was."""
    names = sorted(WAYS)
    most: tuple[int, Position] | None = None
    for seed in range(count):
        ways = tuple(names[(seed * 7 + seat * 3) % len(names)] for seat in range(4))
        for position in positions(Played(1 + seed % 4, seed, ways, seed % 3 == 0, gifts=seed % 5 * 10)):
            if most is None or len(position.moves) > most[0]:
                most = len(position.moves), position
    assert most is not None
    return most


if __name__ == "__main__":
    size, where = widest(int(sys.argv[1]))
    kinds = {type(move).__name__ for move in where.moves}
    sys.stdout.write(f"{size} moves in entry {where.number} of {where.game}: {', '.join(sorted(kinds))}\n")
