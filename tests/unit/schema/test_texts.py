"""Names and texts: complete in four languages, true to the catalogue; sentences; the choice of a language."""

import re
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.bonfire import catalogue
from domain.bonfire.catalogue import TaskId, TomCardId
from domain.bonfire.commands import MOVES, End, Pile, RecruitOption, Reward, Source, Stride, Take
from domain.bonfire.state import Phase, SeatStatus, TomAsks, TomQuestion
from domain.bonfire.tasks import TASK
from domain.phoenix import catalogue as phoenix
from domain.phoenix import commands as phoenix_commands
from domain.phoenix import enemy_catalogue as enemies
from domain.phoenix import ids, options
from domain.phoenix import state as phoenix_state
from domain.phoenix.questions import QUESTIONS
from domain.phoenix.ruleset import PHOENIX
from schema import texts
from schema.texts import LANGUAGES, keys, name, negotiate, placeholders, text, variant

ROOT = Path(__file__).parents[3]
FOREIGN = [language for language in LANGUAGES if language != "en"]
OF_GAMES = sorted(
    path.name for path in texts.FOLDER.iterdir() if not path.name.startswith(texts.CLIENT_TEXTS)
)
"""The web client's own texts are flat; tests/browser checks them."""
GAMES = ("bonfire", "phoenix")
FIELDS = sorted({field for move in MOVES for field in move.__struct_fields__})
TASKS = [f"{color}-{number:02}" for color in catalogue.Color for number in range(1, 23)]
THINGS: dict[str, dict[str, Iterable[str]]] = {
    "bonfire": {
        "resource": catalogue.Resource,
        "tile": catalogue.Tile,
        "color": catalogue.Color,
        "guardian": catalogue.Guardian,
        "player_color": catalogue.PlayerColor,
        "portal_shape": catalogue.PortalShape,
        "extension": catalogue.Extension,
        "gnome_role": catalogue.GnomeRole,
        "council_space": catalogue.CouncilSpace,
        "common_task": catalogue.CommonTask,
        "tom_action": catalogue.TomAction,
        "island": catalogue.ISLAND,
        "path_tile": catalogue.PATH_TILE,
        "fate_tile": catalogue.FATE_TILE,
        "board": catalogue.BOARD,
        "bonfire_space": catalogue.BONFIRE_SPACE,
        "offering": catalogue.OFFERINGS,
        "gnome": catalogue.GNOME_CARD,
        "tom_card": catalogue.TOM_CARD,
        "countdown_tile": [f"countdown-{number}" for number in catalogue.COUNTDOWN_TILES],
        "task": TASKS,
        "phase": [*Phase, "finished"],
        "seat_status": SeatStatus,
        "command": [*(str(move.__struct_config__.tag) for move in MOVES), "resolve_tom"],
        "parameter": [*FIELDS, "choice"],
        "choice": [
            *End,
            *Pile,
            *RecruitOption,
            *Reward,
            *Source,
            *Stride,
            *Take,
            "start_area",
            "landing_stage",
        ],
        "option": [
            "mixed_task_colors",
            "challenge",
            "auto_start",
            "unlisted",
            "rated",
            "clock",
            "on_timeout",
        ],
        "status": ["lobby", "active", "scoring", "finished", "cancelled"],
    },
    "phoenix": {
        "game": ["phoenix"],
        "sector": ids.Sector,
        "resource": ids.Resource,
        "shard": ids.Shard,
        "clan": ids.Clan,
        "kin_type": ids.KinType,
        "kin": phoenix.KIN,
        "village": ids.VillageId,
        "event_card": ids.ForeseenId,
        "revelation": ids.RevelationId,
        "revelation_kind": ids.RevelationKind,
        "spot": [*phoenix.SPOT[ids.BoardSide.LARGE], phoenix.PALACE, *phoenix.PALACE_SPOTS],
        "board_side": ids.BoardSide,
        "side": ids.Side,
        "mode": [mode.id for mode in PHOENIX.catalogue.modes],
        "faction": ["faction_1", "faction_2", "basilisk", "allies"],
        "difficulty": ids.Difficulty,
        "scenario": ids.ScenarioId,
        "act": [act.id for act in enemies.ACTS],
        "enemy_card": ids.EnemyCardId,
        "ready_pick": ids.ReadyPick,
        "phase": phoenix_state.Phase,
        "question": [
            kind
            for question in QUESTIONS.values()
            for kind in (question.kind, question.enemy_kind)
            if kind is not None
        ],
        "command": [str(move.__struct_config__.tag) for move in phoenix_commands.MOVES],
        "parameter": [
            *(field for move in phoenix_commands.MOVES for field in move.__struct_fields__),
            *phoenix_commands.Answers.__struct_fields__,
        ],
        "choice": [
            *phoenix_commands.AbilityMode,
            *phoenix_commands.CardUse,
            *phoenix_commands.PalaceOption,
            *phoenix_commands.Direction,
        ],
        "option": [field.name for field in msgspec.structs.fields(options.PhoenixOptions)],
        "status": ["lobby", "active", "scoring", "finished", "cancelled"],
    },
}
SAME_WORD = {
    "de": {"Gold", "Orange", "Portal", "Bonus", "Bonfire", "Tom", "Mentor", "Basilisk"},
    "nl": {"Basilisk", "Bonfire", "Specialist", "Bonus", "Tom", "Scenario", "Mentor", "Bard", "Sector"},
    "fr": {
        "Bonfire",
        "Fruit",
        "Violet",
        "Orange",
        "Triangle",
        "Gnome",
        "Gnomes",
        "Bonus",
        "Procession",
        "Novice",
        "Tom",
        "Destination",
        "Position",
        *("Mentor", "Rotation", "Style", "Exploration", "Influence", "Village", "Dragon", "Placement"),
    },
}


@pytest.mark.parametrize("game, kind", [(game, kind) for game, kinds in THINGS.items() for kind in kinds])
def test_every_component_and_concept_has_a_readable_text(game: str, kind: str) -> None:
    assert set(THINGS[game][kind]) <= set(keys(game, kind))


def test_every_component_of_phoenix_palace_has_a_name_and_a_text() -> None:
    written = texts.texts("phoenix", "en")
    for component in PHOENIX.catalogue.components:
        assert component.id in written[component.kind], component


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_has_a_name_and_complete_sentences(lang: str, game: str) -> None:
    for kind, entries in texts.texts(game, lang).items():
        for key, entry in entries.items():
            assert entry.name, (kind, key)
            assert entry.text.endswith("."), (kind, key, entry.text)
            assert not re.search(r"[{}?|@]|  |\.\.", entry.name + entry.text), (kind, key, entry)
            assert entry.name[0] == entry.name[0].upper(), (kind, key, entry.name)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", FOREIGN)
def test_every_text_is_translated(lang: str, game: str) -> None:
    english = texts.texts(game, "en")
    for kind, entries in texts.texts(game, lang).items():
        for key, entry in entries.items():
            assert entry.text != english[kind][key].text, (kind, key)
            assert entry.name != english[kind][key].name or entry.name in SAME_WORD[lang], (kind, key)


@pytest.mark.parametrize("lang", FOREIGN)
@pytest.mark.parametrize("folder", OF_GAMES)
def test_every_file_has_the_kinds_and_ids_of_the_english_one(folder: str, lang: str) -> None:
    english, foreign = (
        {kind: set(entries) for kind, entries in _written(texts.FOLDER / folder / f"{language}.json").items()}
        for language in ("en", lang)
    )
    assert foreign == english


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", FOREIGN)
def test_sentence_uses_the_same_details_in_every_language(lang: str, game: str) -> None:
    for kind in texts._kinds(game):
        for key in keys(game, kind):
            assert placeholders(game, lang, kind, key) == placeholders(game, "en", kind, key), key


@pytest.mark.parametrize("game", GAMES)
def test_every_template_is_used(game: str) -> None:
    used = {row["template"] for rows in texts._rows(game).values() for row in rows.values()}
    assert used == set(keys(game, "template"))


def test_rows_match_the_print_on_kin_and_spots() -> None:
    rows = texts._rows("phoenix")
    for kin in phoenix.KIN.values():
        assert (rows["kin"][kin.id]["clan"], rows["kin"][kin.id]["type"]) == (kin.clan, kin.type)
    for spot in phoenix.SPOT[ids.BoardSide.LARGE].values():
        row = rows["spot"][spot.id]
        assert (row["sector"], row["number"]) == (spot.sector, spot.number)
    for spot_id, wall in phoenix.WALL_OF.items():
        row = rows["spot"][spot_id]
        assert (row["template"], row["wall"]) == (spot_id.partition(".")[0], "ABCD"[wall])


def test_rows_match_the_print_on_the_components() -> None:
    rows = texts._rows("bonfire")
    for tile in catalogue.PATH_TILES:
        row = rows["path_tile"][tile.id]
        assert (row["crystal"], row["resource"]) == (tile.crystal, tile.resource)
    for fate in catalogue.FATE_TILES:
        assert rows["fate_tile"][fate.id]["symbols"] == list(fate.symbols)
    for board in catalogue.BOARDS:
        assert rows["board"][board.id]["shapes"] == list(reversed(board.portals))
    for card in catalogue.TOM_CARDS:
        assert rows["tom_card"][card.id]["action"] == card.action
    for task in TASK.values():
        assert rows["task"][task.id]["points"] == task.points
    for offering, resource in catalogue.OFFERING_RESOURCE.items():
        assert rows["offering"][offering]["resource"] == resource


def test_rows_match_the_print_on_the_game_board() -> None:
    rows = texts._rows("bonfire")
    for space in catalogue.GREAT_BONFIRE:
        row = rows["bonfire_space"][space.id]
        assert (row["tile"], row.get("resource"), row.get("points", 0)) == (
            space.tile,
            space.resource,
            space.points,
        )
    for island in catalogue.ISLANDS:
        row = rows["island"][island.id]
        assert (row.get("resource"), row.get("guardian")) == (island.resource, island.guardian)
        assert row["template"].startswith("corner") == island.corner
        assert row["template"].endswith("north") == (island.resource is not None and island.y < 50)


def test_bf_m6_there_are_66_tasks_with_different_conditions() -> None:
    assert set(keys("bonfire", "task")) == set(TASKS)
    for lang in LANGUAGES:
        assert len({entry.text for entry in texts.texts("bonfire", lang)["task"].values()}) == 66


def test_bf_m15_overview_card_is_explained_although_it_is_only_an_aid() -> None:
    assert name("bonfire", "de", "term", "overview_card") == "Übersichtskarte"


def test_bf_m20_fifty_marker_is_explained_although_it_is_only_shown() -> None:
    assert name("bonfire", "nl", "term", "fifty_marker") == "0/50-fiche"


@pytest.mark.parametrize(
    "lang, expected",
    [
        ("en", "At least 4 of your path tiles have a blue crystal."),
        ("de", "Mindestens 4 deiner Weg-Plättchen haben einen blauen Kristall."),
        ("nl", "Minstens 4 van je wegfiches hebben een blauw kristal."),
        ("fr", "Au moins 4 de vos tuiles Chemin ont un Cristal bleu."),
    ],
)
def test_a_composed_text_is_grammatical(lang: str, expected: str) -> None:
    assert text("bonfire", lang, "task", "yellow-10") == expected


def test_singular_and_plural_have_their_own_words() -> None:
    assert text("bonfire", "de", "countdown_tile", "countdown-1").startswith("Es bleibt 1 Spielzug,")
    assert text("bonfire", "de", "countdown_tile", "countdown-3").startswith("Es bleiben 3 Spielzüge,")


@pytest.mark.parametrize(
    "lang, expected",
    [
        ("en", "Below 0 it is your lead in points, above 0 Tom’s."),
        ("de", "Unter 0 ist es dein Vorsprung in Punkten, über 0 der von Tom."),
        ("nl", "Onder 0 is het jouw voorsprong in punten, boven 0 die van Tom."),
        ("fr", "Au-dessous de 0, c’est votre avance en PV, au-dessus, celle de Tom."),
    ],
)
def test_bf_o26_a_handicap_below_0_is_described_as_a_lead_of_the_player(lang: str, expected: str) -> None:
    assert text("bonfire", lang, "option", "handicap").startswith(expected)


def test_a_game_has_one_name_in_dutch() -> None:
    assert not [path for path in texts.FOLDER.glob("*/nl.json") if "partij" in path.read_text()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_apostrophes_are_typographic(lang: str) -> None:
    for path in texts.FOLDER.glob(f"*/{lang}.json"):
        assert "'" not in path.read_text(), path


def test_french_has_no_break_spaces_before_high_punctuation_and_inside_quotes() -> None:
    for path in texts.FOLDER.glob("*/fr.json"):
        assert not re.findall(r".{20} [;:!?»]|« .{20}", path.read_text()), path


RULESETS = sorted({path.name.split("-")[0] for path in texts.FOLDER.iterdir()})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_grammatical_form_used_by_a_sentence_is_defined(ruleset: str, lang: str) -> None:
    assert texts.missing_forms(ruleset, lang) == []


def _rulebooks() -> Path | None:
    """The folder `shared/seeds` beside the repository, or beside a folder above it."""
    return next((path for above in ROOT.parents if (path := above / "shared" / "seeds").is_dir()), None)


def _runs(written: str) -> set[tuple[str, ...]]:
    """All runs of eight words; words divided at the end of a line are read both ways."""
    found: set[tuple[str, ...]] = set()
    for read in (written, re.sub(r"-\s*\n\s*", "", written)):
        words = re.findall(r"[^\W_]+", read.lower())
        found |= {tuple(words[start : start + 8]) for start in range(len(words) - 7)}
    return found


@pytest.mark.skipif(
    _rulebooks() is None, reason="no rulebooks here: shared/seeds is not beside the repository"
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_repeats_eight_words_of_a_rulebook(lang: str) -> None:
    folder = _rulebooks()
    assert folder is not None
    printed = set().union(*(_runs(book.read_text()) for book in folder.glob("*.txt")))
    assert printed
    for ruleset in RULESETS:
        patterns = {
            (kind, key): " | ".join(forms.values())
            for kind, things in texts._catalogue(ruleset, lang).items()
            for key, forms in things.items()
        }
        filled = {
            (kind, key): f"{entry.name} | {entry.text}"
            for kind, things in texts.texts(ruleset, lang).items()
            for key, entry in things.items()
        }
        for said in (patterns, filled):
            assert [where for where, words in said.items() if _runs(words) & printed] == []


def test_an_unknown_language_falls_back_to_english() -> None:
    assert name("bonfire", "xx", "resource", "shell") == "Shell"


def test_component_without_a_text_is_named_by_its_id() -> None:
    assert text("bonfire", "en", "refusal", "never_heard_of") == "Never_heard_of"


TOY = {
    "toy/en": {"token": {"bell": {"name": "Bell", "text": "Rings.", "other": "bells"}}},
    "toy/de": {"token": {"bell": {"name": "Glocke", "text": "Läutet.", "other": "Glocken"}}},
    "toy-refusals/en": {
        "refusal": {
            "few": "needs {needed} {token:@token.other}, you have {held}",
            "list": "not these: {tokens:@token}",
            "plain": "You have {held} {held:bell|bells}.",
            "plain/T-1": "Too few.",
            "plain/T-1/held": "Only {held}.",
            "plain/token": "{token:@token}: only {held}.",
            "both": "{names:and} {names:rings|ring}.",
            "either": "Ring {tokens:or @token.other}.",
            "counted": "You hold {tokens:#token.accusative}.",
        },
        "word": {"and": "and", "or": "or"},
    },
    "toy-refusals/de": {"refusal": {"plain": "Du hast {held} {held:Glocke|Glocken}."}},
    "toy-refusals/fr": {"refusal": {"plain": "Vous avez {held} {held:cloche|cloches}."}},
}


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A ruleset with one thing and some messages, which are not all translated."""
    for file, content in TOY.items():
        path = tmp_path / f"{file}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(msgspec.json.encode(content))
    monkeypatch.setattr(texts, "RULESETS", {"toy": SimpleNamespace(texts=str(tmp_path / "toy"))})
    return "toy"


def test_message_is_filled_with_details(toy: str) -> None:
    assert text(toy, "en", "refusal", "plain", held=1) == "You have 1 bell."
    assert text(toy, "de", "refusal", "plain", held=0) == "Du hast 0 Glocken."
    assert text(toy, "fr", "refusal", "plain", held=0) == "Vous avez 0 cloche."


def test_id_in_a_detail_is_replaced_by_its_name_or_another_form(toy: str) -> None:
    assert text(toy, "en", "refusal", "few", needed=2, token="bell", held=1) == "Needs 2 bells, you have 1"
    assert text(toy, "de", "refusal", "list", tokens=("bell", "bell")) == "Not these: Glocke, Glocke"


def test_list_ends_with_a_conjunction_and_its_length_selects_the_verb(toy: str) -> None:
    assert text(toy, "en", "refusal", "both", names=("Red",)) == "Red rings."
    assert text(toy, "en", "refusal", "both", names=("Red", "Green")) == "Red and Green ring."
    assert text(toy, "en", "refusal", "both", names=("Red", "Green", "Blue")) == "Red, Green and Blue ring."
    assert text(toy, "en", "refusal", "either", tokens=("bell", "bell")) == "Ring bells or bells."


def test_undefined_grammatical_form_is_detected(toy: str) -> None:
    assert texts.missing_forms(toy, "en") == ["token/bell.accusative_one", "token/bell.accusative_other"]


@pytest.mark.parametrize(
    "lang, expected",
    [
        ("de", "Dort findet er „5 Aktionsmarker ‚Gnom‘“ für 6 Punkte."),
        ("nl", "Daar vindt hij ‘5 actiefiches “gnoom”’ voor 6 punten."),
        ("fr", "Il y trouve «\u00a05 tuiles Action “Gnome”\u00a0», qui vaut 6 PV."),
    ],
)
def test_nested_quotation_marks_use_the_inner_style(lang: str, expected: str) -> None:
    offer = TomAsks(TomCardId("tom-5"), TomQuestion.TASK, (TaskId("yellow-19"),))
    assert (
        text("bonfire", lang, "event", "offer_made/tom/task/one", offer=offer, first="yellow-19") == expected
    )


def test_adjacent_quotation_marks_are_unchanged() -> None:
    counted = ("yellow-05", "yellow-19", "red-02")
    told = text("bonfire", "nl", "score_told", "bonfires", counted=counted, counted_count=3, points=16)
    assert told.endswith(": ‘3 ouderen’, ‘5 actiefiches “gnoom”’, ‘3 portalen’.")


def test_a_missing_detail_does_not_break_the_sentence(toy: str) -> None:
    assert text(toy, "en", "refusal", "plain") == "You have ? bells."
    assert placeholders(toy, "en", "refusal", "plain") == {"held"}


def test_a_message_may_have_variants_for_a_rule_and_for_details(toy: str) -> None:
    assert variant(toy, "refusal", "plain", "T-1", {"held": 1}) == "plain/T-1/held"
    assert variant(toy, "refusal", "plain", "T-1", {}) == "plain/T-1"
    assert variant(toy, "refusal", "plain", None, {"held": 1, "token": "bell"}) == "plain/token"
    assert variant(toy, "refusal", "plain", "T-2", {"token": "bell"}) == "plain"
    assert "plain/T-1" not in texts.codes(toy, "refusal")


def test_messages_are_not_listed_as_components(toy: str) -> None:
    assert set(texts.texts(toy, "en")) - set(texts.texts(texts.COMMON, "en")) == {"token"}
    assert set(texts.codes(toy, "refusal")) - set(keys(texts.COMMON, "refusal")) == {
        *("few", "list", "plain", "both", "either", "counted")
    }


@pytest.mark.parametrize(
    "header, expected",
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("DE-at", "de"),
        ("fr-CA, en;q=0.8", "fr"),
        ("en;q=0.5, nl;q=0.9", "nl"),
        ("nl;q=0.7,fr;q=0.7", "nl"),
        ("pt, es;q=0.9, fr;q=0.1", "fr"),
        ("pt, es;q=0.9", "en"),
        ("*", "en"),
        ("fr;q=0.3, *;q=0.5", "en"),
        ("*, fr", "fr"),
        ("en;q=0, *", "de"),
        ("de;q=0", "en"),
        ("*;q=0", "en"),
        ("de-CH;q=0.4, de;q=0.9, fr;q=0.8", "de"),
        (" nl ; q = 0.5 ", "nl"),
        ("de;q=nan, fr;q=inf, nl;q=-1", "en"),
        ("de;q=1.5, fr;q=0.2", "de"),
        (";;;,,,q=1,=;", "en"),
        ("zh-Hans-CN, deutsch", "en"),
    ],
)
def test_language_is_negotiated(header: str, expected: str) -> None:
    assert negotiate(header) == expected


@pytest.mark.parametrize(
    "lang, expected", [("fr", "fr"), ("FR", "fr"), ("de_AT", "de"), ("xx", "nl"), ("", "nl"), (None, "nl")]
)
def test_explicitly_requested_language_takes_precedence(lang: str | None, expected: str) -> None:
    assert negotiate("nl", lang) == expected


@given(header=st.text(), lang=st.none() | st.text())
def test_invalid_language_header_gets_a_supported_language(header: str, lang: str | None) -> None:
    assert negotiate(header, lang) in LANGUAGES


def _written(path: Path) -> dict[str, dict[str, object]]:
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, object]])
