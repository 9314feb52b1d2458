"""Builds each collaborator once; the only place to swap one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from service.accounts.identity import Identities
from service.accounts.players import Players
from service.accounts.recovery import Recovery
from service.accounts.search import Names
from service.accounts.tickets import Tickets
from service.admin import Admin
from service.archive import Archive
from service.audit import Auditor
from service.challenges import Challenges
from service.commands import Commands
from service.dispatch import Dispatch
from service.feed import Feed
from service.forks import Forks
from service.games import Games
from service.gate import Gate
from service.history import History
from service.limits import Limits
from service.live.readers import Live
from service.openings import Openings
from service.operations.metrics import Metrics
from service.operations.readiness import Readiness
from service.operations.workload import Workload
from service.plans import Planning
from service.projections import Projections
from service.projections.index import Index
from service.queues import Queues, Sender
from service.rematches import Rematches
from service.settings import Settings
from service.standings import Standings
from service.store import Link, Store, connect
from service.tables import Tables
from service.views import Gallery
from service.webhooks.subscriptions import Webhooks


@dataclass(frozen=True, kw_only=True)
class Collaborators:
    """Everything that a handler can reach."""

    settings: Settings
    metrics: Metrics
    store: Store
    limits: Limits
    gate: Gate
    tickets: Tickets
    players: Players
    recovery: Recovery
    names: Names
    readiness: Readiness
    workload: Workload
    games: Games
    openings: Openings
    forks: Forks
    gallery: Gallery
    planning: Planning
    index: Index
    standings: Standings
    feed: Feed
    history: History
    live: Live
    auditor: Auditor
    admin: Admin
    webhooks: Webhooks


@asynccontextmanager
async def bootstrap(settings: Settings, metrics: Metrics) -> AsyncIterator[Collaborators]:
    """The collaborators while the service runs. Redis is not asked for anything yet: it may come later."""
    store = Store.open(
        settings.redis,
        wait_replicas=settings.wait_replicas,
        wait_ms=settings.wait_timeout_ms,
        shelf=Archive.of(settings),
    )
    queue = Link(connect(settings.queue, connections=4))
    sender = Sender(Queues(settings.queue))
    workload = Workload(store.outbox, queue)
    metrics.registry.register(workload)
    limits = Limits(store.link, settings)
    tickets = Tickets(store.link, settings.ticket_seconds)
    players = Players(store.link, limits)
    projections = Projections(store.link)
    tables = Tables(store, settings.cache_games)
    dispatch = Dispatch(store.outbox, projections, sender.send)
    commands = Commands(store, tables, dispatch, settings.archive_after)
    rematches = Rematches(store, tables)
    games = Games(tables, commands, rematches)
    challenges = Challenges(store, tables, projections)
    live = Live(store, tables, projections.index, metrics, keep_alive=settings.keep_alive_seconds)
    try:
        yield Collaborators(
            settings=settings,
            metrics=metrics,
            store=store,
            limits=limits,
            gate=Gate(limits, tickets, Identities(settings, limits, players)),
            tickets=tickets,
            players=players,
            recovery=Recovery(store.link, limits, players),
            names=Names(store.link),
            readiness=Readiness(store.link, queue, settings.wait_replicas, workload),
            workload=workload,
            games=games,
            openings=Openings(
                tables,
                commands,
                players,
                games,
                projections.index,
                challenges=challenges,
                rematches=rematches,
            ),
            forks=Forks(tables, commands, players, games, projections.index),
            gallery=Gallery(games),
            planning=Planning(store, tables, sender.send),
            index=projections.index,
            standings=Standings(store.link, projections.folds, players),
            feed=Feed(projections.results),
            history=History(tables),
            live=live,
            auditor=Auditor(store, tables),
            admin=Admin(
                store, tables, commands=commands, games=games, players=players, index=projections.index
            ),
            webhooks=Webhooks(settings, store, tables, players, sender.send),
        )
    finally:
        await live.close()
        sender.close()
        await queue.close()
        await store.close()
