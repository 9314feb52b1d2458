"""Runs one simulation from its seed, and reports what was found."""

import asyncio
import random
from dataclasses import dataclass
from typing import Final

from tests.simulator import loop
from tests.simulator.checks import Checks
from tests.simulator.faults import Plan
from tests.simulator.loop import Process
from tests.simulator.players import GamePlan, Table
from tests.simulator.world import World, installed

LONGEST_SECONDS: Final = 4000.0
"""Virtual time after which a game that has not ended never will."""


@dataclass(frozen=True)
class Outcome:
    """What a simulation did and found."""

    seed: int
    plan: Plan
    digest: str
    findings: tuple[str, ...]
    trace: tuple[str, ...]
    counts: dict[str, int]
    seconds: float
    """Virtual time."""

    def report(self, lines: int = 60) -> str:
        """The findings with the end of the trace, for people."""
        head = [f"seed {self.seed}: {len(self.findings)} findings, digest {self.digest}", str(self.plan)]
        return "\n".join([*head, *self.trace[-lines:], *(f"FOUND {each}" for each in self.findings)])


def simulate(seed: int) -> Outcome:
    """Run the simulation of a seed; the same seed always does the same."""
    worlds = [World(seed)]
    outcome = _outcome(worlds[0])
    with loop.quietly():
        worlds.clear()
    return outcome


def _outcome(world: World) -> Outcome:
    async def main() -> Outcome:
        await _run(world)
        findings, trace = tuple(world.findings), world.trace
        return Outcome(
            world.seed, world.plan, trace.digest, findings, tuple(trace.lines), trace.counts, world.time
        )

    with installed(world):
        return loop.run(world.network, main(), world.found)


async def _run(world: World) -> None:
    world.start()
    dice = random.Random(f"{world.seed}/games")
    tables = [Table(world, GamePlan.drawn(dice, n)) for n in range(world.plan.games)]
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await asyncio.gather(world.disturb(), *(table.play() for table in tables))
            await asyncio.gather(*(table.play_on() for table in tables))
    except TimeoutError:
        world.found("the games never came to an end")
        return
    if not await _comes_to_rest(world):
        return
    checker = Process("checks", str(world.seed))
    await checker.spawn(Checks(world).run())


async def _comes_to_rest(world: World) -> bool:
    """Wait until no work is left."""
    until = world.time + LONGEST_SECONDS
    while world.work_left():
        if world.time > until:
            world.found(f"work was left undone: {world.work_left()}")
            return False
        await asyncio.sleep(2)
    await asyncio.sleep(5)
    return True
