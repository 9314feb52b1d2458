"""All objects that a request handler can use."""

from dataclasses import dataclass

from service.accounts.authentication import Authentication
from service.accounts.players import Players
from service.accounts.rate_limits import RateLimits
from service.accounts.recovery import Recovery
from service.accounts.search import PlayerNames
from service.accounts.tickets import Tickets
from service.live.open_streams import OpenStreams
from service.live.streams import LiveStreams
from service.operations.metrics import Metrics
from service.operations.probes import Probes
from service.projections.index import Index
from service.settings import Settings
from service.store import Store
from service.usecases.admin import Admin
from service.usecases.audit import Auditor
from service.usecases.create_game import GameCreation
from service.usecases.finished_games import FinishedGames
from service.usecases.forks import Forks
from service.usecases.game_lists import GameLists
from service.usecases.games import Games
from service.usecases.history import History
from service.usecases.many_games import ManyGames
from service.usecases.plans import Planning
from service.usecases.previews import Previews
from service.usecases.score_history import ScoreHistory
from service.usecases.standings import Standings
from service.usecases.webhooks import Webhooks


@dataclass(frozen=True, kw_only=True)
class Collaborators:
    """All objects that a handler can use."""

    settings: Settings
    metrics: Metrics
    store: Store
    limits: RateLimits
    authentication: Authentication
    tickets: Tickets
    players: Players
    recovery: Recovery
    names: PlayerNames
    probes: Probes
    games: Games
    previews: Previews
    game_creation: GameCreation
    forks: Forks
    many_games: ManyGames
    planning: Planning
    index: Index
    game_lists: GameLists
    standings: Standings
    finished_games: FinishedGames
    history: History
    score_history: ScoreHistory
    live: LiveStreams
    open_streams: OpenStreams
    auditor: Auditor
    admin: Admin
    webhooks: Webhooks
