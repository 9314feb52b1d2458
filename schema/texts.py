"""What players read, in four languages: names and texts of things, and sentences with placeholders.

A ruleset names the folder of its texts; it and its neighbours `<folder>-<topic>` go before `texts/common*/`.
Each folder has a `<language>.json`, `{kind: {id: sentence}}` or `{kind: {id: {"name": …, "text": …}}}` with
further forms of the word where a sentence needs them, and may have a `rows.json` of things that are alike,
`{kind: {id: {"template": …, details}}}`; the templates are a kind of their own.

Placeholders: `{n}` is the detail itself, `{n:turn|turns}` the word for one or several, `{id:@kind}` the name
of the thing with that id, `{id:@kind.form}` another form of it, or a detail of its row, `{id:“@kind”}` with
quotation marks. Several values are written with commas, or semicolons where one has a comma itself;
`{ids:#kind}` says how many there are of each, in the forms `one` and `many`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from domain.games import RULESETS

LANGUAGES: Final = ("en", "de", "nl", "fr")
FALLBACK: Final = "en"
FOLDER: Final = Path(__file__).with_suffix("")
COMMON: Final = "common"
"""The folder of the texts that every game has."""
TEMPLATE: Final = "template"
NO_DETAILS: Final[Mapping[str, object]] = {}

T = TypeVar("T")
Forms: TypeAlias = Mapping[str, str]
Catalogue: TypeAlias = Mapping[str, Mapping[str, Forms]]
Rows: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Any]]]

_NAMED: Final = re.compile(r"([^@|\w]*)@(\w+)(?:\.(\w+))?([^|\w]*)")
_QUOTES: Final = {
    "en": ("“", "”", "‘", "’"),
    "de": ("„", "“", "‚", "‘"),
    "nl": ("‘", "’", "“", "”"),
    "fr": ("«\u00a0", "\u00a0»", "“", "”"),
}
"""Quotation marks, and those inside of them."""
_RANGE: Final = re.compile(r"([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?")


class Text(msgspec.Struct, frozen=True):
    """How a thing is called and what it does."""

    name: str
    text: str


def text(ruleset: str, lang: str, kind: str, key: str, /, **details: object) -> str:
    """The sentence of a thing or message, its placeholders filled with the details."""
    return _sentence(lang, _form(ruleset, lang, kind, key, form="text", details=details))


def name(ruleset: str, lang: str, kind: str, key: str, /) -> str:
    """The short name of a thing."""
    return _sentence(lang, _form(ruleset, lang, kind, key, form="name"))


@cache
def texts(ruleset: str, lang: str) -> Mapping[str, Mapping[str, Text]]:
    """Name and text of every thing of a ruleset, by kind and id; messages are not things."""
    return {
        kind: {key: Text(name(ruleset, lang, kind, key), text(ruleset, lang, kind, key)) for key in ids}
        for kind in _kinds(ruleset)
        if (ids := [key for key in keys(ruleset, kind) if _is_thing(ruleset, kind, key)])
    }


def keys(ruleset: str, kind: str) -> tuple[str, ...]:
    """The ids of a kind for which there is something to read."""
    written = _catalogue(ruleset, FALLBACK).get(kind, {})
    return tuple(dict.fromkeys((*_rows(ruleset).get(kind, {}), *written)))


def placeholders(ruleset: str, lang: str, kind: str, key: str) -> frozenset[str]:
    """The details that a message asks for."""
    pattern = _forms(ruleset, lang, kind, key).get("text", "")
    return frozenset(field for _, field, _, _ in Formatter().parse(pattern) if field)


def negotiate(accept_language: str, lang: str | None = None) -> str:
    """The language to answer in: the one asked for by name, else the best of an Accept-Language header.

    A name that is none of ours counts for nothing, so that the header still says what the reader likes.
    """
    if lang and (asked := _primary(lang)) in LANGUAGES:
        return asked
    qualities = _qualities(accept_language)
    anything = qualities.get("*", 0.0)
    wanted = {language: quality for language, quality in qualities.items() if language in LANGUAGES}
    wanted |= {language: anything for language in LANGUAGES if language not in wanted}
    best = max(wanted, key=wanted.__getitem__)
    return best if wanted[best] > 0 else FALLBACK


def _qualities(accept_language: str) -> dict[str, float]:
    """The best quality of each language in the order of the header; what cannot be read is left out."""
    found: dict[str, float] = {}
    for part in accept_language.lower().split(","):
        if match := _RANGE.fullmatch(part.strip()):
            language = _primary(match[1])
            found[language] = max(found.get(language, 0.0), min(float(match[2] or 1), 1.0))
    return found


def _primary(tag: str) -> str:
    return re.split("[-_]", tag.strip().lower())[0]


class _Filler(Formatter):
    """Fills placeholders; a missing detail is shown as a question mark, for a sentence must never fail."""

    def __init__(self, ruleset: str, lang: str) -> None:
        self.ruleset = ruleset
        self.lang = lang

    def get_value(self, key: int | str, _args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "?")

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        try:
            return super().get_field(field_name, args, kwargs)
        except AttributeError:
            return "?", field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.startswith("#"):
            return self._counted(Counter(value), format_spec[1:])
        if isinstance(value, (list, tuple)):
            written = [self.format_field(each, format_spec) for each in value]
            if any("," in each for each in written):
                return ("\u00a0; " if self.lang == "fr" else "; ").join(written)
            return ", ".join(written)
        if named := _NAMED.fullmatch(format_spec):
            before, kind, form, after = named.groups()
            return before + _form(self.ruleset, self.lang, kind, str(value), form=form or "name") + after
        if "|" in format_spec:
            one, several = format_spec.split("|")
            return one if value == 1 or (value == 0 and self.lang == "fr") else several
        return str(value)

    def _counted(self, counts: Mapping[Any, int], kind: str) -> str:
        """“2 roots, 1 herb and 3 gold”, or “nothing”."""
        *most, last = [
            f"{n} {_form(self.ruleset, self.lang, kind, str(each), form='one' if n == 1 else 'many')}"
            for each, n in counts.items()
        ] or [_form(self.ruleset, self.lang, "word", "nothing", form="text")]
        conjunction = _form(self.ruleset, self.lang, "word", "and", form="text")
        return f"{', '.join(most)} {conjunction} {last}" if most else last


def _form(
    ruleset: str, lang: str, kind: str, key: str, *, form: str, details: Mapping[str, object] = NO_DETAILS
) -> str:
    """A form of a thing with its placeholders filled; the id itself where there is nothing to read."""
    row = _rows(ruleset).get(kind, {}).get(key, NO_DETAILS)
    pattern = _forms(ruleset, lang, kind, key).get(form) or str(row.get(form, key))
    return _Filler(ruleset, lang).vformat(pattern, (), {**row, **details})


def _forms(ruleset: str, lang: str, kind: str, key: str) -> Forms:
    row = _rows(ruleset).get(kind, {}).get(key)
    if row is not None:
        kind, key = TEMPLATE, row[TEMPLATE]
    for language in (lang, FALLBACK):
        if forms := _catalogue(ruleset, language).get(kind, {}).get(key):
            return forms
    return {}


def _sentence(lang: str, filled: str) -> str:
    """With a capital at its beginning, and other quotation marks inside of quotation marks."""
    opening, closing, inner, end = _QUOTES[lang if lang in _QUOTES else FALLBACK]
    if filled.count(opening) > 1:
        depth, parts = 0, []
        for part in re.split(rf"({opening}|{closing}(?!\w))", filled):
            depth += part == opening
            nested = {opening: inner, closing: end} if depth > 1 else {}
            parts.append(nested.get(part, part))
            depth -= part == closing
        filled = "".join(parts)
    return filled[:1].upper() + filled[1:]


def _is_thing(ruleset: str, kind: str, key: str) -> bool:
    return kind != TEMPLATE and "name" in _forms(ruleset, FALLBACK, kind, key)


def _kinds(ruleset: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*_catalogue(ruleset, FALLBACK), *_rows(ruleset))))


@cache
def _catalogue(ruleset: str, lang: str) -> Catalogue:
    """All kinds and ids of one language; a plain sentence is a thing without a name."""
    merged: dict[str, dict[str, Forms]] = {}
    for path in _files(ruleset, f"{lang}.json"):
        written = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str | dict[str, str]]])
        for kind, entries in written.items():
            forms = {
                key: {"text": entry} if isinstance(entry, str) else entry for key, entry in entries.items()
            }
            merged[kind] = _added(merged.get(kind, {}), forms)
    return merged


@cache
def _rows(ruleset: str) -> Rows:
    merged: dict[str, dict[str, Mapping[str, Any]]] = {}
    for path in _files(ruleset, "rows.json"):
        written = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, dict[str, Any]]])
        for kind, rows in written.items():
            merged[kind] = _added(merged.get(kind, {}), rows)
    return merged


def _added(known: Mapping[str, T], more: Mapping[str, T]) -> dict[str, T]:
    """What is known comes first and is not replaced: a game's own words win over those of every game."""
    return {**known, **more, **known}


def _files(ruleset: str, file_name: str) -> Iterator[Path]:
    """The files of this name in the folders of the ruleset, then in those of every game."""
    rules = RULESETS.get(ruleset)
    names = [COMMON] if rules is None else [rules.texts, COMMON]
    for folder in (FOLDER / name for name in names):
        for each in sorted((folder, *folder.parent.glob(f"{folder.name}-*"))):
            if (each / file_name).is_file():
                yield each / file_name
