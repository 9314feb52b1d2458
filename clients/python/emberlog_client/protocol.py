"""What both clients share: how requests are written, when they are repeated, and how streams are read."""

import hashlib
import random
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, cast
from urllib.parse import quote

import httpx

from emberlog_client.types import Game, OwnGame

OVER: Final = frozenset({"finished", "cancelled"})
"""The statuses of games that are over."""
NEWS: Final = frozenset({"invited", "started", "turn_due", "finished", "cancelled"})
"""The news about a player's own games; names that are added later are skipped."""
TIMEOUT: Final = httpx.Timeout(30, read=45)
"""A stream says something at least every 15 seconds."""
_BUSY: Final = frozenset({429, 503})
_LONGEST_PAUSE: Final = 8.0


class Problem(Exception):
    """A refusal: `code` is for programs, the sentence for people, `rule` names the rule that says no."""

    def __init__(self, status: int, told: Mapping[str, Any]) -> None:
        super().__init__(f"{told.get('detail', 'no problem+json')} ({status} {told.get('code')})")
        self.status = status
        self.code = str(told.get("code"))
        self.details: dict[str, Any] = told.get("details", {})
        self.rule: str | None = told.get("rule")


@dataclass
class Request:
    """A request that can be sent again as it is."""

    method: str
    path: str
    query: dict[str, Any]
    body: object
    headers: dict[str, str]
    tries: int
    tried: int = field(default=0, init=False)

    @property
    def parts(self) -> dict[str, Any]:
        """The arguments of httpx."""
        given = {"params": self.query, "headers": self.headers}
        return given if self.body is None else {**given, "json": self.body}

    @property
    def is_repeatable(self) -> bool:
        """Whether it takes effect only once, however often it is sent."""
        return (
            self.method in {"GET", "PUT", "DELETE"}
            or "Idempotency-Key" in self.headers
            or "dry_run" in self.query
        )

    def pause_after(self, failure: httpx.TransportError) -> float:
        """How long to wait before the next try; raises the failure if there is none."""
        self.tried += 1
        if self.tried >= self.tries or not self.is_repeatable:
            raise failure
        return _backoff(self.tried)

    def pause_or_none(self, answer: httpx.Response) -> float | None:
        """How long to wait before the next try; None if this is the answer. Raises Problem."""
        self.tried += 1
        if answer.status_code in _BUSY and self.tried < self.tries:
            return float(answer.headers.get("Retry-After", _backoff(self.tried)))
        check(answer)
        return None


def request(
    method: str,
    path: str,
    places: Mapping[str, str | int],
    *,
    query: Mapping[str, Any] | None = None,
    body: object = None,
    takes_key: bool = False,
    key: str | None = None,
    version: int | None = None,
    tries: int,
) -> Request:
    """The request of a call; it gets a new key if it takes one."""
    headers = {"Idempotency-Key": key or uuid.uuid4().hex} if takes_key else {}
    if version is not None:
        headers["If-Match"] = f'"{version}"'
    filled = path.format(**{name: quote(str(value), safe="") for name, value in places.items()})
    given = {name: _written(value) for name, value in (query or {}).items() if value is not None}
    return Request(method, filled, given, body, headers, tries)


def decoded(answer: httpx.Response) -> Any:
    """The JSON of an answer, None if it has no content."""
    return answer.json() if answer.content else None


def check(answer: httpx.Response) -> None:
    """Raise Problem unless the answer is a success. The content must have been read."""
    if not answer.is_success:
        is_problem = answer.headers.get("content-type") == "application/problem+json"
        raise Problem(answer.status_code, answer.json() if is_problem else {})


class Told(NamedTuple):
    """A server-sent event."""

    name: str
    cursor: str | None
    data: str


class EventReader:
    """Server-sent events: fields line by line, an empty line ends an event, a colon begins a comment."""

    def __init__(self) -> None:
        self._fields: dict[str, str] = {}

    def read(self, line: str) -> Iterator[Told]:
        """The event that this line ends, if it ends one."""
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            self._fields[name] = value
        elif not line:
            fields, self._fields = self._fields, {}
            if "data" in fields:
                yield Told(fields.get("event", "message"), fields.get("id"), fields["data"])


class OwnGames:
    """Which of the player's games are not over, as far as the news tell."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def ended(self, listed: list[OwnGame]) -> list[str]:
        """The games that ended while nobody listened: known before, and not listed any more."""
        now = {each["game"] for each in listed}
        ended, self._known = sorted(self._known - now), now
        return ended

    def note(self, news: OwnGame) -> None:
        """Remember what is said of a game."""
        self._known = self._known - {news["game"]} if news["status"] in OVER else self._known | {news["game"]}


def over_in_news(game: Game) -> OwnGame:
    """What the news would have said of a game that is over."""
    shown = {"game": game["id"], "version": game["version"], "status": game["status"], "due": False}
    return cast(OwnGame, shown)


def pause_in_stream(answer: httpx.Response) -> float | None:
    """How long to wait if a stream is refused for now; None if it is open. Raises Problem."""
    if answer.status_code in _BUSY:
        return float(answer.headers.get("Retry-After", 1))
    check(answer)
    return None


def commitment(nonce: str) -> str:
    """The `nonce_hash` that commits a player to a nonce before it is revealed."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def _backoff(tried: int) -> float:
    """Longer after each try, and not the same for all clients."""
    return random.uniform(0.5, 1) * min(_LONGEST_PAUSE, 0.25 * (1 << tried))  # noqa: S311  no secret


def _written(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
