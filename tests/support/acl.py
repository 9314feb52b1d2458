"""The Redis users that docs/operations.md recommends, as a test can create them."""

import re
from pathlib import Path

from tests.unit.service.store.servers import Server

GUIDE = Path("docs/operations.md")
PASSWORD = "PASSWORD"
_USER = re.compile(r"^user (\S+) (.*)$", re.MULTILINE)


def documented_users() -> dict[str, list[str]]:
    """The rules of each user in the guide."""
    return {name: rules.split() for name, rules in _USER.findall(GUIDE.read_text())}


def commands_of(user: str) -> set[str]:
    """The commands that a documented user may run, in upper case; a subcommand after a space."""
    rules = documented_users()[user]
    return {rule[1:].upper().replace("|", " ") for rule in rules if rule.startswith("+")}


def create_user(server: Server, user: str) -> str:
    """Create a documented user on a server; returns the URL for it."""
    server.command("ACL", "SETUSER", user, "reset", *documented_users()[user])
    return f"redis://{user}:{PASSWORD}@127.0.0.1:{server.port}"


def denials(server: Server) -> list[object]:
    """What a server refused because of an ACL."""
    found: list[object] = server.command("ACL", "LOG")
    return found
