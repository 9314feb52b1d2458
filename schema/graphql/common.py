"""Parts shared by the whole schema: nodes, connections, the caller's port."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

import strawberry
from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    SelectionSetNode,
)
from msgspec import Struct
from strawberry.types.field import StrawberryField

from schema.graphql.type_builder import GraphQLType, TypeBuilder, field_of, many
from schema.ports import Part, Port
from schema.type_names import TypeNames

_NAMES: Final = TypeNames({})
Info: TypeAlias = strawberry.Info[Port, None]

FIRST: Final = 20
MOST: Final = 100
First: TypeAlias = Annotated[int, strawberry.argument(description=f"The number of items, 1 to {MOST}.")]
After: TypeAlias = Annotated[
    str | None, strawberry.argument(description="The cursor of the last item you have.")
]
Key: TypeAlias = Annotated[
    str | None,
    strawberry.argument(description="With the same key, a repeated request takes effect only once."),
]
GameId: TypeAlias = Annotated[strawberry.ID, strawberry.argument(description="The game's id, `g_…`.")]


class PageInfo(Struct, frozen=True):
    """The position of a page in its connection."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


class Edge(Struct, frozen=True):
    """An item of a connection."""

    cursor: str
    node: Any


class Connection(Struct, frozen=True):
    """A page of a list."""

    edges: Sequence[Edge]
    page_info: PageInfo

    @property
    def nodes(self) -> Sequence[Any]:
        """The items without their cursors."""
        return [edge.node for edge in self.edges]


@strawberry.interface(description="An object with a globally unique id.")
class Node:
    """Relay's interface."""

    id: strawberry.ID

    @staticmethod
    def resolve_type(value: Any, _info: object, _type: object) -> str:
        """The name of the type of a node."""
        return _NAMES.name(type(value))


def id_field() -> StrawberryField:
    """An id field as Relay requires it."""
    return field_of(strawberry.ID)


def connection_of(types: TypeBuilder, name: str, node: GraphQLType, cursor: str) -> type:
    """The connection type of a node; `cursor` describes its cursors."""
    edge = types.group(
        f"{name}Edge", {"cursor": field_of(str, cursor), "node": field_of(node)}, f"{Edge.__doc__}"
    )
    fields = {
        "edges": field_of(many(edge)),
        "nodes": field_of(many(node), Connection.nodes.__doc__),
        "page_info": field_of(types.output(PageInfo)),
    }
    return types.group(f"{name}Connection", fields, f"{Connection.__doc__}")


def connected(part: Part[Any], *, begins: bool) -> Connection:
    """A part of a list as a connection."""
    edges = [Edge(str(cursor), item) for cursor, item in zip(part.cursors, part.items)]
    ends = (edges[0].cursor, edges[-1].cursor) if edges else (None, None)
    return Connection(edges, PageInfo(part.more, not begins, ends[0], part.end or ends[1]))


def asks_for(info: Info, name: str) -> bool:
    """Whether a field with this name is selected anywhere below."""
    raw = info._raw_info  # noqa: SLF001  strawberry's own view of it is costly
    sets = [node.selection_set for node in raw.field_nodes]
    return name in _names([each for each in sets if each is not None], raw.fragments, set())


def _names(
    sets: Sequence[SelectionSetNode], fragments: Mapping[str, FragmentDefinitionNode], seen: set[str]
) -> Iterator[str]:
    for node in (node for each in sets for node in each.selections):
        if isinstance(node, FragmentSpreadNode):
            if node.name.value not in seen:
                seen.add(node.name.value)
                yield from _names([fragments[node.name.value].selection_set], fragments, seen)
            continue
        if isinstance(node, FieldNode):
            yield node.name.value
        assert isinstance(node, FieldNode | InlineFragmentNode)
        if node.selection_set is not None:
            yield from _names([node.selection_set], fragments, seen)
