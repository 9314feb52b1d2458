"""The values that an option takes, for the form in which a client asks for it."""

from typing import Any, TypeAlias

import msgspec.inspect as mi
from msgspec import Struct


class YesNoOption(Struct, frozen=True, tag_field="kind", tag="yes_no"):
    """The option is true or false."""


class NumberOption(Struct, frozen=True, tag_field="kind", tag="number"):
    """The option is a whole number: one of `numbers`, or any if there are none."""

    numbers: tuple[int, ...]


class ChoiceOption(Struct, frozen=True, tag_field="kind", tag="choice"):
    """The option is one of these values."""

    values: tuple[str, ...]


class TextOption(Struct, frozen=True, tag_field="kind", tag="text"):
    """The option is a text that matches the pattern, if there is one."""

    pattern: str | None


class NumbersOption(Struct, frozen=True, tag_field="kind", tag="numbers"):
    """The option is an object of whole numbers, each with its name; those left out are 0."""

    names: tuple[str, ...]


class OtherOption(Struct, frozen=True, tag_field="kind", tag="other"):
    """The option is as its `schema` says."""


OptionValues: TypeAlias = YesNoOption | NumberOption | ChoiceOption | TextOption | NumbersOption | OtherOption
OPTION_VALUES = (YesNoOption, NumberOption, ChoiceOption, TextOption, NumbersOption, OtherOption)


def option_values(type_: Any) -> tuple[OptionValues, bool]:
    """The values of an option of this type, and whether it can be null."""
    info = mi.type_info(type_)
    parts = info.types if isinstance(info, mi.UnionType) else (info,)
    some = [part for part in parts if not isinstance(part, mi.NoneType)]
    is_nullable = len(some) < len(parts)
    return (_values(some[0]) if len(some) == 1 else OtherOption()), is_nullable


def _values(info: mi.Type, listed: tuple[Any, ...] = ()) -> OptionValues:
    match info:
        case mi.Metadata():
            return _values(info.type, tuple((info.extra_json_schema or {}).get("enum", ())))
        case mi.StrType() if listed:
            return ChoiceOption(listed)
        case mi.StrType():
            return TextOption(info.pattern)
        case mi.BoolType():
            return YesNoOption()
        case mi.IntType():
            return NumberOption(listed)
        case mi.EnumType():
            return ChoiceOption(tuple(member.value for member in info.cls))
        case mi.StructType() if all(isinstance(field.type, mi.IntType) for field in info.fields):
            return NumbersOption(tuple(field.encode_name for field in info.fields))
        case _:
            return OtherOption()
