"""The audit of dependencies: clean, a vulnerability found, or not possible, and what `make` is told."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import free_port
from tools.audit import Audit, Outcome, exit_code, judge, main, pinned

ROOT = Path(__file__).parents[3]
LOCK = f"example==1.0 \\\n    --hash=sha256:{'0' * 64}\n"
FLAW = {"id": "GHSA-test", "fix_versions": ["1.1"], "aliases": [], "description": "A flaw."}


def report(*rows: dict[str, Any]) -> str:
    return json.dumps({"dependencies": rows, "fixes": []})


def row(name: str, *vulns: object) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": vulns}


def test_a_report_without_vulnerabilities_is_clean() -> None:
    assert judge({"a", "b"}, report(row("a"), row("b")), "") == Audit(Outcome.CLEAN)


def test_a_vulnerability_is_found_also_when_another_package_was_skipped() -> None:
    found = judge({"a", "b"}, report({"name": "b", "skip_reason": "unknown"}, row("a", FLAW)), "")
    assert found == Audit(Outcome.FOUND, ("a 1.0: GHSA-test (fixed in 1.1)",))


@pytest.mark.parametrize(
    "told,reason",
    [
        ("", "ERROR: no connection"),
        ("Traceback", "ERROR: no connection"),
        (report(row("a")), "b: missing in the report"),
        (report(row("a"), {"name": "b", "skip_reason": "not found"}), "b: not found"),
    ],
    ids=["no report", "no JSON", "missing", "skipped"],
)
def test_without_a_verdict_on_every_package_there_was_no_audit(told: str, reason: str) -> None:
    assert judge({"a", "b"}, told, "ERROR: no connection\n") == Audit(Outcome.NOT_AUDITED, (reason,))


@pytest.mark.parametrize(
    "outcome,online,offline", [(Outcome.CLEAN, 0, 0), (Outcome.FOUND, 1, 1), (Outcome.NOT_AUDITED, 2, 0)]
)
def test_only_an_audit_that_was_not_possible_is_excused_offline(
    outcome: Outcome, online: int, offline: int
) -> None:
    found = Audit(outcome, ("why",))
    assert (exit_code(found, offline=False), exit_code(found, offline=True)) == (online, offline)


def test_an_excused_audit_is_one_loud_line(capsys: pytest.CaptureFixture[str]) -> None:
    exit_code(Audit(Outcome.NOT_AUDITED, ("a", "b")), offline=True)
    (line,) = capsys.readouterr().err.splitlines()
    assert "*** NOT AUDITED" in line


def test_every_package_of_the_lock_file_is_expected_in_the_report() -> None:
    names = pinned(ROOT / "requirements.lock")
    assert {"msgspec", "redis", "strawberry-graphql", "pyjwt"} <= names
    assert len(names) == (ROOT / "requirements.lock").read_text().count("==")


@contextmanager
def advisories(*vulns: dict[str, Any]) -> Iterator[str]:
    """The address of a source of advisories, as OSV is one, that knows these of every package."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            body = json.dumps({"vulns": vulns} if vulns else {}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


OSV = {
    "id": "GHSA-test",
    "summary": "A flaw.",
    "affected": [
        {
            "package": {"name": "example", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.1"}]}],
        }
    ],
}


@pytest.mark.long
@pytest.mark.parametrize(
    "vulns,outcome", [((), Outcome.CLEAN), ((OSV,), Outcome.FOUND)], ids=["clean", "found"]
)
def test_pip_audit_asks_the_advisories(tmp_path: Path, vulns: tuple[Any, ...], outcome: Outcome) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(LOCK)
    with advisories(*vulns) as url:
        assert main([str(lock), "--vulnerability-service", "osv", "--osv-url", url]) == outcome


@pytest.mark.long
def test_advisories_that_cannot_be_reached_fail_the_audit(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(LOCK)
    nowhere = ("--vulnerability-service", "osv", "--osv-url", f"http://127.0.0.1:{free_port()}/")
    assert main([str(lock), *nowhere]) == Outcome.NOT_AUDITED
    assert main([str(lock), "--offline", *nowhere]) == 0
