"""Builds each collaborator once; the only place to swap one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from service.accounts.identity import ExternalIdentities
from service.accounts.players import Players
from service.accounts.recovery import Recovery
from service.accounts.search import PlayerNames
from service.accounts.tickets import Tickets
from service.admin import Admin
from service.archive import LogArchive
from service.audit import Auditor
from service.challenges import Challenges
from service.commands import Commands
from service.dispatch import AfterAppend
from service.feed import FinishedGames
from service.forks import Forks
from service.games import Games
from service.gate import Authentication
from service.history import History
from service.limits import RateLimits
from service.live.readers import LiveStreams
from service.openings import GameCreation
from service.operations.metrics import Metrics
from service.operations.readiness import Readiness
from service.operations.workload import Workload
from service.plans import Planning
from service.projections import Projections
from service.projections.index import Index
from service.queues import Queues, JobSender
from service.rematches import Rematches
from service.settings import Settings
from service.standings import Standings
from service.store import RedisConnection, Store, connect
from service.tables import GameCache
from service.views import ManyGames
from service.webhooks.subscriptions import Webhooks


@dataclass(frozen=True, kw_only=True)
class Collaborators:
    """Everything that a handler can reach."""

    settings: Settings
    metrics: Metrics
    store: Store
    limits: RateLimits
    authentication: Authentication
    tickets: Tickets
    players: Players
    recovery: Recovery
    names: PlayerNames
    readiness: Readiness
    workload: Workload
    games: Games
    game_creation: GameCreation
    forks: Forks
    many_games: ManyGames
    planning: Planning
    index: Index
    standings: Standings
    finished_games: FinishedGames
    history: History
    live: LiveStreams
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
        archived_logs=LogArchive.of(settings),
    )
    queue = RedisConnection(connect(settings.queue, connections=4))
    sender = JobSender(Queues(settings.queue))
    workload = Workload(store.outbox, queue)
    metrics.registry.register(workload)
    limits = RateLimits(store.connection, settings)
    tickets = Tickets(store.connection, settings.ticket_seconds)
    players = Players(store.connection, limits)
    projections = Projections(store.connection)
    game_cache = GameCache(store, settings.cache_games)
    after_append = AfterAppend(store.outbox, projections, sender.send)
    commands = Commands(store, game_cache, after_append, settings.archive_after)
    rematches = Rematches(store, game_cache)
    games = Games(game_cache, commands, rematches)
    challenges = Challenges(store, game_cache, projections)
    live = LiveStreams(store, game_cache, projections.index, metrics, keep_alive=settings.keep_alive_seconds)
    try:
        yield Collaborators(
            settings=settings,
            metrics=metrics,
            store=store,
            limits=limits,
            authentication=Authentication(limits, tickets, ExternalIdentities(settings, limits, players)),
            tickets=tickets,
            players=players,
            recovery=Recovery(store.connection, limits, players),
            names=PlayerNames(store.connection),
            readiness=Readiness(store.connection, queue, settings.wait_replicas, workload),
            workload=workload,
            games=games,
            game_creation=GameCreation(
                game_cache,
                commands,
                players,
                games,
                projections.index,
                challenges=challenges,
                rematches=rematches,
            ),
            forks=Forks(game_cache, commands, players, games, projections.index),
            many_games=ManyGames(games),
            planning=Planning(store, game_cache, sender.send),
            index=projections.index,
            standings=Standings(store.connection, projections.folds, players),
            finished_games=FinishedGames(projections.results),
            history=History(game_cache),
            live=live,
            auditor=Auditor(store, game_cache),
            admin=Admin(
                store, game_cache, commands=commands, games=games, players=players, index=projections.index
            ),
            webhooks=Webhooks(settings, store, game_cache, players, sender.send),
        )
    finally:
        await live.close()
        sender.close()
        await queue.close()
        await store.close()
