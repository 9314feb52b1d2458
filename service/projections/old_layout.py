"""Moves lists and results from the keys of earlier versions, which a cluster could not spread.

Until 2026-11, a month had one index and a ruleset one stream of results. Neither is read any more.
"""

from itertools import product

import msgspec

from domain.games import RULESETS
from domain.kernel.table import Status
from service.projections.results import GameResult, Results
from service.store import RedisConnection, keys
from service.store.connection import Argument

_AT_ONCE = 500
_RESULT = msgspec.json.Decoder(GameResult)


async def is_present(connection: RedisConnection) -> bool:
    """Whether there are keys of the old layout: then lists and results are incomplete until a rebuild."""
    found = await connection.pipeline([("EXISTS", _results(ruleset)) for ruleset in RULESETS])
    months = await _months(connection)
    found += await connection.pipeline([("EXISTS", _index(month, "rows")) for month in months])
    return any(found)


async def move_results(connection: RedisConnection, results: Results) -> int:
    """Write the results of the old streams in their order, which is that of the ratings; returns how many."""
    moved = 0
    for ruleset in RULESETS:
        position = "0-0"
        while rows := await connection.call(
            "XRANGE", _results(ruleset), f"({position}", "+", "COUNT", _AT_ONCE
        ):
            for row_id, fields in rows:
                result = _RESULT.decode(fields[b"result"])
                known = await connection.call("HGET", f"{_results(ruleset)}:games", result.game) or b""
                entry_hash = known.decode().partition(":")[2]
                moved += await results.write(msgspec.structs.replace(result, hash=entry_hash or result.hash))
                position = row_id.decode()
    return moved


async def move_quarantined(connection: RedisConnection) -> None:
    """Keep games off the lists that administrators have quarantined."""
    for month in await _months(connection):
        for game in await connection.call("SMEMBERS", _index(month, "quarantined")):
            part = keys.index_part(game.decode())
            await connection.call("SADD", keys.index_quarantined(part), game)


async def remove(connection: RedisConnection) -> None:
    """Delete the old keys, after everything was rebuilt."""
    names = [name for ruleset in RULESETS for name in (_results(ruleset), f"{_results(ruleset)}:games")]
    for month in await _months(connection):
        names += [_index(month, part) for part in ("rows", "versions", "quarantined")]
        names += [_index(month, f"games:{ruleset}:{status}") for ruleset, status in product(RULESETS, Status)]
    deletions: list[tuple[Argument, ...]] = [("DEL", name) for name in names]
    await connection.pipeline(deletions)


async def _months(connection: RedisConnection) -> list[str]:
    return [month.decode() for month in await connection.call("ZRANGE", keys.MONTHS, 0, -1)]


def _results(ruleset: str) -> str:
    return f"{{r{ruleset}}}:results"


def _index(month: str, part: str) -> str:
    return f"{{i{month}}}:{part}"
