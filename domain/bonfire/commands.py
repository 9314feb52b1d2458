"""The moves of Bonfire. A field that is left out is asked later; a plain move has one field."""

from enum import StrEnum
from typing import Annotated, TypeAlias, Union, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.bonfire.catalogue import (
    BonfireSpaceId,
    CommonTask,
    CouncilSpace,
    GnomeId,
    Guardian,
    IslandId,
    PathTileId,
    PortalShape,
    Resource,
    TaskId,
    Tile,
)
from domain.kernel.messages import Command

Count: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Position: TypeAlias = Annotated[int, Meta(ge=1, le=7)]
TileList: TypeAlias = Annotated[tuple[Tile, ...], Meta(max_length=100)]
ResourceList: TypeAlias = Annotated[tuple[Resource, ...], Meta(max_length=100)]


class End(StrEnum):
    """The end of the fate supply from which a tile is taken."""

    TOP = "top"
    BOTTOM = "bottom"


class Pile(StrEnum):
    """One of the two piles of offering tiles."""

    LEFT = "left"
    RIGHT = "right"


class Source(StrEnum):
    """Where a path tile comes from: a slot of the display, or a pile, blindly."""

    DISPLAY_1 = "display:1"
    DISPLAY_2 = "display:2"
    DISPLAY_3 = "display:3"
    DISPLAY_4 = "display:4"
    PILE_1 = "pile:1"
    PILE_2 = "pile:2"


class RecruitOption(StrEnum):
    """Two tiles and one resource, or one tile and two resources."""

    TWO_TILES = "two_tiles"
    TWO_RESOURCES = "two_resources"


class Reward(StrEnum):
    """What the Great Bonfire gives."""

    TILE = "tile"
    RESOURCE = "resource"
    PORTAL = "portal"


class Take(StrEnum):
    """What a council space gives: its special bonus, or a point."""

    BONUS = "bonus"
    POINT = "point"


class Stride(StrEnum):
    """One step of a guardian: along the path, or to the bonfire beside it."""

    PATH = "path"
    BONFIRE = "bonfire"


class FateCell(Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of the fate area; one row or column around it exists for tiles that stick out."""

    row: Annotated[int, Meta(ge=-1, le=7)]
    column: Annotated[int, Meta(ge=-1, le=9)]


class GuardianMove(Struct, frozen=True, forbid_unknown_fields=True):
    """One guardian's part of a procession; without steps she stays."""

    guardian: Guardian
    steps: Annotated[tuple[Stride, ...], Meta(max_length=8)] = ()


class Payments(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A payment of action tiles and resources."""

    tiles: TileList = ()
    resources: ResourceList = ()

    def __add__(self, other: "Payments") -> "Payments":
        return Payments(self.tiles + other.tiles, self.resources + other.resources)


class ChooseStartFateTile(Command, frozen=True, tag="choose_start_fate_tile", kw_only=True):
    """Keep the reserve tile or swap it for the middle one, and put it on the start cells (BF-S20)."""

    swap: bool | UnsetType = UNSET
    rotation: int | UnsetType = UNSET


class DiscardActionTiles(Command, frozen=True, tag="discard_action_tiles", kw_only=True):
    """Discard some of your action tiles (BF-T7)."""

    tiles: TileList | UnsetType = UNSET


class PlaceFateTile(Command, frozen=True, tag="place_fate_tile", kw_only=True):
    """Option I: place the top or bottom fate tile and gain action tiles (BF-T10)."""

    end: End | UnsetType = UNSET
    anchor: FateCell | UnsetType = UNSET
    rotation: int | UnsetType = UNSET


class MoveShip(Command, frozen=True, tag="move_ship", kw_only=True):
    """Sail to another island (BF-T22)."""

    to: IslandId | UnsetType = UNSET
    payment: TileList | UnsetType = UNSET


class ReceiveTask(Command, frozen=True, tag="receive_task", kw_only=True):
    """Take a task from the ship's island and leave an offering (BF-T28)."""

    task: TaskId | UnsetType = UNSET
    pile: Pile | UnsetType = UNSET
    position: Position | UnsetType = UNSET
    payments: Payments | UnsetType = UNSET


class RetrieveGuardian(Command, frozen=True, tag="retrieve_guardian", kw_only=True):
    """Bring the guardian of the ship's island to the city (BF-T34)."""

    payment: TileList | UnsetType = UNSET


class MakeProcession(Command, frozen=True, tag="make_procession", kw_only=True):
    """Let the guardians walk (BF-T37); `resources` is what they gather, if you can choose (BF-G6)."""

    steps: Count | UnsetType = UNSET
    payment: TileList | UnsetType = UNSET
    moves: Annotated[tuple[GuardianMove, ...], Meta(max_length=5)] | UnsetType = UNSET
    resources: ResourceList | UnsetType = UNSET


class BuildPath(Command, frozen=True, tag="build_path", kw_only=True):
    """Build the next path tile (BF-T44); `resource` is what it yields, if you can choose (BF-G6, BF-G8)."""

    source: Source | UnsetType = UNSET
    payment: TileList | UnsetType = UNSET
    resource: Resource | UnsetType = UNSET


class RecyclePathDisplay(Command, frozen=True, tag="recycle_path_display"):
    """Renew a display of one colour right before building (BF-T47)."""


class UseGreatBonfire(Command, frozen=True, tag="use_great_bonfire", kw_only=True):
    """Turn the Great Bonfire and take rewards (BF-T50)."""

    to: BonfireSpaceId | UnsetType = UNSET
    payment: TileList | UnsetType = UNSET
    rewards: Annotated[tuple[Reward, ...], Meta(max_length=3)] | UnsetType = UNSET
    portal: PortalShape | UnsetType = UNSET


class RecruitGnome(Command, frozen=True, tag="recruit_gnome", kw_only=True):
    """Bring a specialist or an elder to the city (BF-T57)."""

    gnome: GnomeId | UnsetType = UNSET
    option: RecruitOption | UnsetType = UNSET
    payments: Payments | UnsetType = UNSET


class IgniteBonfire(Command, frozen=True, tag="ignite_bonfire", kw_only=True):
    """Option III: light a fulfilled task and send its novice to the council (BF-T61)."""

    position: Position | UnsetType = UNSET
    council_space: CouncilSpace | UnsetType = UNSET
    take: Take | UnsetType = UNSET


class PlaceNeutralNovice(Command, frozen=True, tag="place_neutral_novice", kw_only=True):
    """Bonus action: send the novice of a fulfilled common task to the council (BF-T67)."""

    common_task: CommonTask | UnsetType = UNSET
    council_space: CouncilSpace | UnsetType = UNSET
    take: Take | UnsetType = UNSET


class ResolveBonus(Command, frozen=True, tag="resolve_bonus", kw_only=True):
    """The special bonus of a council space; each space asks for its own fields (6.1)."""

    path: PathTileId | UnsetType = UNSET
    guardian: Guardian | UnsetType = UNSET
    destination: str | UnsetType = UNSET
    to: str | UnsetType = UNSET
    rewards: Annotated[tuple[Reward, ...], Meta(max_length=3)] | UnsetType = UNSET
    portal: PortalShape | UnsetType = UNSET
    gnome: GnomeId | UnsetType = UNSET
    end: End | UnsetType = UNSET
    anchor: FateCell | UnsetType = UNSET
    rotation: int | UnsetType = UNSET
    resource: Resource | UnsetType = UNSET


class ResolveTom(Command, frozen=True, tag="resolve_tom", kw_only=True):
    """A choice that the rules leave to the human: one of the options that Tom's turn offers (8.3)."""

    choice: str | UnsetType = UNSET


class SkipIslandAction(Command, frozen=True, tag="skip_island_action"):
    """Skip the island's action after sailing there (BF-T25)."""


class Pass(Command, frozen=True, tag="pass"):
    """Take the countdown's points instead of a turn (BF-D8)."""


class EndTurn(Command, frozen=True, tag="end_turn"):
    """End your turn (BF-T9)."""


Move: TypeAlias = Union[  # noqa: UP007  one name for the tagged union
    ChooseStartFateTile,
    DiscardActionTiles,
    PlaceFateTile,
    MoveShip,
    ReceiveTask,
    RetrieveGuardian,
    MakeProcession,
    BuildPath,
    RecyclePathDisplay,
    UseGreatBonfire,
    RecruitGnome,
    IgniteBonfire,
    PlaceNeutralNovice,
    ResolveBonus,
    ResolveTom,
    SkipIslandAction,
    Pass,
    EndTurn,
]
MOVES: tuple[type[Command], ...] = get_args(Move)
