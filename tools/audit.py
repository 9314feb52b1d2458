"""`make audit`: fails if a pinned package has a known vulnerability, or if that could not be found out."""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple


class Outcome(IntEnum):
    """How an audit ended; the value is the exit code."""

    CLEAN = 0
    FOUND = 1
    NOT_AUDITED = 2


class Audit(NamedTuple):
    """How an audit ended, and a line for each vulnerability or for each reason why there was no audit."""

    outcome: Outcome
    lines: tuple[str, ...] = ()


def judge(packages: set[str], report: str, errors: str) -> Audit:
    """What pip-audit's JSON report says about these packages; its exit code is 1 in either bad case."""
    try:
        rows = {row["name"]: row for row in json.loads(report)["dependencies"]}
    except ValueError:
        return Audit(Outcome.NOT_AUDITED, tuple(errors.splitlines()) or ("pip-audit gave no report",))
    if found := tuple(_vulnerabilities(rows.values())):
        return Audit(Outcome.FOUND, found)
    missing = [f"{name}: missing in the report" for name in sorted(packages - rows.keys())]
    skipped = [f"{name}: {row['skip_reason']}" for name, row in rows.items() if "skip_reason" in row]
    if missing or skipped:
        return Audit(Outcome.NOT_AUDITED, (*missing, *skipped))
    return Audit(Outcome.CLEAN)


def _vulnerabilities(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        for each in row.get("vulns", ()):
            fixed = ", ".join(each["fix_versions"]) or "no version"
            yield f"{row['name']} {row['version']}: {each['id']} (fixed in {fixed})"


def pinned(lock: Path) -> set[str]:
    """The names of the packages in a lock file."""
    return set(re.findall(r"^([a-z0-9-]+)==", lock.read_text(), re.MULTILINE))


def audit(lock: Path, *options: str) -> Audit:
    """Run pip-audit over a lock file.

    Not with `--strict`, which stops at the first package that cannot be audited and hides what others have.
    """
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), "--format", "json"]
    asked = [*command, "--require-hashes", "--disable-pip", "--progress-spinner", "off", *options]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return judge(pinned(lock), done.stdout, done.stderr)


def exit_code(found: Audit, *, offline: bool) -> int:
    """Print how the audit ended; offline, one that could not be made is said loudly and does not fail."""
    if not (offline and found.outcome is Outcome.NOT_AUDITED):
        sys.stderr.writelines(f"{line}\n" for line in found.lines)
    match found.outcome:
        case Outcome.CLEAN:
            print("audit: no known vulnerability")
        case Outcome.FOUND:
            print(f"audit: FAILED, {len(found.lines)} known vulnerabilities", file=sys.stderr)
        case Outcome.NOT_AUDITED if offline:
            print(
                "audit: *** NOT AUDITED: no advisories (AUDIT=offline) ***",
                file=sys.stderr,
            )
            return 0
        case Outcome.NOT_AUDITED:
            print("audit: FAILED, not every package could be audited", file=sys.stderr)
    return found.outcome


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit a lock file; options that are not ours go to pip-audit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lock", type=Path)
    parser.add_argument("--offline", action="store_true", help="do not fail without advisories")
    chosen, options = parser.parse_known_args(arguments)
    return exit_code(audit(chosen.lock, *options), offline=chosen.offline)


if __name__ == "__main__":
    sys.exit(main())
