import pytest

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import (
    AcquireCard,
    CardTarget,
    LoseResource,
    OwnKin,
    Performed,
    Placement,
    Refill,
    UseOfCard,
)
from domain.phoenix.allowances import ALLOWED, Allowances, allowances
from domain.phoenix.catalogue import REVELATION
from domain.phoenix.commands import (
    Answers,
    CardUse,
    Choose,
    Direction,
    PalaceOption,
    PerformDaytime,
    PlaceKin,
    UseTurnStartCard,
)
from domain.phoenix.ids import (
    ForeseenId,
    KinId,
    Resource,
    RevelationId,
    RevelationKind,
    Sector,
    Shard,
    SpotId,
)
from domain.phoenix.revelations import CARD, CARDS, enemies
from domain.phoenix.scoring import score
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened, took
from tests.support.scenario import Outcome

COIN, SCROLL, LANTERN = Resource
KEEP, DISCARD = CardUse


def springs(game: PhoenixGame, *cards: str) -> PhoenixGame:
    """Seat 0 performs the springs effect with these cards face up, and can pay any of them."""
    game.shows(*cards).has(0, scroll=9)
    game.place(0, "red.apprentice.1", "springs.1").then_accepted()
    return game


def keeping(card: str, **effect: object) -> PerformDaytime:
    if not effect:
        return PerformDaytime(card=RevelationId(card), use=KEEP)
    return PerformDaytime(card=RevelationId(card), use=KEEP, effect=Answers(**effect))  # type: ignore[arg-type]


def keep(game: PhoenixGame, card: str, **effect: object) -> Outcome:
    springs(game, card, "collectors_shelf", "moon_ledger")
    return game.when(0, keeping(card, **effect))


def kept(card: str, *events: Event, **effect: object) -> tuple[Event, ...]:
    """The events of keeping a card in slot 1 in the springs."""
    cost = REVELATION[RevelationId(card)].cost
    paid = (e.ResourceChanged(0, SCROLL, -cost, "PP-RV2"),) if cost else ()
    return (
        took(0, keeping(card, **effect)),
        opened(Performed(0, Sector.SPRINGS)),
        opened(asks(0, AcquireCard(0)), Refill()),
        *paid,
        e.RevelationAcquired(0, 1, RevelationId(card), KEEP),
        *events,
    )


def test_pp_rv1_every_card_has_one_row_that_fits_its_kind() -> None:
    assert [card.id for card in CARDS] == list(RevelationId)
    assert [card.rule for card in CARDS] == [f"PP-RC{number:02}" for number in range(1, 31)]
    for card in CARDS:
        kind = REVELATION[card.id].kind
        at_once = {RevelationKind.INSTANT, RevelationKind.ALL_ENEMIES}
        at_start = {RevelationKind.TURN_START, RevelationKind.TURN_START_ONCE}
        assert (card.does is not None) == (kind in at_once | at_start), card.id
        assert (card.scores is not None) == (kind is RevelationKind.ENDGAME), card.id
        ongoing = bool(card.reacts) or card.at_night is not None or card.id in ALLOWED
        assert ongoing == (kind is RevelationKind.ONGOING), card.id


def test_pp_rv5_every_allowance_is_given_by_one_card() -> None:
    nothing = Allowances()
    for field in Allowances.__struct_fields__:
        given = [card for card, found in ALLOWED.items() if getattr(found, field) != getattr(nothing, field)]
        assert len(given) == 1, field
    both = allowances((RevelationId.FREE_PASSAGE, RevelationId.SILK_CLOAKS, RevelationId.COIN_JAR))
    assert both == Allowances(free_spots=True, free_cloaks=True)


def test_pp_rv2_a_card_is_kept_or_discarded_for_its_favor(game: PhoenixGame) -> None:
    springs(game, "storm_of_arrows", "coin_jar", "wax_and_wick")
    move = PerformDaytime(card=RevelationId.STORM_OF_ARROWS, use=DISCARD)
    game.when(0, move).then(
        took(0, move),
        opened(Performed(0, Sector.SPRINGS)),
        opened(asks(0, AcquireCard(0)), Refill()),
        e.ResourceChanged(0, SCROLL, -2, "PP-RV2"),
        e.RevelationAcquired(0, 1, RevelationId.STORM_OF_ARROWS, DISCARD),
        e.FpChanged(0, 3, "PP-RV2"),
    )
    assert game.state.board.revelation_discard == (RevelationId.STORM_OF_ARROWS,)
    assert game.state.seats[0].revelations == ()


def test_pp_rv2_the_effect_of_an_instant_can_be_declined(game: PhoenixGame) -> None:
    springs(game, "paper_crane", "coin_jar", "wax_and_wick")
    game.when(0, PerformDaytime(card=RevelationId.PAPER_CRANE, use=KEEP)).then_accepted()
    declined = PerformDaytime(effect=None)
    assert game.legal(0) == [*(PerformDaytime(effect=Answers(resource=kind)) for kind in Resource), declined]
    game.when(0, declined).then_accepted()
    assert game.state.pool(0).resources == 15
    assert game.state.seats[0].owns(RevelationId.PAPER_CRANE)


def test_pp_rv2_a_declined_effect_cannot_be_answered_later(game: PhoenixGame) -> None:
    game.turned(3).shows("paper_crane", "coin_jar", "wax_and_wick")
    game.place(0, "red.apprentice.1", "springs.1").then_accepted()
    game.when(0, PerformDaytime(card=RevelationId.PAPER_CRANE, effect=None)).then_refused(
        "invalid_choice", "PP-RV2"
    )
    game.when(0, PerformDaytime(card=RevelationId.COIN_JAR, use=KEEP, effect=None)).then_refused(
        "invalid_choice", "PP-RV2"
    )


def test_pp_rv2_the_second_card_asks_use_and_targets_one_by_one(game: PhoenixGame) -> None:
    game.stand("red.bard", "palace").stand("red.guard", "palace")
    springs(game, "coin_jar", "second_wind", "wax_and_wick")
    game.when(0, PerformDaytime(card=RevelationId.COIN_JAR, use=DISCARD)).then_accepted()
    game.when(0, Choose(value="second_wind")).then(
        took(0, Choose(value="second_wind")), opened(asks(0, UseOfCard(0, RevelationId.SECOND_WIND)))
    )
    card = RevelationId.SECOND_WIND
    game.when(0, Choose(value="keep")).then(
        took(0, Choose(value="keep")),
        e.ResourceChanged(0, SCROLL, -2, "PP-RV2"),
        e.RevelationAcquired(0, 2, card, KEEP),
        opened(asks(0, CardTarget(0, card))),
    )
    assert game.legal(0) == [Choose(value=value) for value in ("red.bard", "red.guard", None)]
    game.when(0, Choose(value="red.guard")).then(
        took(0, Choose(value="red.guard")),
        opened(asks(0, CardTarget(0, RevelationId.SECOND_WIND, Answers(kin=KinId("red.guard"))))),
    )
    assert Choose(value=None) not in game.legal(0)
    game.when(0, Choose(value="gates.2")).then(
        took(0, Choose(value="gates.2")),
        e.KinMoved(0, KinId("red.guard"), SpotId("gates.2")),
        e.StepClosed(),
        e.RevelationSlotRefilled(1, RevelationId.GATEKEEPERS_DEBT, reveals=True),
        e.RevelationSlotRefilled(2, RevelationId.BORROWED_MASK, reveals=True),
        e.StepClosed(),
        e.DaytimePerformed(0, Sector.SPRINGS),
    )


def test_pp_rv3_a_card_whose_effect_is_impossible_may_be_kept(game: PhoenixGame) -> None:
    keep(game, "second_wind").then(*kept("second_wind"))
    assert game.state.seats[0].owns(RevelationId.SECOND_WIND)


def test_pp_rv6_enemies_are_the_other_seats_in_turn_order() -> None:
    assert enemies(a_phoenix_game(4, token=2).state, 3) == [2, 0, 1]


def test_pp_rc01_paper_crane_gains_any_resource(game: PhoenixGame) -> None:
    told = keep(game, "paper_crane", resource=LANTERN)
    told.then(*kept("paper_crane", e.ResourceChanged(0, LANTERN, 1, "PP-RC01"), resource=LANTERN))


def test_pp_rc02_coin_jar_gains_two_coins(game: PhoenixGame) -> None:
    keep(game, "coin_jar").then(*kept("coin_jar", e.ResourceChanged(0, COIN, 2, "PP-RC02")))


def test_pp_rc03_wax_and_wick_gains_a_lantern_and_favor(game: PhoenixGame) -> None:
    gains = e.ResourceChanged(0, LANTERN, 1, "PP-RC03"), e.FpChanged(0, 1, "PP-RC03")
    keep(game, "wax_and_wick").then(*kept("wax_and_wick", *gains))


def starting(card: str, **answers: object) -> UseTurnStartCard:
    return UseTurnStartCard(card=RevelationId(card), **answers)  # type: ignore[arg-type]


def used(move: UseTurnStartCard, *events: Event, spent: bool = False) -> tuple[Event, ...]:
    return (
        took(0, move),
        opened(asks(0, Placement())),
        e.TurnStartCardUsed(0, RevelationId(str(move.card)), spent=spent),
        *events,
    )


def test_pp_rc04_rv4_x13_gatekeepers_debt_works_once(game: PhoenixGame) -> None:
    move = starting("gatekeepers_debt", slot=4)
    discarded = e.EventDiscarded(0, 4, ForeseenId.HOARDERS_BANE)
    game.keeps(0, "gatekeepers_debt").when(0, move).then(
        *used(move, discarded, e.FpChanged(0, 1, "PP-RC04"), spent=True)
    )
    game.turn_of(0).when(0, starting("gatekeepers_debt", slot=1)).then_refused("card_spent", "PP-RV4")
    assert game.legal(0, UseTurnStartCard) == []


def test_pp_rc05_borrowed_mask_cloaks_an_own_kin(game: PhoenixGame) -> None:
    game.keeps(0, "borrowed_mask").stand("red.bard", "rim.1").stand("red.guard", "palace")
    game.when(0, starting("borrowed_mask", kin="red.guard")).then_refused("invalid_target", "PP-RC05")
    move = starting("borrowed_mask", kin="red.bard")
    game.when(0, move).then(*used(move, e.KinCloaked(0, KinId("red.bard")), spent=True))


def test_pp_rc06_rv5_the_gates_effect_gives_a_coin_from_any_source(game: PhoenixGame) -> None:
    game.keeps(0, "lamplighters_oath").foresees()
    game.place(0, "red.apprentice.1", "gates.1")
    game.when(0, PerformDaytime()).then(
        took(0, PerformDaytime(discard_slot=None)),
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
        e.DaytimePerformed(0, Sector.GATES),
        e.ResourceChanged(0, COIN, 1, "PP-RC06"),
    )
    game.turn_of(0).place(0, "red.apprentice.2", "palace")
    game.when(0, PerformDaytime(option=PalaceOption.SECTOR, sector=Sector.GATES)).then(
        took(0, PerformDaytime(option=PalaceOption.SECTOR, sector=Sector.GATES, discard_slot=None)),
        e.ResourceChanged(0, LANTERN, -1, "PP-E21"),
        e.ResourceChanged(0, LANTERN, 1, "PP-E4"),
        e.DaytimePerformed(0, Sector.GATES),
        e.ResourceChanged(0, COIN, 1, "PP-RC06"),
        e.StepClosed(),
        e.PalaceRotated(1),
    )


def test_pp_rc07_the_shrine_effect_gives_a_lantern(game: PhoenixGame) -> None:
    game.keeps(0, "pilgrims_bell").place(0, "red.apprentice.1", "shrine.1")
    game.when(0, PerformDaytime(explore=0, collect=None)).then(
        took(0, PerformDaytime(explore=0, collect=None)),
        e.DaytimePerformed(0, Sector.SHRINE),
        e.ResourceChanged(0, LANTERN, 1, "PP-RC07"),
    )


def test_pp_rc06_rc07_other_seats_gain_nothing(game: PhoenixGame) -> None:
    game.keeps(1, "lamplighters_oath").foresees().place(0, "red.apprentice.1", "gates.1")
    told = game.when(0, PerformDaytime()).events
    assert told[-1] == e.DaytimePerformed(0, Sector.GATES)


def test_pp_rc10_each_enemy_loses_a_resource_of_its_choice(four: PhoenixGame) -> None:
    four.has(2, coin=0, scroll=0, lantern=0)
    losing = opened(*(asks(seat, LoseResource(seat, "PP-RC10")) for seat in (1, 2, 3)))
    keep(four, "toll_of_ash").then(*kept("toll_of_ash", losing))
    four.when(1, Choose(value="coin")).then(
        took(1, Choose(value="coin")), e.ResourceChanged(1, COIN, -1, "PP-RC10"), e.StepClosed()
    )
    four.when(3, Choose(value="scroll")).then(
        took(3, Choose(value="scroll")), e.ResourceChanged(3, SCROLL, -1, "PP-RC10")
    )


def test_pp_rc11_each_enemy_unveils_a_cloaked_kin(game: PhoenixGame) -> None:
    game.stand("blue.bard", "rim.1", cloaked=True)
    keep(game, "whispered_names").then(
        *kept(
            "whispered_names",
            opened(asks(1, OwnKin(1, "PP-RC11"))),
            took(1, Choose(value="blue.bard")),
            e.KinUnveiled(1, KinId("blue.bard")),
        )
    )


@pytest.mark.parametrize("direction,rotation", [(Direction.CLOCKWISE, 1), (Direction.COUNTER_CLOCKWISE, 5)])
def test_pp_rc12_wind_chime_turns_the_palace(game: PhoenixGame, direction: Direction, rotation: int) -> None:
    move = starting("wind_chime", direction=direction)
    game.keeps(0, "wind_chime").when(0, move).then(*used(move, e.PalaceRotated(rotation)))


def test_pp_rc13_money_changer_changes_a_resource_into_another_kind(game: PhoenixGame) -> None:
    game.keeps(0, "money_changer")
    game.when(0, starting("money_changer", pay=(COIN,), gain=COIN)).then_refused("invalid_choice", "PP-RC13")
    game.when(0, starting("money_changer", pay=(COIN, COIN))).then_refused("invalid_payment", "PP-RC13")
    move = starting("money_changer", pay=(COIN,), gain=LANTERN)
    gains = e.ResourceChanged(0, COIN, -1, "PP-RC13"), e.ResourceChanged(0, LANTERN, 1, "PP-RC13")
    game.when(0, move).then(*used(move, *gains))


def test_pp_rc16_storm_of_arrows_hits_in_a_highlighted_sector(game: PhoenixGame) -> None:
    game.stand("blue.bard", "gates.1").stand("blue.guard", "rim.1").stand("blue.mentor", "palace")
    keep(game, "storm_of_arrows", target=KinId("blue.guard")).then_refused(
        "sector_not_highlighted", "PP-RC16"
    )
    game.when(0, keeping("storm_of_arrows", target=KinId("blue.mentor"))).then_refused(
        "invalid_target", "PP-RC16"
    )
    target = KinId("blue.bard")
    hit = e.KinSentToPalace(1, target, SpotId("palace"))
    game.when(0, keeping("storm_of_arrows", target=target)).then(*kept("storm_of_arrows", hit, target=target))


def test_pp_rc17_second_wind_brings_a_kin_back_from_the_palace(game: PhoenixGame) -> None:
    game.stand("red.bard", "palace").stand("blue.bard", "gates.1").given(e.GuardSet(1, Sector.CAPITAL))
    bard = KinId("red.bard")
    keep(game, "second_wind", kin=bard, spot=SpotId("rim.1")).then_refused(
        "sector_not_highlighted", "PP-RC17"
    )
    for spot, code, rule in [
        ("gates.1", "spot_occupied", "PP-RC17"),
        ("capital.1", "sector_guarded", "PP-K8"),
        ("palace", "invalid_target", "PP-RC17"),
        ("pinnacle", "unknown_id", "PP-RC17"),
    ]:
        game.when(0, keeping("second_wind", kin=bard, spot=SpotId(spot))).then_refused(code, rule)
    there = {"kin": bard, "spot": SpotId("gates.3")}
    game.when(0, keeping("second_wind", **there)).then(
        *kept("second_wind", e.KinMoved(0, bard, SpotId("gates.3")), **there)
    )


def endgame(game: PhoenixGame, seat: int = 0) -> int:
    return next(item.points for item in score(game.state).seats[seat].items if item.item == "revelations")


def test_pp_rc18_travel_journal_scores_the_pioneers_position(game: PhoenixGame) -> None:
    assert endgame(game.keeps(0, "travel_journal").explored(0, 5)) == 5


def test_pp_rc19_gathered_clan_scores_kin_that_are_no_apprentices(game: PhoenixGame) -> None:
    game.keeps(0, "gathered_clan").hold(0, "red.fighter", "red.apprentice.1", "red.bard")
    game.stand("red.guard", "gates.1", cloaked=True).stand("red.mentor", "palace").stand(
        "red.hermit", "bumped"
    )
    assert endgame(game) == 5
    game.stand("red.merchant", "rim.1").stand("red.archer", "rim.2")
    assert endgame(game) == 6


@pytest.mark.parametrize("order,points", [((0, 1, 2, 3), 6), ((1, 0, 2, 3), 3), ((1, 2, 0, 3), 0)])
def test_pp_rc20_heralds_crown_scores_the_first_two_ranks(
    four: PhoenixGame, order: tuple[int, ...], points: int
) -> None:
    assert endgame(four.keeps(0, "heralds_crown").heralds(*order)) == points


def test_pp_rc22_golden_scales_turn_two_resources_into_favor(game: PhoenixGame) -> None:
    move = starting("golden_scales", pay=(COIN, SCROLL))
    paid = e.ResourceChanged(0, COIN, -1, "PP-RC22"), e.ResourceChanged(0, SCROLL, -1, "PP-RC22")
    game.keeps(0, "golden_scales").when(0, move).then(*used(move, *paid, e.FpChanged(0, 3, "PP-RC22")))


def test_pp_rc22_rv4_a_card_without_a_legal_use_cannot_be_used(game: PhoenixGame) -> None:
    game.keeps(0, "golden_scales", "borrowed_mask").has(0, coin=1, scroll=0, lantern=0)
    game.when(0, starting("golden_scales")).then_refused("cannot_afford", "PP-RC22")
    game.when(0, starting("borrowed_mask")).then_refused("invalid_target", "PP-RC05")
    assert game.legal(0, UseTurnStartCard) == []


def test_pp_rc23_moon_ledger_scores_shards_but_not_the_token(game: PhoenixGame) -> None:
    assert endgame(game.keeps(0, "moon_ledger").has(0, coral=2, jade=1)) == 3
    assert endgame(game.has(0, coral=9)) == 6


def test_pp_rc24_collectors_shelf_scores_owned_cards(game: PhoenixGame) -> None:
    assert endgame(game.keeps(0, "collectors_shelf", "coin_jar", "eclipse")) == 3


def test_pp_rc26_moonlit_offering_gives_the_colour_of_an_own_sector(game: PhoenixGame) -> None:
    game.stand("red.bard", "rim.1", cloaked=True)
    keep(game, "moonlit_offering", color=Shard.CORAL).then_refused("invalid_target", "PP-RC26")
    gain = e.ShardChanged(0, Shard.JADE, 1, "PP-RC26")
    game.when(0, keeping("moonlit_offering", color=Shard.JADE)).then(
        *kept("moonlit_offering", gain, color=Shard.JADE)
    )


def test_pp_rc27_ill_omen_costs_each_enemy_three(four: PhoenixGame) -> None:
    four.favored(0, 9).favored(1, 2).favored(2, 5)
    losses = e.FpChanged(1, -2, "PP-RC27"), e.FpChanged(2, -3, "PP-RC27")
    keep(four, "ill_omen").then(*kept("ill_omen", *losses))


def test_pp_rc28_phoenix_feather_gains_any_resource_every_turn(game: PhoenixGame) -> None:
    game.keeps(0, "phoenix_feather")
    move = starting("phoenix_feather", resource=COIN)
    for _ in range(2):
        game.when(0, move).then(*used(move, e.ResourceChanged(0, COIN, 1, "PP-RC28")))
        game.turn_of(0)


def test_pp_rc29_twin_moons_give_two_different_shards(game: PhoenixGame) -> None:
    keep(game, "twin_moons", colors=(Shard.CORAL, Shard.CORAL)).then_refused("invalid_choice", "PP-RC29")
    game.when(0, keeping("twin_moons", colors=(Shard.CORAL,))).then_accepted()
    assert game.legal(0) == [
        PerformDaytime(effect=Answers(colors=(shard,))) for shard in (Shard.JADE, Shard.AGATE)
    ]
    game.when(0, game.legal(0)[1]).then(
        took(
            0,
            PerformDaytime(
                card=RevelationId.TWIN_MOONS,
                use=CardUse.KEEP,
                effect=Answers(colors=(Shard.CORAL, Shard.AGATE)),
            ),
        ),
        opened(Performed(0, Sector.SPRINGS)),
        opened(asks(0, AcquireCard(0)), Refill()),
        e.ResourceChanged(0, SCROLL, -4, "PP-RV2"),
        e.RevelationAcquired(0, 1, RevelationId.TWIN_MOONS, CardUse.KEEP),
        e.ShardChanged(0, Shard.CORAL, 1, "PP-RC29"),
        e.ShardChanged(0, Shard.AGATE, 1, "PP-RC29"),
    )


def test_pp_rc30_eclipse_hits_a_kin_of_each_enemy(game: PhoenixGame) -> None:
    game.stand("blue.bard", "rim.1", cloaked=True).stand("blue.guard", "rim.2")
    picking = opened(asks(1, OwnKin(1, "PP-RC30")))
    keep(game, "eclipse").then(*kept("eclipse", picking))
    game.when(1, Choose(value="blue.bard")).then(
        took(1, Choose(value="blue.bard")), e.KinUnveiled(1, KinId("blue.bard"))
    )


def test_pp_x12_rv4_only_one_card_is_used_in_a_turn(game: PhoenixGame) -> None:
    game.keeps(0, "phoenix_feather", "wind_chime")
    game.when(0, starting("phoenix_feather", resource=COIN)).then_accepted()
    game.when(0, starting("wind_chime", direction=Direction.CLOCKWISE)).then_refused("wrong_step", "PP-T4")
    assert [type(move) for move in game.legal(0)] == [PlaceKin, PlaceKin]


def test_pp_t4_rv4_a_card_is_refused_for_its_own_reason(game: PhoenixGame) -> None:
    game.keeps(0, "coin_jar")
    game.when(0, UseTurnStartCard()).then_refused("card_not_available", "PP-RV4")
    game.when(0, starting("coin_jar")).then_refused("card_not_available", "PP-RV4")
    game.when(0, starting("wind_chime")).then_refused("card_not_available", "PP-RV4")
    game.keeps(0, "wind_chime")
    game.when(0, starting("wind_chime", slot=1)).then_refused("invalid_choice", "PP-RV4")


def test_pp_rv7_endgame_cards_do_nothing_when_they_are_kept(game: PhoenixGame) -> None:
    keep(game, "heralds_crown").then(*kept("heralds_crown"))


def test_pp_q58_rv3_an_owned_card_is_never_discarded_for_favor(game: PhoenixGame) -> None:
    assert all(CARD[card].does is None for card in (RevelationId.SILK_CLOAKS, RevelationId.HERALDS_CROWN))
    game.keeps(0, "heralds_crown").when(0, starting("heralds_crown")).then_refused(
        "card_not_available", "PP-RV4"
    )
