"""What resolvers call, fulfilled: each use case with the caller's identity, scopes, keys and language."""

from schema.ports import Port
from service.graphql.account_port import AccountPort
from service.graphql.games_port import GamesPort
from service.graphql.webhook_port import WebhookPort


class CallersPort(GamesPort, AccountPort, WebhookPort, Port):
    """All that one caller can ask for."""
