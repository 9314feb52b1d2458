"""Workers are shared fairly: bots that nobody waits for hold up neither other players' bots nor webhooks."""

from domain.kernel.table import Status
from service.jobs.queues import BOTS_ALONE, QUEUES, Job, queue_of
from tests.support.jobs import running
from tests.support.tables import House, becomes
from workers.automa import next_move

BOTS = ("bot:random", "bot:random", "bot:random", "bot:random")
MANY = 12


def test_webhooks_come_before_bots_and_games_of_only_bots_come_last() -> None:
    assert QUEUES.index("webhook") < QUEUES.index("automa") < QUEUES.index(BOTS_ALONE) == len(QUEUES) - 1
    assert queue_of("plan") == "automa"


async def test_bot_answers_a_player_while_many_games_of_only_bots_run(home: House, redis_url: str) -> None:
    alone = [await home.open("p_1", BOTS, auto_start=True) for _ in range(MANY)]
    with running("workers.run", redis_url=redis_url):
        for game in alone:  # all of them run
            await becomes(home, game, lambda loaded: loaded.table.version > 5)
        game = await home.started("p_2", bots=("random",))
        await becomes(home, game, lambda loaded: next_move(loaded) is None)
        while (await home.newest(game)).table.version < 12:
            await home.play(game, 1)
            await becomes(home, game, lambda loaded: next_move(loaded) is None)
        still = [(await home.newest(game)).table.status is Status.ACTIVE for game in alone]
    assert sum(still) == MANY


def test_job_of_a_game_of_only_bots_has_its_own_id_for_the_same_work() -> None:
    job, alone = Job("automa", "g_1", 5, 2), Job("automa", "g_1", 5, 2, alone=True)
    assert job.id != alone.id
    assert job.work == alone.work == alone.id.rpartition("-")[0]
    assert int(alone.id.rpartition("-")[2]) == 2
