"""The Python library `eventsourcing` doing what our store does: single appends by 16 writers, and reloads."""

import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID, uuid4

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import ApplicationRecorder, StoredEvent
from eventsourcing.popo import POPOApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

FULL = 2


class Game(Aggregate):
    """An aggregate that keeps the text of its last event."""

    def __init__(self) -> None:
        self.last = ""

    @event("Moved")
    def move(self, text: str) -> None:
        """Record an event with this text."""
        self.last = text


def appends(recorder: ApplicationRecorder, *, count: int, size: int, writers: int = 16) -> float:
    """Appends of single events per second; each writer has its own thread and aggregate."""
    state = b"e" * size

    def write(originator: UUID) -> None:
        for version in range(1, count // writers + 1):
            recorder.insert_events([StoredEvent(originator, version, "bench:Moved", state)])

    with ThreadPoolExecutor(writers) as threads:
        started = time.perf_counter()
        list(threads.map(write, [uuid4() for _ in range(writers)]))
        return count // writers * writers / (time.perf_counter() - started)


def memory_appends(*, count: int, size: int, writers: int = 16) -> float:
    """Appends per second into memory."""
    return appends(POPOApplicationRecorder(), count=count, size=size, writers=writers)


def sqlite_appends(*, count: int, size: int, writers: int = 16) -> float:
    """Appends per second into a file, each on disk before the call returns (`synchronous=FULL`)."""
    with tempfile.TemporaryDirectory() as directory:
        datastore = SQLiteDatastore(str(Path(directory) / "peer.db"), pool_size=writers, pool_timeout=60)
        with datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == FULL
        recorder = SQLiteApplicationRecorder(datastore)
        recorder.create_table()
        try:
            return appends(recorder, count=count, size=size, writers=writers)
        finally:
            datastore.close()


def reloads(app: Application[UUID], *, events: int, size: int, times: int = 15) -> float:
    """Milliseconds to load an aggregate with this number of events."""
    game = Game()
    for _ in range(events - 1):
        game.move("e" * size)
    app.save(game)
    took = []
    for _ in range(times):
        started = time.perf_counter()
        app.repository.get(game.id)
        took.append(time.perf_counter() - started)
    return 1000 * statistics.median(took)


def memory_reload_ms(*, events: int = 300, size: int = 600) -> float:
    """Milliseconds to load an aggregate from memory."""
    return reloads(Application(), events=events, size=size)


def sqlite_reload_ms(*, events: int = 300, size: int = 600) -> float:
    """Milliseconds to load an aggregate from a file."""
    with tempfile.TemporaryDirectory() as directory:
        file = str(Path(directory) / "peer.db")
        app: Application[UUID] = Application(
            {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": file}
        )
        try:
            return reloads(app, events=events, size=size)
        finally:
            app.close()


def run() -> dict[str, float | str]:
    """Measure the peer's reloads; `bench.store` measures its appends."""
    return {
        "peer eventsourcing, reload of 300 events from memory, ms": memory_reload_ms(),
        "peer eventsourcing, reload of 300 events from SQLite, ms": sqlite_reload_ms(),
    }
