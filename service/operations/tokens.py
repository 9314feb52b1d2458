"""Tokens that an operator grants on the command line."""

import asyncio
from collections.abc import Sequence
from typing import Final

from schema.accounts import Scope
from schema.admin import AdminAct
from service.accounts.players import Players
from service.accounts.rate_limits import RateLimits
from service.errors import Forbidden, NotFound, OperatorError
from service.settings import Settings
from service.store import RedisConnection, StoreError, connect
from service.store.ids import is_id
from service.usecases.admin import AdminLog, AdminRequest

OPERATOR: Final = "operator"


def grant_token(settings: Settings, player: str, scopes: Sequence[Scope], *, new: bool) -> str:
    """A token by the operator's grace, for a player by id, or for a new one of this name; it is logged."""

    async def run() -> str:
        connection = RedisConnection(connect(settings.redis))
        players = Players(connection, RateLimits(connection, settings))
        try:
            if new:
                signed_up = await players.create_player(player, tuple(scopes))
                player_id, token = signed_up.player.id, signed_up.token
            else:
                player_id, token = player, await players.grant(player, tuple(scopes))
            why = f"scopes {' '.join(scopes)}"
            await AdminLog(connection).write(AdminRequest(OPERATOR, why), AdminAct.GRANT_TOKEN, player_id)
            return token
        finally:
            await connection.close()

    if not new and not is_id(player, "p"):
        raise OperatorError(f"{player} is no player's id; with --new a player of this name is made")
    try:
        return asyncio.run(run())
    except NotFound:
        raise OperatorError(f"there is no player {player}") from None
    except Forbidden:
        raise OperatorError(f"{player} is banned") from None
    except StoreError as error:
        raise OperatorError(str(error)) from error
