"""The types of a game's components and of their ids, made from its catalogue.

A kind of component gets a struct with the tag `kind`. Its facts are called `facts` in JSON. In GraphQL, where
one name cannot have many types, they are called after the kind, such as `islandFacts`.
"""

import re
from collections.abc import Mapping, Sequence
from enum import EnumMeta
from functools import cache
from typing import Any, Final, NewType, Union

import msgspec
from msgspec import Struct, defstruct

from domain.kernel.catalogue import Component, Spot
from domain.kernel.ruleset import Ruleset

_FACTS: Final = "facts"


class ComponentAnswer(Struct, frozen=True, tag_field="kind"):
    """A component: its name, its effect, and its position on the board.

    Every kind has a type of its own, with the facts printed on its components.
    """

    id: str
    name: str
    text: str
    spot: Spot | None


class ComponentKind:
    """A kind of component: the types of its ids, of its facts, and of the components themselves."""

    def __init__(self, name: str, rows: Sequence[Component], module: str) -> None:
        self.name = name
        self.ids = tuple(str(row.id) for row in rows)
        self.enum = _enum(rows)
        """The enum whose members the ids are, if there is one."""
        self.id_type = _id_type(name, module, self.enum)
        self.facts = _facts_type(name, rows)
        self.type = _component_type(self, module)

    def component(self, row: Component, name: str, text: str) -> Any:
        """A component with its texts."""
        facts = None if self.facts is None else msgspec.convert(row.facts, self.facts, from_attributes=True)
        return self.type(row.id, name, text, facts, row.spot)


def kinds_of(rules: Ruleset) -> Mapping[str, ComponentKind]:
    """All kinds of components of a game, by name."""
    return _kinds((rules,))


def component_type(rules: Ruleset) -> Any:
    """The union of the types of all kinds of components."""
    types = tuple(kind.type for kind in kinds_of(rules).values())
    return Union[types] if types else ComponentAnswer  # noqa: UP007  of a tuple


@cache
def _kinds(games: tuple[Ruleset]) -> Mapping[str, ComponentKind]:
    (rules,) = games
    found: dict[str, list[Component]] = {}
    for component in rules.catalogue.components:
        found.setdefault(component.kind, []).append(component)
    return {name: ComponentKind(name, rows, type(rules).__module__) for name, rows in found.items()}


def _component_type(kind: ComponentKind, module: str) -> Any:
    attribute = _FACTS if kind.facts is None else f"{kind.name}_{_FACTS}"
    return defstruct(
        f"{_title(kind.name)}Component",
        [
            ("id", kind.id_type),
            ("name", str),
            ("text", str),
            (attribute, type(None) if kind.facts is None else kind.facts),
            ("spot", Spot | None),
        ],
        module=module,
        namespace={"__doc__": f"A component of the kind `{kind.name}`."},
        frozen=True,
        tag_field="kind",
        tag=kind.name,
        rename={attribute: _FACTS},
    )


def _facts_type(kind: str, rows: Sequence[Component]) -> Any:
    """The type of the facts of a kind: without an id, which the component has already."""
    (found, *others) = {type(row.facts) for row in rows}
    assert not others, f"facts of {kind} have several types"
    if found is type(None):
        return None
    fields = msgspec.structs.fields(found)
    if not any(field.name == "id" for field in fields):
        return found
    return defstruct(
        f"{_title(kind)}Facts",
        [(field.name, field.type) for field in fields if field.name != "id"],
        module=found.__module__,
        namespace={"__doc__": found.__doc__},
        frozen=True,
    )


def _enum(rows: Sequence[Component]) -> EnumMeta | None:
    types: set[Any] = {type(row.id) for row in rows}
    (found, *others) = types
    return found if isinstance(found, EnumMeta) and not others else None


def _id_type(kind: str, module: str, enum: EnumMeta | None) -> Any:
    """A string with a name of its own: that of the enum of these ids, or that of the kind."""
    id_type = NewType("id_type", str)
    id_type.__name__ = f"{_title(kind)}Id" if enum is None else enum.__name__
    id_type.__module__ = module if enum is None else enum.__module__
    return id_type


def _title(kind: str) -> str:
    return re.sub(r"(?:^|_)(\w)", lambda found: found[1].upper(), kind)
