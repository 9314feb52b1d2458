"""The golden games of Phoenix Palace against the Basilisk: every table and scenario, and rare ones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from msgspec import UNSET

from domain.kernel.absence import ComeBack
from domain.kernel.clock import TimeOut
from domain.kernel.game import Resign
from domain.kernel.table import Clock, Status
from domain.kernel.undo import Undo, earliest
from domain.phoenix import basilisk_events as b
from domain.phoenix.commands import NominateDecider
from domain.phoenix.ids import Clan, Difficulty, ScenarioId, Style
from domain.phoenix.options import PlayMode
from domain.phoenix.ruleset import PHOENIX
from tests.support.golden_phoenix import found
from tests.support.golden_play import a_record, bots_play, by_bots, finished, later
from tests.support.record import Record

TABLES: Mapping[str, tuple[PlayMode, int, int]] = {
    "coop-2": (PlayMode.COOP, 2, 2),
    "coop-3": (PlayMode.COOP, 3, 3),
    "solo-1": (PlayMode.SOLO, 1, 1),
    "solo-2": (PlayMode.SOLO, 1, 2),
}
"""By name the mode, the number of players, and the number of allies."""
STORIES: Sequence[ScenarioId | None] = (None, *ScenarioId)
_LEVELS = ("curious", "eager", "random", "greedy", "idle")
_EAGER = dict.fromkeys(range(4), "eager")


def options(
    table: str, scenario: ScenarioId | None = None, difficulty: Difficulty = Difficulty.MEDIUM, **more: Any
) -> dict[str, Any]:
    """The options of a game against the Basilisk."""
    mode, _, allies = TABLES[table]
    return {
        "mode": mode,
        "difficulty": difficulty,
        "style": Style.VANILLA if scenario is None else Style.STORY,
        "scenario": UNSET if scenario is None else scenario,
        "solo_allies": allies if mode is PlayMode.SOLO else UNSET,
        **more,
    }


def _bot_games() -> Iterator[tuple[str, Callable[[], Record]]]:
    for number, (table, scenario) in enumerate(product(TABLES, STORIES)):
        palace_alt, difficulty = number % 2 == 1, tuple(Difficulty)[(number + number // 5) % 4]
        story = "vanilla" if scenario is None else scenario.value
        name = "-".join(("phoenix", table, story, *(("palace_alt",) if palace_alt else ())))
        levels = [_LEVELS[(number + seat) % len(_LEVELS)] for seat in range(TABLES[table][1])]
        given = options(table, scenario, difficulty, palace_alt=palace_alt)
        yield name, partial(by_bots, PHOENIX, name, *levels, **given)


def started(name: str, table: str, **more: Any) -> Record:
    """A game of people."""
    return a_record(PHOENIX, name).started(TABLES[table][1], **options(table, **more))


def with_undo(name: str, table: str) -> Record:
    """Decisions for the Basilisk are taken back, and steps of the own turn."""
    record = started(name, table)
    while record.table.status is Status.ACTIVE:
        bots_play(record, _EAGER, until=record.table.version + 5)
        for seat in PHOENIX.actor(record.state).seats[:1]:
            back = earliest(record.table, seat)
            if back is not None:
                record.does(seat, Undo(to=back), at=later(record))
    return finished(record)


def with_nominations(name: str) -> Record:
    """The allies agree on a decider, disagree, and agree again."""
    record = started(name, "coop-3", scenario=ScenarioId.HIDDEN_GROVE)
    for version, seat in ((12, 2), (40, 3), (90, 1)):
        bots_play(record, _EAGER, until=version)
        for ally in (1, 2, 3):
            record.does(ally, NominateDecider(seat=seat), at=later(record))
    bots_play(record, _EAGER)
    return finished(record)


def _to_a_decision(record: Record) -> int:
    """Play on until the Basilisk leaves something open; the seat that decides."""
    while not (seats := PHOENIX.actor(record.state).seats) or record.state.agenda[-1].seats != (0,):
        assert record.table.status is Status.ACTIVE
        bots_play(record, _EAGER, until=record.table.version + 1)
    return seats[0]


def decider_resigns(name: str) -> Record:
    """The decider leaves in the middle of the Basilisk's turn; another ally answers."""
    record = started(name, "coop-2")
    record.does(_to_a_decision(record), Resign(), at=later(record))
    bots_play(record, _EAGER)
    return finished(record)


def decider_is_late(name: str) -> Record:
    """The decider's time runs out; another ally decides until the decider is back."""
    record = started(name, "coop-3", clock=Clock(seconds=60))
    late = _to_a_decision(record)
    record.does("clock", TimeOut(), at=later(record) + 60)
    bots_play(record, _EAGER, until=record.table.version + 3)
    record.does(late, ComeBack(), at=later(record))
    bots_play(record, _EAGER)
    return finished(record)


def given_up(name: str) -> Record:
    """The only player resigns, which is a loss."""
    record = started(name, "solo-2", difficulty=Difficulty.EASY)
    bots_play(record, _EAGER, until=60)
    record.does(1, Resign(), at=later(record))
    return finished(record)


def two_twists(record: Record) -> bool:
    """PP-CO15: two twists in one turn."""
    return any(
        sum(isinstance(event, b.TwistResolved) for event in entry.events) > 1 for entry in record.entries
    )


def on_the_pinnacle(record: Record) -> bool:
    """PP-CP4, PP-CP5: the Basilisk climbs the pinnacle."""
    return any(
        isinstance(event, b.SpotFound) and event.reason is b.SpotReason.PINNACLE
        for entry in record.entries
        for event in entry.events
    )


def won(record: Record) -> bool:
    """PP-CO25: the allies win."""
    assert record.table.result is not None
    return record.table.result.score.result == "win"


def _rare() -> Iterator[tuple[str, Callable[..., Record], tuple[Any, ...], Mapping[str, Any]]]:
    two = options("coop-2")
    yield "undo", with_undo, ("coop-2",), {}
    yield "undo-solo", with_undo, ("solo-2",), {}
    yield "nominations", with_nominations, (), {}
    yield "decider-resigns", decider_resigns, (), {}
    yield "decider-is-late", decider_is_late, (), {}
    yield "given-up", given_up, (), {}
    yield "two-twists", found, (two_twists, "eager", "eager"), two
    yield "pinnacle", found, (on_the_pinnacle, "eager", "eager"), {**two, "palace_alt": True}
    yield "won", found, (won, "greedy", "greedy"), {**two, "basilisk_clan": Clan.BLUE}


GAMES: Mapping[str, Callable[[], Record]] = {
    **dict(_bot_games()),
    **{
        f"phoenix-rare-basilisk-{name}": partial(make, f"phoenix-rare-basilisk-{name}", *arguments, **given)
        for name, make, arguments, given in _rare()
    },
}

PERFT_POSITIONS: Sequence[tuple[str, int]] = (
    ("phoenix-coop-2-vanilla", 2),
    ("phoenix-coop-3-vanilla-palace_alt", 40),
    ("phoenix-solo-1-ember_court-palace_alt", 50),
    ("phoenix-solo-2-golden_road-palace_alt", 60),
)
