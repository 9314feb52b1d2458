"""The port on which the API listens."""

import socket

from service.settings import SettingsError


def claim(host: str, port: int) -> None:
    """Fail early and clearly if the API's port is taken."""
    bound(host, port).close()


def bound(host: str, port: int, *, share: bool = False) -> socket.socket:
    """A socket on the API's port; if it is shared, other processes of this user may bind it too."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, protocol)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if share:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            found.bind(address)
        except OSError:
            found.close()
            raise
        return found
    except OSError as error:
        raise SettingsError(
            f"the API cannot listen on {host}:{port} ({error.strerror}); set EMBERLOG_HOST or EMBERLOG_PORT"
        ) from error


def reachable(host: str) -> str:
    """A clickable address in place of one that means every interface."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
