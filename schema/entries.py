"""Moves, events, options, views and entries of every ruleset, under their names in the API documents.

Answers hold them as plain values; the annotations here give the documents their schemas.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias, cast

from msgspec import Meta

from domain.kernel.codec import codec
from domain.kernel.entry import Entry
from domain.kernel.ruleset import Ruleset

REF: Final = "#/components/schemas/"

_KINDS: Final = {
    "View": "A game as you may see it, by ruleset.",
    "Options": "The options of a game, by ruleset.",
    "Move": "A move, by ruleset. The game asks for omitted fields next; null declines an optional one.",
    "Event": "An event of a game, by ruleset; values that you may not see are null.",
    "Entry": "An entry of a log, by ruleset: one accepted command and the events it caused.",
}
_SENT: Final = ("Options", "Move")
_NAMES: Final = {"View": "GameView", "Options": "GameOptions", "Entry": "LogEntry"}


def _referring(name: str, **more: Any) -> Meta:
    return Meta(extra_json_schema={"$ref": REF + name, **more})


AnyMove: TypeAlias = Annotated[Any, _referring("Move")]
AnyEvent: TypeAlias = Annotated[Any, _referring("Event")]
AnyOptions: TypeAlias = Annotated[Any, _referring("GameOptions")]
AnyChoice: TypeAlias = Annotated[Any, _referring("LobbyChoice")]
AnyEntry: TypeAlias = Annotated[Any, _referring("LogEntry")]
AnyView: TypeAlias = Annotated[
    Any, Meta(extra_json_schema={"anyOf": [{"$ref": f"{REF}GameView"}, {"type": "null"}]})
]
Details: TypeAlias = Annotated[
    Mapping[str, Any],
    Meta(
        extra_json_schema={
            "additionalProperties": {
                "type": ["integer", "string", "boolean", "null", "array"],
                "items": {"type": ["integer", "string"]},
            }
        }
    ),
]
"""The numbers and names of a refusal, for its message and for programs."""
Moment: TypeAlias = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A time in RFC 3339 format, in UTC."""


def prefix_of(rules: Ruleset) -> str:
    """The prefix of a game's types: `NightMarket` for `night_market`."""
    return "".join(word.capitalize() for word in rules.name.split("_"))


def choices(games: Sequence[Ruleset]) -> dict[str, type]:
    """The type of lobby choices of each ruleset that offers one."""
    return {rules.name: rules.choice_type for rules in games if rules.choice_type is not None}


def by_ruleset(games: Sequence[Ruleset]) -> Iterator[tuple[str, Any]]:
    """The types of each ruleset, with their names in the documents."""
    for rules in games:
        for kind, type_ in _types(rules).items():
            yield prefix_of(rules) + kind, type_


def sent(games: Sequence[Ruleset]) -> Iterator[Any]:
    """The types among these that clients send to the server."""
    yield from (_types(rules)[kind] for rules in games for kind in _SENT)
    yield from choices(games).values()


def unions(games: Sequence[Ruleset]) -> dict[str, dict[str, Any]]:
    """The schemas that the annotations refer to: unions over all games.

    Games may share a tag, or even a whole move, so a value may match several of them.
    """
    return {
        _NAMES.get(kind, kind): {
            "description": description,
            **either([{"$ref": f"{REF}{prefix}{kind}"} for prefix in map(prefix_of, games)]),
        }
        for kind, description in _KINDS.items()
    }


def either(options: list[dict[str, Any]]) -> dict[str, Any]:
    """The schema of a value that matches any of these."""
    return options[0] if len(options) == 1 else {"anyOf": options}


def _types(rules: Ruleset) -> dict[str, Any]:
    coder, entry = codec(rules), cast(Any, Entry)
    return {
        "View": rules.view_type,
        "Options": rules.options,
        "Move": coder.move_type,
        "Event": coder.event_type,
        "Command": coder.command_type,
        "Entry": entry[coder.command_type, coder.event_type],
    }
