"""Every refusal and problem in the code has a sentence in four languages, with details that it gets."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.games import RULESETS
from domain.kernel.errors import Rejected
from schema.texts import LANGUAGES, codes, keys, placeholders, text, variant
from service import errors
from service.engine.error_messages import error_message

ROOT = Path(__file__).parents[4]
REFUSALS = {"Rejected", "WrongStatus", "NotYours"}
PROBLEMS = {
    name
    for name, cls in vars(errors).items()
    if isinstance(cls, type) and issubclass(cls, errors.ServiceError) and cls is not errors.ServiceError
}
GAMES = tuple(dict.fromkeys((*RULESETS, "phoenix")))
ALWAYS = {"retry_after"}
"""What `Unavailable` adds by itself."""


class Said(NamedTuple):
    """A place in the code that says no; `rule` if it is written there."""

    where: str
    kind: str
    code: str
    ruleset: str
    rule: str | None
    details: frozenset[str]


@cache
def said() -> list[Said]:
    paths = [path for part in ("domain", "service") for path in sorted((ROOT / part).rglob("*.py"))]
    return [
        one
        for path in paths
        if path != ROOT / "service" / "api" / "problems.py"
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
        for one in _said(node, path.relative_to(ROOT))
    ]


def _said(node: ast.Call, path: Path) -> Iterator[Said]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name not in REFUSALS | PROBLEMS or not node.args or not isinstance(node.args[0], ast.Constant):
        return
    names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
    ruled = path.parts[1] if "rule" in names and path.parts[1] in GAMES else "common"
    kind = "refusal" if name in REFUSALS else "problem"
    rules = (keyword.value for keyword in node.keywords if keyword.arg == "rule")
    rule = next((str(rule.value) for rule in rules if isinstance(rule, ast.Constant)), None)
    yield Said(f"{path}:{node.lineno}", kind, str(node.args[0].value), ruled, rule, names - {"rule"})


def offence(one: Said) -> str | None:
    """What is wrong with the sentences of a refusal or problem, if anything."""
    if one.code not in codes(one.ruleset, one.kind):
        return f"{one.where}: {one.code} has no sentence"
    key = variant(one.ruleset, one.kind, one.code, one.rule, dict.fromkeys(sorted(one.details)))
    for lang in LANGUAGES:
        missing = placeholders(one.ruleset, lang, one.kind, key) - one.details - ALWAYS
        if missing:
            return f"{one.where}: {one.code} lacks {sorted(missing)} for its sentence in {lang}"
    return None


def test_every_refusal_and_problem_has_sentences_with_its_details() -> None:
    assert {"not_your_turn", "lobby_full", "cannot_pay", "log_sealed"} <= {one.code for one in said()}
    assert [wrong for one in said() if (wrong := offence(one))] == []


def without_expected_moves(path: Path) -> Iterator[str]:
    """The rules for which a file refuses a step in every case, so that it can name no possible moves."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Rejected":
            named = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
            if named.get("expected") == "()":
                yield ast.literal_eval(named["rule"])


def test_a_refusal_without_possible_moves_does_not_announce_any() -> None:
    found = [
        (game, rule)
        for game in GAMES
        for path in (ROOT / "domain" / game).rglob("*.py")
        for rule in without_expected_moves(path)
    ]
    assert ("phoenix", "PP-CO8") in found
    for game, rule in found:
        key = variant(game, "refusal", "wrong_step", rule, {"expected": ()})
        for lang in LANGUAGES:
            assert "expected" not in placeholders(game, lang, "refusal", key), (rule, lang)


def test_missing_sentences_and_details_are_detected() -> None:
    unknown = Said("here:1", "refusal", "nobody_says_this", "common", None, frozenset())
    assert offence(unknown) == "here:1: nobody_says_this has no sentence"
    bare = next(
        one for one in said() if one.kind == "refusal" and placeholders(one.ruleset, "en", one.kind, one.code)
    )
    assert "lacks" in (offence(bare._replace(details=frozenset())) or "")


def test_every_variant_of_a_sentence_is_for_a_rule_or_detail_of_its_code() -> None:
    given = {detail for one in said() for detail in one.details}
    for game in GAMES:
        code = "".join(path.read_text() for path in (ROOT / "domain" / game).rglob("*.py"))
        for key in set(keys(game, "refusal")) - set(codes(game, "refusal")):
            for part in key.split("/")[1:]:
                assert part in given or f'"{part}"' in code, key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["refusal", "problem"])
def test_sentences_are_complete(kind: str, lang: str) -> None:
    for ruleset in ("common", *GAMES):
        for key in keys(ruleset, kind):
            told = text(ruleset, lang, kind, key)
            assert told.endswith(".")
            assert "  " not in told
            assert not re.search(r"[{}@|]", told)


@pytest.mark.parametrize("kind", ["refusal", "problem"])
@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_every_sentence_is_translated(kind: str, lang: str) -> None:
    for ruleset in ("common", *GAMES):
        for key in keys(ruleset, kind):
            assert text(ruleset, lang, kind, key) != text(ruleset, "en", kind, key), key


@pytest.mark.parametrize(
    "lang,told",
    [
        ("en", "This costs 2 × ship action tile. You have 1, plus 0 yellow and 3 other tiles."),
        ("de", "Das kostet 2 × Aktionsmarker „Schiff“. Du hast 1, dazu 0 gelbe und 3 andere."),
        ("nl", "Dit kost 2 × actiefiche ‘schip’. Je hebt er 1, plus 0 gele en 3 andere."),
        ("fr", "Cela coûte 2 × tuile Action « Navire ». Vous en avez 1, plus 0 jaune et 3 autres."),
    ],
)
def test_refusal_message_has_numbers_and_names(lang: str, told: str) -> None:
    refused = Rejected("cannot_pay", rule="BF-T22", kind="ship", needed=2, held=1, yellow=0, others=3)
    assert error_message(refused, lang).replace("\u00a0", " ") == told


@pytest.mark.parametrize(
    "lang,nothing,something",
    [
        ("en", "This costs 2 roots. You have: nothing.", "This costs 1 root. You have: 2 herbs and 1 gold."),
        (
            "de",
            "Das kostet 2 Wurzeln. Du hast: nichts.",
            "Das kostet 1 Wurzel. Du hast: 2 Kräuter und 1 Gold.",
        ),
        ("nl", "Dit kost 2 wortels. Je hebt: niets.", "Dit kost 1 wortel. Je hebt: 2 kruiden en 1 goud."),
        (
            "fr",
            "Cela coûte 2 Racines. Vous avez : rien.",
            "Cela coûte 1 Racine. Vous avez : 2 Herbes et 1 Or.",
        ),
    ],
)
def test_message_counts_tokens_and_says_when_the_player_has_none(
    lang: str, nothing: str, something: str
) -> None:
    poor = Rejected("cannot_pay_resources", rule="BF-T30", needed=("root", "root"), held=())
    assert error_message(poor, lang).replace("\u00a0", " ") == nothing
    wrong = Rejected("cannot_pay_resources", rule="BF-T58", needed=("root",), held=("herb", "herb", "gold"))
    assert error_message(wrong, lang).replace("\u00a0", " ") == something


@pytest.mark.parametrize(
    "lang,told",
    [
        ("en", "plus 1 yellow and 1 other tile."),
        ("de", "dazu 1 gelben und 1 anderen."),
        ("nl", "plus 1 geel en 1 ander."),
        ("fr", "plus 1 jaune et 1 autre."),
    ],
)
def test_message_uses_the_singular_for_one_tile(lang: str, told: str) -> None:
    refused = Rejected("cannot_pay", rule="BF-T22", kind="ship", needed=2, held=0, yellow=1, others=1)
    assert error_message(refused, lang).endswith(told)


@pytest.mark.parametrize(
    "lang,told",
    [
        ("en", "You already have 1 webhook;"),
        ("de", "Du hast schon 1 Webhook;"),
        ("nl", "Je hebt al 1 webhook;"),
        ("fr", "Vous avez déjà 1 webhook"),
    ],
)
def test_message_uses_the_singular_for_a_limit_of_one(lang: str, told: str) -> None:
    assert error_message(errors.NotPossible("too_many_webhooks", limit=1), lang).startswith(told)


@pytest.mark.parametrize(
    "refused,lang,told",
    [
        (
            Rejected("cannot_afford", rule="PP-P3", missing=("coin",), price=("coin", "coin")),
            "en",
            "This costs 2 coins. You have too few: coins.",
        ),
        (
            Rejected("cannot_afford", rule="PP-RV2", cost=4, scrolls=1),
            "de",
            "Das kostet 4 Schriftrollen; ausgeben kannst du 1.",
        ),
        (Rejected("cannot_afford", rule="PP-RV2"), "nl", "Dit kun je niet betalen."),
        (
            Rejected("invalid_target", rule="PP-K2", id="blue.archer"),
            "fr",
            "L’archère ne frappe que les membres du secteur de l’autre côté du palais.",
        ),
        (
            Rejected("invalid_choice", rule="PP-E7", most=2),
            "en",
            "You can collect the villages from position 0 to 2, and explore at most 1.",
        ),
        (
            Rejected("invalid_choice", rule="PP-K12", id="gold"),
            "en",
            "`gold` is not among the answers possible here.",
        ),
        (
            Rejected("sector_not_highlighted", rule="PP-E21", sector="shrine"),
            "de",
            "Der Palast hebt den Schrein jetzt nicht hervor.",
        ),
    ],
)
def test_refusal_message_depends_on_rule_and_details(refused: Rejected, lang: str, told: str) -> None:
    assert error_message(refused, lang) == told


def test_message_about_a_full_lobby_of_one_place_is_grammatical() -> None:
    assert error_message(Rejected("lobby_full", places=1), "en") == "The only place is taken (1)."
    assert error_message(Rejected("lobby_full", places=3), "en") == "All places are taken (3)."


def named_in_code(*before: str) -> set[str]:
    """What the service calls something in an error, right behind one of these words."""
    sources = [path.read_text() for path in (ROOT / "service").rglob("*.py")]
    return {name for source in sources for word in before for name in re.findall(rf'\b{word}"(\w+)"', source)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_missing_or_malformed_part_is_named_in_the_readers_language(lang: str) -> None:
    known = set(keys("common", "noun"))
    parts = named_in_code("part=", r"malformed\(", r"unreadable\(", "INPUT: Final = ")
    kinds = named_in_code(r"NotFound\(kind=", r"path_number\(request, ")
    ids = {name.removesuffix("_id") for name in named_in_code(r"path_id\(request, ")}
    assert {"body", "query", "header", "input"} <= parts <= known
    assert {"game", "token", "place"} <= kinds | ids <= known
    missing = error_message(errors.NotFound(kind="delivery"), lang)
    unread = error_message(errors.Malformed(part="query", where="first", reason="…"), lang)
    assert ("delivery" in missing, "query" in unread) == (lang == "en", lang == "en")


def reasons() -> Iterator[tuple[str, frozenset[str]]]:
    """The reasons that the code gives for what it cannot read, each with its details."""
    for part in ("schema", "service"):
        for path in sorted((ROOT / part).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "malformed":
                    reason, names = node.args[2], {keyword.arg or "" for keyword in node.keywords}
                    if isinstance(reason, ast.Constant):
                        yield str(reason.value), frozenset(names)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_for_unreadable_input_has_a_message(lang: str) -> None:
    found = list(reasons())
    assert {"too_deep", "idempotency_key", "too_many_ids"} <= {reason for reason, _ in found}
    for reason, details in found:
        assert reason in keys("common", "unreadable")
        assert placeholders("common", lang, "unreadable", reason) <= details


def test_code_without_a_sentence_gets_a_fallback() -> None:
    assert error_message(Rejected("some_new_code", rule="BF-T1"), "en") == "The rules do not allow this."
    assert error_message(Rejected("some_new_code", rule="XX-1"), "de") == "Das erlauben die Regeln nicht."
    assert error_message(errors.Unprocessable("some_new_code"), "fr") == "Ce n’est pas possible."
