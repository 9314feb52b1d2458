"""Webhook jobs: queue new entries of a game for its followers, and send queued deliveries."""

from domain.kernel.work import WorkKind
from service.engine.loaded_game import LoadedGame
from service.jobs.queues import try_enqueue
from workers.job_runner import JobContext, run_job, send_webhook

WEBHOOK_ID_PREFIX = "w_"


def deliver(subject: str, version: int) -> str:
    """The job, for a game with new entries or for a webhook with deliveries."""
    if subject.startswith(WEBHOOK_ID_PREFIX):
        return send_webhook(subject)
    return run_job(WorkKind.WEBHOOK, subject, version, notify_followers)


async def notify_followers(context: JobContext, loaded: LoadedGame) -> None:
    """Queue deliveries of all new entries, and a job for each webhook that has any."""
    jobs = await context.job_runner.follower_notifier.notify(loaded.table.game)
    if jobs:
        try_enqueue(context.job_runner.queues, jobs)
