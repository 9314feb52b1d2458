"""A game of the code and the same game of the referee, command by command."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phoenix
from tests.support.phoenix_matches.compared import compare, compare_answers, compare_notes, compare_score
from tests.support.phoenix_matches.translated import command_of, evolved, outcomes
from tests.support.phoenix_referee import playing
from tests.support.phoenix_referee.forms import Fields, Refused
from tests.support.phoenix_referee.state import Game, Outcomes


@dataclass(frozen=True)
class Against:
    """A game against the Basilisk (9.1)."""

    difficulty: str
    scenario: str | None
    allies: int
    clan: str | None = None

    def options(self, mode: str) -> dict[str, Any]:
        """PP-M2: what has to be said when it is created."""
        style = "vanilla" if self.scenario is None else "story"
        told: dict[str, Any] = {"difficulty": self.difficulty, "style": style}
        if self.scenario is not None:
            told["scenario"] = self.scenario
        if self.clan is not None:
            told["basilisk_clan"] = self.clan
        if mode == "solo":
            told["solo_allies"] = self.allies
        return told


@dataclass(frozen=True)
class Played:
    """A game to be played: everything follows from it. Up to turn `gifts` all get something for nothing."""

    mode: str
    places: int
    variants: tuple[str, ...]
    seed: int
    gifts: int = 0
    closely: float = 0.05
    bot: str | None = None
    """Seats that are played by a bot of the game: all, or with `mixed` every other one."""
    mixed: bool = False
    short_piles: bool = False
    against: Against | None = None

    @property
    def options(self) -> PhoenixOptions:
        told = {"mode": self.mode, **dict.fromkeys(self.variants, True)}
        if self.against is not None:
            told |= self.against.options(self.mode)
        return msgspec.convert(told, PhoenixOptions)

    def is_bots(self, seat: int) -> bool:
        """Whether a bot of the game plays a seat."""
        return self.bot is not None and not (self.mixed and seat % 2)

    def dice(self, number: int) -> Dice:
        return Dice(b"second reading %d" % self.seed, number)


@dataclass
class Match:
    """A game of the code and the same game of the referee, side by side."""

    played: Played
    state: Phoenix
    game: Game
    number: int = 2
    checks: Counter[str] = field(default_factory=Counter)
    moves: dict[int, list[tuple[str, Fields]]] = field(default_factory=dict)

    def decide(self, by: int | str, command: Command) -> Sequence[Event] | str:
        """The events, or the code of the refusal; its rule is one of the page."""
        try:
            return PHOENIX.decide(self.state, by, command, self.played.dice(self.number))
        except Rejected as rejected:
            if rejected.rule not in {None, *rule_ids()}:
                raise AssertionError(command, "no rule of the page", rejected.rule) from rejected
            return rejected.code

    def judge(self, seat: int, move: str, fields: Fields) -> tuple[Phoenix, Game] | None:
        """Both read a command; they agree on what it does, or on why it is refused."""
        told = self.decide(seat, command_of(move, fields))
        chance = Outcomes(trial=True) if isinstance(told, str) else outcomes(told)
        ruling = judged(self.game, seat, move, fields, chance)
        if isinstance(ruling, str) or isinstance(told, str):
            assert told == ruling, ("refusal", seat, move, fields, "expected", ruling, "got", told)
            self.checks["refusals"] += 1
            return None
        assert chance.is_used_up, "shuffled too often"
        state = evolved(self.state, told)
        compare(ruling, state)
        compare_notes(ruling.notes[len(self.game.notes) :], told)
        self.checks["states"] += 1
        return state, ruling

    def go_on(self, seat: int, move: str, fields: Fields) -> None:
        both = self.judge(seat, move, fields)
        assert both is not None, "a listed move is refused"
        self.goes_on_from(*both)

    def basilisk_goes_on(self) -> None:
        """PP-CO13: a turn of the Basilisk, as far as it goes without a decision."""
        told = self.decide("basilisk", TakeTurn())
        assert not isinstance(told, str), ("the Basilisk is refused", told)
        chance = outcomes(told)
        game = playing.take_turn(self.game, chance)
        assert chance.is_used_up, "shuffled too often"
        state = evolved(self.state, told)
        compare(game, state)
        compare_notes(game.notes[len(self.game.notes) :], told)
        self.checks["turns of the Basilisk"] += 1
        self.goes_on_from(state, game)

    def goes_on_from(self, state: Phoenix, game: Game) -> None:
        self.state, self.game = state, game
        self.number += 1
        self.list_moves()
        compare_score(self.game, self.state)

    def list_moves(self) -> None:
        """`legal` lists every answer that the rules allow, and no other."""
        for seat in range(self.game.players):
            self.moves[seat] = playing.answers(self.game, seat)
            compare_answers(self.moves[seat], PHOENIX.legal(self.state, seat))
        self.checks["lists"] += 1


@cache
def rule_ids() -> frozenset[str]:
    """The ids of the rules page."""
    page = (Path(__file__).parents[3] / "docs/rules/phoenix.md").read_text()
    return frozenset(re.findall(r"\bPP-[A-Z]+[0-9]+\b", page))


def judged(game: Game, seat: int, move: str, fields: Fields, chance: Outcomes) -> Game | str:
    """The referee's game after a command, or the code of its refusal."""
    try:
        return playing.play(game, seat, move, fields, chance)
    except Refused as refused:
        return refused.code
