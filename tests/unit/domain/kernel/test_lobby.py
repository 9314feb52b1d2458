"""The lobby: places before the start, and all refusals."""

import pytest

from domain.kernel.actors import ADMIN
from domain.kernel.dice import Dice, commitment, key
from domain.kernel.errors import NotYours, Rejected, WrongStatus
from domain.kernel.fold import due
from domain.kernel.game import Resign
from domain.kernel.lobby import (
    CancelGame,
    CreateGame,
    GameCancelled,
    GameCreated,
    GameStarted,
    HostChanged,
    JoinGame,
    LeaveGame,
    NonceAdded,
    PlaceLeft,
    PlaceTaken,
    PlayerRemoved,
    RemovePlayer,
    ReservationLifted,
    StartGame,
)
from domain.kernel.messages import Command
from domain.kernel.table import Due, Place, Seat, Status
from domain.kernel.undo import Undo
from tests.support.record import SEED, Record
from tests.support.toy import TOY, Add, Dealt, Stop, ToyOptions


@pytest.fixture
def record() -> Record:
    return Record(TOY)


def refused(record: Record, actor: str, command: Command) -> Rejected:
    with pytest.raises(Rejected) as found:
        record.tries(actor, command)
    return found.value


def players(record: Record) -> list[str | None]:
    return [place.player for place in record.table.places]


def test_creating_opens_a_lobby_and_commits_to_the_dice(record: Record) -> None:
    options = ToyOptions(unlisted=True)
    events = record.does("p_a", CreateGame("g_1", options, ("me", "open", "bot:random")))
    places = (Place(player="p_a"), Place(), Place(bot="random"))
    assert events == (GameCreated("g_1", "p_a", options, places, commitment(SEED)),)
    assert record.table.status is Status.LOBBY
    assert record.table.host == "p_a"
    assert record.table.version == 1
    assert record.state is None
    assert due(TOY, record.table) == Due()


def test_the_host_need_not_take_a_place(record: Record) -> None:
    record.opened(("open", "open"))
    assert players(record) == [None, None]
    assert record.table.host == "p_host"


@pytest.mark.parametrize(
    "wish",
    ["you", "bot:", "bot:genius", "bot", "", "random", "ME", "p_a", "bot:bot:random", "player", "player:"],
)
def test_an_unknown_place_is_refused(record: Record, wish: str) -> None:
    refusal = refused(record, "p_a", CreateGame("g_1", ToyOptions(), ("me", wish)))
    assert refusal.code == "unknown_place"
    assert refusal.details == {"place": wish, "bots": ("random", "greedy", "idle")}


@pytest.mark.parametrize(
    "places", [("me", "me"), ("me", "player:p_a"), ("player:p_b", "bot:random", "player:p_b")]
)
def test_a_player_cannot_take_two_places(record: Record, places: tuple[str, ...]) -> None:
    assert refused(record, "p_a", CreateGame("g_1", ToyOptions(), places)) == Rejected("place_taken_twice")


def test_a_place_can_be_reserved_for_a_player(record: Record) -> None:
    record.opened(("me", "player:p_b", "open"))
    assert record.table.places == (Place(player="p_host"), Place(reserved="p_b"), Place())
    assert record.does("p_a", JoinGame()) == (PlaceTaken(2, "p_a", None),)
    assert refused(record, "p_c", JoinGame()) == WrongStatus("places_reserved", open=1)
    assert refused(record, "p_host", StartGame()) == WrongStatus("places_open", open=1)
    assert record.does("p_b", JoinGame(nonce="b")) == (PlaceTaken(1, "p_b", "b"),)
    assert record.table.places[1] == Place(player="p_b", nonce="b")
    assert refused(record, "p_c", JoinGame()) == WrongStatus("lobby_full", places=3)


def test_an_invited_player_takes_the_reserved_place(record: Record) -> None:
    record.opened(("open", "me", "player:p_b"))
    assert record.does("p_b", JoinGame()) == (PlaceTaken(2, "p_b", None),)


def test_a_host_may_reserve_a_place_without_taking_one(record: Record) -> None:
    record.opened(("player:p_host", "open"))
    assert players(record) == [None, None]
    assert record.does("p_host", JoinGame()) == (PlaceTaken(0, "p_host", None),)


def test_a_reserved_place_is_open_after_its_player_leaves(record: Record) -> None:
    record.opened(("me", "player:p_b"))
    record.does("p_b", JoinGame())
    assert record.does("p_b", LeaveGame()) == (PlaceLeft(1),)
    assert record.does("p_c", JoinGame()) == (PlaceTaken(1, "p_c", None),)


def test_an_invited_player_may_decline_and_join_later(record: Record) -> None:
    record.opened(("me", "player:p_b"))
    assert record.does("p_b", LeaveGame()) == (ReservationLifted(1, "p_b"),)
    assert record.table.places[1] == Place()
    assert record.does("p_b", JoinGame()) == (PlaceTaken(1, "p_b", None),)


def test_a_lobby_with_reserved_places_starts_when_the_last_is_taken(record: Record) -> None:
    record.opened(("me", "bot:random", "player:p_b"), auto_start=True)
    assert record.table.status is Status.LOBBY
    taken, started, *_ = record.does("p_b", JoinGame())
    assert (taken, type(started)) == (PlaceTaken(2, "p_b", None), GameStarted)


def test_the_first_entry_of_a_rematch_names_the_previous_game(record: Record) -> None:
    (created,) = record.does("p_a", CreateGame("g_2", ToyOptions(), ("me", "open"), rematch_of="g_1"))
    places = (Place(player="p_a"), Place())
    assert created == GameCreated("g_2", "p_a", ToyOptions(), places, commitment(SEED), rematch_of="g_1")
    assert record.table.rematch_of == "g_1"


def test_unset_fields_are_not_written(record: Record) -> None:
    record.opened(("me", "open"))
    assert record.table.rematch_of is None
    assert b"rematch_of" not in record.lines[0]
    assert b"reserved" not in record.lines[0]


@pytest.mark.parametrize("places", [(), ("me",) * 4])
def test_the_ruleset_decides_how_many_places_are_allowed(record: Record, places: tuple[str, ...]) -> None:
    assert refused(record, "p_a", CreateGame("g_1", ToyOptions(), places)).code == "player_count_not_allowed"


def test_a_second_game_does_not_begin_in_the_same_log(record: Record) -> None:
    record.opened()
    with pytest.raises(AssertionError):
        record.tries("p_host", CreateGame("g_1", ToyOptions(), ("me", "open")))


def test_only_create_game_begins_a_log(record: Record) -> None:
    with pytest.raises(AssertionError):
        record.tries("p_a", JoinGame())


def test_joining_takes_the_first_open_place(record: Record) -> None:
    record.opened(("bot:random", "open", "open"))
    assert record.does("p_a", JoinGame(nonce="n")) == (PlaceTaken(1, "p_a", "n"),)
    assert record.does("p_b", JoinGame()) == (PlaceTaken(2, "p_b", None),)
    assert players(record) == [None, "p_a", "p_b"]
    assert record.table.nonces == (None, "n", None)


def test_joining_twice_is_refused(record: Record) -> None:
    record.opened(("me", "open", "open"))
    refusal = refused(record, "p_host", JoinGame())
    assert isinstance(refusal, WrongStatus)
    assert refusal.code == "already_seated"


def test_joining_a_full_lobby_is_refused(record: Record) -> None:
    record.opened(("me", "bot:random"))
    refusal = refused(record, "p_a", JoinGame())
    assert isinstance(refusal, WrongStatus)
    assert (refusal.code, refusal.details) == ("lobby_full", {"places": 2})


def test_leaving_opens_the_place_and_forgets_the_nonce(record: Record) -> None:
    record.opened(("me", "open", "open"))
    record.does("p_a", JoinGame(nonce="mine"))
    assert record.does("p_a", LeaveGame()) == (PlaceLeft(1),)
    assert record.table.places[1] == Place()
    assert record.does("p_b", JoinGame()) == (PlaceTaken(1, "p_b", None),)


def test_a_player_without_a_place_cannot_leave(record: Record) -> None:
    record.opened()
    refusal = refused(record, "p_a", LeaveGame())
    assert isinstance(refusal, WrongStatus)
    assert refusal.code == "not_seated"


def test_a_host_who_leaves_is_replaced_by_the_first_seated_player(record: Record) -> None:
    record.opened(("open", "me", "open"))
    record.does("p_a", JoinGame())
    record.does("p_b", JoinGame())
    assert record.does("p_host", LeaveGame()) == (PlaceLeft(1), HostChanged("p_a"))
    assert record.table.host == "p_a"
    assert refused(record, "p_host", StartGame()).code == "host_only"


def test_the_host_stays_when_another_player_leaves(record: Record) -> None:
    record.opened()
    record.does("p_a", JoinGame())
    assert record.does("p_a", LeaveGame()) == (PlaceLeft(1),)
    assert record.table.host == "p_host"


def test_a_host_without_a_place_stays_when_the_only_player_leaves(record: Record) -> None:
    record.opened(("open", "bot:random", "open"))
    record.does("p_a", JoinGame())
    assert record.does("p_a", LeaveGame()) == (PlaceLeft(0),)
    assert record.table.status is Status.LOBBY
    assert record.table.host == "p_host"


def test_a_host_without_a_place_is_replaced_when_leaving(record: Record) -> None:
    record.opened(("open", "bot:random", "open"))
    record.does("p_a", JoinGame())
    assert record.does("p_host", LeaveGame()) == (HostChanged("p_a"),)
    assert refused(record, "p_host", LeaveGame()).code == "not_seated"
    record.does("p_a", LeaveGame())
    assert record.table.status is Status.CANCELLED


def test_the_game_is_cancelled_when_a_host_leaves_an_empty_lobby(record: Record) -> None:
    record.opened(("open", "player:p_b"))
    assert record.does("p_host", LeaveGame()) == (GameCancelled(),)


def test_a_host_with_a_reserved_place_declines_it_before_leaving(record: Record) -> None:
    record.opened(("player:p_host", "open"))
    assert record.does("p_host", LeaveGame()) == (ReservationLifted(0, "p_host"),)
    assert record.does("p_host", LeaveGame()) == (GameCancelled(),)


def test_reserved_places_do_not_keep_a_lobby_open_when_the_host_leaves(record: Record) -> None:
    record.opened(("me", "player:p_b"))
    assert record.does("p_host", LeaveGame()) == (PlaceLeft(0), GameCancelled())


def test_a_player_removed_by_the_host_cannot_join_again(record: Record) -> None:
    record.opened(("me", "open", "open"))
    record.does("p_a", JoinGame(nonce="a"))
    assert record.does("p_host", RemovePlayer(1)) == (PlayerRemoved(1, "p_a"),)
    assert record.table.places[1] == Place()
    assert refused(record, "p_a", JoinGame()) == NotYours("removed_by_host")
    assert record.does("p_b", JoinGame()) == (PlaceTaken(1, "p_b", None),)
    record.does("p_host", RemovePlayer(1))
    assert record.table.removed == ("p_a", "p_b")
    assert refused(record, "p_a", JoinGame()) == NotYours("removed_by_host")


def test_a_host_without_a_place_can_remove_players(record: Record) -> None:
    record.opened(("open", "open"))
    record.does("p_a", JoinGame())
    assert record.does("p_host", RemovePlayer(0)) == (PlayerRemoved(0, "p_a"),)
    assert record.table.status is Status.LOBBY


def test_the_host_can_open_a_reserved_place_without_barring_the_player(record: Record) -> None:
    record.opened(("me", "player:p_b", "open"))
    assert record.does("p_host", RemovePlayer(1)) == (ReservationLifted(1, "p_b"),)
    assert record.table.places[1] == Place()
    assert record.does("p_b", JoinGame()) == (PlaceTaken(1, "p_b", None),)


def test_a_host_who_frees_the_own_place_leaves(record: Record) -> None:
    record.opened(("me", "open", "player:p_b"))
    record.does("p_a", JoinGame())
    assert record.does("p_b", RemovePlayer(2)) == (ReservationLifted(2, "p_b"),)
    assert record.does("p_a", RemovePlayer(1)) == (PlaceLeft(1),)
    assert record.does("p_a", JoinGame()) == (PlaceTaken(1, "p_a", None),)
    assert record.does("p_host", RemovePlayer(0)) == (PlaceLeft(0), HostChanged("p_a"))


def test_only_the_host_can_remove_players(record: Record) -> None:
    record.opened(("me", "open", "player:p_c"))
    record.does("p_a", JoinGame())
    for actor, place in (("p_a", 0), ("p_b", 1), ("p_a", 2), (ADMIN, 1)):
        assert refused(record, actor, RemovePlayer(place)) == NotYours("host_only")


@pytest.mark.parametrize("place", [1, 2])
def test_removing_from_a_place_without_a_player_is_refused(record: Record, place: int) -> None:
    record.opened(("me", "bot:random", "open"))
    assert refused(record, "p_host", RemovePlayer(place)) == WrongStatus("nobody_there", place=place)


@pytest.mark.parametrize("place", [-1, 3, 10**15])
def test_removing_from_an_unknown_place_is_refused(record: Record, place: int) -> None:
    record.opened(("me", "open", "open"))
    assert refused(record, "p_host", RemovePlayer(place)) == Rejected("unknown_id", id=str(place))


def test_the_game_is_cancelled_when_the_last_player_leaves(record: Record) -> None:
    record.opened(("me", "bot:random", "open"))
    assert record.does("p_host", LeaveGame()) == (PlaceLeft(0), GameCancelled())
    assert record.table.status is Status.CANCELLED


@pytest.mark.parametrize("actor", ["p_host", ADMIN])
def test_the_host_or_an_administrator_can_cancel_the_game(record: Record, actor: str) -> None:
    record.opened()
    record.does("p_a", JoinGame())
    assert refused(record, "p_a", CancelGame()) == NotYours("host_only")
    assert record.does(actor, CancelGame()) == (GameCancelled(),)
    assert record.table.status is Status.CANCELLED


@pytest.mark.parametrize("command", [JoinGame(), LeaveGame(), RemovePlayer(0), CancelGame(), StartGame()])
def test_a_cancelled_game_refuses_lobby_commands(record: Record, command: Command) -> None:
    record.opened()
    record.does("p_host", LeaveGame())
    refusal = refused(record, "p_host", command)
    assert isinstance(refusal, WrongStatus)
    assert (refusal.code, refusal.details) == ("not_in_lobby", {"status": "cancelled"})


def test_starting_deals_seats_and_sets_the_game_up(record: Record) -> None:
    record.opened(("me", "bot:greedy", "open"))
    record.does("p_a", JoinGame())
    started, dealt = record.does("p_host", StartGame())
    seats = (Seat(place=2, player="p_a"), Seat(place=1, bot="greedy"), Seat(place=0, player="p_host"))
    assert started == GameStarted(seats, reveals=True)
    assert isinstance(dealt, Dealt)
    assert record.table.status is Status.ACTIVE
    assert record.table.seats == seats
    assert record.table.seats_of("p_host") == (2,)
    assert record.table.seats_of("p_b") == record.table.seats_of(None) == ()


def test_an_automa_holds_a_seat_without_a_player(record: Record) -> None:
    record.opened(("me",))
    record.does("p_host", StartGame())
    assert record.table.seats == (Seat(place=0, player="p_host"), Seat(automa="robot"))


def test_only_the_host_can_start_the_game(record: Record) -> None:
    record.opened(("me", "open"))
    record.does("p_a", JoinGame())
    refusal = refused(record, "p_a", StartGame())
    assert isinstance(refusal, NotYours)
    assert refusal.code == "host_only"


def test_a_host_without_a_place_can_start_the_game(record: Record) -> None:
    record.opened(("bot:random", "bot:random"))
    record.does("p_host", StartGame(nonce="ignored"))
    assert record.table.status is Status.ACTIVE
    assert record.table.nonces == (None, None)


def test_starting_with_an_open_place_is_refused(record: Record) -> None:
    record.opened(("me", "open", "open"))
    refusal = refused(record, "p_host", StartGame())
    assert isinstance(refusal, WrongStatus)
    assert (refusal.code, refusal.details) == ("places_open", {"open": 2})


@pytest.mark.parametrize("command", [JoinGame(), LeaveGame(), RemovePlayer(1), StartGame()])
def test_a_running_game_refuses_lobby_commands(record: Record, command: Command) -> None:
    record.started()
    refusal = refused(record, "p_host", command)
    assert (refusal.code, refusal.details) == ("not_in_lobby", {"status": "active"})


@pytest.mark.parametrize("actor", ["p_host", "p_1", ADMIN])
def test_a_running_game_cannot_be_cancelled(record: Record, actor: str) -> None:
    record.started()
    assert refused(record, actor, CancelGame()) == WrongStatus("game_running", status="active")
    record.does(0, Stop())
    assert refused(record, actor, CancelGame()) == WrongStatus("game_running", status="scoring")


@pytest.mark.parametrize("command", [Add(1), Undo(), Resign()])
def test_moves_are_refused_in_the_lobby(record: Record, command: Command) -> None:
    record.opened()
    refusal = refused(record, "seat:0", command)
    assert isinstance(refusal, WrongStatus)
    assert refusal.code == "not_started"


def test_the_set_up_is_drawn_with_every_nonce_and_the_starting_entry(record: Record) -> None:
    record.opened(("me", "open"))
    record.does("p_a", JoinGame(nonce="a"))
    added, _, dealt = record.does("p_host", StartGame(nonce="h"))
    assert added == NonceAdded(0, "h")
    assert record.table.nonces == ("h", "a")
    dice = Dice(key(SEED, "g_test", ("h", "a")), 3)
    assert dealt == Dealt(2, robot=False, secret=dice.below(1000), reveals=True)


def test_auto_start_starts_the_game_when_the_last_player_joins(record: Record) -> None:
    record.opened(("me", "open", "bot:random"), auto_start=True)
    taken, started, dealt = record.does("p_a", JoinGame(nonce="a"))
    assert taken == PlaceTaken(1, "p_a", "a")
    assert isinstance(started, GameStarted)
    secret = Dice(key(SEED, "g_test", (None, "a", None)), 2).below(1000)
    assert dealt == Dealt(3, robot=False, secret=secret, reveals=True)
    assert record.table.status is Status.ACTIVE
    assert record.table.version == 2


def test_auto_start_waits_while_a_place_is_open(record: Record) -> None:
    record.opened(("me", "open", "open"), auto_start=True)
    assert record.does("p_a", JoinGame()) == (PlaceTaken(1, "p_a", None),)
    assert record.table.status is Status.LOBBY


def test_auto_start_starts_at_once_when_no_place_is_open(record: Record) -> None:
    record.opened(("me", "bot:random"), auto_start=True)
    created, started, dealt = record.entries[0].events
    assert isinstance(created, GameCreated)
    assert isinstance(started, GameStarted)
    secret = Dice(key(SEED, "g_test", (None, None)), 1).below(1000)
    assert dealt == Dealt(2, robot=False, secret=secret, reveals=True)
    assert record.table.status is Status.ACTIVE
    assert record.table.since == (1, 1)
    record.does(0, Add(1))


def test_without_auto_start_a_full_lobby_waits_for_its_host(record: Record) -> None:
    record.opened(("me", "bot:random"))
    assert record.table.status is Status.LOBBY
