"""Faults that were mended, each as it was before: the simulator must find them again.

`python -m tests.simulator --put-back NAME` runs seeds with a fault until one finds it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from service.projections.results import GameResult, Results
from service.store import Head, SeenCommand, append
from service.store.confirm import Confirmation
from service.store.log import Log
from service.store.outbox import INDEX, Outbox

Replacement = tuple[Any, str, Callable[..., Any]]
_write = Results.write
_arguments = append._args


async def _confirm_without_waiting(
    self: Confirmation, game: str, command_id: str = ""
) -> tuple[Head | None, SeenCommand | None]:
    """A repeated request is answered from what is stored, whether or not a replica has it."""
    log = Log(self._connection)
    return await log.head(game), await log.seen(game, command_id) if command_id else None


def _arguments_without_writing_again(new: append.Append, *, confirm: bool) -> list[Any]:
    """A repeated command writes nothing, so that WAIT has nothing to wait for on its connection."""
    return _arguments(new, confirm=False)


async def _write_once(self: Results, result: GameResult) -> bool:
    """The first result of a game stays, whatever its log says later."""
    known = await self.of(result.ruleset, result.game)
    return await _write(self, result) if known is None else False


async def _never_withdraw(_self: Results, _result: GameResult) -> bool:
    return False


async def _done_at_once(self: Outbox, game: str, payload: bytes) -> None:
    """The lists of a cluster are written only once."""
    await self.done(game, INDEX, payload)


FAULTS: Final[Mapping[str, tuple[Replacement, ...]]] = {
    "retry-confirms-unreplicated": ((Confirmation, "confirm", _confirm_without_waiting),),
    "repeated-append-does-not-wait": ((append, "_args", _arguments_without_writing_again),),
    "lost-result-stays": ((Results, "write", _write_once), (Results, "withdraw", _never_withdraw)),
    "lists-written-once": ((Outbox, "projected", _done_at_once),),
}


@contextmanager
def put_back(fault: str) -> Iterator[None]:
    """Make the service as wrong as it was."""
    if not fault:
        yield
        return
    patches = [patch.object(*replacement) for replacement in FAULTS[fault]]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()
