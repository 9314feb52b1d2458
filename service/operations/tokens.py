"""Tokens that an operator issues and revokes on the command line; both go to the administrators' log."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from schema.accounts import Scope
from service.accounts.players import Players
from service.accounts.rate_limits import RateLimits
from service.errors import Forbidden, NotFound, OperatorError
from service.settings import Settings
from service.store import Store, StoreError
from service.store.ids import is_id

T = TypeVar("T")


def grant_token(settings: Settings, player: str, scopes: Sequence[Scope], *, new: bool) -> str:
    """Issue a token with any scopes for a player by id, or for a new player with this name."""
    if new:
        return _run(settings, player, lambda players: players.create_for_operator(player, tuple(scopes)))
    if not is_id(player, "p"):
        raise OperatorError(f"{player} is not a player's id; use --new to create a player with this name")
    return _run(settings, player, lambda players: players.grant(player, tuple(scopes)))


def revoke_token(settings: Settings, player: str, token: str) -> None:
    """End a token of a player, whatever its scopes."""
    if not is_id(player, "p") or not is_id(token, "t"):
        raise OperatorError("a token is revoked by its player's id and its own: p_… --revoke t_…")
    _run(
        settings,
        f"{player} with the token {token}",
        lambda players: players.revoke_for_operator(player, token),
    )


def _run(settings: Settings, named: str, do: Callable[[Players], Awaitable[T]]) -> T:
    async def run() -> T:
        store = Store.open(
            settings.redis, wait_replicas=settings.wait_replicas, wait_ms=settings.wait_timeout_ms
        )
        try:
            async with store.confirming():
                return await do(Players(store.connection, RateLimits(store.connection, settings)))
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except NotFound:
        raise OperatorError(f"there is no player {named}") from None
    except Forbidden:
        raise OperatorError(f"{named} is banned") from None
    except StoreError as error:
        raise OperatorError(str(error)) from error
