"""How single events and lines of the score are told, in four languages."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    TOM_CARD,
    BonfireSpaceId,
    CommonTask,
    CouncilSpace,
    GnomeId,
    Guardian,
    IslandId,
    PathTileId,
    PortalShape,
    Resource,
    TaskId,
    Tile,
    TomAction,
    TomCardId,
)
from domain.bonfire.commands import EndTurn, MakeProcession
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import BonfireOptions, Island, TomAsks, TomQuestion
from domain.kernel import abort, absence, fold, fork, lobby, undo
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.score import Score, ScoreItem, SeatScore
from domain.kernel.table import AnyTable, Place, Result, Seat, Table
from schema.narration import explain_score, narrate, seat_ids
from schema.texts import LANGUAGES

SEATS = ("red", "tom")


def evolved(state: Any, events: Sequence[Event]) -> Any:
    for event in events:
        state = BONFIRE.evolve(state, event)
    return state


def assert_is_a_sentence(sentence: str) -> None:
    assert not re.search(r"[{}?|@#_]|  |\.\.|\(\)|None", sentence), sentence
    assert not re.search(r"(blue|red|yellow|path|fate|tom|gnome|specialist|elder|offering)-\d", sentence), (
        sentence
    )
    assert sentence[0] == sentence[0].upper(), sentence
    assert sentence.endswith("."), sentence


def tom(lang: str, *events: Event) -> tuple[str, ...]:
    return narrate("bonfire", lang, events, SEATS)


GNOME = e.TomGnomeRevealed(GnomeId("specialist-03"), Resource.HERB, "BF-O8")
WANTS = {
    "BF-O10": "He wants every specialist of the display with the resource of the next gnome (BF-O10).",
    "BF-O11": "He wants every path tile of the display with the resource of the next gnome (BF-O11).",
    "BF-O12": (
        "He wants the task with the most points from the two islands of the next gnome’s resource (BF-O12)."
    ),
    "BF-O13": (
        "Il veut la Mission qui vaut le moins de PV sur les deux îles avec la Ressource du prochain Gnome "
        "(BF-O13)."
    ),
    "BF-O15": "He wants the portal of his next notch from the next space that has it (BF-O15).",
}
HERB = "The gnome “Barterer” is turned up and shows a herb: that is what Tom looks for (BF-O8)."


def drawn(number: int) -> Event:
    card = TOM_CARD[TomCardId(f"tom-{number}")]
    return e.TomCardDrawn(card.id, card.action, "BF-O7")


def test_bf_o10_tom_explains_his_gnome_card() -> None:
    assert tom("en", drawn(1), GNOME, e.GnomeRecruited(1, GnomeId("specialist-09"))) == (
        "Tom draws “Tom card 1: Gnome”. " + WANTS["BF-O10"],
        HERB,
        "Tom recruits the gnome “Innkeeper”.",
    )
    assert tom("en", e.TomFoundNothing(TomCardId("tom-1"), "BF-O10")) == (
        "No specialist of the display shows this resource: Tom gains nothing (BF-O10, BF-O18).",
    )


@pytest.mark.parametrize("number", [2, 3])
def test_bf_o11_tom_explains_his_path_cards(number: int) -> None:
    path = PathTileId("path-red-05")
    assert tom("en", drawn(number), GNOME, e.PathBuilt(1, path, 2, "display:1", Resource.HERB)) == (
        f"Tom draws “Tom card {number}: Path”. " + WANTS["BF-O11"],
        HERB,
        "Tom builds the path tile (red crystal, herb) in position 2.",
    )
    (nothing,) = tom("de", e.TomFoundNothing(TomCardId("tom-2"), "BF-O11"))
    assert nothing == (
        "Kein Weg-Plättchen der Auslage zeigt diese Ressource: Tom erhält nichts (BF-O11, BF-O18)."
    )


def test_bf_o12_tom_explains_his_first_task_card() -> None:
    card, tasks = TomCardId("tom-4"), (TaskId("red-02"), TaskId("red-03"))
    asks = e.OfferMade(1, TomAsks(card, TomQuestion.TASK, tasks))
    wants, herb, choice = tom("en", drawn(4), GNOME, asks)
    assert wants == "Tom draws “Tom card 4: Task I”. " + WANTS["BF-O12"]
    assert herb == HERB
    assert choice.startswith("Several tasks there are worth 4 points: “")
    assert choice.endswith(" Red chooses one for Tom.")
    (nothing,) = tom("en", e.TomFoundNothing(card, "BF-O12"))
    assert nothing == "No task is left on either island: Tom gains nothing (BF-O12, BF-O18)."


def test_bf_o13_tom_explains_his_second_task_card() -> None:
    card, task, task_name = TomCardId("tom-5"), TaskId("blue-01"), "Invitée : Gardienne rose"
    received = (
        e.OfferMade(1, TomAsks(card, TomQuestion.TASK, (task,))),
        e.TaskReceived(1, task, IslandId("t07"), 1),
        e.BonfireLit(1, task, 1),
        e.NovicePlaced(1, CouncilSpace.FATE, None),
        e.PointsGained(1, 1, "BF-O13"),
        e.TomCardResolved(card),
    )
    told = [sentence.replace("\u00a0", " ") for sentence in tom("fr", drawn(5), GNOME, *received)]
    assert told == [
        "Tom pioche « Carte Tom 5 : Mission II ». " + WANTS["BF-O13"],
        "Le Gnome « Troqueur » est révélé et montre une Herbe : c’est ce que cherche Tom (BF-O8).",
        f"Il y trouve « {task_name} », qui vaut 2 PV.",
        f"Tom reçoit la Mission « {task_name} » de l’île aux Herbes (sud) et la pose en position 1.",
        f"Tom ravive le Brasier « {task_name} » en position 1.",
        "Tom envoie un Novice sur la case du Haut Conseil « Tuile Destin supplémentaire ».",
        "Tom gagne 1 PV (pour le Novice, BF-O13).",
    ]
    (nothing,) = tom("en", e.TomFoundNothing(card, "BF-Q61"))
    assert nothing.endswith("Tom gains nothing and places no novice (BF-O18, BF-Q61).")


def test_bf_o14_tom_explains_his_guardian_card() -> None:
    card = TomCardId("tom-6")
    asks = e.OfferMade(1, TomAsks(card, TomQuestion.GUARDIAN, ("pink", "blue")))
    assert tom("nl", drawn(6), asks, e.GuardianArrived(1, Guardian.BLUE)) == (
        "Tom trekt ‘Tom-kaart 6: Hoeder’. Hij wil een hoeder in een kleur die hij mist (BF-O14).",
        "Rood kiest welke Tom krijgt: de roze hoeder of de blauwe hoeder.",
        "Tom ontvangt de blauwe hoeder op de wachtplaats.",
    )


@pytest.mark.parametrize("number", [7, 8])
def test_bf_o15_tom_explains_his_great_bonfire_cards(number: int) -> None:
    space = BonfireSpaceId("gb2")
    found = (e.GreatBonfireTurned(1, space), e.PortalPlaced(1, PortalShape.STAR, space, 7))
    assert tom("en", drawn(number), *found) == (
        f"Tom draws “Tom card {number}: Great Bonfire”. " + WANTS["BF-O15"],
        "Tom turns the Great Bonfire to the space “yellow action tile and 2 points”.",
        "Tom takes a portal (star) for notch 7.",
    )
    (nothing,) = tom("en", e.TomFoundNothing(TomCardId("tom-7"), "BF-O15"))
    assert nothing == (
        "No space of the Great Bonfire has the portal he needs: Tom gains nothing (BF-O15, BF-O18)."
    )


def test_bf_o16_novice_that_lies_flat_has_its_own_sentence() -> None:
    (told,) = tom("en", e.NovicePlaced(1, CouncilSpace.GOLD, CommonTask.PORTALS, flat=True))
    assert told == (
        "The neutral novice of “7 portals” lies flat on the council space “2 gold, 1 yellow tile” "
        "for Tom (BF-O16)."
    )


def test_bf_o18_points_instead_of_the_action_are_explained() -> None:
    (told,) = tom("de", e.TomCompensated(TomCardId("tom-7"), CommonTask.PORTALS, 3, "BF-O18"))
    assert told == (
        "Tom erfüllt die Aufgabe des Rates „7 Portale“ schon. Statt der Aktion erhält er 3 Punkte (BF-O18)."
    )


@pytest.mark.parametrize("action", TomAction)
def test_every_card_of_tom_has_a_sentence_with_its_rule(action: TomAction) -> None:
    card = next(card for card in TOM_CARD.values() if card.action is action)
    for lang in LANGUAGES:
        (told,) = tom(lang, e.TomCardDrawn(card.id, action, "BF-O7"))
        assert re.search(r"\(BF-O1[0-5]\)\.$", told)


@pytest.mark.parametrize(
    "lang, expected",
    [
        ("en", "Red gains 1 yellow action tile and 2 path action tiles (for groups of symbols, BF-T14)."),
        (
            "de",
            "Rot erhält 1 gelben Aktionsmarker und 2 Aktionsmarker „Weg“ (für Gruppen von Symbolen, BF-T14).",
        ),
        ("nl", "Rood krijgt 1 geel actiefiche en 2 actiefiches ‘weg’ (voor groepen symbolen, BF-T14)."),
        ("fr", "Rouge gagne 1 tuile Action jaune et 2 tuiles Action «\u00a0Chemin\u00a0» ({why}, BF-T14)."),
    ],
)
def test_pieces_are_counted_with_their_plurals(lang: str, expected: str) -> None:
    event = e.TilesGained(0, (Tile.YELLOW, Tile.PATH, Tile.PATH), "BF-T14")
    assert narrate("bonfire", lang, [event], SEATS) == (expected.format(why="pour des groupes de symboles"),)


def test_silent_events_are_left_out() -> None:
    silent = (
        e.MoveBegun(0, MakeProcession()),
        e.ActionTaken(0, EndTurn(), main=False),
        e.TilesPaid(0, ()),
        e.TomCardResolved(TomCardId("tom-1")),
    )
    assert narrate("bonfire", "en", silent, SEATS) == ()


def test_a_seat_without_a_colour_is_called_by_its_number() -> None:
    assert narrate("bonfire", "de", [e.OfferMade(1, Island())]) == ("Platz 2 darf die Insel nutzen.",)
    assert narrate("bonfire", "en", [e.SeatStuck(7)], ("never heard of",))[0].startswith(
        "Seat 8 has no option"
    )


def test_ruleset_without_texts_narrates_the_kernels_events() -> None:
    told = narrate("unheard_of", "nl", [e.PlayEnded(), lobby.PlaceTaken(0, "p_1", None)])
    assert told == ("Plaats 1 is bezet.",)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_kernel_events_have_sentences(lang: str) -> None:
    score = Score((SeatScore(0, 61, ()), SeatScore(1, 40, ())))
    events: tuple[Event, ...] = (
        lobby.GameCreated("g_1", "p_1", BonfireOptions(), (Place(),), ""),
        lobby.PlaceTaken(0, "p_1", None),
        lobby.PlaceLeft(0),
        lobby.PlayerRemoved(0, "p1"),
        lobby.ReservationLifted(0, "p1"),
        lobby.NonceAdded(0, "secret"),
        lobby.HostChanged("p1"),
        lobby.GameCancelled(),
        lobby.GameStarted((Seat(), Seat())),
        fork.GameForked("g_2", "g_1", 7, "", "p_1", BonfireOptions(), (Seat(),), "", sealed=False),
        undo.EntriesUndone((7, 8)),
        *(fold.SeatResigned((0,), stand_in) for stand_in in (None, "greedy")),
        *(fold.SeatsTimedOut((0, 1), stand_in) for stand_in in ("idle", "greedy")),
        absence.SeatTakenBack(0),
        fold.PlayStopped(),
        abort.AbortAgreed((0,)),
        abort.AbortWithdrawn((0, 1)),
        abort.GameAborted("00"),
        *(
            fold.GameScored(Result(Score(score.seats, word), (1, 2)), "00")
            for word in (None, "win", "loss", "tie")
        ),
    )
    told = narrate("bonfire", lang, events, SEATS)
    assert len(set(told)) == len(events)
    for sentence in told:
        assert_is_a_sentence(sentence)
    assert "secret" not in " ".join(told)


def test_great_bonfire_space_is_quoted_because_its_name_is_not_inflected() -> None:
    (told,) = narrate("bonfire", "de", [e.GreatBonfireTurned(0, BonfireSpaceId("gb2"))], SEATS)
    assert told == "Rot dreht das Große Bonfire zum Feld „gelber Aktionsmarker und 2 Punkte“."


def test_winners_are_named() -> None:
    score = Score((SeatScore(0, 61, ()), SeatScore(1, 61, ())))
    (one,) = narrate("bonfire", "en", [fold.GameScored(Result(score, (1, 2)), "")], ("green", "violet"))
    both = narrate("bonfire", "en", [fold.GameScored(Result(score, (1, 1)), "")], ("green", "violet"))
    assert one == "Final score: Green 61, Violet 61. Green wins."
    assert both == ("Final score: Green 61, Violet 61. Green and Violet share the victory.",)


def test_seats_are_called_by_their_automa_or_their_colour() -> None:
    setup = BONFIRE.setup(BonfireOptions(), (None,), Dice(b"read", 1))
    table: AnyTable = Table(
        "g_1", "", "", BonfireOptions(), "", (), (), seats=(Seat(place=0), Seat(automa="tom"))
    )
    assert seat_ids(BONFIRE, table) == (None, "tom")
    state = evolved(None, setup.events)
    assert seat_ids(BONFIRE, replace(table, state=state)) == (state.cities[0].color, "tom")
    assert seat_ids(BONFIRE, replace(table, seats=())) == ()


@pytest.mark.parametrize(
    "item, name, told",
    [
        (ScoreItem("gained", "BF-FS10", 1), "During the game", "1 point was gained during the game."),
        (
            ScoreItem("bonfires", "BF-FS1", 5, ("blue-01", "blue-02")),
            "Bonfires",
            "2 lit bonfires give 5 points: “Guest: pink guardian”, “Guest: grey guardian”.",
        ),
        (
            ScoreItem("portals", "BF-FS3", 4, ("star", "circle")),
            "Portals",
            "2 portals beside a lit bonfire, 2 points each, 4 in total: star, circle.",
        ),
        (
            ScoreItem("left_over", "BF-FS8", 1, ("ship", "gold", "gold")),
            "Leftovers",
            "3 left over, 1 point for every 2, 1 in total: 1 ship action tile and 2 gold.",
        ),
        (
            ScoreItem("paths", "BF-FS4", 0),
            "Crystals",
            "No crystal has the colour of a lit bonfire beside it.",
        ),
    ],
)
def test_score_line_is_explained_with_its_numbers(item: ScoreItem, name: str, told: str) -> None:
    whole = explain_score("bonfire", "en", Score((SeatScore(0, item.points, (item,)),), "win"))
    assert whole.result == "win"
    (explained,) = whole.seats[0].items
    assert (explained.item, explained.rule, explained.points, explained.counted) == (
        item.item,
        item.rule,
        item.points,
        item.counted,
    )
    assert (explained.name, explained.text) == (name, told)
