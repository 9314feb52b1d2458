"""What the doctor asks about work: who does it, what waits for how long, what has failed."""

from collections.abc import AsyncIterator
from typing import Final

from service.operations.doctor.findings import Finding, ok, warn
from service.operations.workload import Workload

LATE_SECONDS: Final = 60.0


async def work(workload: Workload) -> AsyncIterator[Finding]:
    """The state of outbox, queues and roles."""
    pending = await workload.work()
    found = f"{pending.items} in the outbox, {pending.due} due, the oldest for {pending.oldest_seconds:.0f} s"
    if pending.oldest_seconds > LATE_SECONDS:
        yield warn("work", found, "start workers and a sweeper; if they run, add workers or look for `away`")
    else:
        yield ok("work", found)
    if pending.parked:
        advice = "`emberlog worker --failed` lists it; fix the cause, then `emberlog worker --retry`"
        yield warn("work", f"{pending.parked} parked after too many failures", advice)
    queued = await workload.queued()
    for name, seconds in queued.waits.items():
        if seconds > LATE_SECONDS:
            advice = "start or add workers"
            yield warn("queues", f"the first job of {name} has been waiting for {seconds:.0f} s", advice)
    if pending.queues is not None:
        yield ok("queues", f"{sum(pending.queues.values())} jobs are waiting")
    for role, without in (
        ("worker", "bots, clocks, queued moves and scores wait"),
        ("sweeper", "clocks do not run out, and nothing is retried"),
    ):
        count = queued.alive[role]
        if count:
            yield ok(f"{role}s", f"{count} alive")
        else:
            yield warn(f"{role}s", f"none is alive: {without}", f"start `emberlog {role}`")
