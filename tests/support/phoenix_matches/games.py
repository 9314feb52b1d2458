"""Whole games that are compared from set-up to the end."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from domain.kernel.bot_position import BotPosition
from domain.phoenix import events as e
from domain.phoenix.ids import Resource
from domain.phoenix.ruleset import PHOENIX
from tests.support.phoenix_matches.begun import begun
from tests.support.phoenix_matches.closely import look_closely
from tests.support.phoenix_matches.match import Against, Match, Played
from tests.support.phoenix_matches.translated import evolved, fields_of, tag_of
from tests.support.phoenix_referee import playing
from tests.support.phoenix_referee.enemy import SCENARIO_CLAN, TWIST_FP
from tests.support.phoenix_referee.facts import CLANS
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

AGAINST_BASILISK = [
    (mode, Against(difficulty, scenario, allies), ("palace_alt",) if alternative else ())
    for mode, allies in (("coop", 2), ("coop", 3), ("solo", 1), ("solo", 2))
    for difficulty in TWIST_FP
    for scenario in (None, *SCENARIO_CLAN)
    for alternative in (False, True)
]
"""9.1: every allowed combination of the modes against the Basilisk."""

WEIGHTS = {"skip_ability": 0.3, "skip_daytime": 0.15, "use_turn_start_card": 2.0}


def chosen(match: Match, seat: int, rng: random.Random) -> tuple[str, Fields]:
    """One of the answers of the rules, sometimes a whole move at once."""
    game = match.game
    moves = [each for each in match.moves[seat] if each[0] != "nominate_decider"]
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


def nominate(match: Match, rng: random.Random) -> None:
    """PP-CO8: some ally names a decider, whoever is due."""
    named = [(seat, *move) for seat, moves in match.moves.items() for move in moves]
    nominations = [each for each in named if each[1] == "nominate_decider"]
    if nominations:
        match.go_on(*rng.choice(nominations))


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
        if playing.step(match.game) in {"turn_start", "take_turn"} and match.game.form is None:
            turns += 1
            if turns <= played.gifts:
                give(match, rng)
                match.list_moves()
        if rng.random() < played.closely:
            look_closely(match, rng)
        if rng.random() < 0.03:
            nominate(match, rng)
        if playing.is_basilisks_turn(match.game):
            match.basilisk_goes_on()
            continue
        seat = rng.choice(playing.deciders(match.game))
        match.go_on(seat, *(bots_move(match, seat) if played.is_bots(seat) else chosen(match, seat, rng)))
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


WAYS_AGAINST_BASILISK: Sequence[dict[str, Any]] = (
    {},
    {"gifts": 20},
    {"gifts": 60, "short_piles": True},
    {"bot": "greedy", "mixed": True},
    {"bot": "greedy"},
)
_STRIDE = 37
"""Prime to the number of settings, so that few games already differ in everything."""


def a_game_against_basilisk(number: int) -> Played:
    """One of many co-operative and solo games, each played in one of the ways."""
    setting = number * _STRIDE % len(AGAINST_BASILISK)
    mode, against, variants = AGAINST_BASILISK[setting]
    if against.scenario is None and number % 2:
        against = replace(against, clan=CLANS[number // 2 % 4])
    places = 1 if mode == "solo" else against.allies
    way = WAYS_AGAINST_BASILISK[(number + number // len(AGAINST_BASILISK)) % len(WAYS_AGAINST_BASILISK)]
    return Played(mode, places, variants, number, against=against, **way)
