"""A typed client of Emberlog, the event-sourced game server: `Client`, or `AsyncClient` to be awaited."""

from emberlog_client.async_client import AsyncClient
from emberlog_client.client import Client
from emberlog_client.protocol import OVER, Problem, commitment

__all__ = ["OVER", "AsyncClient", "Client", "Problem", "commitment"]
