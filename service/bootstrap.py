"""Builds each collaborator once; the only place to swap one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.accounts.authentication import Authentication
from service.accounts.external_identity import ExternalIdentities
from service.accounts.players import Players
from service.accounts.rate_limits import RateLimits
from service.accounts.recovery import Recovery
from service.accounts.search import PlayerNames
from service.accounts.tickets import Tickets
from service.api.collaborators import Collaborators
from service.engine.archive import LogArchive
from service.engine.commands import Commands
from service.engine.game_cache import GameCache
from service.jobs.after_append import AfterAppend
from service.jobs.queues import JobSender, Queues
from service.live.open_streams import OpenStreams
from service.live.streams import LiveStreams
from service.operations.build import Build
from service.operations.health import HealthCheck
from service.operations.metrics import Metrics
from service.operations.probes import Probes
from service.operations.process_metrics import BuildMetric, register_process
from service.operations.readiness import Readiness
from service.operations.workload import Workload
from service.projections import Projections
from service.settings import Settings
from service.store import RedisConnection, Store, connect
from service.usecases.admin import Admin
from service.usecases.audit import Auditor
from service.usecases.challenges import Challenges
from service.usecases.create_game import GameCreation
from service.usecases.finished_games import FinishedGames
from service.usecases.forks import Forks
from service.usecases.game_lists import GameLists
from service.usecases.games import Games
from service.usecases.history import History
from service.usecases.many_games import ManyGames
from service.usecases.plans import Planning
from service.usecases.previews import Previews
from service.usecases.quotas import Quotas
from service.usecases.rematches import Rematches
from service.usecases.score_history import ScoreHistory
from service.usecases.standings import Standings
from service.usecases.webhooks import Webhooks


@asynccontextmanager
async def bootstrap(
    settings: Settings, metrics: Metrics, sender: JobSender | None = None
) -> AsyncIterator[Collaborators]:
    """The collaborators while the service runs. Redis is not asked for anything yet: it may come later."""
    store = Store.open(
        settings.redis,
        wait_replicas=settings.wait_replicas,
        wait_ms=settings.wait_timeout_ms,
        archived_logs=LogArchive.of(settings),
        seconds=settings.redis_seconds,
    )
    queue = RedisConnection(connect(settings.queue, connections=4, timeout=settings.redis_seconds))
    sender = sender or JobSender(Queues(settings.queue))
    health = HealthCheck(store.connection, queue, settings.redis_seconds)
    workload = Workload(store.outbox, queue, health)
    metrics.registry.register(workload)
    limits = RateLimits(store.connection, settings)
    tickets = Tickets(store.connection, settings.ticket_seconds)
    players = Players(store.connection, limits)
    projections = Projections(store.connection)
    game_cache = GameCache(store, settings.cache_games, projections.heal)
    after_append = AfterAppend(store.outbox, projections, sender.send)
    commands = Commands(store, game_cache, after_append, settings.archive_after)
    rematches = Rematches(store, game_cache)
    quotas = Quotas(settings, projections.index, limits)
    games = Games(game_cache, commands, players, rematches=rematches, quotas=quotas)
    challenges = Challenges(store, game_cache, projections)
    history = History(game_cache, players.names)
    live = LiveStreams(
        store,
        game_cache,
        projections.index,
        players.names,
        history.pages,
        keep_alive=settings.keep_alive_seconds,
    )
    metrics.registry.register(BuildMetric(Build(commit=settings.commit or "")))
    register_process(metrics.own, store, game_cache)
    metrics.gauge("streams", "Streams that are being read.", live.open_streams)
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
            probes=Probes(
                Readiness(store.connection, health, settings, workload),
                workload,
                metrics,
                kept_seconds=settings.probe_seconds,
            ),
            games=games,
            previews=Previews(game_cache),
            game_creation=GameCreation(
                game_cache,
                commands,
                players,
                games,
                projections.index,
                challenges=challenges,
                rematches=rematches,
                quotas=quotas,
            ),
            forks=Forks(game_cache, commands, players, games, projections.index, quotas=quotas),
            many_games=ManyGames(game_cache, players, games),
            planning=Planning(store, game_cache, sender.send),
            index=projections.index,
            game_lists=GameLists(store.connection, projections.index, game_cache, players),
            standings=Standings(store.connection, projections.folds, players),
            finished_games=FinishedGames(projections.results, players.names),
            history=history,
            score_history=ScoreHistory(game_cache),
            live=live,
            open_streams=OpenStreams(settings.streams_per_caller),
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
