-- A log comes back from the archive, whole; only if the head still says that it lies there.
-- KEYS  head, log, snap, snaps, seen
-- ARGV  place in the archive, snapshots to keep, latest snapshot (seq, state), those to keep (seq, state)…, (entry, hash)…
local head, log, snap, snaps, seen = unpack(KEYS)
if redis.call('HGET', head, 'archived') ~= ARGV[1] then return 0 end
redis.call('DEL', log, snap, snaps)
local first = 5 + 2 * tonumber(ARGV[2])
for i = first, #ARGV, 2 do
  redis.call('XADD', log, (i - first) / 2 + 1 .. '-0', 'entry', ARGV[i], 'hash', ARGV[i + 1])
end
redis.call('HSET', snap, 'seq', ARGV[3], 'state', ARGV[4])
for i = 5, first - 1, 2 do redis.call('XADD', snaps, ARGV[i] .. '-0', 'state', ARGV[i + 1]) end
redis.call('HDEL', head, 'archived')
redis.call('PERSIST', seen)
return 1
