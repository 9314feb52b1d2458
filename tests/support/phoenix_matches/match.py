"""A game of the code and the same game of the referee, command by command."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from domain.phoenix import events as e
from domain.phoenix.catalogue import Clan
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import ClanChoice, Phoenix, PhoenixOptions
from tests.support.phoenix_matches.compared import compare, compare_answers, compare_night, compare_score
from tests.support.phoenix_matches.translated import command_of, evolved, outcomes, plain
from tests.support.phoenix_referee import playing, set_up
from tests.support.phoenix_referee.forms import Fields, Refused
from tests.support.phoenix_referee.state import Game, Outcomes


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
    short_piles: bool = False

    @property
    def options(self) -> PhoenixOptions:
        return msgspec.convert({"mode": self.mode, **dict.fromkeys(self.variants, True)}, PhoenixOptions)

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

    def decide(self, seat: int, command: Command) -> Sequence[Event] | str:
        """The events, or the code of the refusal."""
        try:
            return PHOENIX.decide(self.state, seat, command, self.played.dice(self.number))
        except Rejected as rejected:
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
        assert not chance.foreseen, "shuffled too often"
        assert not chance.revelations, "shuffled too often"
        state = evolved(self.state, told)
        compare(ruling, state)
        compare_night(ruling.notes[len(self.game.notes) :], told)
        self.checks["states"] += 1
        return state, ruling

    def go_on(self, seat: int, move: str, fields: Fields) -> None:
        both = self.judge(seat, move, fields)
        assert both is not None, "a listed move is refused"
        self.state, self.game = both
        self.number += 1
        self.list_moves()
        compare_score(self.game, self.state)

    def list_moves(self) -> None:
        """`legal` lists every answer that the rules allow, and no other."""
        for seat in range(self.game.players):
            self.moves[seat] = playing.answers(self.game, seat)
            compare_answers(self.moves[seat], PHOENIX.legal(self.state, seat))
        self.checks["lists"] += 1


def judged(game: Game, seat: int, move: str, fields: Fields, chance: Outcomes) -> Game | str:
    """The referee's game after a command, or the code of its refusal."""
    try:
        return playing.play(game, seat, move, fields, chance)
    except Refused as refused:
        return refused.code


def begun(played: Played) -> Match:
    """Set-up, read by both."""
    clans = random.Random(played.seed).sample(list(Clan), played.places)
    choices = [ClanChoice(clan) if (played.seed + place) % 3 else None for place, clan in enumerate(clans)]
    setup = PHOENIX.setup(played.options, choices, played.dice(1))
    events = setup.events
    board = next(event for event in events if isinstance(event, e.BoardLaidOut))
    assert sorted(setup.seats, key=str) == list(range(played.places))
    for place, seat in zip(setup.seats, board.seats):  # PP-S2
        choice = choices[int(place)]
        assert choice is None or seat.clan is choice.clan
    clan_piles = {
        event.seat: plain(event.clan_pile) for event in events if isinstance(event, e.ClanPileShuffled)
    }
    picks = {event.seat: plain(event.pick) for event in events if isinstance(event, e.KinDrawn)}
    villages = next(event for event in events if isinstance(event, e.VillagesShuffled))
    chance = outcomes(events)
    dealt = set_up.Dealt(
        plain([seat.clan for seat in board.seats]),
        board.token,
        [clan_piles[seat] for seat in range(played.places)],
        [
            *plain([villages.built] if villages.built else []),
            villages.top.value,
            *plain(villages.village_pile),
        ],
        chance.foreseen.pop(0),
        chance.revelations.pop(0),
        [picks[seat] for seat in sorted(picks)],
    )
    game = set_up.set_up(
        dealt,
        team=played.mode == "team",
        palace_alt="palace_alt" in played.variants,
        asymmetric="asymmetric" in played.variants,
        dragon="dragon" in played.variants,
    )
    playing.run(game, chance)
    state = evolved(None, events)
    compare(game, state)
    match = Match(played, state, game)
    if played.short_piles and not game.asymmetric:
        shorten_piles(match)
    match.list_moves()
    return match


def shorten_piles(match: Match) -> None:
    """Most cards leave the game, so that the discard piles have to be shuffled (PP-T2, PP-E18)."""
    board = match.state.board
    events = [
        e.ForeseenPileShuffled(2, board.foreseen_pile[:2]),
        e.RevelationPileShuffled(2, board.revelation_pile[:2]),
    ]
    match.state = evolved(match.state, events)
    match.game.foreseen_pile = match.game.foreseen_pile[:2]
    match.game.card_pile = match.game.card_pile[:2]
    compare(match.game, match.state)
