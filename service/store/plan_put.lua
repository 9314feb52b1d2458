-- Leaves a plan in place of any other of its player, once; whoever is due by it is looked after at once.
-- KEYS  plans, dropped plans, head, seen, outbox, its items
-- ARGV  player, plan, its id, command ('': without a key), digest of the request, the item's name, when it is due,
--       1 if WAIT follows: that counts its own connection's writes, so a repeat writes too
local plans, dropped, head, seen, outbox, items = unpack(KEYS)
local player, plan, id, command, digest, item, due, confirm = unpack(ARGV)
local first = command ~= '' and redis.call('HGET', seen, command)
if first then
  if confirm == '1' then redis.call('HSET', seen, command, first) end
  return {'seen', first}
end
local now = redis.call('HMGET', head, 'seq', 'quarantined')
if not now[1] then return {'unknown'} end
if now[2] then return {'quarantined'} end
-- Sent again over a new connection: some of it may have been played meanwhile, and what is left stays.
local before = redis.call('HGET', plans, player)
if before and string.find(before, id, 1, true) then plan = before end
redis.call('HSET', plans, player, plan)
if command ~= '' then redis.call('HSET', seen, command, now[1] .. ':' .. digest) end
redis.call('HDEL', dropped, player)
redis.call('ZADD', outbox, due, item)
redis.call('HSET', items, item, cjson.encode({version = tonumber(now[1]), plan = id}))
return {'put', now[1]}
