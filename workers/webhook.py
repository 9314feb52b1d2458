"""Webhooks: what is news in a game goes into the mailboxes of its followers; what is in a mailbox is sent."""

from domain.kernel.work import WorkKind
from service.queues import try_enqueue as put_in
from service.tables import LoadedGame
from workers.office import JobContext, send_webhook, run_job

MAILBOX = "w_"


def deliver(subject: str, version: int) -> str:
    """The job, of a game that has news or of a webhook that has deliveries."""
    if subject.startswith(MAILBOX):
        return send_webhook(subject)
    return run_job(WorkKind.WEBHOOK, subject, version, notify_followers)


async def notify_followers(context: JobContext, loaded: LoadedGame) -> None:
    """All that is new, and a job for each mailbox that has got something."""
    jobs = await context.job_runner.news.spread(loaded.table.game)
    if jobs:
        put_in(context.job_runner.queues, jobs)
