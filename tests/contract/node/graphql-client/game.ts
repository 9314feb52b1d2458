// A whole game of two players by mutations, followed by a subscription from its first entry to its end.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { createClient } from "graphql-ws";
import WebSocket from "ws";
import {
  CreateDocument, FollowDocument, JoinDocument, MovesDocument, PlayDocument, ResultDocument, SignUpDocument,
  StartDocument, type FollowSubscription, type GameOptionsInput, type MoveInput,
} from "./operations.js";

const url = `${process.argv[2]}/graphql`;
const options = JSON.parse(process.argv[3]!) as GameOptionsInput;
type Refused = { code: string; message: string };

async function ask<Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>, variables: Variables, token?: string,
): Promise<Data> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/graphql-response+json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query: print(operation), variables }),
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

function refused(result: Refused): never {
  throw new Error(`${result.code}: ${result.message}`);
}

async function player(name: string): Promise<string> {
  const { signUp } = await ask(SignUpDocument, { name });
  return signUp.__typename === "SignedUp" ? signUp.token : refused(signUp);
}

async function follow(game: string, token: string): Promise<FollowSubscription["gameEvents"][]> {
  const client = createClient({
    url: url.replace("http", "ws"),
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${token}` },
  });
  const told: FollowSubscription["gameEvents"][] = [];
  const query = print(FollowDocument);
  for await (const { data, errors } of client.iterate<FollowSubscription>({ query, variables: { game, after: 0 } })) {
    if (errors || !data) throw new Error(JSON.stringify(errors));
    told.push(data.gameEvents);
  }
  await client.dispose();
  return told;
}

const [ada, ben] = [await player("Ada"), await player("Ben")];
const { createGame } = await ask(CreateDocument, { options, seats: 2 }, ada);
const game = createGame.__typename === "Game" ? createGame.id : refused(createGame);
const followed = follow(game, ben);
const { joinGame } = await ask(JoinDocument, { game }, ben);
if (joinGame.__typename !== "MoveAccepted") refused(joinGame);
const { startGame } = await ask(StartDocument, { game }, ada);
if (startGame.__typename !== "MoveAccepted") refused(startGame);

for (let played = 0; ; ) {
  let active = true;
  for (const token of [ada, ben]) {
    const asked = (await ask(MovesDocument, { game }, token)).game!;
    active &&= asked.status === "ACTIVE";
    const { version, moves } = asked.moves;
    if (moves.length === 0) continue;
    const move = moves[Math.floor(Math.random() * moves.length)]!.input as MoveInput;
    const { playMove } = await ask(PlayDocument, { game, move, version, key: `move-${++played}` }, token);
    if (playMove.__typename !== "MoveAccepted") refused(playMove);
  }
  if (!active) break;
}

const entries = await followed;
const result = (await ask(ResultDocument, { game }, ada)).game!;
const seqs = entries.map((item) => (item.__typename === "Entry" ? item.seq : -1));
const last = entries.at(-1);
const ranks = last?.__typename === "Entry"
  ? last.events.flatMap((event) => (event.__typename === "GameScored" ? [event.result.ranks] : []))[0] : undefined;
console.log(JSON.stringify({ game, seqs, ranks, ...result }));
