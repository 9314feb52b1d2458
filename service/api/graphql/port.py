"""The port that resolvers call: each use case with the caller's identity, scopes, keys and language."""

from schema.ports import Port
from service.api.graphql.account_port import CallersAccountPort
from service.api.graphql.games_port import CallersGamesPort
from service.api.graphql.webhook_port import CallersWebhookPort


class CallersPort(CallersGamesPort, CallersAccountPort, CallersWebhookPort, Port):
    """Everything that one caller can ask for."""
