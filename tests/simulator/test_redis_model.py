"""The model of Redis does what a real server does: every script and every command, in random sequences."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import redis

from tests.simulator.redis_commands import COMMANDS, ReplyError
from tests.simulator.redis_data import Database, Hash, Members, Scores, Stream
from tests.simulator.redis_scripts import Scripts
from tests.simulator.redis_server import Shard

SCRIPTS: Final = Path(__file__).parents[2] / "service" / "store"
Dice = random.Random
Words = Sequence[str | bytes | int]
Call = tuple[Words, Words]
"""Keys and arguments of a script."""
DAY_MS: Final = 86_400_000
STEPS: Final = 250
MICROSECONDS: Final = len(str(time.time_ns() // 1000))
"""The length of a stored time in microseconds, of which only the first digits can be equal."""

TOUCHED: Final = "touched"
"""A key that expires after a second, and may do so between two comparisons."""
SMALL = ("0", "1", "2", "3", "7", "12")
NAMES = ("a", "b", "c", "")
SEQS = ("0", "1", "2", "3", "4")
PAYLOADS = ('{"version":1}', '{"version":2}', "x", "\x00\xff€")
PLANS = ("plan-1 rest", "plan-2", "p3")
_GAME = ("log", "head", "snap", "snaps", "seen")
_WORK = ("outbox", "items")
_HOOK = ("hook", "deliveries", "order", "waiting", "direct", *_WORK)
_HOOK_FIELDS = ("owner", "off", "busy", "busy_until", "not_before", "secret", "rotation", "last")


def _hash(dice: Dice, seq: str) -> str:
    """The hash of a version: mostly the same for the same version, or nothing could follow it."""
    return "0" * 64 if seq == "0" else f"h{seq}" if dice.random() < 0.9 else "other"


def _some(dice: Dice, words: Sequence[str], most: int = 3) -> list[str]:
    return [dice.choice(words) for _ in range(dice.randint(0, most))]


def _pairs(dice: Dice, first: Sequence[str], second: Sequence[str]) -> list[str]:
    return [dice.choice(pool) for _ in range(dice.randint(0, 3)) for pool in (first, second)]


def _flag(dice: Dice) -> str:
    return dice.choice(("0", "1"))


def _item(dice: Dice) -> dict[str, str]:
    return {"member": dice.choice(NAMES), "due": dice.choice(SMALL), "payload": dice.choice(PAYLOADS)}


def _append(dice: Dice) -> Call:
    after = dice.choice(SEQS)
    borrowed = [f"b{n}" for n in range(dice.choice((0, 0, 0, 2)))] if after == "0" else []
    seq = str(int(after) + len(borrowed) + 1)
    bulk = {name: f"{name}\xff" for name in ("entry", "snapshot", "seed") if dice.random() < 0.6}
    if dice.random() < 0.3:
        bulk["plan"] = dice.choice(PLANS)
    if dice.random() < 0.3:
        bulk["rest"] = dice.choice(PLANS)
    header: dict[str, Any] = {
        "game": "g",
        "after_seq": after,
        "after_hash": _hash(dice, after),
        "seq": seq,
        "hash": _hash(dice, seq),
        "status": "active",
        "bulk": [*bulk],
        "channels": ["live:g"],
        "borrowed": borrowed,
        "kept": ["1"] if borrowed else [],
        "drop": _some(dice, NAMES),
        "put": [_item(dice) for _ in range(dice.randint(0, 2))],
    }
    chances = {
        "keep": True,
        "confirm": True,
        "planner": "p",
        "digest": "d",
        "command": dice.choice(NAMES[:3]),
    }
    header |= {name: value for name, value in chances.items() if dice.random() < 0.5}
    header |= {name: _item(dice) for name in ("followed", "planned") if dice.random() < 0.7}
    states = [f"state {seq}" for seq in header["kept"]]
    args: list[str | bytes] = [
        msgspec.msgpack.encode(header),
        *bulk.values(),
        *(f"entry {n}" for n in borrowed),
        *states,
    ]
    return (*_GAME, *_WORK, "games", "followers", "plans"), args


def _archive(dice: Dice) -> Call:
    seq = dice.choice(SEQS)
    until = int(time.time() * 1000) + dice.choice((-DAY_MS, DAY_MS))
    names = ("head", "log", "snap", "snaps", "seen", *_WORK, "plans", "dropped")
    return names, (seq, _hash(dice, seq), "place", until, dice.choice(NAMES))


def _restore(dice: Dice) -> Call:
    keeps = dice.randint(0, 1)
    snapshots = ["2", "latest", *["1", "kept"] * keeps]
    rows = ["e1", "h1", "e2", "h2"]
    place = dice.choice(("place", "place", "elsewhere", ""))
    names = ("head", "log", "snap", "snaps", "seen", "games")
    return names, (place, "g", 2, "h2", "finished", "seed", keeps, *snapshots, *rows)


def _plan_put(dice: Dice) -> Call:
    args = ("p", dice.choice(PLANS), "plan-1", dice.choice(NAMES), "d", dice.choice(NAMES), 5, _flag(dice))
    return ("plans", "dropped", "head", "seen", *_WORK), args


def _plan_end(dice: Dice) -> Call:
    seq = dice.choice(SEQS)
    refusal = (dice.choice(PLANS), seq, _hash(dice, seq), "told", "news", 9, '{"version":1}', "live:p", "g 1")
    args = ("p", dice.choice(NAMES), *(refusal if dice.random() < 0.5 else ()))
    return ("plans", "dropped", "head", "followers", *_WORK), args


def _admit(dice: Dice) -> Call:
    cost = dice.choice((0, 10**9, 10**9))
    if dice.random() < 0.5:
        return ("rate",), (cost, 3, dice.choice((1, 2, 9)))
    return ("rate", "token"), (cost, 3, dice.choice((1, 2, 9)), dice.choice(("digest", "wrong")))


def _token(dice: Dice) -> Call:
    until = dice.choice(("", int(time.time() * 1000) + DAY_MS))
    return ("token",), (until, "digest", "digest", "player", "p", "scopes", "play")


def _issue(dice: Dice) -> Call:
    names = ("tokens", "account", *(("once",) if dice.random() < 0.5 else ()))
    return names, (dice.choice(NAMES), "described", 3, *(("value", 60) if len(names) == 3 else ()))


def _recovery(dice: Dice) -> Call:
    names = ("account", "tokens", *(("once",) if dice.random() < 0.3 else ()))
    codes = (dice.choice(("", "code-1", "code-2")), dice.choice(("code-1", "code-2")))
    return names, (*codes, dice.choice(NAMES), "described", *(("value", 60) if len(names) == 3 else ()))


def _result(dice: Dice) -> Call:
    result = dice.choice(("", '{"at":"t1"}', '{"at":"t2"}'))
    args = (dice.choice(NAMES[:3]), dice.choice(("h1", "h2", "")), result, dice.choice(("5", "9")), "1")
    return ("results", "once_by_game"), (*args, dice.choice(("2", "50")))


def _fold_write(dice: Dice) -> Call:
    out, into = _some(dice, NAMES), _some(dice, NAMES)
    fold, rows, lines = dice.choice((("ratings", "rows", "list"), ("ratings:anew", "rows:anew", "list:anew")))
    position = dice.choice(("", "1-0", "<last>"))
    args = (fold, position, dice.choice(("1-0", "<last>")), len(out), len(into), *out, *into)
    return ("positions", rows, lines), (*args, *_pairs(dice, NAMES, PAYLOADS))


def _fold_swap(_dice: Dice) -> Call:
    names = ("positions", "rows", "list", "rows:anew", "list:anew", "generations")
    return names, ("ratings", "ratings:anew")


def _index(dice: Dice) -> Call:
    version = dice.choice(SEQS)
    args = ("g", version, _hash(dice, version), "row", dice.randint(0, 2), dice.choice(("", "3:h3", "2:h2")))
    return ("versions", "rows_of_lists", "quarantined", "list-1", "list-2"), args


def _follow(dice: Dice) -> Call:
    args: Words = (dice.choice(NAMES), 5, dice.choice(("", *SEQS)), *_some(dice, NAMES))
    return ("followers", "head", *_WORK), args


def _webhook_put(dice: Dice) -> Call:
    now = int(dice.choice(SMALL)) + 5
    args: Words = ("w", now, now + 1, _flag(dice), 3, dice.choice((0, now)), *_pairs(dice, NAMES, PAYLOADS))
    return _HOOK, args


def _webhook_claim(dice: Dice) -> Call:
    return _HOOK, ("w", dice.choice(SMALL), dice.choice(SMALL), dice.choice(("me", "you")), 2)


def _webhook_settle(dice: Dice) -> Call:
    sets = _pairs(dice, _HOOK_FIELDS[3:], SMALL)
    args = ("w", dice.choice(SMALL), "me", dice.choice(NAMES), "delivery", _flag(dice), dice.choice((0, 6)))
    return _HOOK, (*args, len(sets) // 2, *sets, *_some(dice, _HOOK_FIELDS[1:3]))


def _mark(dice: Dice) -> Call:
    return ("token",), ("live", "t", dice.choice((0, 600)), dice.choice(("banned", "since")), "1")


def _plain(names: Words, *pools: Sequence[str | int]) -> Callable[[Dice], Call]:
    """A script whose arguments are independent of each other."""
    return lambda dice: (names, [dice.choice(pool) for pool in pools])


CALLS: Final[Mapping[str, Callable[[Dice], Call]]] = {
    "admit.lua": _admit,
    "append.lua": _append,
    "archive.lua": _archive,
    "claim.lua": _plain(("claimed",), ("", "a"), ("a", "b")),
    "claim_field.lua": _plain(("claimed_fields",), NAMES[:3], ("", "1", "2"), ("1", "2")),
    "confirm.lua": _plain(("head", "seen"), NAMES, ("0", "1")),
    "fold_read.lua": _plain(("positions", "rows"), ("ratings",), NAMES, NAMES),
    "fold_reset.lua": _plain(("positions", "generations", "rows:anew", "list:anew"), ("ratings:anew",)),
    "fold_swap.lua": _fold_swap,
    "fold_write.lua": _fold_write,
    "follow.lua": _follow,
    "followers_sent.lua": lambda dice: (("followers",), _pairs(dice, NAMES, (*SEQS, "-1"))),
    "index.lua": _index,
    "issue.lua": _issue,
    "load.lua": _plain(("head", "snap", "log")),
    "mark.lua": _mark,
    "plan_end.lua": _plan_end,
    "plan_put.lua": _plan_put,
    "probe.lua": _plain(("probe",)),
    "quarantine.lua": _plain(("head",), ("", "1")),
    "recovery.lua": _recovery,
    "restore.lua": _restore,
    "result.lua": _result,
    "result_removed.lua": _plain(("once_by_game",), NAMES[:3]),
    "settle.lua": lambda dice: (
        _WORK,
        (dice.choice(NAMES), dice.choice(PAYLOADS), *(("9", "x") if dice.random() < 0.5 else ())),
    ),
    "tail.lua": _plain(("head", "log", "seen"), SEQS, ("h1", "h2", "h3", "0" * 64), NAMES),
    "token.lua": _token,
    "touch.lua": _plain((TOUCHED,)),
    "void.lua": _plain(("head", "seen"), NAMES[:3], (600,)),
    "webhook_claim.lua": _webhook_claim,
    "webhook_drop.lua": _plain(_HOOK, ("w",), (600,)),
    "webhook_list.lua": _plain(("webhooks",), NAMES, NAMES, ("2",)),
    "webhook_make.lua": lambda dice: (("hook",), ["owner", "p", *_pairs(dice, _HOOK_FIELDS[1:6], SMALL)]),
    "webhook_put.lua": _webhook_put,
    "webhook_release.lua": _plain(("hook", "outbox"), ("w",), SMALL, ("me", "you")),
    "webhook_rotate.lua": _plain(("hook",), ("r1", "r2"), ("s1", "s2"), SMALL),
    "webhook_settle.lua": _webhook_settle,
}
"""A random call of each script; the pools are small, so that scripts meet what others have written."""

RARE: Final = {"webhook_drop.lua", "archive.lua", "fold_reset.lua", "void.lua", "quarantine.lua"}
"""Scripts that remove so much that most of a sequence would happen without data."""

PLAIN: Final[Mapping[str, Callable[[Dice], Words]]] = {
    "DEL": lambda dice: dice.choice((["claimed", "list"], ["head", "log", "snap", "snaps"])),
    "EXISTS": lambda dice: _some(dice, ("head", "log", "none")) or ["head"],
    "EXPIRE": lambda _dice: ["claimed", 600],
    "GET": lambda dice: [dice.choice(("claimed", "none", "head"))],
    "GETDEL": lambda _dice: ["claimed"],
    "HDEL": lambda dice: ["rows", *_some(dice, NAMES), "a"],
    "HEXISTS": lambda dice: ["rows", dice.choice(NAMES)],
    "HGET": lambda dice: ["rows", dice.choice(NAMES)],
    "HGETALL": lambda _dice: ["none"],
    "HINCRBY": lambda dice: ["generations", dice.choice(("results", "ratings")), 1],
    "HKEYS": lambda _dice: ["none"],
    "HLEN": lambda _dice: ["rows"],
    "HMGET": lambda _dice: ["head", "seq", "hash", "none"],
    "HSET": lambda dice: ["account", dice.choice(("name", "banned")), dice.choice(SMALL)],
    "HSETNX": lambda dice: ["account", "handle", dice.choice(NAMES)],
    "HVALS": lambda _dice: ["none"],
    "PERSIST": lambda _dice: ["claimed"],
    "PEXPIREAT": lambda dice: ["claimed", int(time.time() * 1000) + dice.choice((-5, DAY_MS))],
    "PING": lambda _dice: [],
    "PUBLISH": lambda _dice: ["live", "x"],
    "RENAME": lambda dice: [dice.choice(("claimed", "none")), "claimed"],
    "SADD": lambda dice: ["quarantined", dice.choice(("g", "h"))],
    "SCARD": lambda _dice: ["games"],
    "SET": lambda dice: ["claimed", "a", *dice.choice(((), ("NX",), ("EX", 600), ("NX", "PX", 60_000)))],
    "SISMEMBER": lambda _dice: ["games", "g"],
    "SMEMBERS": lambda _dice: ["games"],
    "SMISMEMBER": lambda _dice: ["quarantined", "g", "h"],
    "SREM": lambda dice: ["quarantined", *_some(dice, ("g", "h")), "g"],
    "XADD": lambda dice: ["snaps", f"{dice.randint(1, 9)}-0", "state", "s"],
    "XDEL": lambda _dice: ["snaps", "3-0", "4-0"],
    "XLEN": lambda _dice: ["log"],
    "XRANGE": lambda dice: ["log", dice.choice(("-", "2-0", "(2-0", "2")), dice.choice(("+", "3-0", "(3-0"))],
    "XREVRANGE": lambda dice: ["snaps", dice.choice(("+", "3-0", "2")), "-", "COUNT", dice.choice((1, 5))],
    "ZADD": lambda dice: ["list", *dice.choice(((), ("NX",), ("XX",))), dice.choice(("0", "1.5")), "m"],
    "ZCARD": lambda _dice: ["outbox"],
    "ZCOUNT": lambda dice: ["outbox", dice.choice(("-inf", "(2", "3")), dice.choice(("+inf", "7", "(7"))],
    "ZLEXCOUNT": lambda dice: ["list", dice.choice(("-", "[b", "(b")), dice.choice(("+", "[c", "(c"))],
    "ZMSCORE": lambda _dice: ["outbox", "a", "b", "none"],
    "ZRANGE": lambda dice: [
        "list",
        *dice.choice(
            (
                ("-", "+", "BYLEX", "LIMIT", 0, 2),
                ("+", "(b", "BYLEX", "REV"),
                ("[b", "-", "BYLEX", "REV", "LIMIT", 1, 1),
                (0, -2),
                (-2, 5, "REV", "WITHSCORES"),
                ("(0", "+inf", "BYSCORE"),
            )
        ),
    ],
    "ZRANGEBYSCORE": lambda _dice: ["outbox", 0, 9, "WITHSCORES", "LIMIT", 0, 2],
    "ZREM": lambda dice: ["list", dice.choice(NAMES)],
    "ZREMRANGEBYSCORE": lambda dice: ["list", 1, dice.choice((1, 2))],
    "ZREVRANK": lambda dice: ["outbox", dice.choice(NAMES)],
    "ZSCORE": lambda dice: ["outbox", dice.choice(NAMES)],
}
NOT_COMPARED: Final = {"TIME", "SCAN"}
"""The time differs, and so does the order of SCAN."""


class Pair:
    """A real server and the model, side by side."""

    def __init__(self, url: str) -> None:
        self.real = redis.Redis.from_url(url, protocol=2)
        self.model = Shard("model", [("model", 1)], range(1), lambda: time.time_ns() // 1_000_000)
        self.model.is_linked = False
        self._ids: dict[bytes, bytes] = {}

    def command(self, *words: str | bytes | int) -> tuple[Any, Any]:
        """The answers of both to one command; ids that a server made up are numbered."""
        real = self._real(tuple(_bytes(word, self._last_real) for word in words))
        try:
            model = self.model.execute(tuple(_bytes(word, self._last_model) for word in words))
        except ReplyError as error:
            model = _failed(error)
        self._number()
        return self._numbered(real), self._numbered(model)

    def _real(self, words: tuple[bytes, ...]) -> Any:
        try:
            connection: Any = self.real.connection_pool.get_connection()
            try:
                connection.send_command(*words)
                return connection.read_response()
            finally:
                self.real.connection_pool.release(connection)
        except redis.ResponseError as error:
            return _failed(error)

    def _last_real(self) -> bytes:
        rows = self._real((b"XREVRANGE", b"results", b"+", b"-", b"COUNT", b"1"))
        return rows[0][0] if rows else b"0-0"

    def _last_model(self) -> bytes:
        stream = self.model.data.get(b"results", Stream)
        return bytes(stream.ids[-1]) if stream.ids else b"0-0"

    def _number(self) -> None:
        for place, (real, model) in enumerate(self._new_ids()):
            self._ids[real] = self._ids[model] = b"#%d" % (len(self._ids) // 2 + place)

    def _new_ids(self) -> list[tuple[bytes, bytes]]:
        real = [row[0] for row in self._real((b"XRANGE", b"results", b"-", b"+"))]
        model = [bytes(entry_id) for entry_id in self.model.data.get(b"results", Stream).ids]
        assert len(real) == len(model)
        return [pair for pair in zip(real, model) if pair[0] not in self._ids]

    def _numbered(self, value: Any) -> Any:
        if isinstance(value, bytes):
            for made, number in self._ids.items():
                value = value.replace(made, number)
            return bytes(value)
        if isinstance(value, list | tuple):
            return [self._numbered(part) for part in value]
        if isinstance(value, dict):
            return {self._numbered(key): self._numbered(part) for key, part in value.items()}
        return value

    def contents(self) -> tuple[Any, Any]:
        """Everything that each of them holds."""
        found = {}
        names: list[Any] = sorted({*self._real((b"KEYS", b"*"))} - {TOUCHED.encode()})
        for name in names:
            found[name] = (self._value(name), self.real.pttl(name) > 0)
        data = self.model.data
        held = {name: value for name in [*data.values] if (value := data.value(name)) is not None}
        held.pop(TOUCHED.encode(), None)
        data.changes.clear()
        model = {name: (_dumped(value), name in data.expiry) for name, value in sorted(held.items())}
        return self._numbered(found), self._numbered(model)

    def _value(self, name: bytes) -> Any:
        match self.real.type(name):
            case b"string":
                return _dumped(self.real.get(name))
            case b"hash":
                return self.real.hgetall(name)
            case b"set":
                return sorted(self.real.smembers(name))
            case b"zset":
                return sorted(self.real.zrange(name, 0, -1, withscores=True))
        return self._real((b"XRANGE", name, b"-", b"+"))


def _dumped(value: Any) -> Any:
    if isinstance(value, Hash):
        return dict(value)
    if isinstance(value, Members):
        return sorted(value)
    if isinstance(value, Scores):
        return sorted(value.items())
    if isinstance(value, Stream):
        return [[bytes(entry_id), fields] for entry_id, fields in zip(value.ids, value.fields)]
    return value[:8] if isinstance(value, bytes) and len(value) == MICROSECONDS else value


def _bytes(word: str | bytes | int, last: Callable[[], bytes]) -> bytes:
    if word == "<last>":
        return last()
    return word if isinstance(word, bytes) else str(word).encode()


def _failed(_error: Exception) -> str:
    """An error; servers and clients word it differently."""
    return "error"


def _comparable(name: str, answer: Any) -> Any:
    """An answer without what legitimately differs: times, and the order in a hash."""
    if name == "admit.lua" and isinstance(answer, list):
        return [answer[0], answer[1], *(round(us / 10**8) for us in answer[2:4]), *answer[4:]]
    if name == "webhook_claim.lua" and isinstance(answer, list):
        pairs = answer[1]
        return [answer[0], sorted(zip(pairs[::2], pairs[1::2])), answer[2]]
    return answer


def run_sequence(url: str, seed: int) -> None:
    """One random sequence of calls, with the same answers and the same contents on both sides."""
    dice, pair = random.Random(seed), Pair(url)
    names = [name for name in CALLS for _ in range(1 if name in RARE else 6)] + ["append.lua"] * 40
    for step in range(STEPS):
        if dice.random() < 0.25:
            name = dice.choice(sorted(PLAIN))
            words: Words = [name, *PLAIN[name](dice)]
        else:
            name = dice.choice(names)
            keys, args = CALLS[name](dice)
            words = ["EVAL", (SCRIPTS / name).read_bytes(), len(keys), *keys, *args]
        real, model = pair.command(*words)
        said = f"seed {seed}, step {step}: {name} {words[2:]!r}"
        assert _comparable(name, model) == _comparable(name, real), said
        if step % 10 == 0 or step == STEPS - 1:
            held, modelled = pair.contents()
            differing = {name for name in held.keys() | modelled if held.get(name) != modelled.get(name)}
            assert not differing, f"{said}: {[(n, held.get(n), modelled.get(n)) for n in sorted(differing)]}"
    pair.real.close()


@pytest.mark.parametrize("seed", range(4))
def test_model_answers_and_stores_as_the_real_server_does(redis_url: str, seed: int) -> None:
    run_sequence(redis_url, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 60))
def test_model_agrees_with_the_real_server_in_many_sequences(redis_url: str, seed: int) -> None:
    run_sequence(redis_url, seed)


def test_every_script_and_every_command_is_compared() -> None:
    assert set(CALLS) == {path.name for path in SCRIPTS.glob("*.lua")}
    assert set(PLAIN) | NOT_COMPARED == {name.decode() for name in COMMANDS}


def test_every_outcome_of_an_append_is_compared() -> None:
    """Random calls that always fail would prove nothing."""
    scripts, data, dice = Scripts(), Database(lambda: 0), random.Random(1)
    digest = {name: scripts.load((SCRIPTS / name).read_bytes()) for name in CALLS}
    outcomes = set[bytes]()
    for _ in range(5000):
        name = dice.choice([*CALLS, *["append.lua"] * 20])
        keys, args = CALLS[name](dice)
        words = tuple(_bytes(word, lambda: b"0-0") for word in (len(keys), *keys, *args))
        if dice.random() < 0.02:
            data.values.clear()
        with suppress(ReplyError):
            answer = scripts.run(digest[name], data, words)
            if name == "append.lua":
                outcomes.add(answer[0])
    assert outcomes == {b"appended", b"seen", b"conflict", b"quarantined", b"replanned"}
