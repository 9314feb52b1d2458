"""A receiver of webhooks: a real HTTP server on this machine that answers as it is told."""

import json
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from standardwebhooks import Webhook

from tests.support.processes import eventually


class Got(NamedTuple):
    """A request as it came in."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def message(self) -> Any:
        """The message, without checking its signature."""
        return json.loads(self.body)

    @property
    def signatures(self) -> list[str]:
        return self.headers["webhook-signature"].split(" ")

    def verified(self, secret: str) -> Any:
        """The message, after the receivers' library has verified its signature with this secret."""
        return Webhook(secret).verify(self.body, dict(self.headers))


class Receiver:
    """The requests received, and the next responses; by default it accepts everything.

    While it is held back, requests are only counted as asked.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked = 0
        self.got: list[Got] = []
        self.answers: deque[tuple[int, dict[str, str]]] = deque()
        self.otherwise = 204
        self.held_back = threading.Event()
        self.held_back.set()
        self.endless = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def messages(self) -> list[Any]:
        return [got.message for got in self.got]

    def told(self) -> list[tuple[str, int]]:
        """Type and sequence of what came in, in order."""
        return [(message["type"], message.get("sequence", 0)) for message in self.messages]

    def next_answers(self, *statuses: int, **headers: str) -> None:
        self.answers.extend((status, headers) for status in statuses)

    def gets(self, count: int) -> list[Got]:
        """Wait until this number of requests has come in."""
        eventually(lambda: len(self.got) >= count)
        return self.got


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver while the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            receiver.asked += 1
            receiver.held_back.wait()
            status, headers = receiver.answers.popleft() if receiver.answers else (receiver.otherwise, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            receiver.got.append(Got({name.lower(): value for name, value in self.headers.items()}, body))
            if receiver.endless:
                self._pour()
            else:
                self.send_header("content-length", "0")
                self.end_headers()

        def _pour(self) -> None:
            """Send a response without end, until the other side disconnects."""
            self.close_connection = True
            self.end_headers()
            try:
                while receiver.endless:
                    self.wfile.write(b"x" * 4096)
            except OSError:
                pass

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver = Receiver(server.server_port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.held_back.set()
        receiver.endless = False
        server.shutdown()
        thread.join()
        server.server_close()
