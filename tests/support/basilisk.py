"""Games against the Basilisk to begin a test with: nothing is shuffled, and its turns are one call each."""

from typing import Any, Self

import msgspec

from domain.kernel.game import TakeTurn
from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.agenda import BasiliskTurn, NextStep, TurnEnd
from domain.phoenix.commands import Choose
from domain.phoenix.enemy_catalogue import BASILISK, BASILISK_SEAT
from domain.phoenix.ids import EnemyCardId, KinId
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.ruleset import PHOENIX
from tests.support.phoenix import PhoenixGame, Unshuffled, asks, opened
from tests.support.scenario import Outcome

BOOKKEEPING = (e.StepsOpened, e.StepClosed)


class BasiliskGame(PhoenixGame):
    """The Basilisk is red, the allies are blue, green and yellow; the Basilisk's first turn is due."""

    def stacks(self, *kin: str) -> Self:
        """The Basilisk's stack, its top tile first; the other tiles are in no zone."""
        named = tuple(map(KinId, kin))
        self.given(b.StackShuffled(BASILISK_SEAT, len(named), KinId(kin[0] if kin else ""), named))
        return self

    def deals(self, *cards: str) -> Self:
        """The enemy deck, its top card first; nothing is discarded."""
        deck = tuple(map(EnemyCardId, cards))
        self.given(b.EnemyDeckShuffled(len(deck), deck))
        return self

    def fills(self, *spots: str) -> Self:
        """Kin of the allies stand on these spots."""
        clans = [seat.clan for seat in self.state.seats[1:]]
        standing = {tile.kin for seat in self.state.seats for tile in seat.tiles}
        kinds = (
            "hermit",
            "mentor",
            "merchant",
            "nocturnal",
            "pathfinder",
            "philosopher",
            "trickster",
            "guard",
        )
        kin = (f"{clan}.{kind}" for clan in clans for kind in kinds if f"{clan}.{kind}" not in standing)
        for spot, one in zip(spots, kin):
            self.stand(one, spot)
        return self

    def turn(self) -> Outcome:
        """The Basilisk takes a turn."""
        return self.when(BASILISK, TakeTurn())

    def answer(self, value: str) -> Outcome:
        """The decider answers."""
        (seat,) = PHOENIX.actor(self.state).seats
        return self.when(seat, Choose(value=value))

    def places(self, kin: str, card: str) -> Outcome:
        """The Basilisk has this tile on its stack and this card on its deck, and takes a turn."""
        return self.stacks(kin, "red.apprentice.1").deals(card, "sc03").turn()

    def due_again(self, number: int = 1) -> Self:
        """Another turn of the Basilisk is due."""
        self.given(
            e.StepClosed(),
            e.TurnStarted(BASILISK_SEAT, self.state.turn.number + 1),
            opened(NextStep(BasiliskTurn(number), automa=BASILISK)),
        )
        return self

    def last_turn_of(self, seat: int) -> Self:
        """Nothing is left to place, and a seat has only to end its turn: the night follows."""
        for number in range(self.state.players):
            self.hold(number)
        self.stacks()
        self.given(e.StepClosed(), e.TurnStarted(seat, 9), opened(asks(seat, TurnEnd())))
        return self

    @property
    def options(self) -> tuple[str | None, ...]:
        """What the decider can answer."""
        (seat,) = PHOENIX.actor(self.state).seats
        pending = PHOENIX.view(self.state, (seat,)).pending
        assert pending is not None
        assert pending.options is not None
        return pending.options

    @property
    def kind(self) -> str:
        """The kind of the open question."""
        pending = PHOENIX.view(self.state, ()).pending
        assert pending is not None
        return pending.step

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that are asked now."""
        return PHOENIX.actor(self.state).seats


def against_basilisk(allies: int = 2, difficulty: str = "medium", **options: Any) -> BasiliskGame:
    """Right after set-up, in printed order, in the style `vanilla` unless a scenario is given."""
    style = "story" if "scenario" in options else "vanilla"
    given = {"mode": "coop", "difficulty": difficulty, "style": style, **options}
    players = 1 if given["mode"] == "solo" else allies
    rules = msgspec.convert(given, PhoenixOptions)
    PHOENIX.check(rules, players)
    return BasiliskGame(PHOENIX, PHOENIX.setup(rules, [None] * players, Unshuffled()).events)


def shown(outcome: Outcome) -> list[Event]:
    """Every event of an outcome, without the steps that open and close."""
    return [event for event in outcome.events if not isinstance(event, BOOKKEEPING)]
