// Plays matches in parallel, one connection each, and waits for the answer to each move:
// node client.cjs URL MATCHES MOVES. Prints accepted moves per second.
const { io } = require('socket.io-client');

const [url, matches, moves] = process.argv.slice(2);

function match(id) {
  const socket = io(`${url}/count`, { transports: ['websocket'], forceNew: true });
  let answered;
  let stateID;
  socket.on('sync', (_, { state }) => { stateID = state._stateID; answered(); });
  socket.on('update', (_, state) => { stateID = state._stateID; answered(); });
  const asked = (...message) => new Promise((resolve) => { answered = resolve; socket.emit(...message); });
  const move = () => {
    const payload = { type: 'add', args: [1], playerID: '0', credentials: null };
    return asked('update', { type: 'MAKE_MOVE', payload }, stateID, id, '0');
  };
  return {
    open: () => asked('sync', id, '0', null, 2),
    play: async () => { for (let n = 0; n < Number(moves); n += 1) await move(); return stateID; },
    close: () => socket.close(),
  };
}

async function main() {
  const all = Array.from({ length: Number(matches) }, () => match(Math.random().toString(36).slice(2)));
  await Promise.all(all.map((each) => each.open()));
  const began = process.hrtime.bigint();
  const ends = await Promise.all(all.map((each) => each.play()));
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  if (ends.some((version) => version !== Number(moves))) throw new Error(`moves were lost: ${ends}`);
  all.forEach((each) => each.close());
  console.log(Number(matches) * Number(moves) / seconds);
}

main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
