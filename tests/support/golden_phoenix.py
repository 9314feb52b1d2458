"""The golden games of Phoenix Palace: every combination of modes for every number of seats, and rare ones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from domain.kernel.abort import AgreeToAbort
from domain.kernel.bot_position import bot_move
from domain.kernel.clock import TimeOut
from domain.kernel.game import Resign
from domain.kernel.lobby import ChangeChoice, JoinGame, LeaveGame, StartGame
from domain.kernel.table import Clock, Status
from domain.kernel.undo import Undo, earliest
from domain.phoenix import events as e
from domain.phoenix.ids import Clan, VillageId
from domain.phoenix.options import ClanChoice, PlayMode
from domain.phoenix.ruleset import PHOENIX
from tests.support.golden_play import a_record, bots_play, by_bots, finished, later, with_time_outs
from tests.support.record import Record

VARIANTS = ("palace_alt", "asymmetric", "dragon")
TABLES: Mapping[str, int] = {"2p": 2, "3p": 3, "4p": 4, "team": 4}
_LEVELS = ("eager", "random", "curious", "eager", "idle")
_EAGER = dict.fromkeys(range(4), "eager")


def _options(table: str, variants: Sequence[str] = ()) -> dict[str, Any]:
    mode = {"mode": PlayMode.TEAM} if table == "team" else {}
    return {**mode, **dict.fromkeys(variants, True)}


def _bot_games() -> Iterator[tuple[str, Callable[[], Record]]]:
    for number, (table, flags) in enumerate(product(TABLES, product((False, True), repeat=3))):
        variants = [variant for variant, on in zip(VARIANTS, flags) if on]
        name = "-".join(("phoenix", table, *variants))
        levels = [_LEVELS[(number + seat) % len(_LEVELS)] for seat in range(TABLES[table])]
        yield name, partial(by_bots, PHOENIX, name, *levels, **_options(table, variants))


def found(name: str, condition: Callable[[Record], bool], *levels: str, **options: Any) -> Record:
    """The first game of these bots in which something rare happens."""
    for number in range(500):
        record = by_bots(PHOENIX, f"{name}-{number}", *levels, **options)
        if condition(record):
            return record
    raise AssertionError("it never happens")


def _events(record: Record) -> Iterator[Any]:
    return (event for entry in record.entries for event in entry.events)


def _hit_prevented(record: Record) -> bool:
    """PP-RC25."""
    return any(isinstance(event, e.HitPrevented) for event in _events(record))


def _track_completed(record: Record) -> bool:
    """PP-V13, PP-K10: the shrine at the end of the track is collected; a mastermind was acquired."""
    collected = any(
        isinstance(event, e.VillageCollected) and event.village is VillageId.SHRINE_TILE
        for event in _events(record)
    )
    return collected and any(
        isinstance(event, e.KinAcquired) and event.kin.endswith("mastermind") for event in _events(record)
    )


def _equal_totals(record: Record) -> bool:
    """PP-F6: equal points, and the herald decides."""
    assert record.table.result is not None
    totals = [seat.total for seat in record.table.result.score.seats]
    return totals.count(max(totals)) > 1


def with_undo(name: str, table: str, *variants: str) -> Record:
    """Every few entries something is taken back, one entry or all that can be."""
    record = a_record(PHOENIX, name).started(TABLES[table], **_options(table, variants))
    while record.table.status is Status.ACTIVE:
        bots_play(record, _EAGER, until=record.table.version + 7)
        for seat in PHOENIX.actor(record.state).seats[:1]:
            back = earliest(record.table, seat)
            if back is not None:
                record.does(seat, Undo(to=back if record.table.version % 2 else None), at=later(record))
    return finished(record)


def with_resignations(name: str, table: str, seats: Mapping[int, int]) -> Record:
    """People leave at these versions; bots play on for them as long as somebody else is there."""
    record = a_record(PHOENIX, name).started(TABLES[table], **_options(table))
    for version, seat in seats.items():
        bots_play(record, _EAGER, until=version)
        record.does(seat, Resign(), at=later(record))
    bots_play(record, _EAGER)
    return finished(record)


def late_in_the_draft(name: str) -> Record:
    """One has chosen in time, the clocks of the others run out; one of them is late again."""
    record = a_record(PHOENIX, name).started(3, asymmetric=True, clock=Clock(seconds=60))
    for version in (record.table.version + 1, record.table.version + 5):
        bots_play(record, _EAGER, until=version)
        if any(record.table.seats[seat].played_by is None for seat in PHOENIX.actor(record.state).seats):
            record.does("clock", TimeOut(), at=later(record) + 60)
    bots_play(record, _EAGER)
    return finished(record)


def clans_in_the_lobby(name: str) -> Record:
    """People choose clans, change them, take them back, and leave."""
    record = a_record(PHOENIX, name).opened(("me", "bot:random", "open", "open"))
    record.does("p_host", ChangeChoice(ClanChoice(Clan.RED)))
    record.does("p_a", JoinGame(nonce="a", choice=ClanChoice(Clan.BLUE)))
    record.does("p_b", JoinGame(choice=ClanChoice(Clan.GREEN)))
    record.does("p_a", ChangeChoice(ClanChoice(Clan.YELLOW)))
    record.does("p_b", LeaveGame())
    record.does("p_c", JoinGame(choice=ClanChoice(Clan.BLUE)))
    record.does("p_host", ChangeChoice(None))
    record.does("p_host", StartGame())
    bots_play(record, _EAGER)
    return finished(record)


def answers_crosswise(name: str) -> Record:
    """In the draft the last seats answer first."""
    record = a_record(PHOENIX, name).started(4, asymmetric=True, mode=PlayMode.TEAM)
    while len(seats := PHOENIX.actor(record.state).seats) > 1:
        move = bot_move(PHOENIX, record.table, seats[-1], "eager", record.seed)
        record.does(seats[-1], move, at=later(record))
    bots_play(record, _EAGER)
    return finished(record)


def fork(name: str) -> Record:
    """One goes on from a finished game, alone against bots."""
    source = a_record(PHOENIX, f"{name}-source").started(2, dragon=True)
    bots_play(source, _EAGER, until=60)
    for seat in range(2):
        source.does(seat, Resign(), at=later(source))
    fresh = a_record(PHOENIX, name)
    seats = ("me", "bot:eager")
    made = finished(source).forked(at=50, game=fresh.game, seed=fresh.seed, player="p_fork", seats=seats)
    bots_play(made, _EAGER)
    return finished(made)


def aborted(name: str) -> Record:
    """Both agree to stop."""
    record = a_record(PHOENIX, name).started(2, palace_alt=True)
    bots_play(record, _EAGER, until=40)
    for seat in range(2):
        record.does(seat, AgreeToAbort(), at=later(record))
    return record


def _rare() -> Iterator[tuple[str, Callable[..., Record], tuple[Any, ...], Mapping[str, Any]]]:
    four = ("eager",) * 4
    yield "undo-2p", with_undo, ("2p",), {}
    yield "undo-team", with_undo, ("team", *VARIANTS), {}
    yield "partner-resigned", with_resignations, ("team", {40: 1, 90: 3}), {}
    yield "team-resigned", with_resignations, ("team", {40: 1, 41: 2, 90: 3}), {}
    yield "abandoned", with_resignations, ("2p", {30: 1, 50: 0}), {}
    yield "late-in-the-draft", late_in_the_draft, (), {}
    yield "clans-in-the-lobby", clans_in_the_lobby, (), {}
    yield "answers-crosswise", answers_crosswise, (), {}
    yield "fork", fork, (), {}
    yield "aborted", aborted, (), {}
    yield "equal-totals", found, (_equal_totals, "random", "random"), {}
    yield "track-completed", found, (_track_completed, "curious", "greedy"), {}
    yield "hit-prevented", found, (_hit_prevented, *four), {}


GAMES: Mapping[str, Callable[[], Record]] = {
    **dict(_bot_games()),
    **{
        f"phoenix-rare-{name}": partial(make, f"phoenix-rare-{name}", *arguments, **options)
        for name, make, arguments, options in _rare()
    },
    **{
        f"phoenix-rare-time-out-{name}": partial(
            with_time_outs, PHOENIX, f"phoenix-rare-time-out-{name}", on_timeout
        )
        for name, on_timeout in {"bot": "bot:greedy", "pass": "pass", "forfeit": "forfeit"}.items()
    },
}

PERFT_POSITIONS: Sequence[tuple[str, int]] = (
    ("phoenix-2p", 2),
    ("phoenix-2p", 99),
    ("phoenix-3p-asymmetric", 2),
    ("phoenix-3p-palace_alt-dragon", 100),
    ("phoenix-4p-palace_alt-asymmetric-dragon", 150),
    ("phoenix-team", 120),
    ("phoenix-team-palace_alt-asymmetric-dragon", 60),
)
