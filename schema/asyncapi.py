"""The AsyncAPI document: what the streams and the webhooks send, made of the structs that are sent.

`python -m schema.asyncapi > schema/asyncapi.json` writes the copy that a test keeps equal to it.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta, Struct

from schema.answers import EntryAnswer, OwnGameAnswer, PlanNews, VersionAnswer
from schema.json_schema import Schema, json_schemas
from schema.ports import Notice
from schema.webhooks import WebhookMessage

JSON: Final = "application/json"
_ID: Final = "^{}_[0-7][0-9abcdefghjkmnpqrstvwxyz]{{25}}$"
_STREAMS: Final = "Server-sent events (text/event-stream) over HTTP. "
_KEEP_ALIVE: Final = (
    "The first line is `retry: 2000`. On a quiet stream a comment, `: still here`, comes every 15 seconds. "
)


class DroppedAnswer(Struct, frozen=True):
    """Why a stream ended before its time; whoever is `too_slow` may come back."""

    code: Annotated[str, Meta(examples=["too_slow", "token_invalid", "banned"])]


@dataclass(frozen=True, kw_only=True)
class _Message:
    """A message of a channel: the type of its body, and its headers or the other fields of its event."""

    name: str
    title: str
    summary: str
    type: Any
    headers: Schema


@dataclass(frozen=True, kw_only=True)
class _Channel:
    """Where messages come from, and how to ask for them."""

    name: str
    address: str | None
    title: str
    description: str
    method: str
    messages: Sequence[_Message]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    query: Schema | None = None


def document() -> dict[str, Any]:
    """AsyncAPI 3.0, from our side: we send."""
    channels = (_game_stream(), _own_stream(), _webhook())
    messages = [message for channel in channels for message in channel.messages]
    made = json_schemas([], [message.type for message in messages])
    bodies = {message.name: body for message, body in zip(messages, made.outputs)}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Emberlog: streams and webhooks",
            "version": version("emberlog"),
            "description": (
                "What is sent without being asked for each time. Everything else is in `/openapi.json`. "
                "A game's version is its cursor everywhere: the `id` of an event, the `sequence` of a "
                "webhook, "
                "the `ETag` of an answer."
            ),
        },
        "defaultContentType": JSON,
        "servers": {
            "emberlog": {
                "host": "{host}",
                "protocol": "https",
                "description": "Where this document comes from.",
                "variables": {"host": {"default": "localhost:8000"}},
                "security": [{"$ref": "#/components/securitySchemes/token"}],
            }
        },
        "channels": {channel.name: _channel(channel) for channel in channels},
        "operations": {f"send_{channel.name}": _operation(channel) for channel in channels},
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token with the scope `read`; a browser shows a ticket instead.",
                }
            },
            "messages": {message.name: _message(message, bodies[message.name]) for message in messages},
            "schemas": dict(_reached(bodies.values(), made.components)),
        },
    }


def encoded(made: Mapping[str, Any]) -> bytes:
    """The document as it is served and kept."""
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


def _game_stream() -> _Channel:
    cursor = {"type": "string", "pattern": "^[1-9][0-9]*$", "description": "The version to resume from."}
    return _Channel(
        name="game",
        address="/v1/games/{game_id}/stream",
        title="A game, entry by entry",
        description=_STREAMS
        + _KEEP_ALIVE
        + (
            "First all entries after `Last-Event-ID` (or the query's `after`), then each new one, as "
            "the caller may "
            "know it; without a token, as a spectator. Entries come in order, each once."
        ),
        method="GET",
        parameters={"game_id": {"description": "The game's id, such as `g_01k…`."}},
        query={
            "type": "object",
            "properties": {
                "after": {"type": "integer", "minimum": 0, "default": 0},
                "patch": {"type": "boolean", "default": False},
                "text": {"type": "boolean", "default": False},
                "lang": {"type": "string"},
                "ticket": {
                    "type": "string",
                    "description": "In place of a token, from `POST /v1/me/tickets`.",
                },
            },
        },
        messages=(
            _Message(
                name="entry",
                title="Something happened",
                summary="One accepted command and what came of it. The event has no name.",
                type=EntryAnswer,
                headers=_fields(id=cursor),
            ),
            _Message(
                name="reset",
                title="Start over",
                summary="The log has lost what the reader saw last; from here on it follows this version.",
                type=VersionAnswer,
                headers=_fields("reset", id=cursor),
            ),
            _Message(
                name="end",
                title="The end",
                summary="The game is over and nothing follows; do not come back.",
                type=VersionAnswer,
                headers=_fields("end"),
            ),
            _dropped("game_dropped"),
        ),
    )


def _own_stream() -> _Channel:
    notices = {
        Notice.INVITED: "A place in a lobby is kept for the caller.",
        Notice.NONCE_DUE: "The lobby is closed, and the caller must reveal a nonce before the game starts.",
        Notice.STARTED: "A game has begun.",
        Notice.TURN_DUE: "It is the caller's turn.",
        Notice.FINISHED: "A game is over, and scored.",
        Notice.CANCELLED: "A game is called off in the lobby, or was aborted by all who played.",
    }
    return _Channel(
        name="own_games",
        address="/v1/me/stream",
        title="All games of the caller",
        description=_STREAMS
        + _KEEP_ALIVE
        + "First where all unfinished games stand, then news of any. No cursor: "
        "whoever comes back is told anew where the games stand.",
        method="GET",
        query={"type": "object", "properties": {"lang": {"type": "string"}, "ticket": {"type": "string"}}},
        messages=(
            _Message(
                name="games",
                title="Where the games stand",
                summary="All unfinished games of the caller, at the beginning.",
                type=tuple[OwnGameAnswer, ...],
                headers=_fields("games"),
            ),
            *(
                _Message(
                    name=notice.value,
                    title=summary.rstrip("."),
                    summary=summary,
                    type=OwnGameAnswer,
                    headers=_fields(notice.value),
                )
                for notice, summary in notices.items()
            ),
            _Message(
                name=Notice.PLAN_DROPPED.value,
                title="A plan was dropped",
                summary="A move that the caller had left to be played is refused, and the rest is dropped.",
                type=PlanNews,
                headers=_fields(Notice.PLAN_DROPPED.value),
            ),
            _dropped("own_games_dropped"),
        ),
    )


def _webhook() -> _Channel:
    kinds = get_args(WebhookMessage)
    return _Channel(
        name="webhook",
        address=None,
        title="The URL of a webhook",
        description=(
            "A POST in the Standard Webhooks format to the `url` that `POST /v1/webhooks` was given. "
            "Any 2xx takes the "
            "message; 410 switches the webhook off; anything else, or no answer in time, is tried "
            "again for 24 hours. "
            "Messages of a webhook come in order, at least once, one at a time: the same `webhook-id` "
            "is the same "
            "message. Redirects are not followed."
        ),
        method="POST",
        messages=[_webhook_message(kind) for kind in kinds],
    )


def _webhook_message(kind: type[Struct]) -> _Message:
    tag = str(kind.__struct_config__.tag)
    summary = (kind.__doc__ or "").strip()
    return _Message(name=f"webhook.{tag}", title=tag, summary=summary, type=kind, headers=_signed())


def _signed() -> Schema:
    """The headers of Standard Webhooks."""
    return {
        "type": "object",
        "required": ["webhook-id", "webhook-timestamp", "webhook-signature"],
        "properties": {
            "webhook-id": {
                "type": "string",
                "pattern": _ID.format("d"),
                "description": "The message; the same in every attempt.",
            },
            "webhook-timestamp": {
                "type": "string",
                "pattern": "^[0-9]+$",
                "description": "When this attempt was made, in seconds since 1970.",
            },
            "webhook-signature": {
                "type": "string",
                "pattern": "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$",
                "description": (
                    "`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook- "
                    "timestamp}.{body}` with the secret "
                    "(the base64 after `whsec_`, decoded). For 24 hours after a rotation there are two."
                ),
            },
        },
    }


def _fields(name: str | None = None, **fields: Schema) -> Schema:
    """The fields of a server-sent event beside its data."""
    named = {} if name is None else {"event": {"type": "string", "const": name}}
    properties = {**named, **fields}
    return {"type": "object", "required": list(properties), "properties": properties}


def _dropped(name: str) -> _Message:
    return _Message(
        name=name,
        title="Dropped",
        summary="The stream ends before its time: the reader is too slow, or its token is good no longer.",
        type=DroppedAnswer,
        headers=_fields("dropped"),
    )


def _channel(channel: _Channel) -> dict[str, Any]:
    made: dict[str, Any] = {
        "address": channel.address,
        "title": channel.title,
        "description": channel.description,
        "messages": {
            message.name: {"$ref": f"#/components/messages/{message.name}"} for message in channel.messages
        },
    }
    if channel.parameters:
        made["parameters"] = dict(channel.parameters)
    if channel.address is not None:
        made["servers"] = [{"$ref": "#/servers/emberlog"}]
    return made


def _operation(channel: _Channel) -> dict[str, Any]:
    binding: dict[str, Any] = {"method": channel.method, "bindingVersion": "0.3.0"}
    if channel.query is not None:
        binding["query"] = channel.query
    return {
        "action": "send",
        "channel": {"$ref": f"#/channels/{channel.name}"},
        "title": channel.title,
        "messages": [
            {"$ref": f"#/channels/{channel.name}/messages/{message.name}"} for message in channel.messages
        ],
        "bindings": {"http": binding},
    }


def _message(message: _Message, body: Schema) -> dict[str, Any]:
    return {
        "name": message.name,
        "title": message.title,
        "summary": message.summary,
        "contentType": JSON,
        "headers": message.headers,
        "payload": _plain(body),
    }


def _reached(bodies: Any, components: Mapping[str, Schema]) -> Iterator[tuple[str, Schema]]:
    """The schemas that the bodies refer to, and those that these refer to."""
    seen: set[str] = set()
    waiting = list(bodies)
    while waiting:
        for name in _names(waiting.pop()):
            if name not in seen:
                seen.add(name)
                waiting.append(components[name])
    return ((name, _plain(components[name])) for name in sorted(seen))


def _names(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].rpartition("/")[2]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _names(inner)


def _plain(part: Any) -> Any:
    """JSON Schema as AsyncAPI has it, draft 7: tuples under another name, and tags speak for themselves."""
    if isinstance(part, list):
        return [_plain(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    made = {key: _plain(value) for key, value in part.items() if key != "discriminator"}
    if "prefixItems" in made:
        made["additionalItems"] = made.pop("items", True)
        made["items"] = made.pop("prefixItems")
    return made


if __name__ == "__main__":
    sys.stdout.buffer.write(encoded(document()))
