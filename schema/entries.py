"""Moves, events, options, views and entries of every ruleset, under the names that the documents give them.

Answers hold them as plain values; the annotations here tell the documents what those are.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias, cast

from msgspec import Meta

from domain.kernel.codec import codec
from domain.kernel.entry import Entry
from domain.kernel.ruleset import Ruleset

REF: Final = "#/components/schemas/"

_KINDS: Final = {
    "View": "A game as its reader may see it, by ruleset.",
    "Options": "What was chosen when the game was opened, by ruleset.",
    "Move": "A move by ruleset; a field left out is asked for under its name, null declines an optional one.",
    "Event": "Something that happened in a game, by ruleset; what the reader may not know is null.",
    "Entry": "An entry of a log, by ruleset: one accepted command and the events that it caused.",
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
"""The numbers and names of a refusal, for the sentence and for programs."""
Moment: TypeAlias = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A time as it is written down, RFC 3339 in UTC."""


def prefix_of(rules: Ruleset) -> str:
    """The prefix of a game's types: `night_market` has `NightMarket`."""
    return "".join(word.capitalize() for word in rules.name.split("_"))


def choices(games: Sequence[Ruleset]) -> dict[str, type]:
    """What players choose in the lobby, by ruleset; most rulesets have nothing to choose."""
    return {rules.name: rules.choice_type for rules in games if rules.choice_type is not None}


def by_ruleset(games: Sequence[Ruleset]) -> Iterator[tuple[str, Any]]:
    """What each ruleset has of its own: the name in the documents and the type."""
    for rules in games:
        for kind, type_ in _types(rules).items():
            yield prefix_of(rules) + kind, type_


def sent(games: Sequence[Ruleset]) -> Iterator[Any]:
    """The types among these that clients send to us."""
    yield from (_types(rules)[kind] for rules in games for kind in _SENT)
    yield from choices(games).values()


def unions(games: Sequence[Ruleset]) -> dict[str, dict[str, Any]]:
    """The schemas that the annotations refer to: what any of the games may have.

    Games may share a tag, and even a whole move, so a value may match several of them.
    """
    return {
        _NAMES.get(kind, kind): {
            "description": description,
            **either([{"$ref": f"{REF}{prefix}{kind}"} for prefix in map(prefix_of, games)]),
        }
        for kind, description in _KINDS.items()
    }


def either(options: list[dict[str, Any]]) -> dict[str, Any]:
    """The schema of a value that is one of these."""
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
