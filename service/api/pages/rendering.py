"""Templates and Markdown to HTML, and the response that carries a page."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from service.api.http.assets import HTML, SECURITY
from service.api.http.requests import is_known

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
Links = Callable[[str], str | None]
"""Where a link of a document leads on the server; None if the server does not have its target."""


def page(request: Request, template: str, **values: Any) -> Response:
    """A page made from a template, or 304 if the browser already has it."""
    text = _TEMPLATES.get_template(template).render(**values).encode()
    tag = hashlib.sha256(text).hexdigest()[:32]
    headers = {"ETag": f'"{tag}"', "Cache-Control": "public, no-cache", **SECURITY}
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type=HTML)


def anchor(heading: str) -> str:
    """The name by which links refer to a heading, as on the sites that host our sources."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def markdown(text: str, links: Links = lambda link: link) -> Markup:
    """Markdown as HTML: headings have anchors, wide tables scroll, and links lead where `links` says."""
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    tokens = parser.parse(text)
    for before, token in zip([None, *tokens], tokens):
        if before is not None and before.type == "heading_open":
            before.attrs["id"] = anchor(_plain(token))
        _lead(token.children or [], links)
    return Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704 - the parser has escaped it


class _Renderer(RendererHTML):
    """Tables stand in a box of their own, so that a phone scrolls the table and not the page."""

    def table_open(self, *_: Any) -> str:
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, *_: Any) -> str:
        return "</table></div>\n"


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _lead(tokens: list[Token], links: Links) -> None:
    """Set the targets of links; the text of one that leads nowhere stays, without a link."""
    dropped = False
    for token in tokens:
        if token.type == "link_open":
            target = links(str(token.attrs["href"]))
            dropped = target is None
            if target is not None:
                token.attrs["href"] = target
        if dropped and token.type in ("link_open", "link_close"):
            token.tag = "span"
            token.attrs.pop("href", None)
