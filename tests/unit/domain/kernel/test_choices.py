"""Choices in the lobby: made when joining, changed until the start, passed to the set-up."""

import json

import msgspec
import pytest
from msgspec import UNSET

from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import BonfireOptions
from domain.kernel.codec import codec
from domain.kernel.errors import CorruptLog, Rejected, WrongStatus
from domain.kernel.fold import fold
from domain.kernel.lobby import (
    ChangeChoice,
    ChoiceChanged,
    CreateGame,
    JoinGame,
    LeaveGame,
    PlaceTaken,
    RemovePlayer,
    StartGame,
)
from domain.kernel.messages import Command
from domain.kernel.table import Place
from tests.support.record import Record
from tests.support.toy import TOY, ToyChoice, ToyOptions

RED, BLUE, GREEN = ToyChoice("red"), ToyChoice("blue"), ToyChoice("green")


def created(choice: ToyChoice, places: tuple[str, ...] = ("me", "open", "open")) -> Record:
    record = Record(TOY)
    record.does("p_host", CreateGame("g_test", ToyOptions(), places, choice=choice))
    return record


def refused(record: Record, actor: str, command: Command) -> Rejected:
    with pytest.raises(Rejected) as found:
        record.tries(actor, command)
    return found.value


def test_host_chooses_when_creating_the_game() -> None:
    record = created(RED, ("open", "me"))
    assert record.table.places == (Place(), Place(player="p_host", choice=RED))
    assert record.table.choices == (None, RED)


def test_host_without_a_place_has_nothing_to_choose() -> None:
    create = CreateGame("g_test", ToyOptions(), ("open", "open"), choice=RED)
    assert refused(Record(TOY), "p_host", create) == Rejected("not_seated")


def test_player_chooses_when_joining() -> None:
    record = created(RED)
    assert record.does("p_a", JoinGame(choice=BLUE)) == (PlaceTaken(1, "p_a", None, BLUE),)
    assert record.table.choices == (RED, BLUE, None)


def test_joining_without_a_choice_writes_none() -> None:
    record = created(RED)
    assert record.does("p_a", JoinGame()) == (PlaceTaken(1, "p_a", None),)
    assert "choice" not in json.loads(record.lines[-1])["events"][0]
    assert "choice" not in json.loads(record.lines[-1])["command"]


def test_choice_of_another_player_is_refused_with_the_games_code() -> None:
    taken = Rejected("colour_taken", "TOY-3", colour="red")
    record = created(RED)
    assert refused(record, "p_a", JoinGame(choice=RED)) == taken
    record.does("p_a", JoinGame(choice=BLUE))
    assert refused(record, "p_a", ChangeChoice(RED)) == taken
    assert record.table.choices == (RED, BLUE, None)


def test_choice_can_be_changed_until_the_start() -> None:
    record = created(RED, ("me", "open"))
    record.does("p_a", JoinGame())
    assert record.does("p_a", ChangeChoice(BLUE)) == (ChoiceChanged(1, BLUE),)
    assert record.does("p_host", ChangeChoice(GREEN)) == (ChoiceChanged(0, GREEN),)
    record.does("p_a", ChangeChoice(RED))
    assert record.table.choices == (GREEN, RED)
    record.does("p_host", StartGame())
    assert refused(record, "p_a", ChangeChoice(BLUE)) == WrongStatus("not_in_lobby", status="active")


def test_choosing_the_same_again_is_accepted() -> None:
    record = created(RED)
    assert record.does("p_host", ChangeChoice(RED)) == (ChoiceChanged(0, RED),)


def test_choice_can_be_taken_back() -> None:
    record = created(RED)
    assert record.does("p_host", ChangeChoice(None)) == (ChoiceChanged(0, None),)
    assert record.table.places[0].choice is UNSET
    record.does("p_a", JoinGame(choice=RED))
    assert record.table.choices == (None, RED, None)


def test_only_seated_players_can_choose() -> None:
    record = created(RED)
    assert refused(record, "p_a", ChangeChoice(BLUE)) == WrongStatus("not_seated")


def test_player_who_leaves_frees_the_choice() -> None:
    record = created(RED)
    record.does("p_a", JoinGame(choice=BLUE))
    record.does("p_a", LeaveGame())
    record.does("p_b", JoinGame(choice=BLUE))
    record.does("p_host", RemovePlayer(1))
    assert record.table.places[1] == Place()
    record.does("p_c", JoinGame(choice=BLUE))
    assert record.table.choices == (RED, BLUE, None)


def test_choice_can_be_made_with_a_reserved_place() -> None:
    record = created(RED, ("me", "open", "player:p_b"))
    record.does("p_b", JoinGame(choice=BLUE))
    assert record.table.choices == (RED, None, BLUE)


def test_setup_receives_the_choices_by_place() -> None:
    record = created(RED, ("me", "open", "bot:random"))
    record.does("p_a", JoinGame(choice=BLUE))
    record.does("p_host", StartGame())
    assert record.state.colours == ("red", "blue", None)


def test_setup_receives_the_last_players_choice_on_auto_start() -> None:
    record = Record(TOY).opened(("me", "open"), auto_start=True)
    record.does("p_a", JoinGame(choice=BLUE))
    assert record.state.colours == (None, "blue")


def test_fork_keeps_the_choices() -> None:
    record = created(RED, ("me", "open"))
    record.does("p_a", JoinGame(choice=BLUE))
    record.does("p_host", StartGame())
    assert record.forked().table.choices == (RED, BLUE)


def test_log_and_snapshot_with_choices_can_be_decoded() -> None:
    record = created(RED)
    record.does("p_a", JoinGame(choice=BLUE))
    record.does("p_a", ChangeChoice(GREEN))
    record.does("p_host", ChangeChoice(None))
    assert fold(TOY, [codec(TOY).proven_entry(line) for line in record.lines]) == record.table
    assert codec(TOY).table(codec(TOY).snapshot(record.table)) == record.table


@pytest.mark.parametrize("choice", [{}, {"colour": 1}, {"colour": "red", "size": 2}, "red", None, 7])
def test_malformed_choice_is_not_decoded(choice: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec(TOY).choice(choice)
    line = json.loads(created(RED).lines[0])
    line["command"]["choice"] = choice
    with pytest.raises(CorruptLog):
        codec(TOY).entry(json.dumps(line).encode())


def test_ruleset_without_choices_refuses_them() -> None:
    offered = Rejected("choice_not_offered", ruleset="bonfire")
    create = CreateGame("g_test", BonfireOptions(), ("me", "open"), choice=RED)
    assert refused(Record(BONFIRE), "p_host", create) == offered
    record = Record(BONFIRE).opened()
    assert refused(record, "p_a", JoinGame(choice=RED)) == offered
    record.does("p_a", JoinGame())
    assert refused(record, "p_a", ChangeChoice(RED)) == offered
    assert refused(record, "p_a", ChangeChoice(None)) == offered


def test_ruleset_without_choices_decodes_none() -> None:
    record = Record(BONFIRE).opened()
    record.does("p_a", JoinGame())
    line = json.loads(record.lines[-1])
    line["command"]["choice"] = {"colour": "red"}
    with pytest.raises(CorruptLog):
        codec(BONFIRE).entry(json.dumps(line).encode())
    with pytest.raises(msgspec.ValidationError):
        codec(BONFIRE).choice({"colour": "red"})
