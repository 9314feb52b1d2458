"""Links between our documents lead somewhere: the file is there, and so is the heading."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def prose(page: Path) -> str:
    """A page without its code."""
    return re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)


def links(page: Path) -> Iterator[str]:
    """Every link of a page that stays inside the project."""
    found: list[str] = re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", prose(page))
    return (link for link in found if "://" not in link)


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_resolves(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_named_in_the_documents_exists(page: Path) -> None:
    folders = ("domain", "schema", "service", "workers", "tests", "docs", "bench")
    named = re.findall(rf"`((?:{'|'.join(folders)})/[\w./-]*)`", prose(page))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_document_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in links(index)}
    assert {page for page in (ROOT / "docs").rglob("*.md") if page != index} <= linked
