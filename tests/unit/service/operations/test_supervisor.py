"""The supervisor of `serve`: who is started again, and when."""

from service.operations.supervisor import FIRST_PAUSE, LONGEST_PAUSE, STEADY_AFTER, Role
from tests.support.processes import eventually


class Process:
    """A process that is alive or dead as the test says."""

    def __init__(self) -> None:
        self.code: int | None = None
        self.starts = 0

    def start(self) -> None:
        self.code = None
        self.starts += 1

    def poll(self) -> int | None:
        return self.code


def test_a_role_that_runs_is_left_alone() -> None:
    process, said = Process(), list[str]()
    role = Role("api", process.start, process.poll)
    for _ in range(3):
        role.look(said.append)
    assert (process.starts, said) == (0, [])


def test_a_role_that_died_is_reported_once_and_started_again() -> None:
    process, said = Process(), list[str]()
    role = Role("api", process.start, process.poll)
    process.code = -9

    def started() -> bool:
        role.look(said.append)
        return process.starts > 0

    eventually(started)
    role.look(said.append)
    assert (process.starts, said) == (1, ["api ended with code -9; restarting it"])


def test_the_pause_grows_with_each_death_in_a_row_up_to_a_limit() -> None:
    role = Role("worker", Process().start, Process().poll)
    pauses = [role.next_pause(lived=0) for _ in range(8)]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (FIRST_PAUSE, LONGEST_PAUSE)


def test_the_pause_is_short_again_for_a_role_that_had_run_well() -> None:
    role = Role("worker", Process().start, Process().poll)
    for _ in range(8):
        role.next_pause(lived=0)
    assert role.next_pause(lived=STEADY_AFTER + 1) == FIRST_PAUSE
