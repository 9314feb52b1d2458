"""Parses the `Accept*` headers of HTTP: the weight of each media type, coding or language."""

import re
from collections.abc import Mapping
from typing import Final

_MOST: Final = 64
"""How many parts of a header are read; no real client sends more."""
_NAME: Final = re.compile(r"[^\s;,=]+", re.ASCII)
_WEIGHT: Final = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)", re.ASCII)


def weights(header: str) -> Mapping[str, float]:
    """Each name in lower case with its largest weight, in their order; invalid parts are ignored."""
    found: dict[str, float] = {}
    for part in header.lower().split(",")[:_MOST]:
        name, *parameters = (piece.strip() for piece in part.split(";"))
        given = next((piece for piece in parameters if piece.startswith("q")), "q=1")
        weight = _WEIGHT.fullmatch(given)
        if weight and _NAME.fullmatch(name):
            found[name] = max(found.get(name, 0.0), min(1.0, float(weight[1])))
    return found
