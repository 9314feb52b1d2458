"""The guides: the Markdown pages of `docs/` and the programs beside them, as pages of the server."""

import posixpath
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from service.api.http.assets import WEB
from service.api.pages.rendering import markdown

ADDRESS: Final = "/docs/guide"
INDEX: Final = "README.md"
_INSTALLED: Final = WEB / "guide"
_CHECKOUT: Final = WEB.parents[1] / "docs"
_PROGRAMS: Final = (".py", ".ts", ".mjs")


@dataclass(frozen=True)
class Guide:
    """A page of the guides: its title and its text as HTML."""

    name: str
    title: str
    body: Markup


@cache
def guides() -> dict[str, Guide]:
    """All guides by the end of their address; the index of the folder comes first, under an empty name."""
    folder = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if _is_page(path))
    paths.remove(INDEX)
    return {_name(path): _guide(folder, path, frozenset([INDEX, *paths])) for path in [INDEX, *paths]}


def _is_page(path: Path) -> bool:
    return path.suffix in (".md", *_PROGRAMS) and "node_modules" not in path.parts


def _name(path: str) -> str:
    """The end of a page's address: without `.md`, empty for the index."""
    return path.removesuffix(INDEX).removesuffix(".md")


def _guide(folder: Path, path: str, known: frozenset[str]) -> Guide:
    text = (folder / path).read_text(encoding="utf-8")
    if path.endswith(_PROGRAMS):
        return Guide(_name(path), path, Markup("<pre><code>{}</code></pre>").format(text))
    title = text.partition("\n")[0].removeprefix("# ")
    return Guide(_name(path), title, markdown(text, lambda link: _address(path, link, known)))


def _address(page: str, link: str, known: frozenset[str]) -> str | None:
    """Where a link of a page leads on the server; None for files that are only in the repository."""
    target, hash_sign, place = link.partition("#")
    if "://" in link or not target:
        return link
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
    if path not in known:
        return None
    return f"{ADDRESS}/{_name(path)}".rstrip("/") + hash_sign + place
