"""Regatta in tests: a game given by its mode, and games played at random."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from domain.kernel.dice import Dice
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import WIND_CARDS, Boat
from tests.support.regatta.commands import BidUse, EndTurn, PlaceBid
from tests.support.regatta.ruleset import REGATTA
from tests.support.regatta.state import Challenge, ModeId, Regatta, RegattaOptions
from tests.support.scenario import Scenario

MOST_ENTRIES: Final = 400
"""No game may be longer; flags aside, each entry brings the end nearer."""
STORM: Final = RegattaOptions(challenge=Challenge.STORM)
TEAMS: Final = RegattaOptions(teams=True)
TABLES: Final[Sequence[tuple[RegattaOptions, int]]] = (
    *((RegattaOptions(), places) for places in (2, 3, 4)),
    (RegattaOptions(handicap=True, countdown=2), 2),
    (TEAMS, 4),
    *((STORM, places) for places in (1, 2, 3)),
    (RegattaOptions(challenge=Challenge.STORM, handicap=True), 2),
)
"""Every mode with every number of players."""


def a_regatta(
    *boats: Boat | None,
    mode: ModeId = ModeId.RIVALS,
    wind: tuple[int, ...] = WIND_CARDS,
    countdown: int = 5,
) -> Scenario:
    """A game in its first round with these boats (None: the storm), wind cards and rounds to come."""
    return Scenario(
        REGATTA,
        (
            e.BoardLaidOut(mode, boats, 1, countdown + 1),
            e.WindShuffled(len(wind), wind),
            e.RoundBegun(1, countdown),
        ),
    )


def bid(gold: int = 0, use: BidUse = BidUse.SAIL) -> PlaceBid:
    """A whole bid."""
    return PlaceBid(use=use, gold=gold)


def a_race(*boats: Boat, at: Mapping[int, int] = MappingProxyType({}), countdown: int = 5) -> Scenario:
    """A game of rivals, boats `at` these spaces, in which nobody has bid: the first seat has its turn."""
    race = a_regatta(*boats, countdown=countdown).given(*(e.ShipMoved(*moved) for moved in at.items()))
    for seat in range(len(boats)):
        race.when(seat, bid()).then_accepted()
    return race


def a_storm(*wind: int, crews: int = 2) -> Scenario:
    """A co-operative game with these wind cards on top; the storm has to take its turn."""
    boats = (None, *tuple(Boat)[:crews])
    return a_regatta(*boats, mode=ModeId.COOP, wind=(*wind, *WIND_CARDS))


@dataclass(frozen=True)
class Played:
    """An entry of a game: the state before it, who decided what, the events and the state after them."""

    before: Regatta
    by: int | str
    command: Command
    events: Sequence[Event]
    after: Regatta


def random_game(options: RegattaOptions, places: int, seed: int) -> Iterator[Played]:
    """A game from its first decision to its end; flags are hoisted now and then."""
    rng, key = random.Random(seed), b"regatta %d" % seed
    state = folded(None, REGATTA.setup(options, (None,) * places, Dice(key, 1)).events)
    for number in range(2, MOST_ENTRIES):
        if REGATTA.actor(state).scorer:
            return
        by, command = _chosen(state, rng)
        events = REGATTA.decide(state, by, command, Dice(key, number))
        after = folded(state, events)
        yield Played(state, by, command, events, after)
        state = after
    raise AssertionError("this game does not end")


def folded(state: Regatta | None, events: Sequence[Event]) -> Regatta:
    """The state after events."""
    for event in events:
        state = REGATTA.evolve(state, event)
    assert state is not None
    return state


def _chosen(state: Regatta, rng: random.Random) -> tuple[int | str, Command]:
    due = REGATTA.actor(state)
    if rng.random() < 0.1:
        seat = rng.choice(state.seats)
        return seat, rng.choice([move for move in REGATTA.legal(state, seat) if _is_aside(move)])
    if due.automa is not None:
        return due.automa, TakeTurn()
    seat = rng.choice(due.seats)
    moves = [move for move in REGATTA.legal(state, seat) if not _is_aside(move)]
    rowing = [move for move in moves if not isinstance(move, EndTurn)]
    return seat, rng.choice(rowing if rowing and rng.random() < 0.7 else moves)


def _is_aside(move: Any) -> bool:
    return isinstance(move, REGATTA.asides)
