"""What can be asked. A field left out is asked for under its name; None declines what is optional."""

from enum import StrEnum
from typing import Annotated, TypeAlias, Union, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.action import merged
from domain.kernel.messages import Command
from domain.phoenix.ids import KinId, Resource, RevelationId, Sector, Shard, SpotId

Slot: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
ResourceList: TypeAlias = Annotated[tuple[Resource, ...], Meta(max_length=100)]
ShardList: TypeAlias = Annotated[tuple[Shard, ...], Meta(max_length=100)]
CardList: TypeAlias = Annotated[tuple[RevelationId, ...], Meta(max_length=100)]


class AbilityMode(StrEnum):
    """What a clairvoyant (discard, return) or a pathfinder (explore, collect) does."""

    DISCARD = "discard"
    RETURN = "return"
    EXPLORE = "explore"
    COLLECT = "collect"


class CardUse(StrEnum):
    """What a player does with an acquired revelation card."""

    KEEP = "keep"
    DISCARD = "discard"


class PalaceOption(StrEnum):
    """What the palace gives: a resource, or the effect of a highlighted sector for a lantern."""

    RESOURCE = "resource"
    SECTOR = "sector"


class Direction(StrEnum):
    """The way the palace or the dragon turns."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter_clockwise"


class Answers(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The parameters of a village's benefit or of an instant card; each asks only for its own."""

    target: KinId | UnsetType = UNSET
    slot: Slot | UnsetType = UNSET
    kin: KinId | UnsetType = UNSET
    spot: SpotId | UnsetType = UNSET
    sector: Sector | UnsetType = UNSET
    color: Shard | UnsetType = UNSET
    colors: ShardList | UnsetType = UNSET
    resource: Resource | UnsetType = UNSET
    resources: ResourceList | UnsetType = UNSET

    def __add__(self, other: "Answers") -> "Answers":
        return merged(self, other, GROWING)


GROWING = ("colors", "resources")
"""The parameters that are answered unit by unit."""


class PlaceKin(Command, frozen=True, tag="place_kin", kw_only=True):
    """Place a kin from the hand in a sector or on the palace (PP-P1)."""

    kin_id: KinId | UnsetType = UNSET
    target: SpotId | UnsetType = UNSET
    cloaked: bool | UnsetType = UNSET


class UseAbility(Command, frozen=True, tag="use_ability", kw_only=True):
    """Use the ability of the kin that was just placed; each kin asks for its own fields (5.5)."""

    ready_kin: KinId | UnsetType = UNSET
    mode: AbilityMode | UnsetType = UNSET
    target: KinId | UnsetType = UNSET
    slot: Slot | UnsetType = UNSET
    kin: KinId | UnsetType = UNSET
    spot: SpotId | UnsetType = UNSET
    sector: Sector | UnsetType = UNSET
    resource: Resource | UnsetType = UNSET
    pay: ResourceList | UnsetType = UNSET
    reveal: bool | UnsetType = UNSET
    village: Answers | UnsetType = UNSET
    card: RevelationId | UnsetType | None = UNSET
    use: CardUse | UnsetType = UNSET
    effect: Answers | UnsetType | None = UNSET


class SkipAbility(Command, frozen=True, tag="skip_ability"):
    """Do not use the ability (PP-T5)."""


class PerformDaytime(Command, frozen=True, tag="perform_daytime", kw_only=True):
    """Perform the daytime effect of the turn; each sector and the palace ask for their own fields (5.2)."""

    option: PalaceOption | UnsetType = UNSET
    resource: Resource | UnsetType = UNSET
    sector: Sector | UnsetType | None = UNSET
    discard_slot: Slot | UnsetType | None = UNSET
    explore: Number | UnsetType = UNSET
    build: bool | UnsetType = UNSET
    omit: Resource | UnsetType | None = UNSET
    collect: Number | UnsetType | None = UNSET
    village: Answers | UnsetType = UNSET
    card: RevelationId | UnsetType | None = UNSET
    use: CardUse | UnsetType = UNSET
    effect: Answers | UnsetType | None = UNSET
    reveal: bool | UnsetType = UNSET


class SkipDaytime(Command, frozen=True, tag="skip_daytime"):
    """Do not perform the daytime effect (PP-T9)."""


class UseTurnStartCard(Command, frozen=True, tag="use_turn_start_card", kw_only=True):
    """Use an owned card at the start of the turn; each card asks for its own fields (PP-RV4)."""

    card: RevelationId | UnsetType = UNSET
    slot: Slot | UnsetType = UNSET
    kin: KinId | UnsetType = UNSET
    direction: Direction | UnsetType = UNSET
    pay: ResourceList | UnsetType = UNSET
    gain: Resource | UnsetType = UNSET
    resource: Resource | UnsetType = UNSET


class Choose(Command, frozen=True, tag="choose", kw_only=True):
    """Answer the pending choice with one of its options; None declines where that is possible (4.4)."""

    id: int | UnsetType = UNSET
    value: str | UnsetType | None = UNSET


class EndTurn(Command, frozen=True, tag="end_turn"):
    """Hand over to the next seat (4.2)."""


class AsymChooseFighter(Command, frozen=True, tag="asym_choose_fighter", kw_only=True):
    """Replace the fighter by one of the drawn tiles, or keep it (PP-AS2)."""

    kin: KinId | UnsetType | None = UNSET


class AsymBuyRevelations(Command, frozen=True, tag="asym_buy_revelations", kw_only=True):
    """Buy any number of the dealt revelation cards (PP-AS4)."""

    cards: CardList | UnsetType = UNSET


class NominateDecider(Command, frozen=True, tag="nominate_decider", kw_only=True):
    """Name the ally who shall decide for the Basilisk; possible at any time in story mode (PP-CO8)."""

    seat: Number | UnsetType = UNSET


Move: TypeAlias = Union[  # noqa: UP007  one name for the tagged union
    PlaceKin,
    UseAbility,
    SkipAbility,
    PerformDaytime,
    SkipDaytime,
    UseTurnStartCard,
    Choose,
    EndTurn,
    AsymChooseFighter,
    AsymBuyRevelations,
    NominateDecider,
]
MOVES: tuple[type[Command], ...] = get_args(Move)
