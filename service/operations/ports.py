"""The port on which the API listens."""

import socket

from service.settings import SettingsError


def claim(host: str, port: int) -> None:
    """Fail early and clearly if the API's port is taken."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise SettingsError(
            f"the API cannot listen on {host}:{port} ({error.strerror}); set EMBERLOG_HOST or EMBERLOG_PORT"
        ) from error


def reachable(host: str) -> str:
    """A clickable address in place of one that means every interface."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
