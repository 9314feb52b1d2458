-- Remove an archived log from Redis, unless the game has changed; the head stays and records the place.
-- KEYS  head, log, snap, snaps, seen, outbox, outbox items, plans, dropped plans
-- ARGV  seq, hash, place in the archive, until when commands are remembered (ms), outbox item
local head, log, snap, snaps, seen, outbox, items, plans, dropped = unpack(KEYS)
local now = redis.call('HMGET', head, 'seq', 'hash')
if now[1] ~= ARGV[1] or now[2] ~= ARGV[2] then return 0 end
redis.call('HSET', head, 'archived', ARGV[3])
redis.call('DEL', log, snap, snaps, plans, dropped)
redis.call('PEXPIREAT', seen, ARGV[4])
redis.call('ZREM', outbox, ARGV[5])
redis.call('HDEL', items, ARGV[5])
return 1
