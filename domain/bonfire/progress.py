"""How far each city is with its tasks and with the common tasks; all of it is public (BF-H1)."""

from collections.abc import Iterator, Sequence

from domain.bonfire.catalogue import TaskId
from domain.bonfire.common import COMMON_TASKS
from domain.bonfire.state import Bonfire, City
from domain.bonfire.tasks import TASK
from domain.kernel.progress import Progress, progress


def progress_of(state: Bonfire, seats: Sequence[int]) -> Iterator[Progress]:
    """The common tasks (BF-K1 to BF-K5) and the own unlit tasks of every city (BF-T61).

    For these seats, also every task that lies on an island, as if it were in their city.
    """
    for seat, city in enumerate(state.cities):
        for common in COMMON_TASKS:
            yield progress(
                seat, ("common_task", common.id.value), common.rule, common.count(city), common.needed
            )
        for space in city.spaces:
            if space.task is not None and not space.lit:
                yield _task(seat, city, space.task)
    for seat in seats:
        for island in state.board.tasks:
            yield from (_task(seat, state.cities[seat], task) for task in island.tasks)


def _task(seat: int, city: City, task: TaskId) -> Progress:
    needs = TASK[task].needs
    return progress(seat, ("task", task), needs.rule, *needs.measured(city))
