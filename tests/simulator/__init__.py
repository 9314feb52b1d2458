"""A deterministic simulator of whole installations, in the spirit of FoundationDB and TigerBeetle.

One seed decides everything: the installation, the games, who does what when, and what goes wrong. The code of
the service runs as it is; time, randomness, threads, the network below redis-py, Redis, the queue and the
storage of the archive are simulated (docs/decisions/0019-a-deterministic-simulator.md says why).

    make simulate            200 seeds; names those that found something, and shows the first
    make simulate SEED=17    one seed, with its trace
    make soak                new seeds for half an hour
    python -m tests.simulator --put-back lost-result-stays      searches a fault that was mended

| file | holds |
| --- | --- |
| `loop.py` | the event loop: virtual time, processes that can be killed at any await |
| `network.py` | connections, and what happens to each request |
| `redis_data.py`, `redis_commands.py`, `redis_scripts.py`, `redis_server.py` | the model of Redis |
| `queue.py`, `storage.py` | jobs that get lost, doubled and delayed; files that fail |
| `faults.py` | how an installation is drawn, and everything that goes wrong |
| `world.py` | the installation: APIs, workers, a sweeper, shards |
| `calls.py`, `players.py` | clients that repeat their requests; players of every registered game |
| `checks.py` | the invariants |
| `put_back.py` | mended faults, put back to prove that they are found |
| `simulation.py`, `trace.py`, `__main__.py` | one run; its digest and its lines; the command |

How to read a trace: virtual seconds, who, what. A finding is the last line; look upwards for what was lost,
cut off or killed before. The digest covers every byte sent and its time: if two runs of a seed differ in it,
some code takes time, randomness or the order of a set from elsewhere (`tests/test_runtime.py`).
"""
