"""Made-up entries with a chain of hashes; to the store they are as good as real ones."""

from hashlib import sha256
from typing import Any

from service.store import GENESIS, Append, Appended, Store, snapshots


def entry(game: str, seq: int) -> bytes:
    return f"{game} entry {seq}".encode()


def hash_of(game: str, seq: int) -> str:
    return sha256(entry(game, seq)).hexdigest() if seq else GENESIS


def state(game: str, seq: int) -> bytes:
    return f"{game} state {seq}".encode()


def nth(game: str, seq: int, **changes: Any) -> Append:
    """The append of entry `seq`, with a snapshot when one is due."""
    values: dict[str, Any] = {
        "game": game,
        "after_seq": seq - 1,
        "after_hash": hash_of(game, seq - 1),
        "entry": entry(game, seq),
        "hash": hash_of(game, seq),
        "status": "active" if seq > 1 else "lobby",
        "snapshot": state(game, seq) if snapshots.due(seq) else b"",
        "seed": b"sealed" if seq == 1 else b"",
    }
    return Append(**values | changes)


async def write(store: Store, game: str, count: int) -> None:
    """A game of so many entries."""
    for seq in range(1, count + 1):
        assert await store.append(nth(game, seq)) == Appended(seq)
