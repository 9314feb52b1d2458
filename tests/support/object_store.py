"""An object store on loopback: moto's server, which speaks S3, in a process of its own."""

import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from http.client import HTTPResponse
from typing import Self
from urllib.error import URLError

from service.operations import children
from tests.support.processes import eventually, free_port

BUCKET = "games"


class ObjectStore:
    """A server with one bucket; what it holds is gone when it stops."""

    def __init__(self, port: int | None = None) -> None:
        self.port = port or free_port()

    @property
    def address(self) -> str:
        """For EMBERLOG_ARCHIVE_DIR."""
        return f"s3://{BUCKET}/archive"

    @property
    def variables(self) -> Mapping[str, str]:
        """What a client of this server has in its environment."""
        return {
            "AWS_ACCESS_KEY_ID": "somebody",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}",
        }

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)]
        self._process = children.spawn(command, log=subprocess.DEVNULL)
        eventually(self._answers)
        self._ask(BUCKET, "PUT").close()
        return self

    def __exit__(self, *_: object) -> None:
        children.stop(self._process, seconds=30)

    def read(self, name: str) -> bytes:
        """A file, past our own client."""
        with self._ask(f"{BUCKET}/archive/{name}") as answer:
            return answer.read()

    def write(self, name: str, content: bytes) -> None:
        """Replace a file, past our own client."""
        self._ask(f"{BUCKET}/archive/{name}", "PUT", content).close()

    def _answers(self) -> bool:
        try:
            self._ask("moto-api/").close()
        except (URLError, ConnectionError):
            return False
        return True

    def _ask(self, path: str, method: str = "GET", body: bytes | None = None) -> HTTPResponse:
        # The bucket is open to everybody who claims a name; moto does not check the signature.
        signed = {"Authorization": "AWS4-HMAC-SHA256 Credential=somebody/20260101/us-east-1/s3/aws4_request"}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/{path}", method=method, data=body, headers=signed
        )
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=60)
        return answer
