"""What all parts of the port share: the caller, and how requests, keys, ids and pages are read."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

from schema.accounts import Scope
from schema.ports import Change, Part
from service.accounts.caller import Caller
from service.accounts.rate_limits import Rate
from service.api.collaborators import Collaborators
from service.api.graphql.refusals import raises_refusals, refused
from service.api.http.requests import converted
from service.engine.idempotency import KEY_PATTERN, IdempotencyKey, idempotency_key_of
from service.engine.versions import IfMatch
from service.errors import NotFound, malformed
from service.store import StoreError, ids
from service.store.paging import Page, Paged
from service.usecases.games import GameCall

T = TypeVar("T")
INPUT: Final = "input"
_KINDS: Final = {"g": "game", "p": "player", "t": "token", "w": "webhook", "d": "delivery"}


@dataclass(frozen=True)
class CallerContext:
    """One call of one caller: identity, request id and language."""

    collaborators: Collaborators
    caller: Caller
    request_id: str
    lang: str
    note_rate: Callable[[Rate], None] = lambda _: None

    @raises_refusals
    async def further(self, calls: int) -> None:
        """Charge the caller this many calls in addition to the one already charged."""
        if calls > 0:
            await self.collaborators.limits.further(
                self.caller.rate_token, self.caller.address, calls, self.note_rate
            )

    @asynccontextmanager
    async def confirming(self) -> AsyncIterator[None]:
        """Ends once enough replicas have what was stored inside."""
        try:
            async with self.collaborators.store.confirming():
                yield
        except StoreError as unconfirmed:
            raise (refused(unconfirmed, self.lang) or unconfirmed) from unconfirmed

    def reads(self) -> None:
        """Check the scope. Anybody may read; if there is a token, its scope must allow it."""
        if self.caller.player_id is not None:
            self.caller.needs(Scope.READ)

    def call(self, change: Change, method: str, path: str, wish: object) -> GameCall:
        """A change of a game in the form that its use case expects."""
        player, idempotency_key = (
            self.caller.needs(Scope.PLAY),
            self.idempotency_key(change.key, method, path, wish),
        )
        return GameCall(
            player=player,
            request=self.request_id,
            idempotency_key=idempotency_key,
            lang=self.sentence_language(change.text),
        )

    def idempotency_key(self, key: str | None, method: str, path: str, wish: object) -> IdempotencyKey | None:
        """The same key as over REST, so that a retry may use either API."""
        if key is None:
            return None
        if not KEY_PATTERN.fullmatch(key):
            raise malformed(INPUT, "idempotencyKey", "idempotency_key")
        return idempotency_key_of(self.caller.player_id, key, method, path, "", wish)

    def sentence_language(self, text: bool) -> str | None:
        """The language of sentences, or None if the caller wants none."""
        return self.lang if text else None


def id_of(text: str, kind: str) -> str:
    """An id. Raises not found if it is malformed."""
    if not ids.is_id(text, kind):
        raise NotFound(kind=_KINDS[kind])
    return text


def paged(first: int, after: str | None) -> Paged:
    """The requested part of a list."""
    return converted({"first": first, "after": after}, Paged, INPUT)


def part_of(page: Page[T], cursor: Callable[[T], str | int]) -> Part[T]:
    """A page in the form that GraphQL expects, with a cursor for each item."""
    return Part(page.items, page.next is not None, [cursor(item) for item in page.items])


def if_match_of(change: Change) -> IfMatch | None:
    """The version that a change requires."""
    return None if change.version is None else IfMatch(frozenset({change.version}))
