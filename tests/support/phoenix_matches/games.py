"""Whole games that are compared from set-up to the end."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain.kernel.bot_position import BotPosition
from domain.phoenix import events as e
from domain.phoenix.catalogue import Resource
from domain.phoenix.ruleset import PHOENIX
from tests.support.phoenix_matches.closely import look_closely
from tests.support.phoenix_matches.match import Match, Played, begun
from tests.support.phoenix_matches.translated import evolved, fields_of, tag_of
from tests.support.phoenix_referee import playing
from tests.support.phoenix_referee.forms import Fields

MOST_ENTRIES = 3000

VARIANTS = ("palace_alt", "asymmetric", "dragon")

SETTINGS = [
    (mode, places, variants)
    for mode, places in (("standard", 2), ("standard", 3), ("standard", 4), ("team", 4))
    for variants in (
        tuple(name for bit, name in enumerate(VARIANTS) if mask >> bit & 1)
        for mask in range(1 << len(VARIANTS))
    )
]
"""9.1: every allowed combination of the competitive modes."""

WEIGHTS = {"skip_ability": 0.3, "skip_daytime": 0.15, "use_turn_start_card": 2.0}


def chosen(match: Match, seat: int, rng: random.Random) -> tuple[str, Fields]:
    """One of the answers of the rules, sometimes a whole move at once."""
    game, moves = match.game, match.moves[seat]
    kinds = list(dict.fromkeys(move for move, _ in moves))
    move = rng.choices(kinds, [WEIGHTS.get(kind, 1.0) for kind in kinds])[0]
    fields = rng.choice([fields for kind, fields in moves if kind == move])
    if game.form is None and move != "choose" and rng.random() < 0.5:
        return move, playing.filled_in(game, seat, move, fields, rng)
    return move, fields


def bots_move(match: Match, seat: int) -> tuple[str, Fields]:
    """What a bot of the game does."""
    played = match.played
    assert played.bot is not None
    position = BotPosition(PHOENIX, match.state, seat, b"bot %d" % played.seed, match.number)
    command = PHOENIX.bots[played.bot](position, played.dice(match.number))
    return tag_of(command), fields_of(command)


def give(match: Match, rng: random.Random) -> None:
    """Resources for nothing, so that chance reaches what only good players would."""
    seat = match.game.active
    for kind in rng.choices(list(Resource), k=rng.randint(0, 4)):
        match.state = evolved(match.state, [e.ResourceChanged(seat, kind, 1, rule="given")])
        match.game.gain(seat, kind.value)


def play(played: Played) -> Counter[str]:
    """A whole game; says how much was compared."""
    rng = random.Random(played.seed)
    match = begun(played)
    turns = 0
    for _ in range(MOST_ENTRIES):
        if not match.game.todo:
            assert PHOENIX.actor(match.state).scorer
            assert match.game.phase == "finished"
            match.checks["games"] += 1
            return match.checks
        if playing.step(match.game) == "turn_start" and match.game.form is None:
            turns += 1
            if turns <= played.gifts:
                give(match, rng)
                match.list_moves()
        if rng.random() < played.closely:
            look_closely(match, rng)
        seat = rng.choice(playing.deciders(match.game))
        match.go_on(seat, *(chosen(match, seat, rng) if played.bot is None else bots_move(match, seat)))
    raise AssertionError("this game does not end")


WAYS: Sequence[dict[str, Any]] = (
    {},
    {"gifts": 20},
    {"gifts": 60},
    {"gifts": 60, "short_piles": True},
    {"bot": "greedy"},
)


def a_game(number: int) -> Played:
    """One of many games over all modes, each played in one of the ways."""
    turn, setting = divmod(number, len(SETTINGS))
    mode, places, variants = SETTINGS[setting]
    return Played(mode, places, variants, number, **WAYS[(turn + setting) % len(WAYS)])
