"""How far seats are with what the game asks of them in numbers."""

from msgspec import Struct


class Progress(Struct, frozen=True):
    """What a seat has of what a component, or another named thing of the game, asks for, by a rule.

    `met` says whether that is enough now; `have` may be more than `need`.
    """

    seat: int
    kind: str
    id: str
    rule: str
    have: int
    need: int
    met: bool


def progress(seat: int, subject: tuple[str, str], rule: str, have: int, need: int) -> Progress:
    """The progress of a seat, met as soon as it has what is needed."""
    return Progress(seat, *subject, rule, have, need, have >= need)
