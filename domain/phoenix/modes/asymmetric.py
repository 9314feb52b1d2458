"""The asymmetric draft before the first round (PP-AS1–PP-AS6); `actions/draft` implements it."""

from domain.phoenix.agenda import (
    AnyStep,
    DealKin,
    DealRevelations,
    OpenClanhouse,
    OpenRevelations,
    ResolveDraft,
)
from domain.phoenix.ids import ModeId
from domain.phoenix.modes.mode import Mode


def with_draft(printed: tuple[AnyStep, ...]) -> tuple[AnyStep, ...]:
    """PP-AS1, PP-AS4, PP-AS5: draft tiles before the first ready kin, cards around the first revelations."""
    steps: list[AnyStep] = []
    for step in printed:
        match step:
            case OpenClanhouse():
                steps += DealKin(), step
            case OpenRevelations():
                steps += DealRevelations(), step, ResolveDraft()
            case _:
                steps.append(step)
    return tuple(steps)


ASYMMETRIC = Mode(ModeId.ASYMMETRIC, "PP-AS1", setup_steps=with_draft)
