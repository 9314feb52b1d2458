"""Webhooks: what is news in a game goes into the mailboxes of its followers; what is in a mailbox is sent."""

from domain.kernel.work import WorkKind
from service.queues import deliver as put_in
from service.tables import Held
from workers.office import Desk, hand_over, perform

MAILBOX = "w_"


def deliver(subject: str, version: int) -> str:
    """The job, of a game that has news or of a webhook that has deliveries."""
    if subject.startswith(MAILBOX):
        return hand_over(subject)
    return perform(WorkKind.WEBHOOK, subject, version, spread)


async def spread(desk: Desk, held: Held) -> None:
    """All that is new, and a job for each mailbox that has got something."""
    jobs = await desk.office.news.spread(held.table.game)
    if jobs:
        put_in(desk.office.queues, jobs)
