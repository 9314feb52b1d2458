"""What players read, in four languages: names and texts of things, and sentences with placeholders.

A ruleset names the folder of its texts. That folder and its neighbours `<folder>-<topic>` come first, then
`texts/common*/`, which every game has. Each folder has a `<language>.json` with `{kind: {id: sentence}}` or
`{kind: {id: {"name": …, "text": …}}}`, and further forms of a word where a sentence needs them. Things that
differ only in details share a template: `rows.json` has `{kind: {id: {"template": …, details}}}`, and the
templates are a kind of their own.

Placeholders:
* `{n}`: the detail itself. Several values are separated by commas, or by semicolons if one contains a comma.
* `{n:turn|turns}`: the word for one or for any other number; of several values, their number counts.
* `{id:@kind}`: the name of the thing with that id; `{id:@kind.form}`: another form of it, or a detail of its
  row. Quotation marks may surround it: `{id:“@kind”}`.
* `{ids:and}`, `{ids:or @kind}`: a list that ends with “and” or “or”.
* `{ids:#kind}`: how many there are of each, in the forms `one` and `other` of the thing;
  `{ids:#kind.accusative}` takes the forms `accusative_one` and `accusative_other`.

A message may have variants for a rule or a detail, `<code>/<rule>` or `<code>/<detail>` (see `variant`).

`one` and `other` are plural categories of CLDR. `missing_forms` finds every form that a sentence asks for and
that no file has; a test keeps it empty.
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
from schema.accept import weights

LANGUAGES: Final = ("en", "de", "nl", "fr")
FALLBACK: Final = "en"
FOLDER: Final = Path(__file__).with_suffix("")
COMMON: Final = "common"
"""The folder of the texts that every game has."""
CLIENT_TEXTS: Final = "web"
"""The folder of what the web client says itself; `web-<ruleset>` has what its drawings of a game say."""
TEMPLATE: Final = "template"
NO_DETAILS: Final[Mapping[str, object]] = {}

T = TypeVar("T")
Forms: TypeAlias = Mapping[str, str]
Catalogue: TypeAlias = Mapping[str, Mapping[str, Forms]]
Rows: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Any]]]

_CONJUNCTION: Final = re.compile(r"(and|or)(?: |$)")
_NAMED: Final = re.compile(r"([^@|\w]*)@(\w+)(?:\.(\w+))?([^|\w]*)")
_COUNTED: Final = re.compile(r"#(\w+)(?:\.(\w+))?")
_CATEGORIES: Final = ("one", "other")
_ONE: Final = {"en": (1,), "de": (1,), "nl": (1,), "fr": (0, 1)}
"""CLDR's plural category `one` by language. All other whole numbers are `other`, as are French millions, for
which CLDR has a category that our sentences do not need."""
_QUOTES: Final = {
    "en": ("“", "”", "‘", "’"),
    "de": ("„", "“", "‚", "‘"),
    "nl": ("‘", "’", "“", "”"),
    "fr": ("«\u00a0", "\u00a0»", "“", "”"),
}
"""Quotation marks, and those used inside them."""


class Text(msgspec.Struct, frozen=True):
    """The name of a thing, and what it does."""

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
    """The ids of a kind that have a text."""
    written = _catalogue(ruleset, FALLBACK).get(kind, {})
    return tuple(dict.fromkeys((*_rows(ruleset).get(kind, {}), *written)))


def codes(ruleset: str, kind: str) -> tuple[str, ...]:
    """The ids of a kind without the variants `<id>/<variant>` that some of them have."""
    return tuple(key for key in keys(ruleset, kind) if "/" not in key)


def variant(ruleset: str, kind: str, key: str, /, rule: str | None, details: Mapping[str, object]) -> str:
    """The most specific sentence about a message whose placeholders the details can fill.

    It is the one for the rule, or else for any rule; of these, the one for a detail that is given, the first
    detail first: `<key>/<rule>/<detail>`, `<key>/<rule>`, `<key>/<detail>`, `<key>`.
    """
    known = keys(ruleset, kind)
    for start in (f"{key}/{rule}", key):
        for each in (*(f"{start}/{detail}" for detail in details), start):
            if each in known and placeholders(ruleset, FALLBACK, kind, each) <= details.keys():
                return each
    return key


def placeholders(ruleset: str, lang: str, kind: str, key: str) -> frozenset[str]:
    """The details that a message asks for."""
    pattern = _forms(ruleset, lang, kind, key).get("text", "")
    return frozenset(field for _, field, _, _ in Formatter().parse(pattern) if field)


def missing_forms(ruleset: str, lang: str) -> list[str]:
    """Every form that a text in this language refers to but that is not defined, as `kind/id.form`."""
    written = _catalogue(ruleset, lang)
    patterns = (
        pattern for things in written.values() for forms in things.values() for pattern in forms.values()
    )
    asked = sorted({form for pattern in patterns for form in _asked_forms(pattern)})
    return [
        f"{kind}/{key}.{form}"
        for kind, form in asked
        for key in keys(ruleset, kind) or ("*",)
        if not _has_form(ruleset, lang, kind, key, form)
    ]


def negotiate(accept_language: str, lang: str | None = None) -> str:
    """The language to answer in: the requested one, else the best of an Accept-Language header.

    If we do not have the requested language, the header decides.
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
    """The best quality of each language, in the order of the header."""
    found: dict[str, float] = {}
    for tag, weight in weights(accept_language).items():
        language = _primary(tag)
        found[language] = max(found.get(language, 0.0), weight)
    return found


def _primary(tag: str) -> str:
    return re.split("[-_]", tag.strip().lower())[0]


class _Filler(Formatter):
    """Fills placeholders. A missing detail is shown as a question mark: a sentence must never fail."""

    def __init__(self, ruleset: str, lang: str, details: Mapping[str, object]) -> None:
        self.ruleset = ruleset
        self.lang = lang
        self.details = details

    def get_value(self, key: int | str, _args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "?")

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        try:
            return super().get_field(field_name, args, kwargs)
        except AttributeError:
            return "?", field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        several = isinstance(value, (list, tuple))
        if counted := _COUNTED.fullmatch(format_spec):
            return self._counted(Counter(value), *counted.groups())
        if "|" in format_spec:
            words = dict(zip(_CATEGORIES, format_spec.split("|"), strict=True))
            return words[_category(self.lang, len(value) if several else value)]
        conjunction = _CONJUNCTION.match(format_spec)
        spec = format_spec[conjunction.end() :] if conjunction else format_spec
        if several:
            written = [self.format_field(each, spec) for each in value]
            return self._listed(written, conjunction and conjunction[1])
        if named := _NAMED.fullmatch(spec):
            before, kind, form, after = named.groups()
            return before + self._form(kind, value, form or "name") + after
        return str(value)

    def _counted(self, counts: Mapping[Any, int], kind: str, case: str | None) -> str:
        """“2 roots, 1 herb and 3 gold”, or “nothing”."""
        if not counts:
            return self._form("word", "nothing", "text")
        prefix = f"{case}_" if case else ""
        counted = [
            f"{n} {self._form(kind, id_, prefix + _category(self.lang, n))}" for id_, n in counts.items()
        ]
        return self._listed(counted, "and")

    def _listed(self, written: Sequence[str], conjunction: str | None) -> str:
        """“Red, Green and Violet” with a conjunction, “red, green, violet” without."""
        comma = ", "
        if any("," in each for each in written):
            comma = "\u00a0; " if self.lang == "fr" else "; "
        if conjunction is None or len(written) < 2:
            return comma.join(written)
        *most, last = written
        return f"{comma.join(most)} {self._form('word', conjunction, 'text')} {last}"

    def _form(self, kind: str, key: object, form: str) -> str:
        """A form of another thing, whose placeholders may take the details of this sentence too."""
        return _form(self.ruleset, self.lang, kind, str(key), form=form, around=self.details)


def _category(lang: str, n: object) -> str:
    """The plural category of a whole number."""
    return "one" if n in _ONE.get(lang, _ONE[FALLBACK]) else "other"


def _asked_forms(pattern: str) -> Iterator[tuple[str, str]]:
    """The kinds and forms that the placeholders of a pattern name."""
    for _, _, spec, _ in Formatter().parse(pattern):
        rest = spec or ""
        if counted := _COUNTED.fullmatch(rest):
            kind, case = counted.groups()
            yield from ((kind, f"{case}_{category}" if case else category) for category in _CATEGORIES)
        elif "|" not in rest:
            if conjunction := _CONJUNCTION.match(rest):
                yield "word", "text"
                rest = rest[conjunction.end() :]
            if named := _NAMED.fullmatch(rest):
                yield named[2], named[3] or "name"


def _has_form(ruleset: str, lang: str, kind: str, key: str, form: str) -> bool:
    row = _rows(ruleset).get(kind, {}).get(key, NO_DETAILS)
    written = (TEMPLATE, str(row[TEMPLATE])) if row else (kind, key)
    return form in row or form in _catalogue(ruleset, lang).get(written[0], {}).get(written[1], {})


def _form(
    ruleset: str,
    lang: str,
    kind: str,
    key: str,
    *,
    form: str,
    details: Mapping[str, object] = NO_DETAILS,
    around: Mapping[str, object] = NO_DETAILS,
) -> str:
    """A form of a thing with its placeholders filled; without a text, the id.

    Placeholders take the details, else those of the thing's row, else those of the surrounding sentence.
    """
    row = _rows(ruleset).get(kind, {}).get(key, NO_DETAILS)
    pattern = _forms(ruleset, lang, kind, key).get(form)
    if pattern is None:
        return str(row.get(form, key))
    known = {**around, **row, **details}
    return _Filler(ruleset, lang, known).vformat(pattern, (), known)


def _forms(ruleset: str, lang: str, kind: str, key: str) -> Forms:
    """The forms of a thing in this language, else in English."""
    row = _rows(ruleset).get(kind, {}).get(key)
    if row is not None:
        kind, key = TEMPLATE, row[TEMPLATE]
    for language in (lang, FALLBACK):
        if forms := _catalogue(ruleset, language).get(kind, {}).get(key):
            return forms
    return {}


def _sentence(lang: str, filled: str) -> str:
    """Capitalise the first letter, and use inner quotation marks inside quotation marks."""
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
    """All kinds and ids of one language; a plain sentence is a thing that has only a text."""
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
    """Add new entries only: a game's own words take precedence over the common ones."""
    return {**known, **more, **known}


def _files(ruleset: str, file_name: str) -> Iterator[Path]:
    """The files of this name in the folders of the ruleset, then in those of every game."""
    rules = RULESETS.get(ruleset)
    names = [COMMON] if rules is None else [rules.texts, COMMON]
    for folder in (FOLDER / name for name in names):
        for each in sorted((folder, *folder.parent.glob(f"{folder.name}-*"))):
            if (each / file_name).is_file():
                yield each / file_name
