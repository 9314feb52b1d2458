"""Recovery of an account whose token is lost, with a code that was shown once and works once."""

import secrets
from typing import Annotated, Final

import msgspec

from schema.accounts import RecoveryCode, SignedUp, Token
from service.accounts import codes
from service.accounts.caller import Caller, Secret
from service.accounts.players import MEMORY, Players, TokenIssue, check_no_wider, now, recalled
from service.accounts.rate_limits import RateLimits
from service.accounts.scopes import EVERYBODY, StoredToken
from service.engine.idempotency import IdempotencyKey
from service.errors import Forbidden, NotAuthenticated
from service.store import ids, keys
from service.store.connection import RedisConnection, Script

_RECOVERY: Final = Script("recovery.lua")
_Memory = tuple[IdempotencyKey | None, str]
"""A key, and the value to remember for it."""


class Recover(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whose account, the code that was shown for it, and whether all other tokens are to end."""

    player: Annotated[str, msgspec.Meta(max_length=64)]
    code: Annotated[str, msgspec.Meta(max_length=100)]
    revoke_tokens: bool = False


class Recovery:
    """Stores codes as digests; a code that was used or replaced is invalid."""

    def __init__(self, connection: RedisConnection, limits: RateLimits, players: Players) -> None:
        self._connection = connection
        self._limits = limits
        self._players = players

    async def renew(self, caller: Caller, idempotency_key: IdempotencyKey | None) -> RecoveryCode:
        """Replace the recovery code; only for a token with all the scopes that the code would give."""
        player_id, asking = caller.player(), caller.secret
        assert asking is not None
        check_no_wider(caller, frozenset(EVERYBODY))
        if caller.expires is not None:
            raise Forbidden("wider_than_yours", what="expires_at")
        salt = secrets.token_hex(16)
        code = codes.recovery_code(codes.derived(asking.secret, salt))
        before = await self._run(
            player_id, "", code, memory=(idempotency_key and asking.bound(idempotency_key), salt)
        )
        if before and idempotency_key:
            salt = recalled(before, asking.bound(idempotency_key))
            code = codes.recovery_code(codes.derived(asking.secret, salt))
        return RecoveryCode(code)

    async def recover(self, wish: Recover, address: str, idempotency_key: IdempotencyKey | None) -> SignedUp:
        """Issue a new token and the next code; the code sent is used up. A repeated request gets the same."""
        await self._limits.recover(address)
        shown = codes.code_as_read(wish.code)
        if shown is None or not ids.is_id(wish.player, "p"):
            raise NotAuthenticated("recovery_refused")
        token = StoredToken.of(
            Token(id=ids.new_id("t"), label="recovery", scopes=EVERYBODY, created_at=now())
        )
        issue = TokenIssue(token, secrets.token_hex(16))
        text = msgspec.json.encode(issue).decode()
        following = _next(shown, issue)
        before = await self._run(
            wish.player, codes.digest(shown), following, token, memory=(idempotency_key, text)
        )
        if before is None:
            raise NotAuthenticated("recovery_refused")
        if before and idempotency_key:
            issue = msgspec.json.decode(recalled(before, idempotency_key), type=TokenIssue)
        secret = Secret(issue.token.id, codes.letters(codes.derived(shown, issue.salt)[:20]))
        await self._players.write_token(wish.player, issue.token.token(), secret)
        if wish.revoke_tokens:
            await self._players.end_all(wish.player, but=issue.token.id)
        return SignedUp(await self._players.player(wish.player), secret.text, _next(shown, issue))

    async def _run(
        self, player_id: str, shown: str, code: str, token: StoredToken | None = None, *, memory: _Memory
    ) -> bytes | None:
        """What this key created before; empty for a new key, None for a wrong code."""
        idempotency_key, value = memory
        names, more = [keys.player(player_id), keys.player_tokens(player_id)], []
        if idempotency_key:
            names.append(keys.player_seen(player_id, idempotency_key.command_id))
            more = [f"{idempotency_key.request_digest}:{value}", str(int(MEMORY.total_seconds()))]
        described = ("", "") if token is None else (token.id, msgspec.json.encode(token))
        next_digest = codes.digest(code.replace("-", ""))
        found: bytes | None = await self._connection.run(
            _RECOVERY, names, shown, next_digest, *described, *more
        )
        if found == b"banned":
            raise Forbidden("banned")
        return found


def _next(shown: str, issue: TokenIssue) -> str:
    """The code that follows the one sent, derived from it."""
    return codes.recovery_code(codes.derived(shown, f"recovery:{issue.salt}"))
