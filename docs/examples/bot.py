"""A bot that plays Bonfire over the API and knows none of its rules.

It takes the move that a dry run likes best. `python bot.py --against tom` plays one game on this machine's
server and stops. Without `--against` it joins an open game, or opens one and waits for somebody.

It plays badly: the score of the next step alone hardly ever moves. `best` is the place to do better.
"""

import argparse
import random
from collections.abc import Sequence
from contextlib import closing

import httpx
from emberlog_client import OVER, Client, Move, Moves, OwnGame, Problem

RULESET = "bonfire"
LAST_RESORTS = ("end_turn", "pass")


class Bot:
    """A player with a budget of dry runs a move."""

    def __init__(self, client: Client, dry_runs: int, chance: random.Random) -> None:
        self.client = client
        self.dry_runs = dry_runs
        self.chance = chance

    def play(self, games: int, against: str) -> None:
        """So many games, one after the other."""
        self.sit_down(against)
        with closing(self.client.news()) as stream:
            for news in stream:
                if news.due:
                    self.take_turn(news.game)
                elif news.status == "finished":
                    self.tell(news)
                    games -= 1
                if not games:
                    return
                if news.status in OVER:
                    self.sit_down(against)

    def sit_down(self, against: str) -> str:
        """A place in a game: with Tom, with a bot of the server, or with whoever comes."""
        if against == "anybody":
            return self.join_somebody() or self.client.create(RULESET, 2, auto_start=True).id
        game = self.client.create(RULESET, 1 if against == "tom" else ["me", against]).id
        self.client.start(game)
        return game

    def join_somebody(self) -> str | None:
        """The first open place in a game that starts by itself, if it is still open when we ask for it."""
        for game in self.client.games(status="lobby", ruleset=RULESET):
            if game.options["auto_start"] and any(seat.is_open for seat in game.seats):
                try:
                    self.client.join(game.id)
                except Problem as problem:
                    if problem.status not in {403, 409}:  # not wanted there, or somebody was faster
                        raise
                else:
                    return game.id
        return None

    def take_turn(self, game: str) -> None:
        """Moves until there are none: the turn is over, or something is somebody else's to decide."""
        while (asked := self.client.moves(game)).moves:
            try:
                self.client.play(game, self.best(game, asked), asked.version)
            except Problem as problem:
                if problem.status not in {409, 412}:  # the game is over, or has gone on by itself
                    raise

    def best(self, game: str, asked: Moves) -> Move:
        """The move with the best dry run among some; ending the turn only if there is nothing else."""
        moves = [move for move in asked.moves if move["type"] not in LAST_RESORTS] or list(asked.moves)
        self.chance.shuffle(moves)
        looked_at = moves[: self.dry_runs]
        if len(looked_at) < 2:
            return moves[0]
        return max(looked_at, key=lambda move: self.worth(game, move, asked.seat))

    def worth(self, game: str, move: Move, seat: int | None) -> int:
        """How much better than the others we would stand."""
        return sum(
            each.change if each.seat == seat else -each.change
            for each in self.client.dry_run(game, move).score
        )

    def tell(self, news: OwnGame) -> None:
        """The result of a game."""
        score = self.client.score(news.game)
        points = " : ".join(str(seat.total) for seat in score.score.seats)
        print(f"{news.game} is over after {news.version} entries, {points}, ranks {list(score.ranks)}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Sign up, play, stop."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the server is")
    parser.add_argument("--name", default="Sparky", help="what the bot is called")
    parser.add_argument("--games", type=int, default=1, help="how many games to play")
    parser.add_argument("--against", default="anybody", help="tom, bot:random, bot:greedy or anybody")
    parser.add_argument("--dry-runs", type=int, default=6, help="how many moves to try before each move")
    parser.add_argument("--seed", type=int, help="for the same choices each time")
    given = parser.parse_args(arguments)
    client = Client(given.url)
    try:
        player = client.sign_up(given.name)
        print(f"{player.name} is {player.id}")
        Bot(client, given.dry_runs, random.Random(given.seed)).play(given.games, given.against)
    except httpx.ConnectError:
        raise SystemExit(f"No server answers at {given.url}; `make serve` starts one.") from None
    finally:
        client.close()


if __name__ == "__main__":
    main()
