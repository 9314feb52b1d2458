"""The web client's files: typed against the API, with all texts in four languages."""

import json
import re
from pathlib import Path

import pytest

from schema.texts import CLIENT_TEXTS, FOLDER, LANGUAGES
from service.api.http.assets import WEB
from tests.support.node import tool

ROOT = Path(__file__).parents[2]
CLIENT = WEB / "play"
TEXT_FOLDERS = sorted(path.name for path in FOLDER.glob(f"{CLIENT_TEXTS}*"))
PLACEHOLDER = re.compile(r"\{(\w+)")


def texts(folder: str, lang: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((FOLDER / folder / f"{lang}.json").read_text())
    return found


def code_of(folder: str) -> str:
    """The code that may use the texts of a folder."""
    game = folder.removeprefix(CLIENT_TEXTS).removeprefix("-")
    files = (CLIENT / game).rglob("*.js") if game else CLIENT.rglob("*.js")
    return "\n".join(path.read_text() for path in files if path.parent.name != "vendor")


@pytest.mark.parametrize("folder", TEXT_FOLDERS)
def test_every_text_exists_in_four_languages_with_the_same_placeholders(folder: str) -> None:
    english = texts(folder, "en")
    for lang in LANGUAGES:
        there = texts(folder, lang)
        assert list(there) == list(english), lang
        assert all(sentence.strip() for sentence in there.values())
        for key, sentence in there.items():
            assert set(PLACEHOLDER.findall(sentence)) == set(PLACEHOLDER.findall(english[key])), (lang, key)


@pytest.mark.parametrize("folder", TEXT_FOLDERS)
def test_no_text_is_unused(folder: str) -> None:
    code = code_of(folder)
    prefixes = set(re.findall(r"`([\w.]+\.)\$\{", code))
    unused = [
        key for key in texts(folder, "en") if f'"{key}"' not in code and not key.startswith(tuple(prefixes))
    ]
    assert unused == []


def test_every_key_in_the_code_has_a_text() -> None:
    known = {key for folder in TEXT_FOLDERS for key in texts(folder, "en")}
    used = {
        key for folder in TEXT_FOLDERS for key in re.findall(r"""\bt\(\s*["']([\w.]+)["']""", code_of(folder))
    }
    assert sorted(used - known) == []


def test_every_module_is_type_checked() -> None:
    files = [path for path in CLIENT.rglob("*.js") if path.parent.name != "vendor"]
    assert [path.name for path in files if not path.read_text().startswith("// @ts-check\n")] == []


@pytest.mark.long
def test_types_agree_with_the_api() -> None:
    tool("tsc", "-p", str(ROOT / "tools" / "web" / "tsconfig.json"))


@pytest.mark.long
def test_types_of_the_api_are_those_of_the_document(tmp_path: Path) -> None:
    made = tmp_path / "openapi.d.ts"
    tool("openapi-typescript", str(ROOT / "schema" / "openapi.json"), "-o", str(made))
    assert made.read_text() == (CLIENT / "openapi.d.ts").read_text(), "run make types"
