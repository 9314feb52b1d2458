"""Bots play against each other, in memory and on all cores; produces real logs and statistics of the game."""

import hashlib
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.games import RULESETS, load
from domain.kernel.actors import SCORER, seat_actor
from domain.kernel.bot_position import bot_dice, bot_position
from domain.kernel.dice import Dice
from domain.kernel.entry import Entry, Meta
from domain.kernel.errors import Rejected
from domain.kernel.fold import due
from domain.kernel.game import Input, ScoreGame, Step, TakeTurn, step
from domain.kernel.lobby import KERNEL, CreateGame
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import STAND_INS, AnyTable, Options, Result, Status
from service.engine.commands import ENGINE
from service.engine.log_verification import ExportHeader
from service.operations.progress import ProgressBar

_HOST = "p_simulation"
_AT = "2026-01-01T00:00:00.000Z"


class SimulationPlan(Struct, frozen=True, kw_only=True):
    """The games to simulate: how many, with how many players, options, bots, and which seed.

    If left empty, the ruleset is the first one, the number of players is the maximum, and all bots play.
    """

    ruleset: str = ""
    players: int = 0
    games: int = 1000
    bots: tuple[str, ...] = ()
    seed: int = 0
    out: str | None = None
    options: Mapping[str, Any] = {}

    def filled_in(self) -> "SimulationPlan":
        """The plan with all defaults filled in. Raises Rejected for an unknown ruleset."""
        rules = RULESETS.get(self.ruleset or next(iter(RULESETS)))
        if rules is None:
            raise Rejected("unknown_ruleset", ruleset=self.ruleset)
        return replace(
            self,
            ruleset=rules.name,
            players=self.players or max(rules.catalogue.players),
            bots=self.bots or tuple(bot for bot in rules.bots if bot != STAND_INS["pass"]),
        )

    def game_options(self, rules: Ruleset) -> Options:
        """The options of every game; text is converted to a number or Boolean if the option is one.

        Raises msgspec.ValidationError if the game has no such option or value.
        """
        options: Options = msgspec.convert({**self.options, "auto_start": True}, rules.options, strict=False)
        return options


@dataclass
class SimulatedGame:
    """A game from its first entry to its score."""

    table: AnyTable
    entries: list[Entry[Any, Any]] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    traits: Sequence[Mapping[str, str]] = ()
    uses: Counter[tuple[str, str]] = field(default_factory=Counter)
    widest: int = 0


class SimulatedSeat(Struct, frozen=True):
    """The result of one seat."""

    seat: int
    by: str
    points: int
    rank: int
    winners: int
    traits: dict[str, str]


class SimulatedSide(Struct, frozen=True):
    """The result of one side of a game of teams or allies."""

    side: str
    points: int
    rank: int
    winners: int


class SimulatedResult(Struct, frozen=True):
    """The result of one game; `sides` is empty if every seat plays for itself."""

    seats: tuple[SimulatedSeat, ...]
    sides: tuple[SimulatedSide, ...]
    entries: int
    turns: int
    rounds: int | None
    widest: int
    uses: tuple[tuple[str, str, int], ...]


def play(
    rules: Ruleset,
    bots: Sequence[str],
    number: int,
    seed: int = 0,
    *,
    options: Options | None = None,
    count: bool = False,
) -> SimulatedGame:
    """Play one game with these bots, through the same code as the service; `count` records what is used."""
    secret = hashlib.sha256(f"{seed}:{number}".encode()).digest()
    places = tuple(f"bot:{bot}" for bot in bots)
    create = CreateGame(
        f"sim_{seed}_{number}", options or rules.options(auto_start=True), places, kernel=KERNEL
    )
    first = step(rules, None, _input(_HOST, create), secret)
    game = SimulatedGame(first.table, [first.entry], [first.line], rules.traits(first.table.state))
    if count:
        game.uses.update(rules.uses(None, first.entry.events))
    while game.table.status is not Status.FINISHED:
        done = _next(rules, game, secret)
        if count:
            game.uses.update(rules.uses(game.table.state, done.entry.events))
        game.table = done.table
        game.entries.append(done.entry)
        game.lines.append(done.line)
    return game


def _next(rules: Ruleset, game: SimulatedGame, secret: bytes) -> Step:
    """The next entry, by the actor whose turn it is."""
    table = game.table
    now = due(rules, table)
    if now.scorer:
        return step(rules, table, _input(SCORER, ScoreGame()), secret)
    if now.automa is not None:
        return step(rules, table, _input(now.automa, TakeTurn()), secret)
    seat = now.seats[0]
    bot = table.seats[seat].bot
    assert bot is not None, "only bots play here"
    position = bot_position(rules, table, seat, secret)
    game.widest = max(game.widest, len(position.moves))
    move = rules.bots[bot](position, bot_dice(table, seat, secret))
    return step(rules, table, _input(seat_actor(seat), move, bot), secret)


def _input(actor: str, command: Command, bot: str | None = None) -> Input:
    return Input(_AT, actor, command, Meta(ENGINE, bot=bot))


def bots_of(plan: SimulationPlan, number: int) -> tuple[str, ...]:
    """The bots of a game: as listed if there is one for each place, else drawn at random."""
    if len(plan.bots) == plan.players:
        return plan.bots
    dice = Dice(f"bots:{plan.seed}".encode(), number)
    return tuple(plan.bots[dice.below(len(plan.bots))] for _ in range(plan.players))


def simulate(plan: SimulationPlan, jobs: int, game_references: Sequence[str] = ()) -> "Report":
    """Play all games of a plan in this many processes, which also load these games. Raises Rejected."""
    plan = plan.filled_in()
    _check(plan)
    progress = ProgressBar(f"{plan.games} games", plan.games)
    report = Report(plan)
    for done, result in enumerate(_results(plan, jobs, game_references), start=1):
        report.add(msgspec.json.decode(result, type=SimulatedResult))
        progress(done)
    return report


def _check(plan: SimulationPlan) -> None:
    """Reject a plan that is impossible to play, before any process starts."""
    rules = RULESETS[plan.ruleset]
    rules.check(plan.game_options(rules), plan.players)
    unknown = next((bot for bot in plan.bots if bot not in rules.bots), None)
    if unknown is not None:
        raise Rejected("unknown_bot", bot=unknown)
    if plan.out is not None:
        Path(plan.out).mkdir(parents=True, exist_ok=True)


def _results(plan: SimulationPlan, jobs: int, game_references: Sequence[str]) -> Iterator[bytes]:
    """Each game's result as JSON, in the order in which they finish."""
    run = partial(play_one, msgspec.json.encode(plan))
    if jobs <= 1:
        yield from map(run, range(plan.games))
        return
    with get_context("spawn").Pool(jobs, initializer=load, initargs=(game_references,)) as pool:
        yield from pool.imap_unordered(run, range(plan.games))


def play_one(plan_json: bytes, number: int) -> bytes:
    """Play one game of a plan, in any process."""
    plan = msgspec.json.decode(plan_json, type=SimulationPlan)
    rules = RULESETS[plan.ruleset]
    options = plan.game_options(rules)
    game = play(rules, bots_of(plan, number), number, plan.seed, options=options, count=True)
    if plan.out is not None:
        exported = ExportHeader.of(game.table).line() + b"".join(line + b"\n" for line in game.lines)
        Path(plan.out, f"{game.table.game}.ndjson").write_bytes(exported)
    return msgspec.json.encode(_result(rules, game))


def _result(rules: Ruleset, game: SimulatedGame) -> SimulatedResult:
    table = game.table
    assert table.result is not None
    winners = table.result.ranks.count(1)
    seats = tuple(
        SimulatedSeat(score.seat, seat.bot or seat.automa or "", score.total, rank, winners, dict(traits))
        for seat, score, rank, traits in zip(
            table.seats, table.result.score.seats, table.result.ranks, game.traits
        )
    )
    return SimulatedResult(
        seats=seats,
        sides=_sides(table.result),
        entries=table.version,
        turns=rules.turn(table.state),
        rounds=_rounds(rules, game),
        widest=game.widest,
        uses=tuple((subject, thing, count) for (subject, thing), count in sorted(game.uses.items())),
    )


def _sides(result: Result) -> tuple[SimulatedSide, ...]:
    sides = () if result.score.sides is UNSET else result.score.sides
    places = [result.ranks[side.seats[0]] for side in sides]
    return tuple(
        SimulatedSide(side.side, side.total, rank, places.count(1)) for side, rank in zip(sides, places)
    )


def _rounds(rules: Ruleset, game: SimulatedGame) -> int | None:
    """How many rounds a game had; None if it has no rounds."""
    if rules.round_event is None:
        return None
    return sum(isinstance(event, rules.round_event) for entry in game.entries for event in entry.events)


class Spread(Struct, frozen=True):
    """The distribution of some numbers."""

    count: int
    mean: float
    deviation: float
    least: float
    tenth: float
    median: float
    ninetieth: float
    most: float


def spread(numbers: Iterable[float]) -> Spread:
    """The distribution of at least one number."""
    ordered = sorted(numbers)
    count = len(ordered)
    return Spread(
        count=count,
        mean=round(statistics.fmean(ordered), 2),
        deviation=round(statistics.pstdev(ordered), 2),
        least=ordered[0],
        tenth=ordered[count // 10],
        median=statistics.median(ordered),
        ninetieth=ordered[min(count - 1, count * 9 // 10)],
        most=ordered[-1],
    )


class Report:
    """The statistics of all games of a plan."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.results: list[SimulatedResult] = []
        self.uses: dict[str, Counter[str]] = {}

    def add(self, result: SimulatedResult) -> None:
        """Add one game."""
        self.results.append(result)
        for subject, thing, count in result.uses:
            self.uses.setdefault(subject, Counter())[thing] += count

    @property
    def widest(self) -> int:
        """The longest list of moves of all games."""
        return max(result.widest for result in self.results)

    def never_used(self) -> dict[str, tuple[str, ...]]:
        """By kind, the components that were used in none of the games."""
        usable = RULESETS[self.plan.ruleset].usable(self.plan.players)
        missing = {
            subject: tuple(thing for thing in things if thing not in self.uses.get(subject, ()))
            for subject, things in usable.items()
        }
        return {subject: things for subject, things in missing.items() if things}

    def tables(self) -> dict[str, Any]:
        """All statistics, as data."""
        groups = self._groups()
        return {
            "plan": self.plan,
            "points": {
                by: _grouped((name, seat.points) for name, seat in members) for by, members in groups.items()
            },
            "wins": {
                by: _shares((name, _win(seat)) for name, seat in members) for by, members in groups.items()
            },
            "lengths": self._lengths(),
            "widest_move_list": self.widest,
            "uses": {subject: dict(things.most_common()) for subject, things in sorted(self.uses.items())},
            "never_used": self.never_used(),
        }

    def _groups(self) -> dict[str, list[tuple[str, SimulatedSeat | SimulatedSide]]]:
        """All seats of all games, named by their bot, their number, and each trait that the game declares.

        If the seats form sides, all sides of all games too.
        """
        seats = [seat for result in self.results for seat in result.seats]
        sides = [side for result in self.results for side in result.sides]
        groups: dict[str, list[tuple[str, SimulatedSeat | SimulatedSide]]] = {
            "by_bot": [(seat.by, seat) for seat in seats],
            "by_seat": [(str(seat.seat), seat) for seat in seats],
        }
        if sides:
            groups["by_side"] = [(side.side, side) for side in sides]
        for seat in seats:
            for trait, name in seat.traits.items():
                groups.setdefault(f"by_{trait.replace(' ', '_')}", []).append((name, seat))
        return groups

    def _lengths(self) -> dict[str, Spread]:
        """The distribution of entries, turns and, if the game has them, rounds."""
        lengths = {
            name: [number for result in self.results if (number := getattr(result, name)) is not None]
            for name in ("entries", "turns", "rounds")
        }
        return {name: spread(numbers) for name, numbers in lengths.items() if numbers}

    def json(self) -> str:
        """All statistics as JSON."""
        return msgspec.json.format(msgspec.json.encode(self.tables())).decode()

    def text(self) -> str:
        """All statistics as tables."""
        return _text(self.tables())


def _win(own: SimulatedSeat | SimulatedSide) -> float:
    """The win of a seat or side; a shared win counts as a fraction."""
    return 1 / own.winners if own.rank == 1 else 0.0


def _grouped(rows: Iterable[tuple[str, float]]) -> dict[str, Spread]:
    groups: dict[str, list[float]] = {}
    for name, number in rows:
        groups.setdefault(name, []).append(number)
    return {name: spread(numbers) for name, numbers in sorted(groups.items())}


def _shares(rows: Iterable[tuple[str, float]]) -> dict[str, float]:
    return {name: round(group.mean, 4) for name, group in _grouped(rows).items()}


def _text(tables: Mapping[str, Any]) -> str:
    """The tables as text."""
    plan: SimulationPlan = tables["plan"]
    options = "".join(f", {name}={value}" for name, value in plan.options.items())
    lines = [f"{plan.games} games of {plan.ruleset}, {plan.players} players{options}, seed {plan.seed}", ""]
    for by, groups in tables["points"].items():
        lines += _spreads(f"points {by.replace('_', ' ')}", groups)
    lines += _spreads("length", tables["lengths"])
    for name, shares in tables["wins"].items():
        wins = "  ".join(f"{who} {100 * share:.1f} %" for who, share in shares.items())
        lines.append(f"wins {name.replace('_', ' ')}: {wins}")
    lines += ["", f"widest list of moves: {tables['widest_move_list']}", ""]
    for subject, things in tables["uses"].items():
        lines.append(f"{subject}: " + "  ".join(f"{thing} {count:,}" for thing, count in things.items()))
    lines += ["", "never used:"]
    lines += [f"  {subject}: " + "  ".join(things) for subject, things in tables["never_used"].items()] or [
        "  nothing"
    ]
    return "\n".join(lines)


def _spreads(title: str, groups: Mapping[str, Spread]) -> list[str]:
    width = max(len(title), *map(len, groups))
    heads = ("count", "mean", "sd", "min", "10 %", "median", "90 %", "max")
    lines = [f"{title:<{width}}" + "".join(f"{head:>9}" for head in heads)]
    for name, group in groups.items():
        count, *numbers = msgspec.structs.astuple(group)
        lines.append(f"{name:<{width}}{count:>9}" + "".join(f"{number:>9.1f}" for number in numbers))
    return [*lines, ""]
