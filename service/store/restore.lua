-- Write a whole log into Redis: from the archive, if the head still names this `place`, or from elsewhere (no
-- place), if the game does not exist.
-- KEYS  head, log, snap, snaps, seen, games
-- ARGV  place in the archive, game, seq, hash, status, seed, snapshots to keep, latest snapshot (seq, state),
--       those to keep (seq, state)…, (entry, hash)…
local head, log, snap, snaps, seen, games = unpack(KEYS)
local place, game, seq, hash, status, seed, keeps = unpack(ARGV, 1, 7)
if place ~= '' then
  if redis.call('HGET', head, 'archived') ~= place then return 0 end
elseif redis.call('EXISTS', head) == 1 then
  return 0
end
redis.call('DEL', log, snap, snaps)
local first = 10 + 2 * tonumber(keeps)
for i = first, #ARGV, 2 do
  redis.call('XADD', log, (i - first) / 2 + 1 .. '-0', 'entry', ARGV[i], 'hash', string.sub(ARGV[i + 1], 1, 16))
end
redis.call('HSET', snap, 'seq', ARGV[8], 'state', ARGV[9])
for i = 10, first - 1, 2 do redis.call('XADD', snaps, ARGV[i] .. '-0', 'state', ARGV[i + 1]) end
redis.call('HSET', head, 'seq', seq, 'hash', hash, 'status', status, 'seed', seed)
redis.call('HDEL', head, 'archived', 'turn')
redis.call('SADD', games, game)
redis.call('PERSIST', seen)
return 1
