"""Taking a task from the ship's island for action tiles, two resources and an offering (BF-T28 to BF-T33)."""

from collections.abc import Iterator, Sequence

from msgspec import UnsetType

from domain.bonfire import events as e
from domain.bonfire import payment
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import (
    ISLAND,
    MAX_TASKS,
    OFFERING_RESOURCE,
    POSITIONS,
    IslandId,
    OfferingId,
    Resource,
    TaskId,
    Tile,
)
from domain.bonfire.commands import Payments, Pile, ReceiveTask
from domain.bonfire.state import Bonfire, City
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.kernel.tokens import Tokens


def cost(city: City) -> int:
    """BF-T29: one tile, and one more for each offering of the seat on the island."""
    return 1 if allowances(city.gnomes).flat_task_cost else 1 + city.offerings_on(IslandId(city.ship))


def _pile(city: City, pile: Pile) -> tuple[OfferingId, ...]:
    return city.offerings_left if pile is Pile.LEFT else city.offerings_right


def _units(city: City, pile: Pile) -> tuple[Resource, Resource]:
    """BF-T30: the resource of the island and the one on the face-up offering."""
    shown = ISLAND[IslandId(city.ship)].resource
    assert shown is not None
    return shown, OFFERING_RESOURCE[_pile(city, pile)[0]]


def _any_kind(city: City) -> bool:
    return allowances(city.gnomes).any_offering_resources


def _tasks_here(state: Bonfire, seat: int, _form: ReceiveTask) -> tuple[TaskId, ...]:
    return state.board.tasks_on(state.cities[seat].ship)


def _not_here(state: Bonfire, seat: int, form: ReceiveTask) -> Rejected | None:
    """BF-T31: the task must lie on the ship's island."""
    ship = state.cities[seat].ship
    if isinstance(form.task, UnsetType) or form.task in state.board.tasks_on(ship):
        return None
    return Rejected("task_not_here", rule="BF-T31", task=form.task, island=ship)


def _cannot_deliver(state: Bonfire, seat: int, form: ReceiveTask) -> Rejected | None:
    return None if isinstance(form.pile, UnsetType) else _pile_refusal(state.cities[seat], form.pile)


def _space_taken(state: Bonfire, seat: int, form: ReceiveTask) -> Rejected | None:
    """BF-T31: the task space must be free."""
    position = form.position
    if isinstance(position, UnsetType):
        return None
    if position in POSITIONS and state.cities[seat].spaces[position - 1].task is None:
        return None
    return Rejected("task_space_taken", rule="BF-T31", position=position)


def _parts(state: Bonfire, seat: int, form: ReceiveTask) -> Iterator[Payments]:
    """The payments that may follow: tiles unit by unit, then all resources at once."""
    assert not isinstance(form.pile, UnsetType)
    city, paid = state.cities[seat], form.payments or Payments()
    if not payment.tiles_complete(city, Tile.TASK, cost(city), paid.tiles):
        covers = payment.tile_covers(city, Tile.TASK, paid.tiles)
        yield from (Payments(tiles=cover) for cover in covers)
    else:
        ways = payment.resource_payments(city.resources, _units(city, form.pile), any_kind=_any_kind(city))
        yield from (Payments(resources=way) for way in ways)


def _not_paid(state: Bonfire, seat: int, form: ReceiveTask) -> Rejected | None:
    """BF-T29, BF-T30: tiles may be incomplete; resources are paid at once, for the chosen or any pile."""
    paid, city = form.payments, state.cities[seat]
    if isinstance(paid, UnsetType):
        return None
    refusal = payment.tiles_refusal(city, Tile.TASK, cost(city), paid.tiles, rule="BF-T29")
    if refusal is not None or not paid.resources:
        return refusal
    piles = [pile for pile in Pile if _pile(city, pile)] if isinstance(form.pile, UnsetType) else [form.pile]
    refusals = [_resources_refusal(city, pile, paid.resources) for pile in piles]
    return None if None in refusals else refusals[0]


def _is_paid(state: Bonfire, seat: int, form: ReceiveTask) -> bool:
    paid, city = form.payments or Payments(), state.cities[seat]
    return bool(paid.resources) and payment.tiles_complete(city, Tile.TASK, cost(city), paid.tiles)


def _price(state: Bonfire, seat: int, form: ReceiveTask) -> tuple[Tokens, ...]:
    """BF-T29, BF-T30: the tiles, and the resources once the pile is known."""
    city = state.cities[seat]
    tiles = payment.tiles_price(Tile.TASK, cost(city))
    units = () if isinstance(form.pile, UnsetType) else _units(city, form.pile)
    return tiles + payment.resources_price(units)


def _no_task_possible(state: Bonfire, seat: int, _form: ReceiveTask) -> Rejected | None:
    """BF-T28, BF-T32: a task, room for it and an offering; BF-T29, BF-T30: an affordable price."""
    city = state.cities[seat]
    island = ISLAND.get(IslandId(city.ship))
    if island is None or island.resource is None:
        return Rejected("not_at_task_island", rule="BF-T28", ship=city.ship)
    if not state.board.tasks_on(city.ship):
        return Rejected("no_task_left", rule="BF-T28", island=city.ship)
    if len(city.tasks) == MAX_TASKS:
        return Rejected("no_free_task_space", rule="BF-T32", limit=MAX_TASKS)
    piles = [pile for pile in Pile if _pile(city, pile)]
    if not piles:
        return Rejected("no_offering_left", rule="BF-T28")
    if not payment.can_pay_tiles(city, Tile.TASK, cost(city)):
        return payment.cannot_pay_tiles(city, Tile.TASK, cost(city), rule="BF-T29")
    if any(_can_deliver(city, pile) for pile in piles):
        return None
    return _pile_refusal(city, piles[0])


def _can_deliver(city: City, pile: Pile) -> bool:
    """BF-T30: whether the resources of a pile's face-up tile and of the island can be paid together."""
    return payment.can_pay_resources(city.resources, _units(city, pile), any_kind=_any_kind(city))


def _pile_refusal(city: City, pile: Pile) -> Rejected | None:
    """BF-T30: the pile must have a tile whose resource can be paid together with the island's."""
    if not _pile(city, pile):
        return Rejected("offering_pile_empty", rule="BF-T30", pile=pile.value)
    if not _can_deliver(city, pile):
        return payment.cannot_pay_resources(city.resources, _units(city, pile), rule="BF-T30")
    return None


def _resources_refusal(city: City, pile: Pile, paid: Sequence[Resource]) -> Rejected | None:
    return payment.resources_refusal(
        city.resources, _units(city, pile), paid, any_kind=_any_kind(city), rule="BF-T30"
    )


def _outcome(state: Bonfire, seat: int, form: ReceiveTask, _dice: Dice) -> Iterator[Event]:
    """BF-T31: take the task, leave the chosen offering, and turn the next offering of that pile."""
    assert not isinstance(form.task, UnsetType)
    assert not isinstance(form.pile, UnsetType)
    assert not isinstance(form.position, UnsetType)
    assert not isinstance(form.payments, UnsetType)
    city = state.cities[seat]
    island = IslandId(city.ship)
    offering, *rest = _pile(city, form.pile)
    yield e.ActionTaken(seat, form, main=state.offer is None)
    yield e.TilesPaid(seat, form.payments.tiles)
    yield e.ResourcesPaid(seat, form.payments.resources)
    yield e.TaskReceived(seat, form.task, island, form.position)
    yield e.OfferingPlaced(seat, offering, island, form.pile)
    if rest:
        yield e.OfferingTurned(seat, rest[0], form.pile, reveals=True)


RECEIVE_TASK = Action(
    ReceiveTask,
    closed=_no_task_possible,
    fields=(
        Field("task", _tasks_here, _not_here),
        Field("pile", lambda *_: Pile, _cannot_deliver),
        Field("position", lambda *_: POSITIONS, _space_taken),
        Field("payments", _parts, _not_paid, complete=_is_paid, grows=True, price=_price),
    ),
    outcome=_outcome,
)
