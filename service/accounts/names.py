"""Names of players: their normal form, their skeleton (UTS 39), and the handle made from a name."""

import re
import unicodedata
from functools import cache
from itertools import chain, groupby, pairwise, zip_longest
from pathlib import Path
from typing import Final

from service.errors import malformed

LONGEST_NAME: Final = 40
LONGEST_HANDLE: Final = 20
HANDLE_SIGN: Final = "@"
"""Marks a handle in a search; names cannot begin with it."""

_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
"""Categories of characters that control the screen, are invisible, or have no meaning."""
_EMOJI_STYLES: Final = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))
"""Keyboards add these variation selectors to emoji; names are compared and stored without them."""
_UNSEEN: Final = frozenset(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
        *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
    )
)
"""Letters, marks and signs that are invisible."""
_JOINER: Final = "\u200d"
_NAMELESS: Final = "player"
_MOST_MARKS: Final = 4
"""More marks on one letter would cover the lines around the name (UTS 39, 5.4)."""


def clean_name(text: str, where: str) -> str:
    """A name in its normal form: 1 to 40 visible characters, none that control the screen."""
    name = re.sub(" +", " ", unicodedata.normalize("NFKC", text.translate(_EMOJI_STYLES)).strip())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise malformed("body", where, "name_length", most=LONGEST_NAME)
    if all(unicodedata.category(c)[0] in "ZCM" or ord(c) in _UNSEEN for c in name):
        raise malformed("body", where, "invisible")
    if any(unicodedata.category(c) in _REFUSED or ord(c) in _UNSEEN for c in _without_joiners(name)):
        raise malformed("body", where, "control_characters")
    if _tallest_stack(name) > _MOST_MARKS:
        raise malformed("body", where, "stacked_marks", most=_MOST_MARKS)
    if name.startswith(HANDLE_SIGN):
        raise malformed("body", where, "handle_sign")
    return name


def _tallest_stack(name: str) -> int:
    """The most marks in a row, of the name in its longest form."""
    marks = (unicodedata.category(c) in {"Mn", "Me"} for c in unicodedata.normalize("NFD", name))
    return max(sum(run) for _, run in groupby(marks))


def _without_joiners(name: str) -> str:
    """Remove the joiners between two emoji. The others stay, so that the caller rejects the name."""
    parts = name.split(_JOINER)
    joins = (
        "" if _is_emoji(before[-1:]) and _is_emoji(after[:1]) else _JOINER
        for before, after in pairwise(parts)
    )
    return "".join(chain.from_iterable(zip_longest(parts, joins, fillvalue="")))


def _is_emoji(character: str) -> bool:
    return character != "" and unicodedata.category(character) in {"So", "Sk"}


def skeleton(text: str) -> str:
    """The skeleton of a text: two texts with the same skeleton look alike."""
    shown = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_prototypes().get(c, c) for c in shown))


def handle_of(name: str) -> str:
    """A name as a handle begins: lower-case letters a to z and digits, joined by dashes."""
    parts = "".join(map(_plain, unicodedata.normalize("NFKD", name.casefold()))).split()
    return "-".join(parts)[:LONGEST_HANDLE].strip("-") or _NAMELESS


def _plain(character: str) -> str:
    """A character as it appears in a handle; letters of other alphabets are replaced by similar ones."""
    if unicodedata.combining(character):
        return ""
    alike = _prototypes().get(character, character) if not character.isascii() else character
    return "".join(c if c.isascii() and c.isalnum() else " " for c in alike.casefold())


@cache
def _prototypes() -> dict[str, str]:
    lines = Path(__file__).with_name("confusables.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if not line.startswith("#"))
    return {_text(source): _text(target) for source, target in pairs}


def _text(code_points: str) -> str:
    return "".join(chr(int(number, 16)) for number in code_points.split())
