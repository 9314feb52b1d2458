"""The kinds of values that the fields of a move take: those of components, numbers, yes or no."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin

from msgspec import Meta, Struct, UnsetType
from msgspec.structs import fields

from domain.kernel.catalogue import Catalogue
from domain.kernel.messages import Command

NUMBER, YES_NO, TEXT = "number", "yes_no", "text"


class FieldKind(Struct, frozen=True):
    """What a field takes: the kinds of its values, and whether it takes many of them."""

    takes: tuple[str, ...]
    many: bool


@cache
def field_kinds(command: type[Command]) -> dict[str, FieldKind]:
    """What each field of a command takes, read from its type."""
    return {field.name: _kind(field.type) for field in fields(command)}


def takes(*kinds: str) -> Meta:
    """An annotation for a field whose type does not tell the kinds of its values."""
    return Meta(extra={"takes": kinds})


def also(*values: str) -> Meta:
    """An annotation for a field that can have these values besides the ids of its components."""
    return Meta(extra={"also": values})


def also_of(annotation: Any) -> tuple[str, ...]:
    """The values named by `also`, wherever they stand in the annotation."""
    return _named(annotation, "also")


def kinds_of_values(catalogue: Catalogue, values: Iterable[Any]) -> tuple[str, ...]:
    """The kinds of components to which all these ids belong; empty if they are no ids."""
    known = catalogue.kinds_by_id
    found = [known.get(value, frozenset()) if isinstance(value, str) else frozenset() for value in values]
    return tuple(sorted(frozenset.intersection(*found))) if found else ()


def _kind(annotation: Any) -> FieldKind:
    declared = _named(annotation, "takes")
    if declared:
        return FieldKind(declared, many=False)
    options = [each for each in _options(annotation) if each not in (UnsetType, NoneType)]
    [plain] = options
    if get_origin(plain) is tuple:
        return FieldKind((_name(_bare(get_args(plain)[0])),), many=True)
    return FieldKind((_name(plain),), many=False)


def _named(annotation: Any, word: str) -> tuple[str, ...]:
    """What an annotation names by this word, wherever it stands."""
    metas = (each for option in _annotated(annotation) for each in get_args(option)[1:])
    extras = (meta.extra or {} for meta in metas if isinstance(meta, Meta))
    return tuple(next((extra[word] for extra in extras if word in extra), ()))


def _annotated(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) is Annotated:
        yield annotation
    elif get_origin(annotation) in (Union, UnionType):
        for option in get_args(annotation):
            yield from _annotated(option)


def _options(annotation: Any) -> Iterator[Any]:
    bare = _bare(annotation)
    if get_origin(bare) in (Union, UnionType):
        for option in get_args(bare):
            yield from _options(option)
    else:
        yield bare


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _name(plain: Any) -> str:
    """`IslandId` is called `island`, as the components are."""
    if plain is bool:
        return YES_NO
    if plain is int:
        return NUMBER
    if isinstance(plain, NewType) or (isinstance(plain, type) and issubclass(plain, Enum | Struct)):
        return re.sub(r"(?<!^)(?=[A-Z])", "_", plain.__name__.removesuffix("Id")).lower()
    return TEXT
