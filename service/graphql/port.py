"""What resolvers call, fulfilled: each use case with the caller's identity, scopes, keys and language."""

from schema.ports import Port
from service.graphql.account_port import AccountDesk
from service.graphql.games_port import GamesDesk
from service.graphql.webhook_port import WebhookDesk


class CallersPort(GamesDesk, AccountDesk, WebhookDesk, Port):
    """All that one caller can ask for."""
