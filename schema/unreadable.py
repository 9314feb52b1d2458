"""Why a value in a request cannot be read: turns messages of the decoder into codes and details.

The codes are those of the kind `unreadable` in `texts/common-problems`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from domain.kernel.errors import Detail

FALLBACK: Final = "unreadable"
LONGEST: Final = 100
"""How many characters of the input are repeated in an answer."""

_VALUE_TYPES: Final = {
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "null": "null",
    "array": "list",
    "object": "object",
}
"""The decoder's names of types; all others are sent as text."""


class UnreadableReason(NamedTuple):
    """Why a value cannot be read."""

    code: str
    details: Mapping[str, Detail]
    where: str = "$"
    """The path of the value, starting at `$`."""


class _DecoderMessage(NamedTuple):
    """A message of the decoder: its pattern, its code, and how its groups are read."""

    pattern: str
    code: str
    read: Mapping[str, Callable[[str], Detail]] = {}


def _types(names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_VALUE_TYPES.get(name, "text") for name in names.split(" | ")))


def _type(name: str) -> str:
    return _types(name)[0]


def _bare(shown: str) -> str:
    """A value without the quotation marks that the decoder puts around text."""
    return shown[1:-1] if shown[:1] == shown[-1:] == "'" else shown


_LEAST: Final = {"least": int}
_MOST: Final = {"most": int}
_MESSAGES: Final = (
    _DecoderMessage(r"Expected `(?:int|float)` >= (?P<least>-?\d+)(?:\.0)?", "too_small", _LEAST),
    _DecoderMessage(r"Expected `(?:int|float)` <= (?P<most>-?\d+)(?:\.0)?", "too_large", _MOST),
    _DecoderMessage(r"Expected `str` of length >= (?P<least>\d+)", "too_short", _LEAST),
    _DecoderMessage(r"Expected `str` of length <= (?P<most>\d+)", "too_long", _MOST),
    _DecoderMessage(r"Expected `(?:array|object)` of length >= (?P<least>\d+)", "too_few", _LEAST),
    _DecoderMessage(r"Expected `(?:array|object)` of length <= (?P<most>\d+)", "too_many", _MOST),
    _DecoderMessage(r"Expected `array` of at least length (?P<least>\d+), got \d+", "too_few", _LEAST),
    _DecoderMessage(r"Expected `array` of at most length (?P<most>\d+)(?:, got \d+)?", "too_many", _MOST),
    _DecoderMessage(
        r"Expected `array` of length (?P<count>\d+)(?:, got \d+)?", "wrong_count", {"count": int}
    ),
    _DecoderMessage(r"Expected `str` matching regex (?P<pattern>.*)", "wrong_pattern", {"pattern": _bare}),
    _DecoderMessage(
        r"Expected `(?P<expected>[^`]*)`, got `(?P<got>[^`]*)`",
        "wrong_type",
        {"expected": _types, "got": _type},
    ),
    _DecoderMessage(r"Expected `(?P<expected>int|str)`", "other_type", {"expected": _types}),
    _DecoderMessage(r"Object missing required field `(?P<field>.*)`", "missing_field", {"field": str}),
    _DecoderMessage(r"Object contains unknown field `(?P<field>.*)`", "unknown_field", {"field": str}),
    _DecoderMessage(r"Invalid (?:enum )?value (?P<value>.*)", "unknown_value", {"value": _bare}),
    _DecoderMessage(r"JSON is malformed: .* \(byte (?P<byte>\d+)\)", "not_json", {"byte": int}),
    _DecoderMessage(r"Input data was truncated", "cut_off"),
    _DecoderMessage(r"(?:Integer value|Number|Timestamp|Duration) (?:is )?out of range\s*", "out_of_range"),
    _DecoderMessage(r"Invalid (?:RFC3339|ISO8601|UUID|base64|decimal|epoch).*", "wrong_format"),
)
_PLACE: Final = re.compile(r"(?P<said>.*?)(?: - at `(?:key in )?(?P<where>.*)`)?", re.DOTALL)


def reason_of(message: str) -> UnreadableReason:
    """Parse a message of the decoder into a code, its details and the path of the value."""
    place = _PLACE.fullmatch(message)
    assert place is not None
    for known in _MESSAGES:
        if match := re.fullmatch(known.pattern, place["said"], re.DOTALL):
            details = {name: _short(read(match[name])) for name, read in known.read.items()}
            return UnreadableReason(known.code, details, place["where"] or "$")
    return UnreadableReason(FALLBACK, {}, place["where"] or "$")


def _short(detail: Detail) -> Detail:
    return detail[:LONGEST] if isinstance(detail, str) else detail
