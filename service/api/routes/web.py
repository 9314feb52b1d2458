"""The web client: one page at each of its addresses, and its files at addresses that change with them."""

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from schema.operations import never
from schema.texts import CLIENT_TEXTS, FOLDER
from service.api.http.answers import JSON
from service.api.http.assets import HTML, IMMUTABLE, MEDIA_TYPES, PAGE, WEB, Asset, assets
from service.api.routes.documents import show_index
from service.api.routes.resource import reads, resource
from service.errors import NotFound

CLIENT: Final = WEB / "play"
GAME: Final = "index.js"
"""The file that makes a folder the drawings of a game."""
ADDRESSES: Final = (
    "/",
    "/g/{game_id}",
    "/g/{game_id}/replay",
    "/p/{player_id}",
    "/top/{ruleset}",
    "/how/{ruleset}",
)
"""Which page each of them is, the script of the page decides."""


@dataclass(frozen=True)
class WebClient:
    """The page, and the files of the client by path, under a digest of them all."""

    page: Asset
    files: dict[str, Asset]
    digest: str


async def show_page(request: Request) -> Response:
    """The page of the client; its index to programs that ask for JSON."""
    if request.state.media_type == JSON:
        return await show_index(request)
    return await client().page.answer(request)


async def show_file(request: Request) -> Response:
    """A file of the client. Another release has other addresses: a page never mixes two of them."""
    built = client()
    found = built.files.get(request.path_params["path"])
    if found is None or request.path_params["digest"] != built.digest:
        raise NotFound("no_such_resource")
    return await found.answer(request)


@cache
def client() -> WebClient:
    """The files as they are when the first of them is asked for."""
    files = dict(assets(CLIENT, cache=IMMUTABLE))
    page = files.pop(PAGE)
    for folder in sorted(FOLDER.glob(f"{CLIENT_TEXTS}*")):
        game = folder.name.removeprefix(CLIENT_TEXTS).removeprefix("-")
        files |= {
            f"texts/{game}/{name}".replace("//", "/"): text for name, text in assets(folder, cache=IMMUTABLE)
        }
    told = "".join(f"{name} {asset.tag}\n" for name, asset in files.items())
    digest = hashlib.sha256(told.encode()).hexdigest()[:16]
    games = " ".join(path.parent.name for path in sorted(CLIENT.glob(f"*/{GAME}")))
    return WebClient(Asset(page.path, values={"files": f"/web/{digest}", "games": games}), files, digest)


ROUTES = (
    *(
        resource(
            address,
            get=reads(
                show_page,
                scope=None,
                offers=(HTML, JSON) if address == "/" else (HTML,),
                documented=never,
            ),
        )
        for address in ADDRESSES
    ),
    resource(
        "/web/{digest}/{path:path}",
        get=reads(show_file, scope=None, offers=tuple(MEDIA_TYPES.values()), documented=never),
    ),
)
