"""A verifier written from docs/log-format.md alone, and games for it to verify.

The first part must not import anything of ours: it proves that the page suffices.
"""

import hashlib
import hmac
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "log-format.md"
ENTRY_FIELDS = "seq at actor command_id command events rules meta salt prev hash"
HEADER_FIELDS = "format game rules version hash commitment seed"


def canonical(value: Any) -> bytes:
    """Section 3."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def game_key(seed: bytes, game: str, nonces: Sequence[str | None]) -> bytes:
    """Section 5."""
    return mac(seed, canonical([game, list(nonces)]))


class Draws:
    """The draws of one entry (section 5)."""

    def __init__(self, key: bytes, seq: int) -> None:
        self.key, self.seq, self.i = key, seq, 0

    def below(self, k: int) -> int:
        while True:
            value = int.from_bytes(mac(self.key, f"draw:{self.seq}:{self.i}".encode())[:8], "big")
            self.i += 1
            if value < 2**64 // k * k:
                return value % k

    def shuffle(self, items: Iterable[Any]) -> list[Any]:
        pile = list(items)
        for j in range(len(pile) - 1, 0, -1):
            other = self.below(j + 1)
            pile[j], pile[other] = pile[other], pile[j]
        return pile


def numbered(prefix: str, count: int, digits: int = 2) -> list[str]:
    return [f"{prefix}-{n:0{digits}}" for n in range(1, count + 1)]


COLORS = ["red", "green", "violet", "orange"]
TASK_COLORS = ["blue", "red", "yellow"]
ISLANDS = [f"t{n:02}" for n in range(1, 11)]
CORNERS = {"t01", "t04", "t07", "t10"}
SHAPES = ["circle", "triangle", "square", "diamond", "star", "crescent", "hexagon"]
PATHS = [*numbered("path-blue", 10), *numbered("path-red", 10), *numbered("path-yellow", 8)]
SPECIALISTS = numbered("specialist", 27)
GOLD = {"specialist-05", "specialist-14", "specialist-23"}
OFFERINGS = [
    tile for r in ("blossom", "fruit", "herb", "shell", "root") for tile in numbered(f"offering-{r}", 2, 1)
]
PAIRS = [("blue", "red")] * 4 + [("blue", "yellow")] * 3 + [("red", "yellow")] * 3


def tasks(players: int) -> list[str]:
    found = [task for color in TASK_COLORS for task in numbered(color, 22)]
    return [task for task in found if players > 2 or task != "yellow-06"]


def dealt_by_color(players: int, chosen: Sequence[Sequence[str]], draws: Draws) -> list[list[str]]:
    piles = {
        color: iter(draws.shuffle(task for task in tasks(players) if task.startswith(color)))
        for color in TASK_COLORS
    }
    return [[next(piles[color]) for color in colors] for colors in chosen]


def dealt_tasks(players: int, mixed: bool, draws: Draws) -> list[list[str]]:
    sizes = [2 if players == 2 or (players == 3 and island in CORNERS) else 3 for island in ISLANDS]
    if mixed:
        chosen = [draws.shuffle(TASK_COLORS)[:size] for size in sizes]
        return dealt_by_color(players, chosen, draws)
    pile = iter(draws.shuffle(tasks(players)))
    return [[next(pile) for _ in range(size)] for size in sizes]


def dealt_portals(players: int, draws: Draws) -> list[list[str]]:
    each = 3 if players <= 2 else 4
    pile = draws.shuffle(shape for shape in SHAPES for _ in range(each))
    return [pile[n * each : (n + 1) * each] for n in range(7)]


def dealt_supplies(draws: Draws) -> dict[str, Any]:
    offerings, fate = draws.shuffle(OFFERINGS), draws.shuffle(numbered("fate", 8, 1))
    return {"left": offerings[:5], "right": offerings[5:], "supply": fate[:7], "reserve": fate[7]}


def paths_and_specialists(cards: Iterable[str], draws: Draws) -> dict[str, Any]:
    paths = draws.shuffle(PATHS)
    gnomes = draws.shuffle(cards)
    return {"paths": (paths[:4], [paths[4:16], paths[16:]]), "specialists": (gnomes[:6], gnomes[6:])}


def set_up(players: int, mixed: bool, draws: Draws) -> dict[str, Any]:
    """Section 6: what the start of a game for 2 to 4 players deals."""
    clockwise, colors = draws.shuffle(range(players)), draws.shuffle(COLORS)
    dealt: dict[str, Any] = {
        "tasks": dealt_tasks(players, mixed, draws),
        "portals": dealt_portals(players, draws),
    }
    dealt |= paths_and_specialists(SPECIALISTS, draws)
    boards, first = draws.shuffle("ABCD"), draws.below(players)
    order = [(first + n) % players for n in range(players)]
    dealt["places"] = [clockwise[n] for n in order]
    dealt["cities"] = [(colors[n], boards[n]) for n in order]
    dealt["supplies"] = [dealt_supplies(draws) for _ in range(players)]
    return dealt


def solo_set_up(draws: Draws) -> dict[str, Any]:
    """Section 6: what the start of a solo game deals."""
    colors = draws.shuffle(COLORS)
    dealt: dict[str, Any] = {"tasks": dealt_by_color(1, draws.shuffle(PAIRS), draws)}
    dealt["portals"] = dealt_portals(1, draws)
    while any(len(set(space)) < 3 for space in dealt["portals"]):
        dealt["portals"] = dealt_portals(1, draws)
    dealt |= paths_and_specialists((card for card in SPECIALISTS if card not in GOLD), draws)
    boards = draws.shuffle("ABCD")
    dealt["places"] = [0, None]
    dealt["cities"] = list(zip(colors[:2], boards[:2]))
    dealt["supplies"] = [dealt_supplies(draws)]
    dealt["tom"] = draws.shuffle(numbered("tom", 8, 1))
    return dealt


def told_set_up(events: Sequence[Any]) -> dict[str, Any]:
    """The same, as the events of the entry tell it."""
    (started,) = found(events, "game_started")
    (paths,) = found(events, "paths_shuffled")
    (gnomes,) = found(events, "specialists_shuffled")
    told: dict[str, Any] = {
        "tasks": [island["tasks"] for event in found(events, "tasks_dealt") for island in event["islands"]],
        "portals": found(events, "portals_dealt")[0]["portals"],
        "paths": (paths["path_display"], paths["piles"]),
        "specialists": (gnomes["specialists"], gnomes["gnome_pile"]),
        "places": [seat["place"] for seat in started["dealt_seats"]],
        "cities": [
            (c["color"], c["board"]) for event in found(events, "cities_dealt") for c in event["cities"]
        ],
        "supplies": [
            {
                "left": offerings["offerings_left"],
                "right": offerings["offerings_right"],
                "supply": fate["fate_supply"],
                "reserve": fate["fate_reserve"],
            }
            for offerings, fate in zip(
                found(events, "offerings_shuffled"), found(events, "fate_tiles_shuffled")
            )
        ],
    }
    for event in found(events, "tom_pile_shuffled"):
        told["tom"] = event["tom_pile"]
    return told


def found(events: Sequence[Any], kind: str) -> list[Any]:
    return [event for event in events if event["type"] == kind]


class Piles:
    """What lies in hidden piles, followed from event to event, to derive every later shuffle (section 6)."""

    def __init__(self) -> None:
        self.shuffles: list[str] = []
        self.display: list[Any] = []
        self.piles: list[list[str]] = []
        self.gnomes: list[str] = []
        self.gnome_discard: list[str] = []
        self.tom: list[str] = []
        self.tom_discard: list[str] = []

    def follow(self, event: Any, draws: Draws | None, *, started: bool) -> None:
        """One event; a shuffle in the middle of the game must be the one that the dice give, if there are."""
        step = getattr(self, f"_{event['type']}", None)
        if step is None:
            return
        if started and event["type"].endswith(("_shuffled", "_recycled")):
            self.shuffles.append(event["type"])
            if draws is None:
                self._believe(event)
                return
        step(event, draws if started else None)

    def _believe(self, event: Any) -> None:
        """A shuffle by a seed that is not known (section 8)."""
        self.piles = [list(pile) for pile in event.get("piles", self.piles)]
        self.gnomes = list(event.get("gnome_pile", self.gnomes))
        self.tom = list(event.get("tom_pile", self.tom))
        if event["type"] == "path_display_recycled":
            self.display = [None] * 4
        elif event["type"] == "gnome_pile_shuffled":
            self.gnome_discard = []
        elif event["type"] == "tom_pile_shuffled":
            self.tom_discard = []

    def _paths_shuffled(self, event: Any, _: Draws | None) -> None:
        self.display, self.piles = list(event["path_display"]), [list(pile) for pile in event["piles"]]

    def _specialists_shuffled(self, event: Any, _: Draws | None) -> None:
        self.gnomes = list(event["gnome_pile"])

    def _path_built(self, event: Any, _: Draws | None) -> None:
        self.display = [None if path == event["path"] else path for path in self.display]
        self.piles = [[path for path in pile if path != event["path"]] for pile in self.piles]

    def _path_slot_refilled(self, event: Any, _: Draws | None) -> None:
        larger = 0 if len(self.piles[0]) >= len(self.piles[1]) else 1
        assert event["path_pile"] == larger + 1
        assert event["path"] == self.piles[larger].pop(0)
        self.display[event["slot"] - 1] = event["path"]

    def _path_display_recycled(self, event: Any, draws: Draws | None) -> None:
        assert draws is not None
        under = draws.shuffle(self.display)
        self.display = [None] * 4
        self.piles = [self.piles[0] + under[:2], self.piles[1] + under[2:]]
        assert event["piles"] == self.piles

    def _path_piles_shuffled(self, event: Any, draws: Draws | None) -> None:
        assert draws is not None
        mixed = draws.shuffle(self.piles[0] + self.piles[1])
        half = (len(mixed) + 1) // 2
        self.piles = [mixed[:half], mixed[half:]]
        assert event["piles"] == self.piles

    def _gnome_slot_refilled(self, event: Any, _: Draws | None) -> None:
        assert event["gnome"] == self.gnomes.pop(0)

    def _tom_pile_shuffled(self, event: Any, draws: Draws | None) -> None:
        self.tom = list(event["tom_pile"]) if draws is None else draws.shuffle(self.tom_discard)
        self.tom_discard = []
        assert event["tom_pile"] == self.tom

    def _tom_card_drawn(self, event: Any, _: Draws | None) -> None:
        assert event["card"] == self.tom.pop(0)
        self.tom_discard.append(event["card"])

    def _tom_gnome_revealed(self, event: Any, _: Draws | None) -> None:
        assert event["gnome"] == self.gnomes.pop(0)
        self.gnome_discard.append(event["gnome"])

    def _gnome_pile_shuffled(self, event: Any, draws: Draws | None) -> None:
        assert draws is not None
        assert not self.gnomes
        self.gnomes, self.gnome_discard = draws.shuffle(self.gnome_discard), []
        assert event["gnome_pile"] == self.gnomes


def entries_of(lines: Sequence[bytes]) -> Iterator[Any]:
    """Sections 2 to 4: every line in its canonical form, and a chain without a gap."""
    prev, at = "0" * 64, ""
    for seq, line in enumerate(lines, 1):
        entry = json.loads(line)
        assert sorted(entry) == sorted(ENTRY_FIELDS.split())
        assert canonical(entry) == line
        assert entry["seq"] == seq
        assert entry["prev"] == prev
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["at"])
        assert entry["at"] >= at
        body = {name: value for name, value in entry.items() if name != "hash"}
        assert sha256(canonical(body)) == entry["hash"]
        prev, at = entry["hash"], entry["at"]
        yield entry


def parts_of(entries: Sequence[Any], seed: str | None) -> list[tuple[str | None, list[Any]]]:
    """Section 8: the parts of a log, each with its seed; where nothing was forked, one."""
    begins = [0, *(n for n, entry in enumerate(entries) if entry["command"]["type"] == "fork_game")]
    ends = [*begins[1:], len(entries)]
    seeds = [*(entries[n]["command"]["source_seed"] for n in begins[1:]), seed]
    return [(own, list(entries[begin:end])) for own, begin, end in zip(seeds, begins, ends)]


def verify(export: bytes) -> Piles:
    """Section 11, 1, 2 and 4, and every draw of section 6; the shuffles that were met on the way."""
    assert export.endswith(b"\n")
    first, *lines = export.removesuffix(b"\n").split(b"\n")
    header, entries = json.loads(first), list(entries_of(lines))
    assert sorted(header) == sorted(HEADER_FIELDS.split())
    last = entries[-1]
    assert header["format"] == "emberlog/1"
    assert {entry["rules"] for entry in entries} == {header["rules"]}
    assert (header["version"], header["hash"]) == (last["seq"], last["hash"])
    assert header["seed"] == found(last["events"], "game_scored")[0]["seed"]
    follower = Follower()
    for seed, part in parts_of(entries, header["seed"]):
        follower.part(part, None if seed is None else bytes.fromhex(seed))
    assert (header["game"], header["commitment"]) == (follower.game, follower.commitment)
    return follower.piles


class Follower:
    """Goes through a log part by part (sections 5, 6, 8 and 9)."""

    def __init__(self) -> None:
        self.game, self.commitment, self.head = "", "", (0, "")
        self.options: Any = {}
        self.nonces: list[str | None] = []
        self.piles = Piles()

    def part(self, entries: Sequence[Any], seed: bytes | None) -> None:
        self._begin(entries[0])
        if seed is not None:
            assert self.commitment == sha256(seed)
        for entry in entries:
            if seed is not None:
                assert entry["salt"] == mac(seed, f"salt:{entry['seq']}".encode()).hex()
            self._follow(entry, seed)
            self.head = (entry["seq"], entry["hash"])

    def _begin(self, entry: Any) -> None:
        made = entry["events"][0]
        assert made["game"] == entry["command"]["game"]
        if made["type"] == "game_forked":
            assert (made["source"], made["at"], made["head"]) == (self.game, *self.head)
            assert not made["options"]["rated"]
            assert made["options"]["clock"] is None
            assert "seed" not in made["options"]
        else:
            assert made["type"] == "game_created"
            self.nonces = [place["nonce"] for place in made["places"]]
        self.game, self.commitment, self.options = made["game"], made["commitment"], made["options"]

    def _key(self, seed: bytes) -> bytes:
        """Section 9: a seed that was given is that of the commitment, and the key has no id."""
        given = self.options.get("seed")
        assert given is None or bytes.fromhex(given) == seed
        return game_key(seed, self.game if given is None else "fixed", self.nonces)

    def _follow(self, entry: Any, seed: bytes | None) -> None:
        for event in entry["events"]:
            if event["type"] in {"place_taken", "nonce_added", "nonce_revealed"}:
                self.nonces[event["place"]] = event["nonce"]
        starts = bool(found(entry["events"], "game_started"))
        if seed is not None and starts:
            players, draws = len(self.nonces), Draws(self._key(seed), entry["seq"])
            mixed = self.options["mixed_task_colors"]
            dealt = solo_set_up(draws) if players == 1 else set_up(players, mixed, draws)
            assert told_set_up(entry["events"]) == dealt
        dice = None if seed is None else Draws(self._key(seed), entry["seq"])
        for event in entry["events"]:
            self.piles.follow(event, dice, started=not starts)


def test_the_vectors_of_the_page() -> None:
    page = PAGE.read_text()
    table = dict(re.findall(r"^\| (.*?) \| `?(.*?)`? \|$", page.partition("## 10.")[2], re.MULTILINE))
    seed = bytes(range(32))
    key = game_key(seed, "g_01jb0000000000000000000000", ["abc", None])
    dice = Draws(key, 5)
    assert table["commitment"] == sha256(seed)
    assert table["key"] == key.hex()
    assert table["key, if this seed was given"] == game_key(seed, "fixed", ["abc", None]).hex()
    assert table["salt of entry 1"] == mac(seed, b"salt:1").hex()
    assert table["eight numbers below 6 in entry 5"] == " ".join(str(dice.below(6)) for _ in range(8))
    assert table["`a b c d e f g h` shuffled in entry 5"] == " ".join(Draws(key, 5).shuffle("abcdefgh"))


def test_the_canonical_form_of_the_page() -> None:
    section = PAGE.read_text().partition("## 10.")[2]
    match = re.search(
        r"form of `(\{.*?\})` is .*?`([0-9a-f]{64})`:\n\n```json\n(.*?)\n```", section, re.DOTALL
    )
    assert match is not None
    value, digest, line = match.groups()
    assert canonical(json.loads(value)) == line.encode()
    assert sha256(line.encode()) == digest


def test_every_field_of_the_page_is_a_field_of_the_format() -> None:
    page = PAGE.read_text()
    header = page.partition("## 1.")[2].partition("## 2.")[0]
    entry = page.partition("## 2.")[2].partition("## 3.")[0]
    assert re.findall(r"^\| `(\w+)` \|", header, re.MULTILINE) == HEADER_FIELDS.split()
    assert re.findall(r"^\| `(\w+)` \|", entry, re.MULTILINE) == ENTRY_FIELDS.split()


# From here on games are made with what is to be verified.


@cache
def a_game(players: int, chance: int, **options: Any) -> Any:
    """A whole game of random moves, with nonces and a step back."""
    from domain.bonfire.ruleset import BONFIRE
    from domain.kernel.lobby import JoinGame, StartGame
    from domain.kernel.undo import Undo
    from tests.support.record import Record

    dice = random.Random(chance)
    seed = dice.randbytes(32)
    if options.pop("given", False):
        options |= {"seed": seed.hex(), "rated": False}
    record = Record(BONFIRE, seed, f"g_{players}_{chance}")
    record.opened(("me", *("open",) * (players - 1)), **options)
    for number in range(1, players):
        record.does(f"p_{number}", JoinGame(nonce=f"nonce {number}" if number % 2 else None))
    record.does("p_host", StartGame(nonce="Würfel"))
    record.does(0, _picked(record.table, 0, dice))
    record.does(0, Undo())
    return _to_its_end(record, dice)


def _plays(record: Any, dice: random.Random, until: int = 10_000) -> None:
    from domain.bonfire.ruleset import BONFIRE
    from domain.kernel.fold import due
    from domain.kernel.game import TakeTurn

    while ((now := due(BONFIRE, record.table)).seats or now.automa) and len(record.lines) < until:
        if now.automa:
            record.does(now.automa, TakeTurn())
        else:
            record.does(now.seats[0], _picked(record.table, now.seats[0], dice))


def _to_its_end(record: Any, dice: random.Random) -> Any:
    from domain.kernel.game import ScoreGame

    _plays(record, dice)
    record.does("scorer", ScoreGame())
    return record


def exported(record: Any) -> bytes:
    """A game as it leaves the system."""
    from service.engine.log_verification import ExportHeader

    return ExportHeader.of(record.table).line() + b"".join(line + b"\n" for line in record.lines)


def an_export(players: int, chance: int, **options: Any) -> bytes:
    return exported(a_game(players, chance, **options))


@cache
def a_fork(players: int, chance: int, **options: Any) -> Any:
    """A game that goes on from the middle of another, played to its end."""
    source, dice = a_game(players, chance, **options), random.Random(chance)
    return _to_its_end(source.forked(at=len(source.lines) // 2, seed=dice.randbytes(32)), dice)


def _picked(table: Any, seat: int, dice: random.Random) -> Any:
    """A random move, but rather one that leads to a shuffle of path tiles."""
    from domain.bonfire import commands
    from domain.bonfire.ruleset import BONFIRE

    def wish(move: Any) -> int:
        if getattr(move, "council_space", None) == "council_path" or getattr(move, "take", None) == "bonus":
            return 3
        if isinstance(move, commands.RecyclePathDisplay | commands.IgniteBonfire):
            return 2
        return isinstance(move, commands.ReceiveTask | commands.PlaceFateTile)

    moves = BONFIRE.legal(table.state, seat)
    most = max(map(wish, moves))
    return dice.choice([move for move in moves if wish(move) == most])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_whole_game_is_verified_from_the_page_alone(players: int) -> None:
    verify(an_export(players, chance=players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_with_mixed_task_colours_is_verified_from_the_page_alone(players: int) -> None:
    verify(an_export(players, chance=10, mixed_task_colors=True))


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_fork_is_verified_from_the_page_alone(players: int) -> None:
    fork = a_fork(players, chance=players)
    verify(exported(fork))
    again = fork.forked(at=len(fork.lines) * 3 // 4, game="g_again", seed=bytes(range(32)))
    verify(exported(_to_its_end(again, random.Random(players))))


def test_a_fork_of_a_running_game_is_followed_where_its_dice_are_not_known() -> None:
    dice, running = random.Random(1), a_game(1, chance=1).forked(at=20)
    _plays(running, dice, until=90)
    sealed = _to_its_end(running.forked(game="g_again", seed=dice.randbytes(32)), dice)
    _, (seed, part), _ = parts_of([json.loads(line) for line in sealed.lines], "")
    assert seed is None
    assert any(found(entry["events"], "tom_pile_shuffled") for entry in part)
    verify(exported(sealed))


def test_a_game_with_a_given_seed_and_its_fork_are_verified_from_the_page_alone() -> None:
    verify(an_export(2, chance=5, given=True))
    verify(exported(a_fork(2, chance=5, given=True)))


@pytest.mark.parametrize(
    "old, new",
    [
        (b'"head":"', b'"head":"0'),
        (b'"source":"g_2_2"', b'"source":"g_2_3"'),
        (b'"source_seed":"', b'"source_seed":"0'),
        (b'"commitment":"', b'"commitment":"0'),
        (b'"end_turn"', b'"end_turm"'),
    ],
)
def test_a_changed_fork_is_not_accepted(old: bytes, new: bytes) -> None:
    export = exported(a_fork(2, chance=2))
    place = export.index(old)
    with pytest.raises(AssertionError):
        verify(export[:place] + new + export[place + len(old) :])


def test_a_borrowed_part_is_checked_by_its_own_seed_though_all_hashes_fit() -> None:
    entries = [json.loads(line) for line in exported(a_fork(2, chance=2)).splitlines()[1:]]
    start = next(entry for entry in entries if found(entry["events"], "game_started"))
    found(start["events"], "paths_shuffled")[0]["piles"][0].reverse()
    ((seed, borrowed), _) = parts_of(entries, None)
    with pytest.raises(AssertionError):
        Follower().part(borrowed, bytes.fromhex(str(seed)))


def test_games_are_verified_in_which_every_kind_of_shuffle_occurs() -> None:
    games = [verify(an_export(players, chance)) for players in (1, 2, 3) for chance in range(6)]
    assert {shuffle for piles in games for shuffle in piles.shuffles} == {
        "path_display_recycled",
        "path_piles_shuffled",
        "tom_pile_shuffled",
        "gnome_pile_shuffled",
    }


@pytest.mark.parametrize(
    "old, new",
    [
        (b'"seq":7', b'"seq":8'),
        (b'"type":"tiles_gained"', b'"type":"tiles_gainer"'),
        (b'"salt":"', b'"salt": "'),
        (b'"commitment":"', b'"commitment":"0'),
        (b'"end_turn"', b'"end_turm"'),
    ],
)
def test_a_changed_log_is_not_accepted(old: bytes, new: bytes) -> None:
    export = an_export(2, chance=2)
    assert old in export
    with pytest.raises(AssertionError):
        verify(export.replace(old, new, 1))


def test_another_order_of_a_hidden_pile_is_noticed_though_all_hashes_fit() -> None:
    _, *lines = an_export(2, chance=2).splitlines()
    entries = [json.loads(line) for line in lines]
    seed = bytes.fromhex(found(entries[-1]["events"], "game_scored")[0]["seed"])
    start = next(entry for entry in entries if found(entry["events"], "game_started"))
    found(start["events"], "paths_shuffled")[0]["piles"][0].reverse()
    with pytest.raises(AssertionError):
        Follower().part(entries, seed)
