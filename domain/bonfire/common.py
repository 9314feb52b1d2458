"""The five common tasks (BF-K1 to BF-K7), one row each: what counts, how many, which event adds one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from domain.bonfire import events as e
from domain.bonfire.catalogue import MAX_GNOMES, MAX_GUARDIANS, MAX_PATHS, MAX_PORTALS, MAX_TASKS, CommonTask
from domain.bonfire.state import City
from domain.kernel.messages import Event


@dataclass(frozen=True)
class Common:
    """One common task; its count never falls, so that it stays fulfilled (BF-K6)."""

    id: CommonTask
    rule: str
    needed: int
    count: Callable[[City], int]
    grows_by: type[Event]

    def met(self, city: City) -> bool:
        """Whether the city fulfils the common task."""
        return self.count(city) >= self.needed


COMMON_TASKS: Final = (
    Common(CommonTask.TASKS, "BF-K1", MAX_TASKS, lambda city: len(city.tasks), e.TaskReceived),
    Common(CommonTask.PORTALS, "BF-K2", MAX_PORTALS, lambda city: len(city.portals), e.PortalPlaced),
    # The starting tile counts as a path tile.
    Common(CommonTask.PATHS, "BF-K3", MAX_PATHS + 1, lambda city: len(city.paths) + 1, e.PathBuilt),
    Common(CommonTask.GUARDIANS, "BF-K4", MAX_GUARDIANS, lambda city: len(city.guardians), e.GuardianArrived),
    Common(CommonTask.GNOMES, "BF-K5", MAX_GNOMES, lambda city: len(city.gnomes), e.GnomeRecruited),
)
COMMON_TASK: Final[Mapping[CommonTask, Common]] = {common.id: common for common in COMMON_TASKS}


def fulfilled(city: City) -> tuple[CommonTask, ...]:
    """The common tasks that a city fulfils now, in the order of BF-K1 to BF-K5."""
    return tuple(common.id for common in COMMON_TASKS if common.met(city))
