"""Run all benchmarks (`python -m bench`), or some by name (`python -m bench store rules`)."""

import sys
from importlib import import_module

from bench.store import report

BENCHES = {
    "rules": "the rules alone, on one core",
    "reload": "stored entries to a table again",
    "store": "appends, on a Redis that syncs every write",
    "connection": "scripts on the shared connection, against redis-py's pool",
    "api": "moves through HTTP",
    "processes": "moves through HTTP on one and on two API processes",
    "views": "a game's view, cold and warm",
    "compare": "ours beside boardgame.io, eventsourcing and a bare server (needs npm)",
    "costs": "a move and a stream, for the capacity plan",
    "lists": "pages of lists whose keys are spread over parts",
    "memory": "a whole game in Redis and in the archive",
    "automa": "turns of Tom and of the Basilisk by a worker",
    "graphql": "a whole game over GraphQL, beside REST",
    "streams": "2,000 open streams, and an entry to 1,000 of them",
}


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        sys.stderr.write(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(BENCHES)}\n")
        return 2
    for name in names or BENCHES:
        sys.stdout.write(f"\n{name}: {BENCHES[name]}\n\n")
        sys.stdout.flush()
        sys.stdout.write(report(import_module(f"bench.{name}").run()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
