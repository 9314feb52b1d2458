"""What a decoder says of a value becomes a sentence of our own, in the reader's language."""

import enum
import re
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.texts import LANGUAGES, keys, placeholders, text
from schema.unreadable import _MESSAGES, FALLBACK, LONGEST, reason_of

OF_THE_LANGUAGE = re.compile(r"\b(?:int|str|bool|float|dict|tuple|NoneType|Struct|array|regex)\b")
MAYBE = ("integer", "null")
ONE = ("integer",)


class Colour(enum.StrEnum):
    RED = "red"


class Sail(msgspec.Struct, tag="sail"):
    to: int


class Stop(msgspec.Struct, tag="stop"):
    pass


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """One field for each way in which a value can be wrong."""

    name: str
    number: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    share: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0
    text: Annotated[str, msgspec.Meta(min_length=2, max_length=4, pattern="^[a-z]*$")] = "abc"
    colour: Colour = Colour.RED
    flag: bool = False
    seats: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=2)] = (1,)
    pair: tuple[int, int] = (1, 2)
    move: Sail | Stop = msgspec.field(default_factory=Stop)


@pytest.mark.parametrize(
    "raw,code,details,where",
    [
        ("{}", "missing_field", {"field": "name"}, "$"),
        ('{"name": "A", "age": 1}', "unknown_field", {"field": "age"}, "$"),
        ('{"name": 1}', "wrong_type", {"expected": ("text",), "got": "integer"}, "$.name"),
        ('{"name": "A", "number": ""}', "wrong_type", {"expected": MAYBE, "got": "text"}, "$.number"),
        ('{"name": "A", "number": 0}', "too_small", {"least": 1}, "$.number"),
        ('{"name": "A", "number": 5}', "too_large", {"most": 4}, "$.number"),
        ('{"name": "A", "share": -1}', "too_small", {"least": 0}, "$.share"),
        ('{"name": "A", "share": 1.5}', "too_large", {"most": 1}, "$.share"),
        ('{"name": "A", "text": "a"}', "too_short", {"least": 2}, "$.text"),
        ('{"name": "A", "text": "abcde"}', "too_long", {"most": 4}, "$.text"),
        ('{"name": "A", "text": "AB"}', "wrong_pattern", {"pattern": "^[a-z]*$"}, "$.text"),
        ('{"name": "A", "colour": "blue"}', "unknown_value", {"value": "blue"}, "$.colour"),
        ('{"name": "A", "flag": 1}', "wrong_type", {"expected": ("boolean",), "got": "integer"}, "$.flag"),
        ('{"name": "A", "seats": []}', "too_few", {"least": 1}, "$.seats"),
        ('{"name": "A", "seats": [1, 2, 3]}', "too_many", {"most": 2}, "$.seats"),
        ('{"name": "A", "seats": [1, {}]}', "wrong_type", {"expected": ONE, "got": "object"}, "$.seats[1]"),
        ('{"name": "A", "pair": [1, 2, 3]}', "wrong_count", {"count": 2}, "$.pair"),
        ('{"name": "A", "move": {"type": "fly"}}', "unknown_value", {"value": "fly"}, "$.move.type"),
        ('{"name": "A", "move": {}}', "missing_field", {"field": "type"}, "$.move"),
        ("{", "cut_off", {}, "$"),
        ("[]", "wrong_type", {"expected": ("object",), "got": "list"}, "$"),
        ("xyz", "not_json", {"byte": 0}, "$"),
    ],
)  # fmt: skip
def test_decoding_error_becomes_a_code_with_details(
    raw: str, code: str, details: dict[str, Any], where: str
) -> None:
    with pytest.raises(msgspec.DecodeError) as wrong:
        msgspec.json.decode(raw, type=Wish)
    assert reason_of(str(wrong.value)) == (code, details, where)


def test_unknown_decoding_error_has_a_fallback_sentence() -> None:
    assert reason_of("Something new - at `$.name`") == (FALLBACK, {}, "$.name")


def test_long_value_is_shortened_in_the_message() -> None:
    assert len(str(reason_of(f"Invalid enum value {'x' * 500!r}").details["value"])) == LONGEST


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_a_sentence_that_uses_only_its_details(lang: str) -> None:
    assert {FALLBACK, *(message.code for message in _MESSAGES)} <= set(keys("common", "unreadable"))
    for message in _MESSAGES:
        assert placeholders("common", lang, "unreadable", message.code) <= set(message.read)


@pytest.mark.parametrize("lang", LANGUAGES)
@given(
    value=st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.just("red"),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.just("type"), inner, max_size=1),
        max_leaves=4,
    )
)
def test_messages_contain_no_type_names_of_the_programming_language(lang: str, value: object) -> None:
    for field in Wish.__struct_fields__:
        try:
            msgspec.convert({"name": "A", field: value}, Wish)
        except msgspec.ValidationError as wrong:
            reason = reason_of(str(wrong))
            told = text("common", lang, "unreadable", reason.code, **reason.details)
            assert not OF_THE_LANGUAGE.search(told), told
            assert "?" not in told
