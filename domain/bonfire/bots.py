"""How a position is judged by a bot that sees only a view."""

from collections.abc import Mapping

from domain.kernel.bots import Bot, random_bot

BOTS: Mapping[str, Bot] = {"random": random_bot}
