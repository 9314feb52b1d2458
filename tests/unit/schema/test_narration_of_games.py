"""Every game can be read: a sentence for each of its events and each line of its score, in four languages."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import UNSET, Struct

from domain.bonfire.commands import DiscardActionTiles
from domain.bonfire.elders import ELDERS
from domain.bonfire.gnomes import GNOMES
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import BonfireOptions
from domain.kernel.codec import CHOICE_EVENTS, EVENTS_WITH_OPTIONS, KERNEL_EVENTS
from domain.kernel.dice import Dice
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command, Event
from domain.kernel.score import Score
from domain.kernel.table import Options
from domain.phoenix import events as pe
from domain.phoenix.commands import PerformDaytime, UseAbility
from domain.phoenix.foreseen import FORESEEN_CARDS
from domain.phoenix.ids import Difficulty, KinId, Resource, ScenarioId, Sector, Shard, SpotId, Style
from domain.phoenix.options import PhoenixOptions, PlayMode
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.villages import VILLAGES
from schema.narration import EVENT, ITEM_TOLD, explain_score, narrate
from schema.texts import LANGUAGES, keys, placeholders, text

FOREIGN = [language for language in LANGUAGES if language != "en"]
KERNEL_ADDED = {"game_scored": {"standings", "winners", "winners_count"}}
ADDRESSED = {
    "en": r"\byour?\b",
    "de": r"\b(du|dein\w*|dich|dir)\b",
    "nl": r"\b(je|jij|jouw?)\b",
    "fr": r"\b(vous|votre|vos)\b",
}


@dataclass(frozen=True)
class Game:
    """What is known about the narration of a game: details that are added, fields that are hidden."""

    rules: Any
    tables: tuple[tuple[int, Options], ...]
    added: dict[str, set[str]]
    hidden: frozenset[str]
    gained_by: frozenset[str]
    rare: type[Command] | None = None
    """A move that random play makes only when there is no other."""

    @property
    def name(self) -> str:
        return str(self.rules.name)

    @property
    def events(self) -> tuple[type[Event], ...]:
        return (*EVENTS_WITH_OPTIONS, *KERNEL_EVENTS, *CHOICE_EVENTS, *self.rules.event_types)


_PILES = ("clan_pile", "village_pile", "foreseen_pile", "revelation_pile", "stack", "deck")
_REVELATIONS = (1, 2, 3, 4, 6, 7, 10, 13, 15, 22, 26, 27, 28, 29)
_VARIANTS = (
    PhoenixOptions(),
    PhoenixOptions(palace_alt=True),
    PhoenixOptions(asymmetric=True),
    PhoenixOptions(dragon=True),
)


def against(mode: PlayMode, scenario: ScenarioId | None = None, **more: Any) -> PhoenixOptions:
    """A game against the Basilisk."""
    style = Style.VANILLA if scenario is None else Style.STORY
    return PhoenixOptions(mode=mode, difficulty=Difficulty.HARD, style=style, scenario=scenario, **more)


GAMES = {
    "bonfire": Game(
        BONFIRE,
        tuple((players, BonfireOptions()) for players in (1, 2, 3, 4)),
        {
            "cities_dealt": {"order"},
            "offer_made": {"human", "first"},
            "symbols_covered": {"pieces"},
        },
        frozenset({"piles", "gnome_pile", "tom_pile", "offerings_left", "offerings_right", "nonce", "seed"}),
        frozenset(
            {
                *("BF-S21", "BF-T14", "BF-T54", "BF-O13", "BF-O16", "BF-O26"),
                *(f"BF-C{space}" for space in range(1, 9)),
                *(elder.rule for elder in ELDERS),
                *(gnome.rule for gnome in GNOMES if gnome.reacts and gnome.slug != "arrival_procession"),
            }
        ),
        DiscardActionTiles,
    ),
    "phoenix": Game(
        PHOENIX,
        (
            *((players, variant) for players in (2, 3, 4) for variant in _VARIANTS),
            *((2, against(PlayMode.COOP, scenario)) for scenario in ScenarioId),
            (3, against(PlayMode.COOP, palace_alt=True)),
            (1, against(PlayMode.SOLO, ScenarioId.HIDDEN_GROVE, palace_alt=True, solo_allies=1)),
            (1, against(PlayMode.SOLO, solo_allies=2)),
            (4, PhoenixOptions(mode=PlayMode.TEAM, palace_alt=True, asymmetric=True, dragon=True)),
        ),
        {
            "board_laid_out": {"order", "first"},
            "hand_revealed": {"kinds", "boxed_kinds"},
            "resource_changed": {"pieces"},
            "shard_changed": {"pieces"},
            "fp_changed": {"points"},
            "hit_prevented": {"veil"},
            "palace_rotated": {"highlighted"},
            "dragon_moved": {"beside"},
            "sector_scored": {"shares"},
            "palace_scored": {"shares"},
            "act_revealed": {"card", "kinds"},
            "specialists_drawn": {"kinds"},
            "decider_nominated": {"nominee"},
        },
        frozenset({*_PILES, "drawn", "pick", "move", "nonce", "seed"}),
        frozenset(
            {
                *("PP-P3", "PP-E4", "PP-E5", "PP-E16", "PP-E20", "PP-E21", "PP-RV2", "PP-AS5"),
                *("PP-CO5", "PP-CO15", "PP-CO16", "PP-CO17", "PP-CO21", "PP-CO26", "PP-CP4", "PP-CP5"),
                *("PP-K5", "PP-K8", "PP-K12", "PP-K13", "PP-N8", "PP-N9", "PP-DR5"),
                *(village.rule for village in VILLAGES),
                *(card.rule for card in FORESEEN_CARDS),
                *(f"PP-RC{number:02}" for number in _REVELATIONS),
            }
            - {"PP-V2", "PP-V8", "PP-V9", "PP-V11", "PP-EC05", "PP-EC06"}
        ),
    ),
}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
each_table = pytest.mark.parametrize(
    "game, number",
    [(game, number) for game in GAMES.values() for number in range(len(game.tables))],
    ids=lambda value: value.name if isinstance(value, Game) else None,
)


def tag(event: type[Event]) -> str:
    return str(event.__struct_config__.tag)


def written(game: Game) -> dict[str, set[str]]:
    """The keys of all sentences, by the tag of their event."""
    found: dict[str, set[str]] = {}
    for key in {*keys(game.name, EVENT), *game.rules.narration.silent}:
        found.setdefault(key.partition("/")[0], set()).add(key)
    return found


def fields(kind: type[Struct]) -> Iterator[str]:
    """The fields of a struct and of those inside it: `placed`, `placed.tile`."""
    for name, hint in get_type_hints(kind).items():
        yield name
        inner = [
            each for each in (hint, *get_args(hint)) if isinstance(each, type) and issubclass(each, Struct)
        ]
        yield from (f"{name}.{deeper}" for each in inner for deeper in fields(each))


@each_game
def test_every_event_has_a_sentence_or_is_silent(game: Game) -> None:
    assert {tag(event) for event in game.events} == set(written(game))


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_uses_only_fields_of_its_event(lang: str, game: Game) -> None:
    added = KERNEL_ADDED | game.added
    for event in game.events:
        known = set(fields(event))
        known |= {f"{name}_{more}" for name in known for more in ("count", "number")}
        known |= added.get(tag(event), set())
        for key in written(game)[tag(event)] - game.rules.narration.silent:
            asked = placeholders(game.name, lang, EVENT, key)
            assert asked <= known, key
            assert not asked & game.hidden, key


@each_game
def test_every_move_has_a_heading_or_is_silent(game: Game) -> None:
    moves = {f"action_taken/{move.__struct_config__.tag}" for move in game.rules.move_types}
    assert {key for key in written(game)["action_taken"] if key.count("/") == 1} == moves


@each_game
def test_no_event_is_both_silent_and_narrated(game: Game) -> None:
    assert not game.rules.narration.silent & set(keys(game.name, EVENT))


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_for_a_gain_is_narrated_with_its_rule(lang: str, game: Game) -> None:
    assert set(keys(game.name, "reason")) == game.gained_by
    for rule in game.gained_by:
        key = next(key for key in ("points_gained", "fp_changed/gained") if key in keys(game.name, EVENT))
        told = text(game.name, lang, EVENT, key, seat="Red", points=1, rule=rule)
        assert re.search(rf"\(.{{4,}}, {rule}\)\.$", told), told


@each_game
@pytest.mark.parametrize("kind", [EVENT, ITEM_TOLD, "word"])
@pytest.mark.parametrize("lang", FOREIGN)
def test_every_sentence_is_translated(lang: str, kind: str, game: Game) -> None:
    for key in keys(game.name, kind):
        assert text(game.name, lang, kind, key) != text(game.name, "en", kind, key), key


@each_game
@pytest.mark.parametrize("lang", FOREIGN)
def test_a_sentence_names_the_same_rules_in_every_language(lang: str, game: Game) -> None:
    rule = re.compile(rf"{game.rules.prefix}-\w+")
    for kind in (EVENT, "reason"):
        for key in keys(game.name, kind):
            english, foreign = (rule.findall(text(game.name, each, kind, key)) for each in ("en", lang))
            assert foreign == english, key


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reader_gets_the_same_narration(lang: str, game: Game) -> None:
    for key in keys(game.name, EVENT):
        assert not re.search(ADDRESSED[lang], text(game.name, lang, EVENT, key), re.IGNORECASE), key


@cache
def a_whole_game(
    name: str, number: int
) -> tuple[tuple[tuple[Event, ...], ...], tuple[str | None, ...], Score]:
    """A game played at random: the events of each entry, how the seats are called, the score."""
    game = GAMES[name]
    rules, (players, options) = game.rules, game.tables[number]
    rng = random.Random(number + 1)
    setup = rules.setup(options, (None,) * players, Dice(b"read", 1))
    entries, state = [tuple(setup.events)], evolved(rules, None, setup.events)
    while not (due := rules.actor(state)).scorer:
        by = due.seats[0] if due.seats else str(due.automa)
        move = TakeTurn() if isinstance(by, str) else chosen(game, rng, rules.legal(state, by))
        entries.append(tuple(rules.decide(state, by, move, Dice(b"read", len(entries) + 1))))
        state = evolved(rules, state, entries[-1])
    names = rules.seat_names(state)
    seats = tuple(s if isinstance(s, str) else names[n] for n, s in enumerate(setup.seats))
    return tuple(entries), seats, rules.score(state)


def evolved(rules: Any, state: Any, events: Sequence[Event]) -> Any:
    for event in events:
        state = rules.evolve(state, event)
    return state


def chosen(game: Game, rng: random.Random, moves: Sequence[Command]) -> Command:
    """A kind of move first, for there are many ways to do the same."""
    kinds = list(dict.fromkeys(type(move) for move in moves if type(move) is not game.rare))
    kind = rng.choice(kinds) if kinds else game.rare
    return rng.choice([move for move in moves if type(move) is kind])


@each_table
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_game_can_be_narrated(lang: str, game: Game, number: int) -> None:
    entries, seats, score = a_whole_game(game.name, number)
    told = [sentence for events in entries for sentence in narrate(game.name, lang, events, seats)]
    explained = explain_score(game.name, lang, score)
    sides = () if explained.sides is UNSET else explained.sides
    told += [item.text for seat in explained.seats for item in seat.items]
    told += [item.text for side in sides for item in side.items]
    assert len(told) > 100
    for sentence in told:
        assert_is_a_sentence(sentence)


def assert_is_a_sentence(sentence: str) -> None:
    assert not re.search(r"[{}?|@#_]|  |\.\.|\(\)|None", sentence), sentence
    assert not re.search(r"(blue|red|yellow|path|fate|tom|gnome|specialist|elder|offering)-\d", sentence)
    assert not re.search(r"\b[a-z]+\.[a-z0-9]", sentence), sentence
    assert sentence[0] == sentence[0].upper(), sentence
    assert sentence.endswith("."), sentence


@each_table
def test_narration_reveals_no_hidden_information(game: Game, number: int) -> None:
    entries, seats, _ = a_whole_game(game.name, number)
    for events in entries:
        seen = [game.rules.redact(event, ()) for event in events]
        assert narrate(game.name, "en", seen, seats) == narrate(game.name, "en", events, seats)


@each_game
def test_every_line_of_the_score_has_a_name_and_a_sentence(game: Game) -> None:
    _, _, score = a_whole_game(game.name, len(game.tables) - 1)
    sides = () if score.sides is UNSET else score.sides
    items = {item.item for seat in score.seats for item in seat.items}
    items |= {item.item for side in sides for item in side.items}
    assert items == set(keys(game.name, "score_item"))
    assert {key.partition("/")[0] for key in keys(game.name, ITEM_TOLD)} == items
    assert {f"{item}/none" for item in items} - set(keys(game.name, ITEM_TOLD)) <= {
        "gained/none",
        "favor/none",
    }


CLANS = ("red", "blue", "green", "yellow")
ARCHER, APPRENTICE = KinId("blue.archer"), KinId("red.apprentice.2")


@pytest.mark.parametrize(
    "event, told",
    [
        (
            pe.KinPlaced(0, APPRENTICE, SpotId("rim.3"), cloaked=True),
            (
                "Red places an apprentice on spot 3 of the rim, cloaked.",
                "Rot setzt einen Lehrling verhüllt auf Platz 3 des Grenzlands.",
                "Rood plaatst een leerling verhuld op plek 3 van het grensland.",
                "Rouge place un apprenti sur l’emplacement 3 des Confins, face voilée.",
            ),
        ),
        (
            pe.KinSentToPalace(1, ARCHER, SpotId("outer_ward.2")),
            (
                "Blue’s archer is sent to the outer ward of wall C.",
                "Die Bogenschützin von Blau kommt auf den Außenhof von Mauer C.",
                "De boogschutter van Blauw gaat naar het buitenhof van muur C.",
                "L’archère de Bleu va dans la cour extérieure du mur C.",
            ),
        ),
        (
            pe.ResourceChanged(2, Resource.COIN, -2, "PP-E20"),
            (
                "Green pays 2 coins (clanhouse row, PP-E20).",
                "Grün zahlt 2 Münzen (Reihe im Clanhaus, PP-E20).",
                "Groen betaalt 2 munten (rij in het clanhuis, PP-E20).",
                "Vert dépense 2 pièces (rangée de la Maison des clans, PP-E20).",
            ),
        ),
        (
            pe.ResourceChanged(3, Resource.SCROLL, -1, "PP-EC12"),
            (
                "Yellow loses 1 scroll (Cold Springs, PP-EC12).",
                "Gelb verliert 1 Schriftrolle (Kalte Quellen, PP-EC12).",
                "Geel verliest 1 schriftrol (Koude bronnen, PP-EC12).",
                "Jaune perd 1 parchemin (Sources glacées, PP-EC12).",
            ),
        ),
        (
            pe.ShardChanged(0, Shard.AGATE, 1, "PP-V7"),
            (
                "Red gains 1 agate shard (Moonforge, PP-V7).",
                "Rot erhält 1 Achatsplitter (Mondschmiede, PP-V7).",
                "Rood krijgt 1 agaatscherf (Maansmederij, PP-V7).",
                "Rouge gagne 1 éclat d’agate (Forge lunaire, PP-V7).",
            ),
        ),
        (
            pe.ActionTaken(0, UseAbility(ready_kin=KinId("red.hermit"))),
            (
                "Red lets the trickster borrow the ability of the hermit (PP-K16).",
                "Rot lässt die Gauklerin die Fähigkeit des Einsiedlers nutzen (PP-K16).",
                "Rood laat de schelm de vaardigheid van de kluizenaar lenen (PP-K16).",
                "Rouge fait emprunter au filou la capacité de l’ermite (PP-K16).",
            ),
        ),
        (
            pe.ActionTaken(0, PerformDaytime(sector=Sector.SHRINE)),
            (
                "Red copies the daytime effect of the shrine at the palace.",
                "Rot nutzt am Palast den Tageseffekt des Schreins.",
                "Rood gebruikt bij het paleis het dageffect van het heiligdom.",
                "Rouge utilise au palais l’effet de jour du Sanctuaire.",
            ),
        ),
        (
            pe.SectorScored(Sector.GATES, (0, 1), (2, 3, 0, 0), 1),
            (
                "Gates scored: Red and Blue are rewarded, Blue has the majority (influence: Red 2, Blue 3).",
                (
                    "Wertung der Tore: Rot und Blau werden belohnt, Blau hat die Mehrheit "
                    "(Einfluss: Rot 2, Blau 3)."
                ),
                (
                    "Telling van de poorten: Rood en Blauw worden beloond, Blauw heeft de meerderheid "
                    "(invloed: Rood 2, Blauw 3)."
                ),
                (
                    "Décompte des Portes : récompense pour Rouge et Bleu, majorité pour Bleu "
                    "(influence : Rouge 2, Bleu 3)."
                ),
            ),
        ),
    ],
    ids=lambda value: tag(type(value)) if isinstance(value, Event) else None,
)
def test_narration_of_phoenix_palace_is_grammatical(event: Event, told: tuple[str, ...]) -> None:
    read = (narrate("phoenix", lang, [event], CLANS)[0].replace("\u00a0", " ") for lang in LANGUAGES)
    assert tuple(read) == told
