"""The golden games of Bonfire: ten for every number of players, and rare ones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from domain.bonfire import events as e
from domain.bonfire.commands import DiscardActionTiles, Pass
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Challenge
from domain.kernel.abort import AgreeToAbort, WithdrawAbort
from domain.kernel.absence import ComeBack
from domain.kernel.bot_position import bot_move
from domain.kernel.clock import TimeOut
from domain.kernel.dice import nonce_hash
from domain.kernel.fork import NoteFork
from domain.kernel.game import Resign
from domain.kernel.lobby import (
    KERNEL,
    CancelGame,
    CreateGame,
    JoinGame,
    LeaveGame,
    RemovePlayer,
    RevealNonce,
    StartGame,
)
from domain.kernel.messages import Command
from domain.kernel.table import Clock, Status
from domain.kernel.undo import Undo, earliest
from tests.support.golden_play import a_record, bots_play, by_bots, finished, later, with_time_outs
from tests.support.random_play import Played
from tests.support.record import Record
from tests.support.recorded import play_on, recorded

Liking: TypeAlias = Callable[[int, Sequence[Command]], Command | None]
"""What a seat does rather than what its bot would."""


def with_liking(name: str, liking: Liking, *levels: str) -> Record:
    """A game of bots in which a preferred move is made whenever it is possible."""
    record = a_record(BONFIRE, name).opened([f"bot:{level}" for level in levels])
    record.does("p_host", StartGame())
    while record.table.status is Status.ACTIVE:
        due = BONFIRE.actor(record.state)
        seat = due.seats[0]
        level = record.table.seats[seat].played_by
        liked = liking(seat, BONFIRE.legal(record.state, seat))
        move = liked or bot_move(BONFIRE, record.table, seat, str(level), record.seed)
        record.does(seat, move, bot=level)
    return finished(record)


def _passing(_seat: int, moves: Sequence[Command]) -> Command | None:
    return next((move for move in moves if isinstance(move, Pass)), None)


def _one_passes(seat: int, moves: Sequence[Command]) -> Command | None:
    return _passing(seat, moves) if seat == 1 else None


def _one_wastes(seat: int, moves: Sequence[Command]) -> Command | None:
    """Seat 0 discards its tiles and gets stuck."""
    return next((move for move in moves if seat == 0 and isinstance(move, DiscardActionTiles)), None)


def found(condition: Callable[[Record], bool], players: int, *ways: str) -> Record:
    """The first random game in which something rare happens."""
    for seed in range(5000):
        record = recorded(Played(players, seed, ways))
        if condition(record):
            return record
    raise AssertionError("no random game has the rare event")


def _events(record: Record) -> Iterator[Any]:
    return (event for entry in record.entries for event in entry.events)


def _all_stuck(record: Record) -> bool:
    """BF-D11: all seats are stuck before the countdown."""
    return record.state.countdown is None


def _tie(record: Record) -> bool:
    """BF-FS11: two winners."""
    return record.table.result is not None and record.table.result.ranks.count(1) > 1


def _tie_broken(record: Record) -> bool:
    """BF-FS11: equal points, and bonfires decide."""
    assert record.table.result is not None
    totals = [seat.total for seat in record.table.result.score.seats]
    return totals.count(max(totals)) > 1 and record.table.result.ranks.count(1) == 1


def _all_gnomes(record: Record) -> bool:
    """Every city is full of gnomes."""
    return all(len(city.gnomes) == 6 for city in record.state.cities)


def _recycled(record: Record) -> bool:
    """BF-T47."""
    return any(isinstance(event, e.PathDisplayRecycled) for event in _events(record))


def _arrivals(record: Record) -> bool:
    """BF-G17 and what follows it."""
    offers = [event.offer for event in _events(record) if isinstance(event, e.OfferMade)]
    return sum(type(offer).__name__ == "Arrival" for offer in offers) > 1


def _gnome_pile_renewed(record: Record) -> bool:
    """BF-O9."""
    return any(isinstance(event, e.GnomePileShuffled) for event in _events(record))


def _toms_deck_ends(record: Record) -> bool:
    """BF-O21."""
    return record.state.tom.playthrough == 4 and not record.state.tom.pile


def with_undo(name: str, players: int) -> Record:
    """A game with occasional undos of one entry or of all possible ones."""
    record = a_record(BONFIRE, name)
    record.opened(("me", *("open",) * (players - 1)), auto_start=True)
    for number in range(1, players):
        record.does(f"p_{number}", JoinGame(nonce=f"n{number}"))
    game = Played(players, 77, ("eager", "gnomes", "tasks", "fate"))
    rng = game.rng()

    def takes_back(table: Record) -> None:
        seat = BONFIRE.actor(table.state).seats[0]
        back = earliest(table.table, seat)
        if back is not None and rng.random() < 0.2:
            table.does(seat, Undo(to=rng.choice([None, back])))

    play_on(record, game, takes_back)
    return finished(record)


def with_resignations(name: str) -> Record:
    """Three of four people resign one after another; bots play on with the last one until the end."""
    record = a_record(BONFIRE, name).started(4)
    people = dict.fromkeys(range(4), "eager")
    for seat, version in ((2, 60), (0, 110), (3, 111)):
        bots_play(record, people, until=version)
        record.does(seat, Resign(), at=later(record))
    bots_play(record, people)
    return finished(record)


def abandoned(name: str) -> Record:
    """The last person resigns mid-game: the game is scored as it stands."""
    record = a_record(BONFIRE, name).started(2)
    bots_play(record, {0: "eager", 1: "random"}, until=70)
    record.does(1, Resign(), at=later(record))
    bots_play(record, {0: "eager"}, until=100)
    record.does(0, Resign(), at=later(record))
    return finished(record)


def back_between_turns(name: str) -> Record:
    """A player who timed out returns in the turn of another player, who can still undo."""
    record = a_record(BONFIRE, name).started(2, clock=Clock(days=1))
    people = dict.fromkeys(range(2), "eager")
    for version in (12, 60):
        bots_play(record, people, until=version)
        late = BONFIRE.actor(record.state).seats[0]
        record.does("clock", TimeOut(), at=later(record) + 24 * 60 * 60)
        while BONFIRE.actor(record.state).seats == (late,) or earliest(record.table, 1 - late) is None:
            bots_play(record, people, until=record.table.version + 1)
        record.does(late, ComeBack(), at=later(record))
        record.does(1 - late, Undo(), at=later(record))
    bots_play(record, people)
    return finished(record)


def busy_lobby(name: str) -> Record:
    """People come and go before the start, the host hands over."""
    record = a_record(BONFIRE, name).opened(("me", "bot:eager", "open"), mixed_task_colors=True)
    record.does("p_a", JoinGame(nonce="a"))
    record.does("p_a", LeaveGame())
    record.does("p_b", JoinGame(nonce="b"))
    record.does("p_host", LeaveGame())
    record.does("p_a", JoinGame())
    record.does("p_b", StartGame(nonce="more"))
    bots_play(record, dict.fromkeys(range(3), "eager"))
    return finished(record)


def fork_of_a_fork(name: str) -> Record:
    """A player forks a game of three and plays all seats; another player forks that one, against bots."""
    source = a_record(BONFIRE, f"{name}-source").opened(("me", "open", "open"), clock=Clock(days=2))
    source.does("p_a", JoinGame(nonce="a"))
    source.does("p_b", JoinGame())
    source.does("p_host", StartGame(nonce="h"))
    people = dict.fromkeys(range(3), "eager")
    bots_play(source, people, until=120)
    for seat in range(3):
        source.does(seat, Resign(), at=later(source))
    fork = finished(source).forked(at=100, **_as_fork(f"{name}-middle"))
    bots_play(fork, people, until=160)
    fork.does(0, Resign(), at=later(fork))
    last = finished(fork).forked(at=140, **_as_fork(name), seats=("me", "bot:greedy", "bot:random"))
    bots_play(last, people)
    return finished(last)


def _as_fork(name: str) -> dict[str, Any]:
    fresh = a_record(BONFIRE, name)
    return {"game": fresh.game, "seed": fresh.seed, "player": f"p_{name}"}


def fixed_seed(name: str) -> Record:
    """The seed is in the options."""
    record = a_record(BONFIRE, name)
    record.opened(["bot:eager", "bot:greedy"], seed=record.seed.hex(), rated=False)
    record.does("p_host", StartGame())
    bots_play(record, {})
    return finished(record)


def invited(name: str) -> Record:
    """A rematch with reserved places: one player declines, one is removed, the others begin."""
    record = a_record(BONFIRE, name)
    places = ("me", "player:p_a", "player:p_b", "bot:eager")
    command = CreateGame(record.game, BONFIRE.options(auto_start=True), places, rematch_of="g_before")
    record.does("p_host", command)
    record.does("p_b", LeaveGame())
    record.does("p_c", JoinGame(nonce="c"))
    record.does("p_host", RemovePlayer(2))
    record.does("p_a", JoinGame())
    record.does("p_d", JoinGame(nonce="d"))
    bots_play(record, dict.fromkeys(range(4), "eager"))
    return finished(record)


def committed_nonces(name: str) -> Record:
    """Two people commit to nonces and reveal them; the game starts with the last one."""
    record = _closed_lobby(name)
    record.does("p_host", RevealNonce("h"))
    record.does("p_a", RevealNonce("a"))
    bots_play(record, dict.fromkeys(range(2), "eager"))
    return finished(record)


def cancelled(name: str) -> Record:
    """One nonce is missing, and the host calls the game off: its seed is published."""
    record = _closed_lobby(name)
    record.does("p_a", RevealNonce("a"))
    record.does("p_host", CancelGame())
    return record


def _closed_lobby(name: str) -> Record:
    record = a_record(BONFIRE, name)
    record.does("p_host", CreateGame(record.game, BONFIRE.options(), ("me", "open"), kernel=KERNEL))
    record.does("p_a", JoinGame(nonce_hash=nonce_hash("a")))
    record.does("p_host", StartGame(nonce_hash=nonce_hash("h")))
    return record


def noted_fork(name: str) -> Record:
    """The only player of a game forks it while it runs; later the player aborts it, and has resigned."""
    record = a_record(BONFIRE, name)
    options = BONFIRE.options(auto_start=True)
    record.does("p_host", CreateGame(record.game, options, ("me", "bot:eager"), kernel=KERNEL))
    (seat,) = record.table.seats_of("p_host")
    record.does(seat, NoteFork("g_elsewhere"))
    bots_play(record, {seat: "eager"}, until=40)
    record.does(seat, AgreeToAbort(), at=later(record))
    return finished(record)


def aborted(name: str) -> Record:
    """Three people agree to stop, one of them only after some moves and an undo of another."""
    record = a_record(BONFIRE, name).started(3)
    people = dict.fromkeys(range(3), "eager")
    bots_play(record, people, until=40)
    record.does(1, AgreeToAbort(), at=later(record))
    record.does(1, WithdrawAbort(), at=later(record))
    record.does(0, AgreeToAbort(), at=later(record))
    while earliest(record.table, seat := BONFIRE.actor(record.state).seats[0]) is None:
        bots_play(record, people, until=record.table.version + 1)
    record.does(2, AgreeToAbort(), at=later(record))
    record.does(seat, Undo(), at=later(record))
    bots_play(record, people, until=record.table.version + 20)
    record.does(1, AgreeToAbort(), at=later(record))
    return record


_MIXES = {
    1: ["greedy", "eager", "random", "eager", "greedy", "idle", "eager", "random", "eager", "greedy"],
    2: [
        "greedy eager",
        "eager eager",
        "random greedy",
        "eager random",
        "greedy greedy",
        "eager idle",
        "random random",
        "eager eager",
        "greedy random",
        "eager greedy",
    ],
}
_THREE = ("greedy", "greedy", "greedy")
_ALL = ["greedy", "eager", "random", "eager", "idle"]


def _mix(players: int, number: int) -> list[str]:
    if players in _MIXES:
        return _MIXES[players][number - 1].split()
    return [_ALL[(number + seat * 2) % len(_ALL)] for seat in range(players)]


def _bot_games() -> Iterator[tuple[str, Callable[[], Record]]]:
    for players in (1, 2, 3, 4):
        for number in range(1, 11):
            name = f"solo-{number:02}" if players == 1 else f"{players}p-{number:02}"
            options: dict[str, Any] = {"mixed_task_colors": True} if number % 5 == 0 and players > 1 else {}
            if players == 1 and number % 4 == 0:
                options = {"challenge": Challenge.HANDICAP, "handicap": -10 + 3 * number}
            yield name, partial(by_bots, BONFIRE, name, *_mix(players, number), **options)


GAMES: Mapping[str, Callable[[], Record]] = {
    **dict(_bot_games()),
    "rare-no-option-left": partial(found, _all_stuck, 3, "waster"),
    "rare-no-option-left-2p": partial(found, _all_stuck, 2, "any", "waster"),
    "rare-everybody-passes": partial(with_liking, "rare-everybody-passes", _passing, *_THREE),
    "rare-one-passes": partial(with_liking, "rare-one-passes", _one_passes, *_THREE),
    "rare-stuck-in-the-countdown": partial(with_liking, "rare-stuck-in-the-countdown", _one_wastes, *_THREE),
    "rare-tie": partial(found, _tie, 2, "any"),
    "rare-tie-of-three": partial(found, _tie, 3, "any", "waster"),
    "rare-tie-broken": partial(found, _tie_broken, 2, "tasks"),
    "rare-24-gnomes": partial(found, _all_gnomes, 4, "gnomes"),
    "rare-display-renewed": partial(found, _recycled, 4, "guardians", "eager"),
    "rare-arrivals": partial(found, _arrivals, 4, "guardians", "gnomes"),
    "rare-gnome-pile-renewed": partial(found, _gnome_pile_renewed, 1, "eager"),
    "rare-deck-of-tom-ends": partial(found, _toms_deck_ends, 1, "waster"),
    "rare-undo-2p": partial(with_undo, "rare-undo-2p", 2),
    "rare-undo-4p": partial(with_undo, "rare-undo-4p", 4),
    "rare-resigned": partial(with_resignations, "rare-resigned"),
    "rare-abandoned": partial(abandoned, "rare-abandoned"),
    "rare-time-out-bot": partial(with_time_outs, BONFIRE, "rare-time-out-bot", "bot:greedy"),
    "rare-time-out-pass": partial(with_time_outs, BONFIRE, "rare-time-out-pass", "pass"),
    "rare-time-out-forfeit": partial(with_time_outs, BONFIRE, "rare-time-out-forfeit", "forfeit"),
    "rare-busy-lobby": partial(busy_lobby, "rare-busy-lobby"),
    "rare-fork": partial(fork_of_a_fork, "rare-fork"),
    "rare-fixed-seed": partial(fixed_seed, "rare-fixed-seed"),
    "rare-invited": partial(invited, "rare-invited"),
    "rare-aborted": partial(aborted, "rare-aborted"),
    "rare-committed-nonces": partial(committed_nonces, "rare-committed-nonces"),
    "rare-cancelled": partial(cancelled, "rare-cancelled"),
    "rare-noted-fork": partial(noted_fork, "rare-noted-fork"),
    "rare-back-between-turns": partial(back_between_turns, "rare-back-between-turns"),
}

PERFT_POSITIONS: Sequence[tuple[str, int]] = (
    ("2p-01", 2),
    ("2p-02", 40),
    ("3p-01", 60),
    ("4p-01", 90),
    ("solo-01", 50),
    ("rare-24-gnomes", 120),
    ("rare-everybody-passes", 150),
    ("2p-05", 100),
    ("3p-04", 120),
    ("4p-03", 150),
    ("solo-05", 80),
)
