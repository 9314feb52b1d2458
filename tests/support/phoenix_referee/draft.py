"""The asymmetric draft: PP-AS1 to PP-AS6."""

from collections.abc import Sequence
from typing import Any

from tests.support.phoenix_referee.facts import CARD_ORDER, CARDS, is_kin, kind_of
from tests.support.phoenix_referee.forms import Form, first_code
from tests.support.phoenix_referee.revelations import resolve_simple
from tests.support.phoenix_referee.state import Game, Outcomes


def draw_kin(game: Game, picks: Sequence[str], _chance: Outcomes) -> None:
    """PP-AS1."""
    for seat in range(game.players):
        drawn, game.piles[seat] = tuple(game.piles[seat][:3]), game.piles[seat][3:]
        assert picks[seat] in drawn
        game.drawn.append(drawn)
        game.picks.append(picks[seat])
        game.at.update((kin, "drawn") for kin in drawn)
    game.decisions = {}
    game.push(("draft_kin", *range(game.players)))


def choose_fighter(game: Game, seat: int, form: Form) -> None:
    """PP-AS2, PP-Q76."""
    others = [kin for kin in game.drawn[seat] if kin != game.picks[seat]]

    def why(kin: Any) -> str | None:
        if kin is None or kin in others:
            return None
        return "invalid_target" if is_kin(kin) else "unknown_id"

    game.decisions[seat] = form.ask("kin", [*others, None], why)
    decided(game, seat)


def decided(game: Game, seat: int) -> None:
    """A seat has answered a question that several seats answer at the same time."""
    name, *seats = game.todo.pop()
    left = [other for other in seats if other != seat]
    game.todo.append((name, *left) if left else (f"{name}_done",))


def draft_kin_done(game: Game, _chance: Outcomes) -> None:
    """PP-AS3."""
    for seat, clan in enumerate(game.clans):
        last = max(kin for kin in game.hand(seat) if kind_of(kin) == "apprentice")
        for kin in game.drawn[seat]:
            game.at[kin] = "box"
        game.at[last] = "box"
        game.at[game.picks[seat]] = "hand"
        swapped = game.decisions[seat]
        if swapped is not None:
            game.at[f"{clan}.fighter"] = "box"
            game.at[swapped] = "hand"
    game.decisions, game.drawn, game.picks = {}, [], []


def deal_cards(game: Game, _chance: Outcomes) -> None:
    """PP-AS4, PP-Q30."""
    game.dealt = [()] * game.players
    for seat in game.order:
        game.dealt[seat] = tuple(game.card_pile[:3])
        game.card_pile = game.card_pile[3:]
    game.push(("draft_revelations", *range(game.players)))


def buy_cards(game: Game, seat: int, form: Form) -> None:
    """PP-AS4: what a seat has is 3 scrolls, in a team too (PP-Q59)."""
    dealt = game.dealt[seat]

    def why(cards: Any) -> str | None:
        codes = []
        if any(card not in CARDS for card in cards):
            return "unknown_id"
        if len(set(cards)) < len(cards):
            codes.append("invalid_choice")
        if any(card not in dealt for card in cards):
            codes.append("card_not_available")
        if sum(CARDS[card][0] for card in cards) > 3:
            codes.append("cannot_afford")
        return first_code(codes)

    parts = [tuple(card for n, card in enumerate(dealt) if mask >> n & 1) for mask in range(1 << len(dealt))]
    game.decisions[seat] = form.ask("cards", parts, why)
    decided(game, seat)


def draft_revelations_done(game: Game, chance: Outcomes) -> None:
    """PP-AS5."""
    back = list(game.card_pile)
    for seat, dealt in enumerate(game.dealt):
        bought = game.decisions[seat]
        game.owned[seat] += bought
        game.pay(seat, *("scroll" for card in bought for _ in range(CARDS[card][0])))
        back += [card for card in dealt if card not in bought]
    game.card_pile = chance.shuffled(chance.revelations, back)
    game.decisions, game.dealt = {}, []


def resolve_draft(game: Game, _chance: Outcomes) -> None:
    """PP-AS5: in turn order, each seat's cards in ascending id."""
    game.push(
        *(
            ("kept_in_draft", seat, card)
            for seat in game.order
            for card in sorted(game.owned[seat], key=CARD_ORDER.index)
        )
    )


def kept_in_draft(game: Game, seat: int, card: str, _chance: Outcomes) -> None:
    """PP-AS5: nobody has a kin on the board yet."""
    if card == "paper_crane":
        game.push(("gain_resource", seat))
    elif card not in {"storm_of_arrows", "second_wind", "moonlit_offering"}:
        resolve_simple(game, seat, card)
