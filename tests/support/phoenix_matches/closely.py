"""A position looked at closely: whole moves that the rules allow, and moves that they forbid."""

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any

from domain.kernel.game import TakeTurn
from domain.phoenix.ruleset import PHOENIX
from tests.support.phoenix_matches.compared import compare_answers
from tests.support.phoenix_matches.match import Match
from tests.support.phoenix_matches.translated import COMMANDS, command_of
from tests.support.phoenix_referee import facts, placement, playing
from tests.support.phoenix_referee.forms import Fields, Refused
from tests.support.phoenix_referee.state import Game

KINDS = [
    "apprentice.1",
    "apprentice.2",
    "apprentice.5",
    "fighter",
    "archer",
    "bard",
    "guard",
    "hermit",
    "mentor",
    "trickster",
]

STRANGE = {
    "kin_id": "kin",
    "target": "kin",
    "kin": "kin",
    "ready_kin": "kin",
    "spot": "spot",
    "slot": "slot",
    "discard_slot": "slot",
    "explore": "number",
    "collect": "number",
    "sector": "sector",
    "resource": "resource",
    "gain": "resource",
    "omit": "resource",
    "color": "color",
    "card": "card",
    "cloaked": "flag",
    "reveal": "flag",
    "build": "flag",
    "option": "option",
}


def strange_value(game: Game, move: str, name: str, rng: random.Random) -> Any:
    """Any value that the type of a field admits."""
    inner = name.rpartition(".")[2]
    kind = "spot" if (move, name) == ("place_kin", "target") else STRANGE[inner]
    clan = rng.choice(game.clans)
    values: dict[str, Sequence[Any]] = {
        "kin": [*game.at, *(f"{clan}.{kind}" for kind in KINDS), "red.nobody"],
        "spot": [*game.all_spots(), *facts.PALACE_SPOTS, "palace", "gates.9", "moon.1"],
        "slot": range(7),
        "number": range(10),
        "sector": facts.SECTORS,
        "resource": facts.RESOURCES,
        "color": facts.COLORS,
        "card": facts.CARD_ORDER,
        "flag": (False, True),
        "option": ("resource", "sector"),
    }
    return rng.choice(values[kind])


SELECTORS = {"card", "mode", "option", "sector", "ready_kin", "explore", "collect", "build", "use"}
"""Fields on which it depends what other fields there are."""


def look_closely(match: Match, rng: random.Random) -> None:
    """Whole moves that the rules allow, and near misses, at one position."""
    game = match.game
    for seat in range(game.players):
        if seat not in playing.deciders(game):
            for move in ("place_kin", "end_turn", "choose", "skip_daytime"):
                match.judge(seat, move, {})
    name_deciders(match)
    if playing.is_basilisks_turn(game):
        return
    if game.enemy is not None:  # PP-CO13
        assert match.decide("basilisk", TakeTurn()) == "not_your_turn"
    (seat, *_) = playing.deciders(game)
    send_foreign_steps(match, seat)
    if playing.options(game) is not None:
        answer_wrongly(match, seat)
    elif game.form is None:
        send_moves(match, seat, rng)
        send_nonsense(match, seat, rng)


def name_deciders(match: Match) -> None:
    """PP-CO8: only allies can be named, only by allies, and only in a story."""
    for seat in range(match.game.players):
        for nominee in range(match.game.players + 2):
            match.judge(seat, "nominate_decider", {"seat": nominee})


def send_moves(match: Match, seat: int, rng: random.Random) -> None:
    """Moves that are filled in wholly, in part, and with one wrong field."""
    for move in playing.MOVES[match.game.todo[-1][0]]:
        if not playing.can_complete(match.game, seat, move, {}):
            assert isinstance(match.decide(seat, command_of(move, {})), str)
            continue
        for _ in range(6):
            fields = playing.filled_in(match.game, seat, move, {}, rng)
            match.judge(seat, move, fields)
            left = {name for name in fields if name not in SELECTORS and rng.random() < 0.5}
            send_part(match, seat, move, {name: each for name, each in fields.items() if name not in left})
            miss(match, seat, move, fields, rng)
            add_strange_field(match, seat, move, fields, rng)


def send_part(match: Match, seat: int, move: str, part: Fields) -> None:
    """4.4: every parameter may be left out and is asked for; what can be answered depends on the others."""
    both = match.judge(seat, move, part)
    assert both is not None, ("part of a legal move", move, part)
    state, game = both
    for other in range(game.players):
        compare_answers(playing.answers(game, other), PHOENIX.legal(state, other))


def send_nonsense(match: Match, seat: int, rng: random.Random) -> None:
    """Cards that are not there, placements anywhere."""
    game = match.game
    if playing.step(game) == "turn_start":
        for card in rng.sample(facts.CARD_ORDER, 3) + game.owned[seat]:
            match.judge(seat, "use_turn_start_card", {"card": card})
    if playing.step(game) in {"turn_start", "placement"}:
        place_anything(match, seat, rng)
    if playing.step(game) == "draft_revelations":
        for _ in range(6):
            cards = rng.choices([*game.dealt[seat], rng.choice(facts.CARD_ORDER)], k=rng.randint(1, 3))
            match.judge(seat, "asym_buy_revelations", {"cards": tuple(cards)})


def send_foreign_steps(match: Match, seat: int) -> None:
    """4.2: what the step does not accept."""
    for move in COMMANDS:
        try:
            playing.refuse_early(match.game, seat, move)
        except Refused:
            match.judge(seat, move, {})


def answer_wrongly(match: Match, seat: int) -> None:
    """4.4: only the options can be answered, and only while the choice is open."""
    for value in ("nonsense", "red.fighter", "blue.apprentice.1", "coin", "coral", "kin", "keep", None):
        match.judge(seat, "choose", {"value": value})
    pending = PHOENIX.view(match.state, (seat,)).pending
    assert pending is not None
    number = pending.id
    assert number is not None
    value = match.moves[seat][0][1]["value"]
    assert not isinstance(match.decide(seat, command_of("choose", {"id": number, "value": value})), str)
    assert match.decide(seat, command_of("choose", {"id": number - 1, "value": value})) == "wrong_step"


def miss(match: Match, seat: int, move: str, fields: Fields, rng: random.Random) -> None:
    """One field of a whole move has another value; the later ones are left out."""
    for name in fields:
        begin = dict(islice(fields.items(), list(fields).index(name)))
        if name.rpartition(".")[2] in STRANGE:
            for _ in range(4):
                match.judge(seat, move, {**begin, name: strange_value(match.game, move, name, rng)})
        elif name == "pay":
            for count in (1, 2, 3):
                paid = tuple(rng.choices(facts.RESOURCES, k=count))
                match.judge(seat, move, {**begin, name: paid})
        elif name in {"village.resources", "effect.colors"}:
            units = facts.COLORS if name.endswith("colors") else facts.RESOURCES
            for more in (1, len(fields[name]), len(fields[name]) + 1):
                match.judge(seat, move, {**begin, name: tuple(rng.choices(units, k=more))})


def add_strange_field(match: Match, seat: int, move: str, fields: Fields, rng: random.Random) -> None:
    """A whole move with one more field."""
    names = [name for name in COMMANDS[move].__struct_fields__ if name in STRANGE and name not in fields]
    if names:
        name = rng.choice(names)
        value = strange_value(match.game, move, name, rng)
        if not isinstance(value, str) or "." not in value or facts.is_kin(value):
            match.judge(seat, move, {**fields, name: value})


def place_anything(match: Match, seat: int, rng: random.Random) -> None:
    """1.3: the refusal that is checked first."""
    for _ in range(30):
        names = ("kin_id", "target", "cloaked")
        fields = {name: strange_value(match.game, "place_kin", name, rng) for name in names}
        if rng.random() < 0.6:
            fields["kin_id"] = rng.choice(match.game.hand(seat))
        code = placement.placement_refusal(match.game, seat, *fields.values())
        told = match.decide(seat, command_of("place_kin", fields))
        assert (told if isinstance(told, str) else None) == code, (fields, "expected", code, "got", told)
        match.checks["placements"] += 1
