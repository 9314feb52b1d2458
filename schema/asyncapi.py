"""The AsyncAPI document: the messages of streams and webhooks, generated from their structs.

`python -m schema.asyncapi > schema/asyncapi.json` writes the snapshot; a test compares it with the code.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta, Struct

from schema.answers import EntryAnswer, OwnGameAnswer, OwnPlanAnswer, VersionAnswer
from schema.json_schema import Schema, json_schemas
from schema.ports import Notice
from schema.webhooks import WebhookMessage

JSON: Final = "application/json"
_ID: Final = "^{}_[0-7][0-9abcdefghjkmnpqrstvwxyz]{{25}}$"
_STREAMS: Final = "Server-sent events (text/event-stream) over HTTP. "
_KEEP_ALIVE: Final = (
    "The first line is `retry: 2000`. "
    "On a quiet stream, the server sends the comment `: still here` every 15 seconds. "
)


class DroppedAnswer(Struct, frozen=True):
    """Why the server closed the stream early; after `too_slow` the client may reconnect."""

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
    """A source of messages, and how to subscribe to it."""

    name: str
    address: str | None
    title: str
    description: str
    method: str
    messages: Sequence[_Message]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    query: Schema | None = None


def document() -> dict[str, Any]:
    """The AsyncAPI 3.0 document, from the server's point of view: it sends."""
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
                "Everything that the server pushes. Everything else is in `/openapi.json`. "
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
                "description": "The server of this document.",
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
                    "description": "A token with the scope `read`. Browsers use a ticket instead.",
                }
            },
            "messages": {message.name: _message(message, bodies[message.name]) for message in messages},
            "schemas": dict(_reached(bodies.values(), made.components)),
        },
    }


def encoded(made: Mapping[str, Any]) -> bytes:
    """The document as it is served and stored."""
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


_FOLLOWING: Final[Mapping[str, Schema]] = {
    "after": {"type": "integer", "minimum": 0, "default": 0},
    "patch": {"type": "boolean", "default": False},
    "text": {"type": "boolean", "default": False},
    "lang": {"type": "string"},
    "ticket": {
        "type": "string",
        "description": "Instead of a token; get one from `POST /v1/me/tickets`.",
    },
}
"""The query parameters of a stream of entries."""


def _game_stream() -> _Channel:
    cursor = {"type": "string", "pattern": "^[1-9][0-9]*$", "description": "The version to resume from."}
    return _Channel(
        name="game",
        address="/v1/games/{game_id}/stream",
        title="A game, entry by entry",
        description=_STREAMS
        + _KEEP_ALIVE
        + (
            "All entries after `Last-Event-ID` (or the query parameter `after`), then each new one, as "
            "you may "
            "see it; without a token, as a spectator. Entries arrive in order, each once."
        ),
        method="GET",
        parameters={"game_id": {"description": "The game's id, such as `g_01k…`."}},
        query={
            "type": "object",
            "properties": _FOLLOWING,
        },
        messages=(
            _Message(
                name="entry",
                title="Something happened",
                summary="One accepted command and its events. The server-sent event has no name.",
                type=EntryAnswer,
                headers=_fields(id=cursor),
            ),
            _Message(
                name="reset",
                title="Start over",
                summary="A failure lost the entry that the reader saw last. Continue from this version.",
                type=VersionAnswer,
                headers=_fields("reset", id=cursor),
            ),
            _Message(
                name="end",
                title="The end",
                summary="The game is over and nothing follows. Do not reconnect.",
                type=VersionAnswer,
                headers=_fields("end"),
            ),
            _dropped("game_dropped"),
        ),
    )


def _own_stream() -> _Channel:
    notices = {
        Notice.INVITED: "You were invited to a game.",
        Notice.NONCE_DUE: "The lobby is closed, and you must reveal your nonce before the game starts.",
        Notice.STARTED: "A game has started.",
        Notice.TURN_DUE: "It is your turn.",
        Notice.FINISHED: "A game is over and scored.",
        Notice.CANCELLED: "A game was cancelled in the lobby, or aborted by its players.",
    }
    return _Channel(
        name="own_games",
        address="/v1/me/stream",
        title="All your games",
        description=_STREAMS
        + _KEEP_ALIVE
        + "The status of all your unfinished games, then news of each. They have no cursor: "
        "after a reconnect, the stream starts with the current status again. With `game`, it also carries "
        "the messages `entry`, `reset` and `end` of that game, as its own stream does; `Last-Event-ID` (or "
        "`after`) resumes them.",
        method="GET",
        query={
            "type": "object",
            "properties": {
                "game": {"type": "string", "description": "Also stream the entries of this game."},
                **_FOLLOWING,
            },
        },
        messages=(
            _Message(
                name="games",
                title="Status of your games",
                summary="All your unfinished games, sent first.",
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
                summary="One of your queued moves was rejected, and the rest of the plan was dropped.",
                type=OwnPlanAnswer,
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
            "A POST in the Standard Webhooks format to the `url` of the webhook. "
            "Any 2xx status accepts the "
            "message; 410 switches the webhook off; any other status, or a timeout, is "
            "retried for 24 hours. "
            "Messages of a webhook arrive in order, one at a time, at least once: the same `webhook-id` "
            "means the same "
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
                "description": "The id of the message, the same in every attempt.",
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
                    "`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-"
                    "timestamp}.{body}` with the secret "
                    "(the base64 after `whsec_`, decoded). For 24 hours after a rotation there are two."
                ),
            },
        },
    }


def _fields(name: str | None = None, **fields: Schema) -> Schema:
    """The fields of a server-sent event other than its data."""
    named = {} if name is None else {"event": {"type": "string", "const": name}}
    properties = {**named, **fields}
    return {"type": "object", "required": list(properties), "properties": properties}


def _dropped(name: str) -> _Message:
    return _Message(
        name=name,
        title="Dropped",
        summary="The server closes the stream: the reader is too slow, or its token is no longer valid.",
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
    """The schemas that the bodies refer to, directly or indirectly."""
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
    """JSON Schema in the draft 7 form of AsyncAPI: tuples have another key, and there is no discriminator."""
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
