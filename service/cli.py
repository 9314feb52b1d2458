"""The `emberlog` command: a table of subcommands, each a few lines. They import their modules lazily."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from service.errors import OperatorError
from service.operations import signals
from service.settings import Settings, SettingsError, load, masked, rows

if TYPE_CHECKING:
    from service.operations.doctor.findings import DoctorReport


def serve(settings: Settings, _: argparse.Namespace) -> int:
    """Run the whole system on this machine."""
    from service.operations import supervisor
    from service.operations.embedded import EmbeddedError

    _check(settings)
    try:
        supervisor.serve(settings, report=lambda line: print(line, flush=True))
    except EmbeddedError as error:
        return _fail(error)
    return 0


def api(settings: Settings, chosen: argparse.Namespace) -> int:
    """Run only the HTTP API."""
    _check(settings)
    if chosen.processes > 1:
        from service.operations.api_processes import supervise
        from service.operations.structured_logs import configure_logs

        configure_logs(settings)
        supervise(settings, chosen.processes)
        return 0
    gc.disable()  # nothing that is loaded now is garbage; the server enables it again
    from service.api.http import server
    from service.app import create_app

    return server.serve(settings, create_app, share_port=chosen.share_port)


def worker(settings: Settings, chosen: argparse.Namespace) -> int:
    """Run a worker that processes jobs."""
    if not (chosen.failed or chosen.retry):
        _check(settings)
        return _become("workers.run", "--processes", str(chosen.processes))
    signals.release()
    from service.operations.operator_logs import parked

    found = parked(settings, retry=chosen.retry)
    for work in found:
        print(f"{work.kind} {work.game} at {work.version}, failed {work.failures} times")
    print(f"{len(found)} parked{', all queued again' if chosen.retry else ''}")
    return 0


def sweeper(settings: Settings, _: argparse.Namespace) -> int:
    """Run the sweeper, which queues overdue work again."""
    _check(settings)
    return _become("workers.sweeper")


def rebuild(settings: Settings, chosen: argparse.Namespace) -> int:
    """Rebuild every projection from the logs."""
    from service.operations.operator_logs import rebuild_all

    done = rebuild_all(settings, chosen.jobs, afresh=chosen.restart)
    print(f"{done.games} games, {done.results} results added, {done.forgotten} rows without a log corrected")
    if done.moved:
        print(f"{done.moved} results were stored as in an earlier version, and were moved; lists too")
    for games, wrong in (
        (done.missing, "is missing from the archive"),
        (done.unreadable, "cannot be read; `emberlog verify` says why"),
    ):
        for game in games:
            print(f"the log of {game} {wrong}", file=sys.stderr)
        if games:
            print(f"{len(games)} in all", file=sys.stderr)
    return 1 if done.missing or done.unreadable else 0


def replay(settings: Settings, chosen: argparse.Namespace) -> int:
    """Print what happened in a game, entry by entry."""
    from service.operations.operator_logs import read_log_lines, replay_lines

    for line in replay_lines(read_log_lines(settings, chosen.source), chosen.at):
        print(line)
    return 0


def export(settings: Settings, chosen: argparse.Namespace) -> int:
    """Print a game's log: a header, then one entry per line."""
    from service.operations.operator_logs import read_log_lines

    sys.stdout.buffer.writelines(read_log_lines(settings, chosen.source))
    sys.stdout.flush()
    return 0


def import_logs(settings: Settings, chosen: argparse.Namespace) -> int:
    """Import exported logs of finished games."""
    from service.operations.operator_logs import import_logs

    refused = import_logs(settings, chosen.sources, report=lambda line: print(line, flush=True))
    return 1 if refused else 0


def verify(settings: Settings, chosen: argparse.Namespace) -> int:
    """Check that an exported log is valid."""
    import msgspec

    from schema.answers import Verdict
    from service.engine.log_verification import verify_export
    from service.operations.operator_logs import read_log_lines

    verdict = verify_export(read_log_lines(settings, chosen.source))
    print(msgspec.json.format(msgspec.json.encode(verdict)).decode())
    return {Verdict.OK: 0, Verdict.FAILED: 1, Verdict.INCOMPLETE: 3}[verdict.verdict]


def archive(settings: Settings, chosen: argparse.Namespace) -> int:
    """Move a finished game to the archive."""
    return _move(settings, chosen.game, back=False)


def restore(settings: Settings, chosen: argparse.Namespace) -> int:
    """Restore a game from the archive."""
    return _move(settings, chosen.game, back=True)


def _move(settings: Settings, game: str, *, back: bool) -> int:
    from service.operations.operator_logs import move

    moved = move(settings, game, back=back)
    where = "Redis" if back else "the archive"
    print(f"{game} {'is now' if moved else 'was already'} in {where}")
    return 0


def token(settings: Settings, chosen: argparse.Namespace) -> int:
    """Issue a token for a player, with any scopes, or revoke one."""
    from schema.accounts import Scope
    from service.operations.tokens import grant_token, revoke_token

    if chosen.revoke:
        revoke_token(settings, chosen.player, chosen.revoke)
        print(f"{chosen.revoke} is revoked")
        return 0
    known = {scope.value: scope for scope in Scope}
    wished = chosen.scopes.split(",")
    if unknown := [name for name in wished if name not in known]:
        raise OperatorError(f"no such scope: {', '.join(unknown)}; there are {', '.join(known)}")
    print(grant_token(settings, chosen.player, [known[name] for name in wished], new=chosen.new))
    return 0


def config(settings: Settings, _: argparse.Namespace) -> int:
    """Print every setting with its meaning and current value."""
    for row in rows(settings):
        print(f"{row.variable} = {row.value}{' (default)' if row.is_default else ''}\n    {row.meaning}")
    print(f"\nDurability: {_durability(settings)}.")
    return 0


def probe(settings: Settings, chosen: argparse.Namespace) -> int:
    """Ask the role that runs on this machine whether it is alive."""
    from service.operations.role_probe import ask

    refusal = ask(settings, chosen.role)
    if refusal is not None:
        print(f"emberlog: {refusal}", file=sys.stderr)
        return 1
    return 0


def doctor(settings: Settings, chosen: argparse.Namespace) -> int:
    """Check settings, Redis, the work and the archive, and say what to do."""
    from service.operations.doctor import examine

    return _show_report(examine(settings), as_json=chosen.json)


def _sick_settings(error: SettingsError, chosen: argparse.Namespace) -> int:
    from service.operations.doctor import unreadable

    return _show_report(unreadable(error), as_json=chosen.json)


def _show_report(report: "DoctorReport", *, as_json: bool) -> int:
    import msgspec

    from service.operations.doctor.findings import text

    print(msgspec.json.format(msgspec.json.encode(report)).decode() if as_json else text(report))
    return 0 if report.ok else 1


def _doctor_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")


def _probe_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "role", nargs="?", choices=("api", "worker", "sweeper"), help="the role (default: whichever answers)"
    )


def _api_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--processes", type=_positive, default=1, metavar="N", help="run N processes on the same port"
    )
    parser.add_argument(
        "--share-port", action="store_true", help="let other API processes of this user use the port too"
    )


def _worker_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--processes", type=_positive, default=1, metavar="N", help="run N workers")
    parser.add_argument(
        "--failed", action="store_true", help="list work that is parked after too many failures"
    )
    parser.add_argument("--retry", action="store_true", help="queue all parked work again")


def _rebuild_arguments(parser: argparse.ArgumentParser) -> None:
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--jobs", type=_positive, default=cores, help="number of processes (default: all cores)"
    )
    parser.add_argument(
        "--restart", action="store_true", help="start over instead of resuming an interrupted rebuild"
    )


def _game_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's id")


def _token_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", metavar="PLAYER", help="a player's id or, with --new, a name")
    parser.add_argument(
        "--scopes",
        default="play,read,account,webhooks",
        help="play, read, account, webhooks, audit, admin (default: the first four)",
    )
    parser.add_argument("--new", action="store_true", help="create a player with this name")
    parser.add_argument("--revoke", metavar="TOKEN", help="revoke the token with this id")


def _log_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="GAME|FILE|-", help="a game's id, an exported log, or - for stdin")


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources", nargs="+", metavar="FILE|-", help="an exported log, a file of the archive, or - for stdin"
    )


def _replay_arguments(parser: argparse.ArgumentParser) -> None:
    _log_arguments(parser)
    parser.add_argument("--at", type=int, metavar="N", help="stop at entry N and show the state")


def simulate(settings: Settings, chosen: argparse.Namespace) -> int:
    """Let bots play against each other; print scores, lengths and usage."""
    from msgspec import ValidationError

    from domain.kernel.errors import Rejected
    from service.engine.error_messages import error_message
    from service.operations import simulate as games

    plan = games.SimulationPlan(
        ruleset=chosen.ruleset,
        players=chosen.players,
        games=chosen.games,
        bots=tuple(chosen.bots.split(",")) if chosen.bots else (),
        seed=chosen.seed,
        out=chosen.out,
        options=dict(chosen.option),
    )
    try:
        report = games.simulate(plan, chosen.jobs, settings.game_references)
    except Rejected as refused:
        raise OperatorError(error_message(refused, "en")) from refused
    except ValidationError as error:
        raise OperatorError(f"--option: {error}") from error
    except OSError as error:
        raise OperatorError(f"the logs cannot be written: {error}") from error
    print(report.json() if chosen.json else report.text())
    return 0


def _simulate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", default="", help="the ruleset (default: the first one)")
    parser.add_argument(
        "--players", type=int, default=0, help="number of players; 1 is solo play (default: the maximum)"
    )
    parser.add_argument("--games", type=_positive, default=1000, help="number of games (default: 1000)")
    parser.add_argument("--bots", default="", help="one for each place, or a set to draw from (default: all)")
    parser.add_argument(
        "--option",
        type=_name_and_value,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the whole run (default: 0)")
    parser.add_argument(
        "--jobs", type=_positive, default=os.cpu_count() or 1, help="number of processes (default: all cores)"
    )
    parser.add_argument("--out", metavar="DIR", help="write each game's log to this directory")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, not {text}")
    return name, value


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, 1 or more")
    return int(text)


class Subcommand(NamedTuple):
    """A subcommand; the docstring of its function is its help text. Most need a Redis URL.

    A role runs until a signal stops it.
    """

    run: Callable[[Settings, argparse.Namespace], int]
    needs_redis: bool = True
    is_role: bool = False
    needs_games: bool = True
    on_bad_settings: Callable[[SettingsError, argparse.Namespace], int] | None = None
    add_arguments: Callable[[argparse.ArgumentParser], object] = lambda _: None


COMMANDS = {
    "serve": Subcommand(serve, needs_redis=False, is_role=True),
    "api": Subcommand(api, is_role=True, add_arguments=_api_arguments),
    "worker": Subcommand(worker, is_role=True, add_arguments=_worker_arguments),
    "sweeper": Subcommand(sweeper, is_role=True),
    "rebuild": Subcommand(rebuild, add_arguments=_rebuild_arguments),
    "replay": Subcommand(replay, needs_redis=False, add_arguments=_replay_arguments),
    "export": Subcommand(export, needs_redis=False, add_arguments=_log_arguments),
    "import": Subcommand(import_logs, add_arguments=_import_arguments),
    "verify": Subcommand(verify, needs_redis=False, add_arguments=_log_arguments),
    "archive": Subcommand(archive, add_arguments=_game_arguments),
    "restore": Subcommand(restore, add_arguments=_game_arguments),
    "token": Subcommand(token, add_arguments=_token_arguments),
    "probe": Subcommand(probe, needs_redis=False, needs_games=False, add_arguments=_probe_arguments),
    "doctor": Subcommand(
        doctor, needs_redis=False, on_bad_settings=_sick_settings, add_arguments=_doctor_arguments
    ),
    "config": Subcommand(config, needs_redis=False),
    "simulate": Subcommand(simulate, needs_redis=False, add_arguments=_simulate_arguments),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; the exit code is 2 when a setting or argument is wrong."""
    chosen = _parser().parse_args(arguments)
    command = COMMANDS[chosen.command]
    if command.is_role:
        signals.hold()
    else:
        signals.release()
    try:
        settings = load(os.environ)
        if command.needs_games:
            settings.register_games()
        if command.needs_redis:
            _ = settings.redis  # raises if it is not set
        return command.run(settings, chosen)
    except OperatorError as error:
        if command.on_bad_settings is not None and isinstance(error, SettingsError):
            return command.on_bad_settings(error, chosen)
        return _fail(error)
    except BrokenPipeError:
        # The reader of the pipe has closed it; Python would raise again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


class _Version(argparse.Action):
    """Prints the version; only then is it looked up."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002  argparse's
        super().__init__(option_strings, dest=dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from service.operations.build import Build

        print(Build(commit=os.environ.get("EMBERLOG_COMMIT", "")))
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("emberlog", description="An event-sourced game server.")
    parser.add_argument("--version", action=_Version, help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for name, command in COMMANDS.items():
        text = command.run.__doc__
        command.add_arguments(commands.add_parser(name, help=text, description=text))
    return parser


def _check(settings: Settings) -> None:
    """Check settings that are well-formed but may be unusable, before a role starts."""
    from service.engine.archive import LogArchive

    LogArchive.of(settings)
    if settings.redis_url is not None:
        _ = settings.queue


def _become(module: str, *arguments: str) -> int:
    """Replace this process by another module of ours, because `service` does not import `workers`."""
    os.execv(sys.executable, [sys.executable, "-m", module, *arguments])  # noqa: S606  no shell


def _durability(settings: Settings) -> str:
    from service.operations.durability import RedisState, promise
    from service.operations.embedded import OPTIONS

    if settings.redis_url is None:
        state = RedisState(OPTIONS["appendonly"], OPTIONS["appendfsync"], OPTIONS["maxmemory-policy"], 0)
        return f"embedded Redis: {promise(state, settings.wait_replicas)}"
    import asyncio

    return asyncio.run(_durability_of(settings.redis_url, settings.wait_replicas))


async def _durability_of(url: str, wait_replicas: int) -> str:
    from service.operations.durability import promise, redis_state
    from service.store import RedisConnection, RedisUnavailable, connect

    connection = RedisConnection(connect(url, connections=1, timeout=2))
    try:
        return promise(await redis_state(connection), wait_replicas)
    except RedisUnavailable:
        return f"unknown, {masked(url)} cannot be reached"
    finally:
        await connection.client.aclose()


def _fail(error: Exception) -> int:
    print(f"emberlog: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
