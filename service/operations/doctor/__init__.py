"""`emberlog doctor`: looks at everything that an operator can get wrong, and says what to do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from service.operations.build import VERSION
from service.operations.doctor import machine_checks, redis_checks, work_checks
from service.operations.doctor.findings import DoctorReport, Finding, fail, warn
from service.operations.health import HealthCheck
from service.operations.workload import Workload
from service.settings import Settings, SettingsError, masked
from service.store import RedisConnection, StoreError, connect
from service.store.outbox import Outbox

SECONDS: Final = 15.0
"""How long the doctor waits for one Redis in all."""


def examine(settings: Settings) -> DoctorReport:
    """Look at everything, once."""
    return _report(tuple(asyncio.run(_all(settings))))


def unreadable(error: SettingsError) -> DoctorReport:
    """The report if the settings themselves are wrong: nothing else can be looked at."""
    return _report(tuple(machine_checks.unreadable_settings(error)))


def _report(findings: tuple[Finding, ...]) -> DoctorReport:
    return DoctorReport(not any(finding.is_wrong for finding in findings), VERSION, findings)


async def _all(settings: Settings) -> list[Finding]:
    found = [*machine_checks.settings_are(settings), machine_checks.files(settings)]
    url = settings.redis_url
    if url is None:
        found += machine_checks.data_directory(settings)
        socket = settings.data_path / "redis.sock"
        url = f"unix://{socket}" if socket.exists() else None
    if url is not None:
        found += await _servers(settings, url)
    found += await asyncio.to_thread(lambda: list(machine_checks.archive(settings)))
    return found


async def _servers(settings: Settings, url: str) -> list[Finding]:
    """Both Redis servers and, if both can be reached, the work in them."""
    queue_url = settings.queue_url or url
    async with _opened(url) as log:
        found = await _seen("redis", redis_checks.log_redis(log, masked(url), settings.wait_replicas))
        if "+cluster" in queue_url:
            advice = "set EMBERLOG_QUEUE_URL to a separate Redis"
            return [*found, fail("queue", "the job queues cannot be on a cluster", advice)]
        async with _opened(queue_url) as queue:
            if queue_url != url:
                found += await _seen("queue", redis_checks.queue_redis(queue, masked(queue_url)))
            if not any(finding.check in {"redis", "queue"} and finding.is_wrong for finding in found):
                workload = Workload(Outbox(log), queue, HealthCheck(log, queue, settings.redis_seconds))
                found += await _seen("work", work_checks.work(workload))
    return found


async def _seen(check: str, findings: AsyncIterator[Finding]) -> list[Finding]:
    """The findings, as far as they come in time."""
    seen: list[Finding] = []
    try:
        async with asyncio.timeout(SECONDS):
            async for finding in findings:
                seen.append(finding)  # noqa: PERF401  those before an error count too
    except (StoreError, TimeoutError) as error:
        found = f"it could not be looked at: {str(error) or 'no answer in time'}"
        seen.append(warn(check, found, "repair what is wrong, then run this again"))
    return seen


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[RedisConnection]:
    connection = RedisConnection(connect(url, connections=4, timeout=3))
    try:
        yield connection
    finally:
        await connection.close()
