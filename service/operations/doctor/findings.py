"""What the doctor finds: one line for each thing it looked at, with what to do if something is wrong."""

from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How a finding is judged. Only `fail` makes the command fail."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at: what was found and, unless all is well, what to do about it."""

    check: str
    level: Level
    found: str
    advice: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether the command fails because of it."""
        return self.level is Level.FAIL


class DoctorReport(msgspec.Struct, frozen=True):
    """All findings, in the order in which they were made."""

    ok: bool
    version: str
    findings: tuple[Finding, ...]


def ok(check: str, found: str) -> Finding:
    """All is well."""
    return Finding(check, Level.OK, found)


def warn(check: str, found: str, advice: str) -> Finding:
    """It works, but somebody should look at it."""
    return Finding(check, Level.WARN, found, advice)


def fail(check: str, found: str, advice: str) -> Finding:
    """It does not work, or may lose games."""
    return Finding(check, Level.FAIL, found, advice)


def text(report: DoctorReport) -> str:
    """The report for people: one line for each finding, and an indented one for what to do."""
    lines: list[str] = []
    for finding in report.findings:
        lines.append(f"{finding.level.value:<5} {finding.check:<12} {finding.found}")
        if finding.advice:
            lines.append(f"{'':<18} {finding.advice}")
    count = {level: sum(finding.level is level for finding in report.findings) for level in Level}
    lines.append(f"{count[Level.OK]} ok, {count[Level.WARN]} to look at, {count[Level.FAIL]} wrong")
    return "\n".join(lines)
