// A boardgame.io server with a game that only counts: node server.cjs PORT [DIRECTORY].
// With a directory, every state is in a file and on the disk (fsync) before the answer.
const fs = require('fs');

fs.writeFile = (path, data, options, done) => {
  const finish = typeof options === 'function' ? options : done;
  const write = async () => {
    const file = await fs.promises.open(path, 'w');
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  write().then(() => finish(null), finish);
};

const { Server, FlatFile, Origins } = require('boardgame.io/server');

const [port, directory] = process.argv.slice(2);
const game = { name: 'count', setup: () => ({ n: 0 }), moves: { add: ({ G }, by) => ({ n: G.n + by }) } };
const server = Server({
  games: [game],
  origins: [Origins.LOCALHOST],
  db: directory ? new FlatFile({ dir: directory }) : undefined,
});
server.run({ port: Number(port), lobbyConfig: { apiPort: Number(port) + 1 } });
