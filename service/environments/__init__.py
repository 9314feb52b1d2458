"""The games as environments for learning programs, with the interface of PettingZoo (extra `pettingzoo`)."""

from service.environments.aec import GameEnvironment

__all__ = ["GameEnvironment"]
