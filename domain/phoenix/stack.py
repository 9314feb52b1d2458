"""The Basilisk's stack: which kin it consists of, and how it is shuffled (PP-CO6, PP-CO24)."""

from collections.abc import Iterator, Sequence

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.catalogue import APPRENTICES, SPECIALISTS, apprentice, specialist
from domain.phoenix.enemy_catalogue import ACT, BASILISK_SEAT, NO_ACT, STACK_APPRENTICES, STACK_SIZE
from domain.phoenix.ids import Clan, KinId, KinType, ScenarioId


def reshuffle(kin: Sequence[KinId], dice: Dice) -> Event:
    """PP-CO6, PP-CO20, PP-CO24: these kin are the stack now; only the top one is visible."""
    stack = dice.shuffled(kin)
    return b.StackShuffled(BASILISK_SEAT, len(stack), stack[0], stack, reveals=True)


def gather(scenario: ScenarioId | None, clans: tuple[Clan, ...], dice: Dice) -> Iterator[Event]:
    """PP-CO6, PP-SO3, PP-CO26: Act I changes the stack first, then random specialists fill it up."""
    clan, act = clans[BASILISK_SEAT], ACT.get((scenario, 1), NO_ACT)
    joined = tuple(specialist(clan, kind) for kind in act.kin)
    kin = [*(apprentice(clan, number) for number in range(1, STACK_APPRENTICES + 1))]
    kin += [specialist(clan, KinType.FIGHTER), *joined]
    if scenario is not None:
        boxed = tuple(apprentice(clan, number) for number in range(STACK_APPRENTICES + 1, APPRENTICES + 1))
        yield b.ActRevealed(scenario, act.number, joined, boxed, reveals=True)
    shuffled = dice.shuffled([specialist(clan, kind) for kind in SPECIALISTS if kind not in act.kin])
    count = STACK_SIZE[len(clans)] - len(kin)
    drawn, pile = shuffled[:count], shuffled[count:]
    if drawn:
        yield b.SpecialistsDrawn(BASILISK_SEAT, drawn, reveals=True)
    yield e.ClanPileShuffled(BASILISK_SEAT, len(pile), pile, reveals=True)
    yield reshuffle((*kin, *drawn), dice)
