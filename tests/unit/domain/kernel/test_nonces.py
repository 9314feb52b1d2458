"""Nonces that are committed to before any is shown: nothing is dealt before all of them are revealed."""

import hashlib

import pytest

from domain.kernel.actors import ADMIN, CLOCK
from domain.kernel.clock import NONCE_HOURS, TimeOut, deadline
from domain.kernel.codec import codec
from domain.kernel.dice import Dice, key, nonce_hash
from domain.kernel.errors import Rejected, WrongStatus
from domain.kernel.fold import fold
from domain.kernel.lobby import (
    KERNEL,
    CancelGame,
    CreateGame,
    GameCancelled,
    GameStarted,
    JoinGame,
    LeaveGame,
    LobbyClosed,
    NonceAdded,
    NonceCommitted,
    NonceRevealed,
    PlaceTaken,
    RemovePlayer,
    RevealNonce,
    SeedPublished,
    StartGame,
)
from domain.kernel.messages import Command
from domain.kernel.table import Status
from tests.support.record import SEED, Record
from tests.support.toy import TOY, Dealt, ToyOptions

HOURS = 60 * 60


@pytest.fixture
def record() -> Record:
    return Record(TOY)


def opened(record: Record, *places: str, kernel: int = KERNEL, auto_start: bool = False) -> Record:
    wish = CreateGame(record.game, ToyOptions(auto_start=auto_start), places or ("me", "open"), kernel=kernel)
    record.does("p_host", wish)
    return record


def closed(record: Record) -> Record:
    """A lobby of two that waits for both nonces, `a` of the guest and `h` of the host."""
    opened(record)
    record.does("p_a", JoinGame(nonce_hash=nonce_hash("a")))
    record.does("p_host", StartGame(nonce_hash=nonce_hash("h")))
    return record


def refused(record: Record, actor: str, command: Command) -> Rejected:
    with pytest.raises(Rejected) as found:
        record.tries(actor, command)
    return found.value


def test_the_hash_of_a_nonce_is_its_sha_256() -> None:
    assert nonce_hash("Würfel") == hashlib.sha256("Würfel".encode()).hexdigest()


def test_host_commits_when_creating_a_game_that_starts_by_itself(record: Record) -> None:
    wish = CreateGame(
        record.game,
        ToyOptions(auto_start=True),
        ("me", "bot:random"),
        kernel=KERNEL,
        nonce_hash=nonce_hash("h"),
    )
    assert record.does("p_host", wish)[1:] == (NonceCommitted(0, nonce_hash("h")), LobbyClosed((0,)))
    assert (record.table.status, record.table.nonces_due) == (Status.LOBBY, (0,))
    revealed = record.does("p_host", RevealNonce("h"))
    assert revealed[0] == NonceRevealed(0, "h")
    assert isinstance(revealed[1], GameStarted)
    assert record.table.key(SEED) == key(SEED, record.game, ("h", None))


def test_host_without_a_place_cannot_commit_to_a_nonce(record: Record) -> None:
    wish = CreateGame(record.game, ToyOptions(), ("open", "open"), kernel=KERNEL, nonce_hash=nonce_hash("h"))
    assert refused(record, "p_host", wish).code == "not_seated"


def test_joining_commits_and_starting_closes_the_lobby(record: Record) -> None:
    opened(record)
    assert record.does("p_a", JoinGame(nonce_hash=nonce_hash("a"))) == (
        PlaceTaken(1, "p_a", None),
        NonceCommitted(1, nonce_hash("a")),
    )
    assert record.table.nonces_due == ()
    assert record.does("p_host", StartGame(nonce_hash=nonce_hash("h"))) == (
        NonceCommitted(0, nonce_hash("h")),
        LobbyClosed((0, 1)),
    )
    waiting = record.table
    assert (waiting.status, waiting.nonces_due) == (Status.LOBBY, (0, 1))
    assert record.state is None


def test_the_last_nonce_starts_the_game_with_all_of_them_in_the_dice(record: Record) -> None:
    closed(record)
    assert record.does("p_host", RevealNonce("h")) == (NonceRevealed(0, "h"),)
    assert record.table.nonces_due == (1,)
    revealed, started, dealt = record.does("p_a", RevealNonce("a"))
    assert (revealed, type(started)) == (NonceRevealed(1, "a"), GameStarted)
    assert isinstance(dealt, Dealt)
    dice = Dice(key(SEED, record.game, ("h", "a")), record.table.version)
    assert record.table.key(SEED) == key(SEED, record.game, ("h", "a"))
    assert dice.below(2) in (0, 1)
    running = record.table
    assert (running.status, running.nonces_due) == (Status.ACTIVE, ())


def test_a_lobby_that_starts_by_itself_waits_for_nonces_too(record: Record) -> None:
    opened(record, "me", "bot:random", "open", auto_start=True)
    *_, last = record.does("p_a", JoinGame(nonce_hash=nonce_hash("a")))
    assert last == LobbyClosed((2,))
    _, started, *_ = record.does("p_a", RevealNonce("a"))
    assert isinstance(started, GameStarted)


def test_without_commitments_the_game_starts_at_once(record: Record) -> None:
    opened(record)
    record.does("p_a", JoinGame(nonce="a"))
    added, started, *_ = record.does("p_host", StartGame(nonce="h"))
    assert (added, type(started)) == (NonceAdded(0, "h"), GameStarted)


def test_an_open_nonce_may_stand_beside_a_committed_one(record: Record) -> None:
    opened(record)
    record.does("p_a", JoinGame(nonce_hash=nonce_hash("a")))
    assert record.does("p_host", StartGame(nonce="h")) == (NonceAdded(0, "h"), LobbyClosed((1,)))
    record.does("p_a", RevealNonce("a"))
    assert record.table.nonces == ("h", "a")


def test_an_open_nonce_in_place_of_a_committed_one_is_not_committed(record: Record) -> None:
    opened(record, "open", "open")
    record.does("p_host", JoinGame(nonce_hash=nonce_hash("first")))
    record.does("p_a", JoinGame())
    _, started, *_ = record.does("p_host", StartGame(nonce="other"))
    assert isinstance(started, GameStarted)
    assert record.table.places[0].nonce == "other"
    assert b"nonce_hash" not in codec(TOY).snapshot(record.table)


@pytest.mark.parametrize("command", [JoinGame, StartGame])
def test_a_nonce_is_given_in_one_way(record: Record, command: type[JoinGame] | type[StartGame]) -> None:
    opened(record, "me", "bot:random", "open")
    wish = command(nonce="a", nonce_hash=nonce_hash("a"))
    actor = "p_host" if command is StartGame else "p_a"
    assert refused(record, actor, wish) == Rejected("nonce_twice")


def test_only_the_nonce_behind_the_hash_is_accepted_and_only_once(record: Record) -> None:
    closed(record)
    assert refused(record, "p_a", RevealNonce("b")) == Rejected("nonce_differs")
    assert refused(record, "p_c", RevealNonce("a")) == WrongStatus("not_seated")
    record.does("p_a", RevealNonce("a"))
    assert refused(record, "p_a", RevealNonce("a")) == WrongStatus("no_nonce_due")


def test_no_nonce_is_shown_while_others_can_still_be_chosen(record: Record) -> None:
    opened(record, "me", "open", "open")
    record.does("p_a", JoinGame(nonce_hash=nonce_hash("a")))
    assert refused(record, "p_a", RevealNonce("a")) == WrongStatus("lobby_open")


@pytest.mark.parametrize(
    "actor,command",
    [
        ("p_b", JoinGame()),
        ("p_a", LeaveGame()),
        ("p_host", LeaveGame()),
        ("p_host", RemovePlayer(1)),
        ("p_host", StartGame()),
        ("p_host", StartGame(nonce="suits me")),
        ("p_host", StartGame(nonce_hash=nonce_hash("suits me"))),
    ],
)
def test_a_closed_lobby_waits_for_nonces_alone(record: Record, actor: str, command: Command) -> None:
    closed(record)
    assert refused(record, actor, command) == WrongStatus("lobby_closed", places=(0, 1))


def test_a_nonce_that_is_not_revealed_in_time_cancels_the_game(record: Record) -> None:
    closed(record)
    record.does("p_a", RevealNonce("a"), at=NONCE_HOURS * HOURS)
    limit = deadline(TOY, record.table)
    assert limit is not None
    with pytest.raises(Rejected, match="time_left"):
        record.tries(CLOCK, TimeOut(), at=2 * NONCE_HOURS * HOURS - 1)
    assert record.does(CLOCK, TimeOut(), at=2 * NONCE_HOURS * HOURS) == (
        GameCancelled(),
        SeedPublished(SEED.hex()),
    )
    assert (record.table.status, record.table.seed) == (Status.CANCELLED, SEED.hex())


@pytest.mark.parametrize(
    "actor,command", [("p_host", CancelGame()), (ADMIN, CancelGame()), ("p_host", LeaveGame())]
)
def test_the_seed_of_a_cancelled_game_is_published(record: Record, actor: str, command: Command) -> None:
    opened(record)
    *_, published = record.does(actor, command)
    assert published == SeedPublished(SEED.hex())
    assert record.table.seed == SEED.hex()


def test_a_game_of_the_first_kernel_is_cancelled_as_it_was(record: Record) -> None:
    record.opened()
    assert record.does("p_host", CancelGame()) == (GameCancelled(),)
    assert b"kernel" not in b"".join(record.lines)


def test_the_host_may_cancel_a_closed_lobby(record: Record) -> None:
    closed(record)
    assert record.does("p_host", CancelGame()) == (GameCancelled(), SeedPublished(SEED.hex()))


def test_an_unknown_version_of_the_kernel_is_not_decided(record: Record) -> None:
    with pytest.raises(AssertionError):
        opened(record, kernel=KERNEL + 1)


def test_the_log_and_its_snapshot_give_the_same_table(record: Record) -> None:
    closed(record)
    kept = codec(TOY).table(codec(TOY).snapshot(record.table))
    assert kept == record.table
    record.does("p_host", RevealNonce("h"))
    record.does("p_a", RevealNonce("a"))
    entries = [codec(TOY).proven_entry(line) for line in record.lines]
    assert fold(TOY, entries) == record.table
