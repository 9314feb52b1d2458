"""What can be chosen when a game is opened, and by each player in the lobby (9.1, PP-S2). Types only."""

from enum import StrEnum
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.table import Choice, Options
from domain.phoenix.enemy_catalogue import SOLO_ALLIES
from domain.phoenix.ids import Clan, Difficulty, ScenarioId, Style


class PlayMode(StrEnum):
    """Who plays with or against whom."""

    STANDARD = "standard"
    TEAM = "team"
    COOP = "coop"
    SOLO = "solo"


class PhoenixOptions(Options, frozen=True, kw_only=True):
    """What can be chosen when a game is opened (9.1); the last five are for games against the Basilisk."""

    mode: PlayMode = PlayMode.STANDARD
    palace_alt: bool = False
    asymmetric: bool = False
    dragon: bool = False
    difficulty: Difficulty | UnsetType | None = UNSET
    style: Style | UnsetType | None = UNSET
    scenario: ScenarioId | UnsetType | None = UNSET
    basilisk_clan: Clan | UnsetType | None = UNSET
    solo_allies: Annotated[int, Meta(extra_json_schema={"enum": [*SOLO_ALLIES]})] | UnsetType | None = UNSET


class ClanChoice(Struct, Choice, frozen=True, forbid_unknown_fields=True):
    """What a player chooses in the lobby (PP-S2)."""

    clan: Clan
