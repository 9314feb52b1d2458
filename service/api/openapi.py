"""The OpenAPI document. What all calls share is defined here; the routes define the rest."""

import json
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any, Final

from starlette.routing import BaseRoute

from domain.games import RULESETS
from domain.kernel.errors import WrongStatus
from schema.json_schema import Schema
from schema.openapi import Call, Failure, Frame, document
from service import errors
from service.api import examples
from service.api.http.authentication import COUNTED
from service.api.problems import Known, Problem, kind_of, problem_of
from service.api.routes.resource import ApiResource, Operation
from service.store.ids import ALPHABET, LENGTH

_SAMPLES: Final[tuple[Known, ...]] = (
    errors.malformed("query", "$.first", "too_large", most=100),
    errors.NotAuthenticated(),
    errors.NotAuthenticated("token_invalid"),
    errors.Forbidden("scope_missing", scope="play"),
    errors.NotFound(kind="game"),
    errors.NotAcceptable(offers=("application/json",)),
    WrongStatus("lobby_full", places=2),
    errors.Gone("feed_rebuilt"),
    errors.VersionConflict(version=7, since=6),
    errors.TooLarge(limit=65_536),
    errors.UnsupportedMediaType(),
    errors.IdempotencyKeyReused(),
    errors.TooMany(retry_after=1),
    errors.Unavailable(),
)
"""A sample error for each status."""

_KINDS: Final = {
    "game_id": ("g", "A game."),
    "player_id": ("p", "A player."),
    "token_id": ("t", "A token."),
    "webhook_id": ("w", "A webhook."),
    "delivery_id": ("d", "A delivery."),
}
_EVERYWHERE: Final = (400, 406, 413, 503)


def openapi(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """The OpenAPI document of these routes."""
    parameters: dict[str, tuple[str, Schema]] = {
        name: (meaning, {"type": "string", "pattern": f"^{kind}_[0-7][{ALPHABET}]{{{LENGTH - 1}}}$"})
        for name, (kind, meaning) in _KINDS.items()
    }
    parameters["place"] = (
        "A place in the lobby, from 0 on.",
        {"type": "integer", "minimum": 0, "maximum": 7},
    )
    parameters["ruleset"] = ("The name of a ruleset.", {"type": "string", "examples": list(RULESETS)})
    frame = Frame(
        version=version("emberlog"), problem=Problem, failures=failures(), path_parameters=parameters
    )
    return document(list(_calls(routes)), frame)


def failures() -> dict[int, Failure]:
    """The error responses, by status."""
    made: dict[int, Failure] = {}
    for sample in (*_SAMPLES, examples.refusal()):
        kind = kind_of(sample)
        known = made.get(kind.status)
        shown = {**(known.examples if known else {}), sample.code: problem_of(sample)}
        headers = tuple(name for name in kind.headers(sample) if name != "Connection")
        title = known.title if known else kind.title
        made[kind.status] = Failure(title=title, examples=shown, headers=headers)
    return made


def statuses(path: str, method: str, operation: Operation) -> frozenset[int]:
    """Every error status: those of any call, those of this kind of call, and its own."""
    sorts = {
        304: operation.has_tag and method == "GET",
        401: path.startswith(COUNTED),
        403: operation.scope is not None,
        404: "{" in path,
        412: operation.takes_version,
        415: method in {"POST", "PUT", "PATCH"} or operation.takes_key,
        422: operation.takes_key,
        429: path.startswith(COUNTED),
    }
    return frozenset(
        {*_EVERYWHERE, *operation.refusals, *(status for status, is_so in sorts.items() if is_so)}
    )


def _calls(routes: Sequence[BaseRoute]) -> Iterator[Call]:
    for route in routes:
        if not isinstance(route, ApiResource):
            continue
        for method, operation in route.operations.items():
            if operation.documented():
                yield Call(
                    method=method,
                    path=route.path,
                    operation=operation,
                    statuses=tuple(sorted(statuses(route.path, method, operation))),
                    is_counted=route.path.startswith(COUNTED),
                )


if __name__ == "__main__":
    from service.api.routes import ROUTES

    sys.stdout.write(json.dumps(openapi(ROUTES), indent=1, ensure_ascii=False) + "\n")
