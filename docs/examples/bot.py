"""A bot that plays any game of a server and knows no rules.

It takes the move that a dry run likes best. `python bot.py --against automa` plays one game on this machine's
server and stops. Without `--against` it joins an open game, or opens one and waits for somebody.

It plays badly: the score of the next step alone hardly ever moves. `best` is the place to do better. It needs
the package `emberlog-client` (clients/python).
"""

import argparse
import json
import random
from collections.abc import Sequence
from contextlib import closing

import httpx
from emberlog_client import OVER, Client, Problem
from emberlog_client.types import GameOptions, LegalMoves, ListedGame, Move, NewGame, OwnGame

LAST_RESORTS = ("end_turn", "pass")


class Bot:
    """A player with a budget of dry runs a move."""

    def __init__(self, client: Client, new_game: NewGame, dry_runs: int, chance: random.Random) -> None:
        self.client = client
        self.new_game = new_game
        self.dry_runs = dry_runs
        self.chance = chance

    def play(self, games: int) -> None:
        """So many games, one after the other."""
        self.sit_down()
        with closing(self.client.news()) as stream:
            for news in stream:
                if news["due"]:
                    self.take_turn(news["game"])
                elif news["status"] == "finished":
                    self.tell(news)
                    games -= 1
                if not games:
                    return
                if news["status"] in OVER:
                    self.sit_down()

    def sit_down(self) -> None:
        """Take an open place in a game that waits for players, or make a game."""
        waits_for_others = self.new_game["seats"] == 2
        if waits_for_others and self.join_somebody():
            return
        game = self.client.create_game(self.new_game)
        if not waits_for_others:
            self.client.start_game(game["id"])

    def join_somebody(self) -> bool:
        """Take the first open place in a game that starts by itself, if it is still open when we ask."""
        for game in self.client.games(status="lobby", ruleset=self.new_game["ruleset"]):
            if game["options"].get("auto_start") and has_open_seat(game):
                try:
                    self.client.join_game(game["id"])
                except Problem as problem:
                    if problem.status not in {403, 409}:  # not wanted there, or somebody was faster
                        raise
                else:
                    return True
        return False

    def take_turn(self, game: str) -> None:
        """Moves until the game asks somebody else.

        An empty list of moves would not tell: some moves are possible out of turn, as often as one likes.
        """
        while (asked := self.client.list_moves(game))["moves"] and self.is_asked(game, asked):
            try:
                self.client.play(game, self.best(game, asked), version=asked["version"])
            except Problem as problem:
                if problem.status not in {409, 412}:  # the game is over, or has gone on by itself
                    raise

    def is_asked(self, game: str, asked: LegalMoves) -> bool:
        """Whether the game waits for the seat that the moves are for."""
        return asked["seat"] in self.client.show_game(game)["actor"]["seats"]

    def best(self, game: str, asked: LegalMoves) -> Move:
        """The move with the best dry run among some; ending the turn only if there is nothing else."""
        moves = [move for move in asked["moves"] if move["type"] not in LAST_RESORTS] or asked["moves"]
        looked_at = self.chance.sample(moves, min(len(moves), max(self.dry_runs, 1)))
        if len(looked_at) < 2:
            return looked_at[0]
        return max(looked_at, key=lambda move: self.worth(game, move, asked["seat"]))

    def worth(self, game: str, move: Move, seat: int | None) -> int:
        """How much better than the others we would stand."""
        score = self.client.dry_run(game, move)["score"]
        return sum(each["change"] if each["seat"] == seat else -each["change"] for each in score)

    def tell(self, news: OwnGame) -> None:
        """The result of a game."""
        score = self.client.show_score(news["game"])
        points = " : ".join(str(seat["total"]) for seat in score["score"]["seats"])
        print(f"{news['game']} is over after {news['version']} entries, {points}, ranks {score['ranks']}")


def has_open_seat(game: ListedGame) -> bool:
    """Whether anybody may take a seat."""
    taken = ("player", "bot", "automa", "reserved")
    return any(not any(seat.get(holder) for holder in taken) for seat in game["seats"])


def wanted(given: argparse.Namespace) -> NewGame:
    """The game that the arguments ask for."""
    options: GameOptions = json.loads(given.options)
    if given.against == "automa":
        return {"ruleset": given.ruleset, "seats": 1, "options": options}
    if given.against == "anybody":
        options["auto_start"] = True
        return {"ruleset": given.ruleset, "seats": 2, "options": options}
    return {"ruleset": given.ruleset, "seats": ["me", given.against], "options": options}


def main(arguments: Sequence[str] | None = None) -> None:
    """Sign up, play, stop."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the server is")
    parser.add_argument("--name", default="Sparky", help="what the bot is called")
    parser.add_argument("--ruleset", default="bonfire", help="which game to play: bonfire or phoenix")
    parser.add_argument("--options", default="{}", help="the options of the game, as JSON")
    parser.add_argument("--games", type=int, default=1, help="how many games to play")
    parser.add_argument("--against", default="anybody", help="automa, bot:random, bot:greedy or anybody")
    parser.add_argument("--dry-runs", type=int, default=6, help="how many moves to try before each move")
    parser.add_argument("--seed", type=int, help="for the same choices each time")
    given = parser.parse_args(arguments)
    try:
        with Client(given.url) as client:
            player = client.sign_up({"name": given.name})["player"]
            print(f"{player['name']} is {player['id']}")
            Bot(client, wanted(given), given.dry_runs, random.Random(given.seed)).play(given.games)
    except httpx.ConnectError:
        raise SystemExit(f"No server answers at {given.url}; `make serve` starts one.") from None


if __name__ == "__main__":
    main()
