"""Runs the service's own Lua scripts on a `Database`, in an embedded Lua 5.1, the version that Redis has."""

import hashlib
import json
import math
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from lupa import lua51

from tests.simulator.redis_commands import Reply, ReplyError, Status, execute
from tests.simulator.redis_data import Argv, Database

_WRAPPED: Final = "return function(KEYS, ARGV) %s\nend"


class Scripts:
    """The Lua of one server. `known` are the scripts that it was sent; a promoted replica knows none."""

    def __init__(self) -> None:
        self.known: dict[bytes, Any] = {}
        self._lua = lua51.LuaRuntime(encoding=None, register_eval=False, register_builtins=False)
        self._data: Database | None = None
        self._is_replicated = True
        self._lua.globals().redis = self._lua.table_from(
            {
                b"call": self._call,
                b"set_repl": self._set_repl,
                b"REPL_NONE": 0,
                b"REPL_ALL": 3,
            }
        )
        self._lua.globals().cjson = self._lua.table_from(
            {b"encode": self._json, b"decode": lambda text: self._lua_value(json.loads(text))}
        )
        self._lua.globals().cmsgpack = self._lua.table_from(
            {b"unpack": lambda packed: self._lua_value(msgspec.msgpack.decode(packed))}
        )

    def load(self, source: bytes) -> bytes:
        """Remember a script; returns its digest."""
        digest = hashlib.sha1(source, usedforsecurity=False).hexdigest().encode()
        if digest not in self.known:
            compiled = self._lua.execute(_WRAPPED.encode() % source)
            self.known[digest] = compiled
        return digest

    def run(self, digest: bytes, data: Database, args: Argv) -> Reply:
        """Run a script with `numkeys`, keys and arguments; raises ReplyError."""
        if digest not in self.known:
            raise ReplyError("NOSCRIPT No matching script. Please use EVAL.")
        count = int(args[0])
        before = len(data.changes)
        self._data, self._is_replicated = data, True
        try:
            answer = self.known[digest](self._table(args[1 : 1 + count]), self._table(args[1 + count :]))
        except lua51.LuaError as error:
            raise ReplyError(f"ERR {error}") from error
        finally:
            self._data = None
        if not self._is_replicated:
            del data.changes[before:]
        return _reply(answer)

    def _call(self, *words: Any) -> Any:
        assert self._data is not None
        return self._lua_reply(execute(self._data, tuple(map(_argument, words))))

    def _set_repl(self, mode: int) -> None:
        self._is_replicated = mode != 0

    def _json(self, value: Any) -> bytes:
        return json.dumps(_plain(value), separators=(",", ":"), sort_keys=True).encode()

    def _lua_reply(self, reply: Reply) -> Any:
        if reply is None:
            return False
        if isinstance(reply, Status):
            return self._lua.table_from({b"ok": bytes(reply)})
        if isinstance(reply, list):
            return self._table([self._lua_reply(part) for part in reply])
        return reply

    def _lua_value(self, value: Any) -> Any:
        """A decoded value as Lua sees it."""
        if isinstance(value, str):
            return value.encode()
        if isinstance(value, list):
            return self._table([self._lua_value(part) for part in value])
        if isinstance(value, dict):
            return self._lua.table_from({self._lua_value(k): self._lua_value(v) for k, v in value.items()})
        return value

    def _table(self, items: Sequence[Any]) -> Any:
        return self._lua.table_from(items)


def _argument(word: Any) -> bytes:
    """An argument of `redis.call`."""
    if isinstance(word, bytes):
        return word
    if isinstance(word, bool) or not isinstance(word, int | float):
        raise ReplyError("ERR Lua redis lib command arguments must be strings or integers")
    return b"%d" % word if float(word).is_integer() else b"%.17g" % word


def _reply(answer: Any) -> Reply:
    """What a script returns, as a reply: false is nil, numbers lose their fraction, nil ends an array."""
    if answer is None or answer is False:
        return None
    if answer is True:
        return 1
    if isinstance(answer, int | float):
        return math.trunc(answer)
    if isinstance(answer, bytes):
        return answer
    if answer[b"ok"] is not None:
        return Status(answer[b"ok"])
    parts, place = [], 1
    while (part := answer[place]) is not None:
        parts.append(_reply(part))
        place += 1
    return parts


def _plain(value: Any) -> Any:
    """A Lua value as `cjson.encode` writes it: tables with a first item are arrays."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    if value[1] is not None:
        return [_plain(part) for part in value.values()]
    return {key.decode(): _plain(part) for key, part in value.items()}
