"""The data that a client needs to show a game: components, their spots on the board, and the modes."""

from functools import cached_property
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.layout import Layout

OptionValue: TypeAlias = Annotated[Any, Meta(extra_json_schema={"type": ["string", "integer", "boolean"]})]


class Spot(Struct, frozen=True):
    """A place on the drawn game board: x to the right, y down, both from 0 to 100.

    Deprecated: use the `layouts` of the ruleset, which have sizes, slots and no overlaps.
    """

    x: float
    y: float


class Component(Struct, frozen=True):
    """A physical piece of the game; `facts` holds what is printed on it."""

    kind: str
    id: str
    facts: Any = None
    spot: Spot | None = None


class Mode(Struct, frozen=True, kw_only=True):
    """A way to play. It is on when `option` has this `value`; without a `value`, any but the default.

    A mode without an option is on whenever the number of places is one of its `players`. A mode with an
    option refuses other numbers of places than its `players`, and the modes it `excludes`. It `requires`
    options to be given and `admits` others. An option that some mode requires or admits is refused where no
    such mode is on. An option that a mode `forbids` is refused in any case. Refusals refer to the `rule`.
    """

    id: str
    rule: str | None = None
    option: str | None = None
    value: OptionValue | UnsetType = UNSET
    players: tuple[int, ...] = ()
    excludes: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    admits: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()


class Catalogue(Struct, frozen=True, dict=True):
    """All components of a game, its numbers of players, its modes, and everything printed on its boards.

    `players_rule` is the rule that says how many can play. `layouts` say where to draw everything.
    """

    players: tuple[int, ...]
    components: tuple[Component, ...] = ()
    printed: Any = None
    modes: tuple[Mode, ...] = ()
    players_rule: str | None = None
    layouts: tuple[Layout, ...] = ()

    @cached_property
    def kinds_by_id(self) -> dict[str, frozenset[str]]:
        """The kinds of components that have an id; usually there is one."""
        found: dict[str, frozenset[str]] = {}
        for component in self.components:
            found[component.id] = found.get(component.id, frozenset()) | {component.kind}
        return found
