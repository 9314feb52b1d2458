"""Random games of Phoenix Palace under the eyes of a referee who has read the rules but not the code.

After every command the referee's game is compared with the state, its list of answers with `legal`. Some
positions are looked at more closely: whole moves that the rules allow are sent, and moves that they forbid.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from domain.kernel.bot_position import BotPosition
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command, Event
from domain.kernel.score import ranks
from domain.phoenix import events as e
from domain.phoenix.catalogue import Clan, Resource, Shard
from domain.phoenix.commands import Answers
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import ClanChoice, Phoenix, PhoenixOptions
from tests.support import phoenix_referee as rules
from tests.support.phoenix_referee import Fields, Game, Outcomes, Refused

MOST_ENTRIES = 3000
COMMANDS = {str(move.__struct_config__.tag): move for move in PHOENIX.move_types}
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


def plain(value: Any) -> Any:
    """A value without enums, structs and tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def listed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def fields_of(command: Command) -> Fields:
    """What is filled in, with the parameters of villages and cards as `village.slot`."""
    fields: Fields = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, Answers):
            fields.update({f"{name}.{inner}": listed(each) for inner, each in plain(value).items()})
        elif value is not UNSET:
            fields[name] = listed(plain(value))
    return fields


def command_of(move: str, fields: Fields) -> Command:
    """The command with these fields."""
    told: dict[str, Any] = {"type": move}
    for name, value in fields.items():
        outer, dot, inner = name.partition(".")
        if dot:
            told.setdefault(outer, {})[inner] = value
        else:
            told[name] = value
    kind = COMMANDS[move]
    told[str(kind.__struct_config__.tag_field)] = told.pop("type")
    return msgspec.convert(told, kind)


def tag_of(command: Command) -> str:
    return str(type(command).__struct_config__.tag)


def frozen(move: str, fields: Fields) -> tuple[str, frozenset[tuple[str, Any]]]:
    if move == "asym_buy_revelations":
        fields = {"cards": frozenset(fields["cards"])}
    return move, frozenset(fields.items())


def outcomes(events: Sequence[Event]) -> Outcomes:
    """What chance decided in an entry."""
    chance = Outcomes()
    for event in events:
        if isinstance(event, e.ForeseenPileShuffled):
            chance.foreseen.append(plain(event.foreseen_pile))
        elif isinstance(event, e.RevelationPileShuffled):
            chance.revelations.append(plain(event.revelation_pile))
    return chance


def evolved(state: Phoenix | None, events: Sequence[Event]) -> Phoenix:
    for event in events:
        state = PHOENIX.evolve(state, event)
    assert state is not None
    return state


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
            self.moves[seat] = rules.answers(self.game, seat)
            compare_answers(self.moves[seat], PHOENIX.legal(self.state, seat))
        self.checks["lists"] += 1


def judged(game: Game, seat: int, move: str, fields: Fields, chance: Outcomes) -> Game | str:
    """The referee's game after a command, or the code of its refusal."""
    try:
        return rules.play(game, seat, move, fields, chance)
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
    dealt = rules.Dealt(
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
    game = rules.set_up(
        dealt,
        team=played.mode == "team",
        palace_alt="palace_alt" in played.variants,
        asymmetric="asymmetric" in played.variants,
        dragon="dragon" in played.variants,
    )
    rules.run(game, chance)
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


def compare(game: Game, state: Phoenix) -> None:
    """Everything that lies on the table, and what is waited for."""
    same(compared_board(state), board_of(game), "board")
    for seat in range(game.players):
        same(compared_seat(state, seat), seat_of(game, seat), f"seat {seat}")
    same(compared_course(state), course_of(game), "course")


def same(told: dict[str, Any], expected: dict[str, Any], where: str) -> None:
    """Nothing differs; if something does, only that is shown."""
    told, expected = plain(told), plain(expected)
    if told != expected:
        names = [name for name in told if told[name] != expected[name]]
        raise AssertionError([(where, name, "expected", expected[name], "got", told[name]) for name in names])


def compared_board(state: Phoenix) -> dict[str, Any]:
    board = state.board
    return {
        "rotation": board.rotation,
        "level": board.palace_level,
        "guards": sorted((guard.seat, guard.sector.value) for guard in board.guards),
        "row": board.clanhouse,
        "villages": board.villages,
        "village pile": [*filter(None, [board.village_top]), *board.village_pile],
        "slots": board.foreseen,
        "events": board.foreseen_pile,
        "event discard": board.foreseen_discard,
        "face up": board.revelations,
        "cards": board.revelation_pile,
        "card discard": board.revelation_discard,
        "dragon": board.dragon,
    }


def board_of(game: Game) -> dict[str, Any]:
    return {
        "rotation": game.rotation,
        "level": game.level,
        "guards": sorted(game.guards),
        "row": game.row,
        "villages": game.villages,
        "village pile": game.village_pile,
        "slots": game.slots,
        "events": game.foreseen_pile,
        "event discard": game.foreseen_discard,
        "face up": game.face_up,
        "cards": game.card_pile,
        "card discard": game.card_discard,
        "dragon": game.dragon,
    }


def compared_seat(state: Phoenix, number: int) -> dict[str, Any]:
    seat = state.seats[number]
    pool = state.pool(number)
    draft = seat.draft
    return {
        "clan": seat.clan,
        "pool": {kind: pool.count(kind) for kind in (*Resource, *Shard)},
        "hand": sorted(seat.hand),
        "tiles": sorted((tile.kin, tile.at, tile.cloaked) for tile in seat.tiles),
        "clan pile": seat.clan_pile,
        "box": sorted(seat.box),
        "fp": seat.fp,
        "pioneer": seat.pioneer,
        "owned": sorted(seat.revelations),
        "spent": sorted(seat.spent),
        "veiled": seat.veiled,
        "side": seat.side,
        "drawn": draft.drawn if draft and state.agenda and draft.drawn else (),
        "dealt": draft.dealt if draft else (),
    }


def seat_of(game: Game, number: int) -> dict[str, Any]:
    sides = {0: "north", 90: "east", 180: "south", 270: "west"}
    zones = {"hand", "box", "pile", "row", "drawn"}
    own = list(game.kin_of(number))
    return {
        "clan": game.clans[number],
        "pool": {kind: game.pool(number)[kind] for kind in (*rules.RESOURCES, *rules.COLORS)},
        "hand": sorted(game.hand(number)),
        "tiles": sorted((kin, game.at[kin], kin in game.cloaked) for kin in own if game.at[kin] not in zones),
        "clan pile": game.piles[number],
        "box": sorted(kin for kin in own if game.at[kin] == "box"),
        "fp": game.fp[number],
        "pioneer": game.pioneer[number],
        "owned": sorted(game.owned[number]),
        "spent": sorted(set(game.owned[number]) & game.spent),
        "veiled": number in game.veiled,
        "side": sides[game.sides[number]] if game.sides else None,
        "drawn": game.drawn[number] if game.drawn else (),
        "dealt": game.dealt[number] if game.dealt else (),
    }


def compared_course(state: Phoenix) -> dict[str, Any]:
    daytime = state.phase.value == "daytime"
    pending = PHOENIX.view(state, PHOENIX.actor(state).seats[:1]).pending
    return {
        "heralds": state.heralds,
        "token": state.token,
        "order": state.order if state.round else None,
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn.seat if daytime else None,
        "effect": state.turn.daytime if daytime and state.turn.kin else None,
        "step": pending.step if pending else None,
        "deciders": sorted(PHOENIX.actor(state).seats),
        "options": sorted(map(str, plain(pending.options))) if pending and pending.options else None,
        "form": fields_of(pending.move) if pending and pending.move else None,
    }


def course_of(game: Game) -> dict[str, Any]:
    daytime = game.phase == "daytime"
    options = rules.options(game)
    return {
        "heralds": game.heralds,
        "token": game.token,
        "order": game.order if game.round else None,
        "round": game.round,
        "phase": game.phase,
        "turn": game.active if daytime else None,
        "effect": game.placed[2] if daytime and game.placed else None,
        "step": rules.step(game),
        "deciders": sorted(rules.deciders(game)),
        "options": sorted(map(str, options)) if options else None,
        "form": game.form[1] if game.form else None,
    }


def compare_night(notes: Sequence[rules.Task], events: Sequence[Event]) -> None:
    """PP-N2, PP-N8, PP-N9, PP-DR4: who is rewarded, everybody's influence, majorities."""
    told: list[rules.Task] = []
    for event in events:
        if isinstance(event, e.NighttimeStarted):
            told.append(("night", *(tuple(sorted(seats)) for seats in event.eligible_by_sector)))
        elif isinstance(event, e.DragonFed):
            told.append(("dragon", event.total, event.threshold, frozenset(plain(event.unscored))))
        elif isinstance(event, e.SectorScored | e.PalaceScored):
            place = event.sector.value if isinstance(event, e.SectorScored) else None
            kind = "sector" if place else "palace"
            told.append((kind, place, frozenset(event.eligible), event.influence, event.majority))
    assert told == list(notes), ("expected", notes, "got", told)


def compare_answers(expected: Sequence[tuple[str, Fields]], told: Sequence[Command]) -> None:
    listed_moves = [frozen(tag_of(command), fields_of(command)) for command in told]
    allowed = {frozen(move, fields) for move, fields in expected}
    found = set(listed_moves)
    assert len(found) == len(listed_moves), "something is listed twice"
    assert found == allowed, ("missing", allowed - found, "too many", found - allowed)


def compare_score(game: Game, state: Phoenix) -> None:
    """Section 8, line by line."""
    score = PHOENIX.score(state)
    lines = rules.final_lines(game)
    rank = ranks(score)
    if not game.team:
        for own, line in zip(score.seats, lines):
            assert {item.item: item.points for item in own.items} == line.lines
            assert (own.total, rank[own.seat]) == (line.total, line.rank)
        return
    assert score.sides is not UNSET
    by_seats = {tuple(sorted(side.seats)): side for side in score.sides}
    for line in lines:
        side = by_seats.pop(line.seats)
        assert side.total == line.total == sum(item.points for item in side.items)
        told = {item.item: item.points for item in side.items}
        if len({game.fp[seat] + rules.endgame_points(game, seat) for seat in line.seats}) == 2:
            assert told == line.lines, ("expected", line, "got", side)
        assert [rank[seat] for seat in line.seats] == [line.rank] * 2
    assert not by_seats


# Looking closely


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
        "spot": [*game.all_spots(), *rules.PALACE_SPOTS, "palace", "gates.9", "moon.1"],
        "slot": range(7),
        "number": range(10),
        "sector": rules.SECTORS,
        "resource": rules.RESOURCES,
        "color": rules.COLORS,
        "card": rules.CARD_ORDER,
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
        if seat not in rules.deciders(game):
            for move in ("place_kin", "end_turn", "choose", "skip_daytime"):
                match.judge(seat, move, {})
    (seat, *_) = rules.deciders(game)
    send_foreign_steps(match, seat)
    if rules.options(game) is not None:
        answer_wrongly(match, seat)
    elif game.form is None:
        send_moves(match, seat, rng)
        send_nonsense(match, seat, rng)


def send_moves(match: Match, seat: int, rng: random.Random) -> None:
    """Moves that are filled in wholly, in part, and with one wrong field."""
    for move in rules.MOVES[match.game.todo[-1][0]]:
        if not rules.can_complete(match.game, seat, move, {}):
            assert isinstance(match.decide(seat, command_of(move, {})), str)
            continue
        for _ in range(6):
            fields = rules.filled_in(match.game, seat, move, {}, rng)
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
        compare_answers(rules.answers(game, other), PHOENIX.legal(state, other))


def send_nonsense(match: Match, seat: int, rng: random.Random) -> None:
    """Cards that are not there, placements anywhere."""
    game = match.game
    if rules.step(game) == "turn_start":
        for card in rng.sample(rules.CARD_ORDER, 3) + game.owned[seat]:
            match.judge(seat, "use_turn_start_card", {"card": card})
    if rules.step(game) in {"turn_start", "placement"}:
        place_anything(match, seat, rng)
    if rules.step(game) == "draft_revelations":
        for _ in range(6):
            cards = rng.choices([*game.dealt[seat], rng.choice(rules.CARD_ORDER)], k=rng.randint(1, 3))
            match.judge(seat, "asym_buy_revelations", {"cards": tuple(cards)})


def send_foreign_steps(match: Match, seat: int) -> None:
    """4.2: what the step does not accept."""
    for move in COMMANDS:
        try:
            rules.refuse_early(match.game, seat, move)
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
                paid = tuple(rng.choices(rules.RESOURCES, k=count))
                match.judge(seat, move, {**begin, name: paid})
        elif name in {"village.resources", "effect.colors"}:
            units = rules.COLORS if name.endswith("colors") else rules.RESOURCES
            for more in (1, len(fields[name]), len(fields[name]) + 1):
                match.judge(seat, move, {**begin, name: tuple(rng.choices(units, k=more))})


def add_strange_field(match: Match, seat: int, move: str, fields: Fields, rng: random.Random) -> None:
    """A whole move with one more field."""
    names = [name for name in COMMANDS[move].__struct_fields__ if name in STRANGE and name not in fields]
    if names:
        name = rng.choice(names)
        value = strange_value(match.game, move, name, rng)
        if not isinstance(value, str) or "." not in value or rules.is_kin(value):
            match.judge(seat, move, {**fields, name: value})


def place_anything(match: Match, seat: int, rng: random.Random) -> None:
    """1.3: the refusal that is checked first."""
    for _ in range(30):
        names = ("kin_id", "target", "cloaked")
        fields = {name: strange_value(match.game, "place_kin", name, rng) for name in names}
        if rng.random() < 0.6:
            fields["kin_id"] = rng.choice(match.game.hand(seat))
        code = rules.placement_refusal(match.game, seat, *fields.values())
        told = match.decide(seat, command_of("place_kin", fields))
        assert (told if isinstance(told, str) else None) == code, (fields, "expected", code, "got", told)
        match.checks["placements"] += 1


# Games


WEIGHTS = {"skip_ability": 0.3, "skip_daytime": 0.15, "use_turn_start_card": 2.0}


def chosen(match: Match, seat: int, rng: random.Random) -> tuple[str, Fields]:
    """One of the answers of the rules, sometimes a whole move at once."""
    game, moves = match.game, match.moves[seat]
    kinds = list(dict.fromkeys(move for move, _ in moves))
    move = rng.choices(kinds, [WEIGHTS.get(kind, 1.0) for kind in kinds])[0]
    fields = rng.choice([fields for kind, fields in moves if kind == move])
    if game.form is None and move != "choose" and rng.random() < 0.5:
        return move, rules.filled_in(game, seat, move, fields, rng)
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
        if rules.step(match.game) == "turn_start" and match.game.form is None:
            turns += 1
            if turns <= played.gifts:
                give(match, rng)
                match.list_moves()
        if rng.random() < played.closely:
            look_closely(match, rng)
        seat = rng.choice(rules.deciders(match.game))
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


FIRST_GAMES = [a_game(number) for number in range(len(SETTINGS))]


def named(played: Played) -> str:
    return "-".join((played.mode, str(played.places), *played.variants))


@pytest.mark.parametrize("played", FIRST_GAMES, ids=named)
def test_a_second_reading_of_the_rules_finds_the_same(played: Played) -> None:
    play(played)


@pytest.mark.long
@pytest.mark.parametrize("first", FIRST_GAMES, ids=named)
def test_a_second_reading_of_the_rules_finds_the_same_in_many_games(first: Played) -> None:
    for turn in range(1, 17):
        play(a_game(first.seed + turn * len(SETTINGS)))


ALL_MODES = {"standard": (2, 3, 4), "team": (4,)}
"""9.1: how many play a mode."""
FOREIGN_OPTIONS: Sequence[dict[str, Any]] = (
    {"difficulty": "easy"},
    {"style": "vanilla"},
    {"scenario": "ember_court"},
    {"basilisk_clan": "red"},
    {"solo_allies": 1},
)


def refused_creation(options: dict[str, Any], places: int) -> tuple[str | None, dict[str, Any]]:
    try:
        PHOENIX.check(msgspec.convert(options, PhoenixOptions), places)
    except Rejected as rejected:
        return rejected.code, plain(rejected.details)
    return None, {}


@pytest.mark.parametrize("mode", ALL_MODES)
@pytest.mark.parametrize("places", range(1, 6))
def test_pp_m1_m2_only_the_listed_numbers_of_players_can_play(mode: str, places: int) -> None:
    for _, _, variants in SETTINGS[:8]:
        options = {"mode": mode, **dict.fromkeys(variants, True)}
        code = None if places in ALL_MODES[mode] else "player_count_not_allowed"
        assert refused_creation(options, places)[0] == code


@pytest.mark.parametrize("mode", ALL_MODES)
@pytest.mark.parametrize("option", FOREIGN_OPTIONS, ids=lambda option: next(iter(option)))
def test_pp_m2_options_of_modes_that_are_not_offered_are_unknown(mode: str, option: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        refused_creation({"mode": mode, **option}, 4)


@pytest.mark.parametrize("mode,places", [("coop", 2), ("solo", 1)])
def test_pp_m2_x94_modes_that_are_not_offered_are_unknown(mode: str, places: int) -> None:
    with pytest.raises(msgspec.ValidationError, match=mode):
        refused_creation({"mode": mode}, places)
