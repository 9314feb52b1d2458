"""The API's description of a ruleset: player counts, options, moves, and all components with their texts."""

from collections.abc import Iterator
from functools import cache
from types import GenericAlias
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from domain.games import RULESETS
from domain.kernel.catalogue import Mode
from domain.kernel.layout import Layout
from domain.kernel.modes import default_mode
from domain.kernel.ruleset import Ruleset
from schema.components import component_type, kinds_of
from schema.entries import REF
from schema.option_values import OptionValues, option_values
from schema.texts import Text, texts

_MOVES, _FIELDS, _OPTIONS = "command", "parameter", "option"

AnyRuleset: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": f"{REF}Ruleset"})]
AnyOptionValue: TypeAlias = Annotated[
    Any, Meta(extra_json_schema={"type": ["string", "integer", "boolean", "null"]})
]


class RulesetRow(Struct, frozen=True):
    """A ruleset in the list of rulesets."""

    name: str
    rules: str
    title: str
    text: str
    players: tuple[int, ...]


class OptionAnswer(Struct, frozen=True):
    """An option, its default, the values it takes, and whether null is one of them.

    `schema` is the JSON Schema of its values.
    """

    id: str
    name: str
    text: str
    default: AnyOptionValue
    schema: dict[str, Any]
    takes: OptionValues
    nullable: bool


class WordAnswer(Struct, frozen=True):
    """A term, its name and its explanation."""

    kind: str
    id: str
    name: str
    text: str


class MoveAnswer(Struct, frozen=True):
    """A kind of move and the fields it can ask for."""

    type: str
    name: str
    text: str
    fields: tuple[WordAnswer, ...]


class RulesetAnswer(Struct, frozen=True):
    """A ruleset with all its components, the facts printed on its boards, and all other terms.

    Components and printed facts have the types of their game. `modes` lists which options and numbers of
    players can be combined. `choice` is the JSON Schema of what players choose in the lobby, null if there is
    nothing to choose. `layouts` say where to draw the boards; they replace all spots.
    """

    name: str
    rules: str
    title: str
    text: str
    players: tuple[int, ...]
    bots: tuple[str, ...]
    automas: tuple[str, ...]
    options: tuple[OptionAnswer, ...]
    moves: tuple[MoveAnswer, ...]
    components: tuple[Any, ...]
    printed: Any
    words: tuple[WordAnswer, ...]
    modes: tuple[Mode, ...]
    default_mode: str
    choice: dict[str, Any] | None
    layouts: tuple[Layout, ...]


def ruleset_type(rules: Ruleset) -> type[Struct]:
    """The type of a game's description, with the types of its components and printed facts."""
    own: dict[str, Any] = {
        "components": GenericAlias(tuple, (component_type(rules), ...)),
        "printed": type(rules.catalogue.printed),
    }
    return msgspec.defstruct(
        "Ruleset",
        [
            (field.name, own.get(field.name, field.type))
            for field in msgspec.structs.fields(RulesetAnswer)
            if field.name != "name"
        ],
        module=type(rules).__module__,
        namespace={"__doc__": RulesetAnswer.__doc__},
        frozen=True,
        tag_field="name",
        tag=rules.name,
    )


def rulesets(lang: str) -> tuple[RulesetRow, ...]:
    """All rulesets, in one language."""
    return tuple(
        RulesetRow(rules.name, rules.rules, *_about(rules, lang), rules.catalogue.players)
        for rules in RULESETS.values()
    )


@cache
def ruleset(name: str, lang: str) -> RulesetAnswer:
    """One ruleset, in one language."""
    rules = RULESETS[name]
    catalogue = rules.catalogue
    return RulesetAnswer(
        rules.name,
        rules.rules,
        *_about(rules, lang),
        players=catalogue.players,
        bots=tuple(rules.bots),
        automas=rules.automas,
        options=tuple(_options(rules, lang)),
        moves=tuple(_moves(rules, lang)),
        components=tuple(_components(rules, lang)),
        printed=catalogue.printed,
        words=tuple(_words(rules, lang)),
        modes=catalogue.modes,
        default_mode=default_mode(rules),
        choice=None if rules.choice_type is None else msgspec.json.schema(rules.choice_type),
        layouts=catalogue.layouts,
    )


def _about(rules: Ruleset, lang: str) -> tuple[str, str]:
    about = _text(rules, lang, "game", rules.name)
    return about.name, about.text


def _options(rules: Ruleset, lang: str) -> Iterator[OptionAnswer]:
    for field in msgspec.structs.fields(rules.options):
        about = _text(rules, lang, _OPTIONS, field.name)
        schema = msgspec.json.schema(field.type)
        default = None if field.default is msgspec.UNSET else msgspec.to_builtins(field.default)
        yield OptionAnswer(field.name, about.name, about.text, default, schema, *option_values(field.type))


def _moves(rules: Ruleset, lang: str) -> Iterator[MoveAnswer]:
    for kind in rules.move_types:
        tag = str(kind.__struct_config__.tag)
        about = _text(rules, lang, _MOVES, tag)
        fields = tuple(
            _word(_FIELDS, name, _text(rules, lang, _FIELDS, name)) for name in kind.__struct_fields__
        )
        yield MoveAnswer(tag, about.name, about.text, fields)


def _components(rules: Ruleset, lang: str) -> Iterator[Struct]:
    for component in rules.catalogue.components:
        about = _text(rules, lang, component.kind, component.id)
        yield kinds_of(rules)[component.kind].component(component, about.name, about.text)


def _words(rules: Ruleset, lang: str) -> Iterator[WordAnswer]:
    """Everything that has a text and is not a component, move or option."""
    listed_elsewhere = {
        _MOVES,
        _FIELDS,
        _OPTIONS,
        "game",
        *(component.kind for component in rules.catalogue.components),
    }
    for kind, entries in texts(rules.name, lang).items():
        if kind not in listed_elsewhere:
            yield from (_word(kind, key, about) for key, about in entries.items())


def _word(kind: str, key: str, about: Text) -> WordAnswer:
    return WordAnswer(kind, key, about.name, about.text)


def _text(rules: Ruleset, lang: str, kind: str, key: str) -> Text:
    return texts(rules.name, lang).get(kind, {}).get(key) or Text(key, "")
