"""The texts of Regatta: complete in four languages, a sentence for every event and every refusal."""

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from schema.narration import details, narrate, narration_of, sentence_keys
from schema.texts import keys, missing_forms, placeholders
from tests.support.clashing import with_games
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import Boat, Flag, Side
from tests.support.regatta.commands import MOVES, BidUse, Loss, Payment
from tests.support.regatta.components import CATALOGUE
from tests.support.regatta.events import EVENTS
from tests.support.regatta.ruleset import REGATTA
from tests.support.regatta.state import Collision, Gale, ModeId, RegattaOptions, Ruling
from tests.support.regatta.view import Phase
from tests.support.regatta_play import TABLES, random_game

FOLDER = Path(REGATTA.texts)
LANGUAGES = ("en", "de", "nl", "fr")
OWN_OPTIONS = ("teams", "challenge", "handicap", "countdown")
OFFERS = (Gale, Collision, Ruling)


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with with_games(REGATTA):
        yield


def _written(lang: str) -> dict[str, dict[str, str | dict[str, str]]]:
    return msgspec.json.decode(
        (FOLDER / f"{lang}.json").read_bytes(), type=dict[str, dict[str, str | dict[str, str]]]
    )


SENTENCES = set(_written("en")["event"])


def _needed() -> Iterator[tuple[str, set[str]]]:
    words: tuple[type[StrEnum], ...] = (Payment, BidUse, Loss)
    yield "game", {REGATTA.name}
    yield "automa", set(REGATTA.automas)
    yield "boat", set(Boat)
    yield "flag", set(Flag)
    yield "side", set(Side)
    yield "phase", set(Phase)
    yield "mode", {*ModeId, *(mode.id for mode in CATALOGUE.modes)}
    yield "option", set(OWN_OPTIONS)
    yield "wind", {part.id for part in CATALOGUE.components if part.kind == "wind"}
    yield "command", {str(move.__struct_config__.tag) for move in MOVES}
    yield "parameter", {field for move in MOVES for field in move.__struct_fields__}
    yield "choice", {word for kind in words for word in kind} | {"true", "false"}
    yield "score_item", {"distance", "gold", "crew", "arrived"}
    yield "score_told", {"distance", "gold", "crew", "arrived"}


def test_everything_that_the_game_has_can_be_read() -> None:
    english = _written("en")
    assert {kind: set(english[kind]) for kind, _ in _needed()} == dict(_needed())
    assert set(OWN_OPTIONS) <= set(RegattaOptions.__struct_fields__)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_every_language_has_the_same_texts_with_the_same_details(lang: str) -> None:
    english, foreign = _written("en"), _written(lang)
    assert {kind: set(entries) for kind, entries in foreign.items()} == {
        kind: set(entries) for kind, entries in english.items()
    }
    for kind, entries in english.items():
        for key, entry in entries.items():
            found = foreign[kind][key]
            assert _details(found) == _details(entry), (kind, key)
            assert found != entry, (kind, key)


def test_every_event_has_a_sentence_or_is_silent() -> None:
    english = _written("en")["event"]
    known = set(english) | REGATTA.narration.silent
    for event in EVENTS:
        tag = str(event.__struct_config__.tag)
        assert tag in known or all(f"{tag}/{offer.__struct_config__.tag}" in known for offer in OFFERS), tag


def test_an_offer_is_told_by_its_kind() -> None:
    class OfferMade(SimpleNamespace):
        __struct_config__ = SimpleNamespace(tag="offer_made")

    keys = list(sentence_keys(REGATTA.narration, OfferMade(offer=Gale())))  # type: ignore[arg-type]
    assert keys == ["offer_made/gale", "offer_made"]


def test_every_refusal_of_the_game_has_a_sentence() -> None:
    codes = {
        code
        for path in FOLDER.parent.rglob("*.py")
        for code in re.findall(r'Rejected\(\s*"(\w+)"', path.read_text())
    }
    assert codes
    assert codes <= set(keys(REGATTA.name, "refusal"))


def test_every_sentence_finds_the_details_that_it_asks_for() -> None:
    told: set[str] = set()
    narration = narration_of(REGATTA.name)
    for options, places in TABLES:
        for played in random_game(options, places, seed=3):
            for event in (*played.events, *(REGATTA.redact(event, ()) for event in played.events)):
                key = next((key for key in sentence_keys(narration, event) if key in SENTENCES), None)
                if key is not None:
                    found = {name for name, _ in details(narration, event, str)}
                    assert placeholders(REGATTA.name, "en", "event", key) <= found, key
                    told.add(key)
    setup = {"board_laid_out", "wind_shuffled"}
    assert told | setup == SENTENCES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_asks_for_a_form_that_is_missing(lang: str) -> None:
    assert missing_forms(REGATTA.name, lang) == []


def test_seats_are_called_by_their_boats_and_the_storm_by_its_name() -> None:
    events = (e.TurnBegun(1, 2), e.ShipMoved(0, 3), e.BidsRevealed((), 1), e.BidsRevealed((), None))
    assert narrate(REGATTA.name, "en", events, ("storm", "pike")) == (
        "It is Pike’s turn.",
        "The storm is at space 3.",
        "All bids are turned up. Pike has the highest one.",
        "All bids are turned up. None is the highest.",
    )


def _details(entry: str | dict[str, str]) -> list[list[str]]:
    forms = [entry] if isinstance(entry, str) else [entry[form] for form in sorted(entry)]
    return [sorted(set(re.findall(r"{(\w+)", form))) for form in forms]


def test_french_has_no_break_spaces_before_high_punctuation_and_inside_quotation_marks() -> None:
    assert not re.findall(r" [;:!?»]|« ", (FOLDER / "fr.json").read_text())
