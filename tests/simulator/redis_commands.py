"""The commands of Redis that the service uses, each a small function on a `Database`.

A command appends to `changes` what a replica must repeat, and only if it changed something, because WAIT
counts nothing else. `test_redis_model.py` compares all of this with a real server.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

from tests.simulator.redis_data import (
    LAST_NUMBER,
    Argv,
    Database,
    EntryId,
    Hash,
    Members,
    Scores,
    Stream,
    WrongType,
)

Reply = Any
Command = Callable[[Database, Argv], Reply]
COMMANDS: dict[bytes, Command] = {}
WRITES: set[bytes] = set()


class Status(bytes):
    """A status reply, such as OK."""


class ReplyError(Exception):
    """An error reply."""


OK: Final = Status(b"OK")
SYNTAX: Final = "ERR syntax error"


def execute(data: Database, argv: Argv) -> Reply:
    """Run one command; raises ReplyError."""
    command = COMMANDS.get(argv[0].upper())
    if command is None:
        raise ReplyError(f"ERR unknown command '{argv[0].decode()}' (the model of Redis lacks it)")
    try:
        return command(data, argv[1:])
    except WrongType:
        raise ReplyError("WRONGTYPE Operation against a key holding the wrong kind of value") from None


def reads(command: Command) -> Command:
    """A command that changes nothing."""
    COMMANDS[_name(command)] = command
    return command


def writes(command: Command) -> Command:
    """A command that changes something."""
    WRITES.add(_name(command))
    return reads(command)


def _name(command: Command) -> bytes:
    return command.__name__.rstrip("_").upper().encode()


def _integer(text: bytes) -> int:
    try:
        return int(text)
    except ValueError:
        raise ReplyError("ERR value is not an integer or out of range") from None


@reads
def ping(_data: Database, _args: Argv) -> Reply:
    return Status(b"PONG")


@reads
def time(data: Database, _args: Argv) -> Reply:
    ms = data.now_ms()
    return [b"%d" % (ms // 1000), b"%d" % (ms % 1000 * 1000)]


@reads
def publish(_data: Database, _args: Argv) -> Reply:
    return 0


@reads
def get(data: Database, args: Argv) -> Reply:
    return data.text(args[0])


@writes
def set_(data: Database, args: Argv) -> Reply:
    name, value, *options = args
    until, given = None, iter(options)
    for option in given:
        match option.upper():
            case b"NX":
                if data.value(name) is not None:
                    return None
            case b"EX":
                until = data.now_ms() + 1000 * _integer(next(given))
            case b"PX":
                until = data.now_ms() + _integer(next(given))
            case b"PXAT":
                until = _integer(next(given))
            case _:
                raise ReplyError(SYNTAX)
    data.delete(name)
    data.values[name] = value
    change: Argv = (b"SET", name, value)
    if until is not None:
        data.expiry[name] = until
        change = (*change, b"PXAT", b"%d" % until)
    data.changes.append(change)
    return OK


@writes
def getdel(data: Database, args: Argv) -> Reply:
    value = data.text(args[0])
    if value is not None:
        del_(data, args)
    return value


@writes
def del_(data: Database, args: Argv) -> Reply:
    gone = [name for name in args if data.value(name) is not None and data.delete(name)]
    if gone:
        data.changes.append((b"DEL", *gone))
    return len(gone)


@reads
def exists(data: Database, args: Argv) -> Reply:
    return sum(data.value(name) is not None for name in args)


@writes
def expire(data: Database, args: Argv) -> Reply:
    return _expire_at(data, args[0], data.now_ms() + 1000 * _integer(args[1]))


@writes
def pexpireat(data: Database, args: Argv) -> Reply:
    return _expire_at(data, args[0], _integer(args[1]))


def _expire_at(data: Database, name: bytes, ms: int) -> int:
    if data.value(name) is None:
        return 0
    if ms <= data.now_ms():
        data.delete(name)
        data.changes.append((b"DEL", name))
        return 1
    data.expiry[name] = ms
    data.changes.append((b"PEXPIREAT", name, b"%d" % ms))
    return 1


@writes
def persist(data: Database, args: Argv) -> Reply:
    if data.value(args[0]) is None or args[0] not in data.expiry:
        return 0
    del data.expiry[args[0]]
    data.changes.append((b"PERSIST", *args))
    return 1


@writes
def rename(data: Database, args: Argv) -> Reply:
    before, after = args
    value = data.value(before)
    if value is None:
        raise ReplyError("ERR no such key")
    until = data.expiry.get(before)
    data.delete(before)
    data.delete(after)
    data.values[after] = value
    if until is not None:
        data.expiry[after] = until
    data.changes.append((b"RENAME", before, after))
    return OK


@reads
def scan(data: Database, args: Argv) -> Reply:
    """All keys at once that begin as the pattern does; the service uses no other kind of pattern."""
    pattern = next((args[i + 1] for i, word in enumerate(args) if word.upper() == b"MATCH"), b"*")
    return [b"0", sorted(name for name in [*data.values] if _matches(name, pattern))]


def _matches(name: bytes, pattern: bytes) -> bool:
    parts = pattern.split(b"*")
    place = len(parts[0]) if name.startswith(parts[0]) else -1
    for part in parts[1:]:
        place = name.find(part, place) + len(part) if place >= 0 and part in name[place:] else -1
    return place >= 0 and (pattern.endswith(b"*") or name.endswith(parts[-1]))


@reads
def hget(data: Database, args: Argv) -> Reply:
    return data.get(args[0], Hash).get(args[1])


@reads
def hmget(data: Database, args: Argv) -> Reply:
    fields = data.get(args[0], Hash)
    return [fields.get(field) for field in args[1:]]


@reads
def hgetall(data: Database, args: Argv) -> Reply:
    return [part for pair in data.get(args[0], Hash).items() for part in pair]


@reads
def hkeys(data: Database, args: Argv) -> Reply:
    return list(data.get(args[0], Hash))


@reads
def hvals(data: Database, args: Argv) -> Reply:
    return list(data.get(args[0], Hash).values())


@reads
def hlen(data: Database, args: Argv) -> Reply:
    return len(data.get(args[0], Hash))


@reads
def hexists(data: Database, args: Argv) -> Reply:
    return int(args[1] in data.get(args[0], Hash))


@writes
def hset(data: Database, args: Argv) -> Reply:
    if len(args) < 3 or len(args) % 2 == 0:
        raise ReplyError("ERR wrong number of arguments for 'hset' command")
    fields = data.made(args[0], Hash)
    before = len(fields)
    fields.update(zip(args[1::2], args[2::2]))
    data.changes.append((b"HSET", *args))
    return len(fields) - before


@writes
def hsetnx(data: Database, args: Argv) -> Reply:
    if args[1] in data.get(args[0], Hash):
        return 0
    hset(data, args)
    return 1


@writes
def hdel(data: Database, args: Argv) -> Reply:
    fields = data.get(args[0], Hash)
    gone = [field for field in dict.fromkeys(args[1:]) if fields.pop(field, None) is not None]
    if gone:
        data.tidy(args[0])
        data.changes.append((b"HDEL", args[0], *gone))
    return len(gone)


@writes
def hincrby(data: Database, args: Argv) -> Reply:
    after = _integer(data.get(args[0], Hash).get(args[1], b"0")) + _integer(args[2])
    hset(data, (args[0], args[1], b"%d" % after))
    return after


@writes
def sadd(data: Database, args: Argv) -> Reply:
    members = data.made(args[0], Members)
    new = [member for member in dict.fromkeys(args[1:]) if member not in members]
    members.update(dict.fromkeys(new))
    if new:
        data.changes.append((b"SADD", args[0], *new))
    return len(new)


@writes
def srem(data: Database, args: Argv) -> Reply:
    members = data.get(args[0], Members)
    gone = [member for member in dict.fromkeys(args[1:]) if member in members]
    for member in gone:
        del members[member]
    if gone:
        data.tidy(args[0])
        data.changes.append((b"SREM", args[0], *gone))
    return len(gone)


@reads
def smembers(data: Database, args: Argv) -> Reply:
    return list(data.get(args[0], Members))


@reads
def sismember(data: Database, args: Argv) -> Reply:
    return int(args[1] in data.get(args[0], Members))


@reads
def smismember(data: Database, args: Argv) -> Reply:
    members = data.get(args[0], Members)
    return [int(member in members) for member in args[1:]]


@reads
def scard(data: Database, args: Argv) -> Reply:
    return len(data.get(args[0], Members))


@writes
def zadd(data: Database, args: Argv) -> Reply:
    rest = list(args[1:])
    options = set[bytes]()
    while rest and rest[0].upper() in (b"NX", b"XX"):
        options.add(rest.pop(0).upper())
    pairs = [(_score(score), member) for score, member in zip(rest[::2], rest[1::2], strict=True)]
    scores, added, changed = data.get(args[0], Scores), 0, False
    for score, member in pairs:
        known = member in scores
        if (known and b"NX" in options) or (not known and b"XX" in options):
            continue
        added += not known
        changed = changed or scores.get(member) != score
        scores[member] = score
    if changed:
        data.values.setdefault(args[0], scores)
        data.changes.append((b"ZADD", *args))
    return added


def _score(text: bytes) -> float:
    try:
        return float(text)
    except ValueError:
        raise ReplyError("ERR value is not a valid float") from None


def spelled_score(score: float) -> bytes:
    """A score in a reply."""
    return b"%d" % score if score.is_integer() else repr(score).encode()


@writes
def zrem(data: Database, args: Argv) -> Reply:
    scores = data.get(args[0], Scores)
    gone = [member for member in dict.fromkeys(args[1:]) if scores.pop(member, None) is not None]
    if gone:
        data.tidy(args[0])
        data.changes.append((b"ZREM", args[0], *gone))
    return len(gone)


@reads
def zcard(data: Database, args: Argv) -> Reply:
    return len(data.get(args[0], Scores))


@reads
def zscore(data: Database, args: Argv) -> Reply:
    return zmscore(data, args)[0]


@reads
def zmscore(data: Database, args: Argv) -> Reply:
    scores = data.get(args[0], Scores)
    return [spelled_score(scores[member]) if member in scores else None for member in args[1:]]


@reads
def zrevrank(data: Database, args: Argv) -> Reply:
    ordered = [member for _, member in reversed(data.get(args[0], Scores).ordered())]
    return ordered.index(args[1]) if args[1] in ordered else None


@reads
def zcount(data: Database, args: Argv) -> Reply:
    return len(_by_score(data.get(args[0], Scores), args[1], args[2]))


@reads
def zlexcount(data: Database, args: Argv) -> Reply:
    return len(_by_name(data.get(args[0], Scores), args[1], args[2]))


@reads
def zrangebyscore(data: Database, args: Argv) -> Reply:
    found = _by_score(data.get(args[0], Scores), args[1], args[2])
    return _shown(found, [word.upper() for word in args[3:]])


@writes
def zremrangebyscore(data: Database, args: Argv) -> Reply:
    found = _by_score(data.get(args[0], Scores), args[1], args[2])
    return zrem(data, (args[0], *(member for _, member in found))) if found else 0


@reads
def zrange(data: Database, args: Argv) -> Reply:
    scores, words = data.get(args[0], Scores), [word.upper() for word in args[3:]]
    first, last = args[1:3]
    if b"BYLEX" in words or b"BYSCORE" in words:
        if b"REV" in words:
            first, last = last, first
        found = (_by_name if b"BYLEX" in words else _by_score)(scores, first, last)
        return _shown(found[::-1] if b"REV" in words else found, words)
    ordered = scores.ordered()
    if b"REV" in words:
        ordered.reverse()
    start, end = (_integer(place) for place in (first, last))
    start, end = (place + len(ordered) if place < 0 else place for place in (start, end))
    return _shown(ordered[max(start, 0) : end + 1] if end >= 0 else [], words)


def _shown(found: list[tuple[float, bytes]], words: Sequence[bytes]) -> list[bytes]:
    if b"LIMIT" in words:
        skip, count = (int(word) for word in words[words.index(b"LIMIT") + 1 :][:2])
        found = found[skip:] if count < 0 else found[skip : skip + count]
    if b"WITHSCORES" not in words:
        return [member for _, member in found]
    return [part for score, member in found for part in (member, spelled_score(score))]


def _by_score(scores: Scores, least: bytes, most: bytes) -> list[tuple[float, bytes]]:
    if not scores:
        return []
    low, high = _score(least.lstrip(b"(")), _score(most.lstrip(b"("))

    def within(score: float) -> bool:
        above = score > low if least.startswith(b"(") else score >= low
        return above and (score < high if most.startswith(b"(") else score <= high)

    return [(score, member) for score, member in scores.ordered() if within(score)]


def _by_name(scores: Scores, least: bytes, most: bytes) -> list[tuple[float, bytes]]:
    def above(member: bytes) -> bool:
        return least == b"-" or member > least[1:] or (least[:1] == b"[" and member == least[1:])

    def below(member: bytes) -> bool:
        return most == b"+" or member < most[1:] or (most[:1] == b"[" and member == most[1:])

    if least == b"+" or most == b"-":
        return []
    return [(score, member) for score, member in scores.ordered() if above(member) and below(member)]


@writes
def xadd(data: Database, args: Argv) -> Reply:
    name, given, *fields = args
    stream = data.get(name, Stream)
    if given == b"*":
        ms = data.now_ms()
        entry_id = EntryId(ms, 0) if ms > stream.last.ms else EntryId(stream.last.ms, stream.last.number + 1)
    else:
        entry_id = _id(given, 0)
    if entry_id <= stream.last:
        raise ReplyError("ERR The ID specified in XADD is equal or smaller than the target stream top item")
    stream.add(entry_id, fields)
    data.values.setdefault(name, stream)
    data.changes.append((b"XADD", name, bytes(entry_id), *fields))
    return bytes(entry_id)


@writes
def xdel(data: Database, args: Argv) -> Reply:
    stream = data.get(args[0], Stream)
    gone = [given for given in args[1:] if stream.remove(_id(given, 0))]
    if gone:
        data.changes.append((b"XDEL", args[0], *gone))
    return len(gone)


@reads
def xlen(data: Database, args: Argv) -> Reply:
    return len(data.get(args[0], Stream).ids)


@reads
def xrange(data: Database, args: Argv) -> Reply:
    return _entries(data, args, args[1], args[2], reverse=False)


@reads
def xrevrange(data: Database, args: Argv) -> Reply:
    return _entries(data, args, args[2], args[1], reverse=True)


def _entries(data: Database, args: Argv, first: bytes, last: bytes, *, reverse: bool) -> Reply:
    found = list(data.get(args[0], Stream).between(_bound(first, 0), _bound(last, LAST_NUMBER)))
    if reverse:
        found.reverse()
    count = int(args[4]) if len(args) > 4 and args[3].upper() == b"COUNT" else None
    return [[bytes(entry_id), fields] for entry_id, fields in islice(found, count)]


def _bound(given: bytes, number: int) -> EntryId:
    """The first or last id of a range; `(` excludes it."""
    if given == b"-":
        return EntryId(0, 0)
    if given == b"+":
        return EntryId(2**64 - 1, LAST_NUMBER)
    if not given.startswith(b"("):
        return _id(given, number)
    entry_id = _id(given[1:], number)
    return EntryId(entry_id.ms, entry_id.number + 1) if number == 0 else _before(entry_id)


def _before(entry_id: EntryId) -> EntryId:
    if entry_id.number:
        return EntryId(entry_id.ms, entry_id.number - 1)
    return EntryId(entry_id.ms - 1, LAST_NUMBER)


def _id(given: bytes, number: int) -> EntryId:
    ms, dash, rest = given.partition(b"-")
    return EntryId(int(ms), int(rest) if dash else number)
