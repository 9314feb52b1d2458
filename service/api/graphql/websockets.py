"""GraphQL over WebSockets (graphql-transport-ws). The token is in the handshake or in `connection_init`."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import timedelta
from json import JSONDecodeError
from typing import Any, Final, cast

import anyio
import msgspec
import structlog
from graphql import GraphQLError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import ASGIWebSocketAdapter, GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.subscriptions.protocols.graphql_transport_ws import types as protocol
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler

from schema.graphql.schema import Schema, extensions_of
from service.accounts.caller import Caller
from service.api.collaborators import Collaborators
from service.api.graphql.port import CallersPort
from service.api.graphql.refusals import refused
from service.api.http.authentication import client_address
from service.api.http.languages import preferred_language
from service.errors import NotAuthenticated, ServiceError, TooMany

MOST_OPERATIONS: Final = 50
_FAREWELL_SECONDS: Final = 1.0
_PATIENCE: Final = timedelta(seconds=10)
_TOO_SLOW: Final = 4408
_FORBIDDEN: Final = 4403
_TOO_MANY: Final = 4429

logger = structlog.get_logger("emberlog.sockets")


class _Operation(msgspec.Struct, rename="camel"):
    """The payload of an operation."""

    query: str
    operation_name: str | None = None
    variables: dict[str, Any] | None = None
    extensions: dict[str, Any] | None = None


class _Init(msgspec.Struct, tag_field="type", tag="connection_init"):
    payload: dict[str, Any] = {}


class _Ping(msgspec.Struct, tag_field="type", tag="ping"):
    payload: dict[str, Any] | None = None


class _Pong(msgspec.Struct, tag_field="type", tag="pong"):
    payload: dict[str, Any] | None = None


class _Subscribe(msgspec.Struct, tag_field="type", tag="subscribe"):
    id: str
    payload: _Operation


class _Complete(msgspec.Struct, tag_field="type", tag="complete"):
    id: str


_Message = _Init | _Ping | _Pong | _Subscribe | _Complete


class WebSocketCaller:
    """The caller of a socket. The port belongs to the token, which is checked with every operation."""

    def __init__(self, socket: WebSocket) -> None:
        self.collaborators = cast(Collaborators, socket.app.state.collaborators)
        self.connection_params: Mapping[str, Any] = {}
        self._headers = socket.headers
        self._address = client_address(socket.scope)
        self._request_id = secrets.token_hex(8)
        self.lang = preferred_language(socket.headers, socket.scope["query_string"])
        self.port = self._port(Caller(self._address))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.port, name)

    async def authenticate(self) -> None:
        """Check the token and charge the caller for one more operation."""
        authentication = self.collaborators.authentication
        self.port = self._port(await authentication.authenticate(self._address, self._authorization()))

    def _authorization(self) -> list[str]:
        """The token in `connection_init` (`Authorization` or `token`), or else in the handshake."""
        given = {name.lower(): value for name, value in self.connection_params.items()}
        if "token" in given:
            return [f"Bearer {given['token']}"]
        if "authorization" in given:
            return [str(given["authorization"])]
        return self._headers.getlist("authorization")

    def _port(self, caller: Caller) -> CallersPort:
        return CallersPort(self.collaborators, caller, self._request_id, self.lang)


class WebSocketAdapter(ASGIWebSocketAdapter):
    """A socket that limits the time a reader may take."""

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send a message. A client that does not take it in time is disconnected."""
        settings = cast(Collaborators, self.ws.app.state.collaborators).settings
        with anyio.move_on_after(2 * settings.keep_alive_seconds) as waiting:
            await super().send_json(message)
        if waiting.cancelled_caught:
            with anyio.move_on_after(_FAREWELL_SECONDS):
                await self.close(_TOO_SLOW, "too_slow")
            raise WebSocketDisconnected


class WebSocketHandler(BaseGraphQLTransportWSHandler[Any, None]):
    """Strawberry's handler, which also validates messages and charges callers."""

    async def handle(self) -> None:
        """Handle messages until the client leaves or its token becomes invalid."""
        with ExitStack() as self._access:
            await super().handle()

    async def handle_connection_init(self, message: protocol.ConnectionInitMessage) -> None:
        """Identify the caller. From now on the socket lives as long as the token."""
        await super().handle_connection_init(message)
        if self.connection_acknowledged:
            self._access.close()
            collaborators, caller = self.context.collaborators, self.context.port.caller
            try:
                self._access.enter_context(collaborators.open_streams.one(caller))
            except TooMany as refused:
                await self.websocket.close(_TOO_MANY, refused.code)
                return
            watching = collaborators.live.access_watch.watching(caller.access, self._expel)
            self._access.enter_context(watching)

    def _expel(self, reason: str) -> None:
        self._leaving = asyncio.create_task(self.websocket.close(_FORBIDDEN, reason))

    async def handle_message(self, message: protocol.Message) -> None:
        """Handle one message of the client."""
        try:
            msgspec.convert(message, _Message)
        except msgspec.ValidationError:
            await self.handle_invalid_message("This is no message of graphql-transport-ws")
            return
        await super().handle_message(message)

    async def handle_subscribe(self, message: protocol.SubscribeMessage) -> None:
        """Execute one operation, if the caller may still make calls."""
        try:
            await self.context.authenticate()
        except NotAuthenticated:
            await self.websocket.close(_FORBIDDEN, "token_invalid")
        except Exception as error:
            refusal = refused(error, self.context.lang)
            if refusal is None:
                raise
            told = GraphQLError(str(refusal), extensions=extensions_of(refusal.refusal)).formatted
            await self.send_message({"id": message["id"], "type": "error", "payload": [told]})
        else:
            await super().handle_subscribe(message)

    @staticmethod
    def _get_pre_execution_close_reason(error: GraphQLError) -> None:
        """Never close the socket: an invalid operation gets an error, and the others go on."""

    async def handle_task_exception(self, error: Exception) -> None:
        """Ignore that a client has disconnected."""
        if not isinstance(error, WebSocketDisconnected):
            logger.error("unexpected", exc_info=error)


class GraphQLWebSockets(GraphQL[Any, None]):
    """The WebSocket endpoint at `/graphql`."""

    websocket_adapter_class = WebSocketAdapter
    graphql_transport_ws_handler_class = WebSocketHandler

    def __init__(self, schema: Schema) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
            connection_init_wait_timeout=_PATIENCE,
            max_subscriptions_per_connection=MOST_OPERATIONS,
            allowed_origins=("*",),  # there are no cookies that a page of another origin could use
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket until it closes, then log it."""
        began = time.perf_counter()
        try:
            await super().__call__(scope, receive, send)
        finally:
            logger.info("socket", ms=round((time.perf_counter() - began) * 1000, 2))

    async def get_context(
        self,
        request: Request | WebSocket,
        response: Response | WebSocket,  # noqa: ARG002  strawberry's
    ) -> WebSocketCaller:
        """The caller of the socket."""
        assert isinstance(request, WebSocket)
        return WebSocketCaller(request)

    async def on_ws_connect(self, context: WebSocketCaller) -> dict[str, object]:
        """Accept a valid token, or none at all."""
        try:
            await context.authenticate()
        except ServiceError as error:
            raise ConnectionRejectionError from error
        return {}

    def decode_json(self, data: str | bytes) -> object:
        """Decode a message of the client; the server limits its size."""
        try:
            return msgspec.json.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as wrong:
            raise JSONDecodeError(str(wrong), "", 0) from None

    def encode_json(self, data: object) -> str:
        """Encode a message to the client."""
        return msgspec.json.encode(data).decode()
