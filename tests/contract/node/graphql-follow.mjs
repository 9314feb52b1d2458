// Follows a game with the client graphql-ws: address, token, game, the last version seen, and how many entries to take.
import { createClient } from "graphql-ws";
import WebSocket from "ws";

const [url, token, id, after, count] = process.argv.slice(2);
const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0 });
const query = `subscription ($id: ID!, $after: Int!) {
  gameEvents(gameId: $id, after: $after) { ... on Entry { seq hash } } }`;
const entries = [];
for await (const { data, errors } of client.iterate({ query, variables: { id, after: Number(after) } })) {
  if (errors) throw new Error(JSON.stringify(errors));
  entries.push([data.gameEvents.seq, data.gameEvents.hash]);
  if (entries.length === Number(count)) break;
}
console.log(JSON.stringify(entries));
process.exit(0);
