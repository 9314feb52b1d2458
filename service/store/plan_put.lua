-- Leaves a plan in place of any other of its player, once; whoever is due by it is looked after at once.
-- KEYS  plans, dropped plans, head, seen, outbox, its items
-- ARGV  player, plan, its id, command, digest of the request, the item's name, when it is due
local plans, dropped, head, seen, outbox, items = unpack(KEYS)
local player, plan, id, command, digest, item, due = unpack(ARGV)
local first = redis.call('HGET', seen, command)
if first then return {'seen', first} end
local now = redis.call('HMGET', head, 'seq', 'quarantined')
if not now[1] then return {'unknown'} end
if now[2] then return {'quarantined'} end
redis.call('HSET', seen, command, now[1] .. ':' .. digest)
redis.call('HSET', plans, player, plan)
redis.call('HDEL', dropped, player)
redis.call('ZADD', outbox, due, item)
redis.call('HSET', items, item, '{"version":' .. now[1] .. ',"plan":"' .. id .. '"}')
return {'put', now[1]}
