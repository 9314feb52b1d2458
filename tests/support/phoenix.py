"""Games of Phoenix Palace to begin a test with: nothing is shuffled, and anything can be given by events."""

from collections.abc import Sequence
from typing import Any, Self, TypeVar

import msgspec

from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.phoenix import events as e
from domain.phoenix.agenda import AnyStep, NextStep, TurnEnd, TurnStart
from domain.phoenix.commands import Move, PlaceKin
from domain.phoenix.ids import CLANS, RESOURCES, SHARDS, ForeseenId, KinId, RevelationId, SpotId, VillageId
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phoenix
from tests.support.scenario import Outcome, Scenario

T = TypeVar("T")


class Unshuffled(Dice):
    """Dice that leave every pile as it is printed; `number` is what they show."""

    def __init__(self, number: int = 0) -> None:
        super().__init__(b"unshuffled", 1)
        self._number = number

    def below(self, n: int) -> int:
        return self._number % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


class PhoenixGame(Scenario):
    """A game at some point; seats A, B, C, D are 0 to 3 and play red, blue, green, yellow."""

    state: Phoenix

    def given(self, *events: Event) -> Self:
        super().given(*events)
        return self

    def hold(self, seat: int, *kin: str) -> Self:
        """A seat's hand consists of these kin."""
        self.given(e.HandRevealed(seat, tuple(map(KinId, kin)), ()))
        return self

    def stand(self, kin: str, spot: str, *, cloaked: bool = False) -> Self:
        """A kin of any clan that plays stands on a spot."""
        seat = self.state.owner(KinId(kin))
        assert seat is not None
        hand = tuple(other for other in self.state.seats[seat].hand if other != kin)
        placed = e.KinPlaced(seat, KinId(kin), SpotId(spot), cloaked=cloaked)
        self.given(e.HandRevealed(seat, (*hand, KinId(kin)), ()), placed)
        return self

    def has(self, seat: int, **counts: int) -> Self:
        """A seat's pool holds exactly this; kinds that are not named stay as they are."""
        pool = self.state.pool(seat)
        for resource in RESOURCES:
            if resource in counts:
                by = counts[resource] - pool.count(resource)
                self.given(e.ResourceChanged(seat, resource, by, rule="given"))
        for shard in SHARDS:
            if shard in counts:
                self.given(e.ShardChanged(seat, shard, counts[shard] - pool.count(shard), rule="given"))
        return self

    def favored(self, seat: int, fp: int) -> Self:
        """A seat has so many favor points."""
        self.given(e.FpChanged(seat, fp - self.state.seats[seat].fp, rule="given"))
        return self

    def foresees(self, *cards: str | None, discard: Sequence[str] = ()) -> Self:
        """The foreseen slots and the event discard pile hold exactly these cards."""
        for slot in self.state.board.occupied_slots:
            self.given(e.EventResolved(slot, ForeseenId.LEVY))
        named = [ForeseenId(card) for card in (*discard, *(card for card in cards if card))]
        pile = (*named, *(card for card in ForeseenId if card not in named))
        self.given(e.ForeseenPileShuffled(len(pile), pile))
        for card in discard:
            self.given(e.EventRevealed(1, ForeseenId(card)), e.EventResolved(1, ForeseenId(card)))
        for slot, revealed in enumerate(cards, 1):
            if revealed is not None:
                self.given(e.EventRevealed(slot, ForeseenId(revealed)))
        return self

    def ready(self, *kin: str) -> Self:
        """The clanhouse row holds exactly these kin."""
        for there in self.state.board.clanhouse:
            owner = self.state.owner(there)
            assert owner is not None
            self.given(e.ReadyKinRemoved(owner, there))
        for slot, one in enumerate(kin, 1):
            owner = self.state.owner(KinId(one))
            assert owner is not None
            pile = self.state.seats[owner].clan_pile
            self.given(e.KinRevealed(owner, KinId(one), slot))
            self.given(e.ClanPileShuffled(owner, len(pile), tuple(other for other in pile if other != one)))
        return self

    def shows(self, *cards: str) -> Self:
        """The revelation slots show these cards."""
        pile = self.state.board.revelation_pile
        for slot, card in enumerate(cards, 1):
            self.given(e.RevelationSlotRefilled(slot, RevelationId(card)))
        left = tuple(card for card in pile if card not in cards)
        self.given(e.RevelationPileShuffled(len(left), left))
        return self

    def keeps(self, seat: int, *cards: str) -> Self:
        """A seat owns exactly these revelation cards."""
        self.given(e.RevelationsBought(seat, tuple(map(RevelationId, cards))))
        return self

    def built(self, *villages: str) -> Self:
        """These villages are built next."""
        for village in villages:
            self.given(e.VillageBuilt(0, self.state.board.frontier + 1, VillageId(village)))
            if self.state.board.village_top is None:
                self.given(e.VillageTurned(self.state.board.village_pile[0]))
        return self

    def explored(self, seat: int, position: int) -> Self:
        """A seat's pioneer stands there."""
        self.given(e.PioneerMoved(seat, position))
        return self

    def heralds(self, *seats: int) -> Self:
        """The capital track from rank 1 on."""
        self.given(*(e.HeraldMoved(seat) for seat in reversed(seats)))
        return self

    def turned(self, rotation: int) -> Self:
        """The palace has this rotation."""
        self.given(e.PalaceRotated(rotation))
        return self

    def place(self, seat: int, kin: str, spot: str, *, cloaked: bool = False) -> Outcome:
        """A kin is placed by a whole move."""
        return self.when(seat, PlaceKin(kin_id=KinId(kin), target=SpotId(spot), cloaked=cloaked))

    def turn_of(self, seat: int) -> Self:
        """The turn of a seat starts now."""
        self.given(e.StepClosed(), e.TurnStarted(seat, self.state.turn.number + 1))
        self.given(opened(asks(seat, TurnStart())))
        return self

    def last_turn(self, seat: int = 0) -> Self:
        """All hands are empty, and a seat has only to end its turn: the night follows."""
        for number in range(self.state.players):
            self.hold(number)
        self.given(e.StepClosed(), e.TurnStarted(seat, 9), opened(asks(seat, TurnEnd())))
        return self

    @property
    def step(self) -> Any:
        """The step that is decided now."""
        return self.state.agenda[-1].step

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that decide it."""
        return PHOENIX.actor(self.state).seats


def a_phoenix_game(players: int = 2, token: int = 0, **options: Any) -> PhoenixGame:
    """Right after set-up, in printed order: events EC01–EC04, cards RC01–RC03, archers ready."""
    rules = msgspec.convert(options, PhoenixOptions)
    PHOENIX.check(rules, players)
    events = PHOENIX.setup(rules, [None] * players, Unshuffled(token)).events
    return PhoenixGame(PHOENIX, events)


def asks(seat: int, step: AnyStep) -> NextStep:
    """A step that a seat decides."""
    return NextStep(step, (seat,))


def opened(*steps: NextStep | AnyStep) -> Event:
    """These steps come next."""
    return e.StepsOpened(tuple(step if isinstance(step, NextStep) else NextStep(step) for step in steps))


def took(seat: int, move: Command) -> Event:
    """A seat has completed a move."""
    taken: Move = move  # type: ignore[assignment]
    return e.ActionTaken(seat, taken)


COLORS = tuple(clan.value for clan in CLANS)
