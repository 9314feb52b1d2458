"""`emberlog probe`: asks a role on this machine whether it is alive. A container's health check runs it."""

from http.client import HTTPConnection, HTTPException

from service.operations.ports import reachable
from service.settings import Settings

SECONDS = 4.0


def ask(settings: Settings, role: str | None) -> str | None:
    """None if the role is alive, otherwise what is wrong. Without a role, one that answers is enough."""
    ports = {"api": settings.port, "worker": settings.health_port, "sweeper": settings.health_port}
    asked = [ports[role]] if role else list(dict.fromkeys(ports.values()))
    if asked == [None]:
        return "EMBERLOG_HEALTH_PORT is not set, so this role answers no probes"
    refusals = [_refusal(reachable(settings.host), port) for port in asked if port is not None]
    return None if None in refusals else "; ".join(filter(None, refusals))


def _refusal(host: str, port: int) -> str | None:
    connection = HTTPConnection(host, port, timeout=SECONDS)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        return f"{host}:{port} does not answer ({error})"
    finally:
        connection.close()
    return None if status == 200 else f"{host}:{port} answers {status}"
