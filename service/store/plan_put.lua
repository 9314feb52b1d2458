-- Store a plan in place of the player's previous one, once. Its outbox item starts the work at once.
-- KEYS  plans, dropped plans, head, seen, outbox, its items
-- ARGV  player, plan, its id, command ('': without a key), digest of the request, the item's name, its due
--       time, 1 if WAIT follows: WAIT counts only its own connection's writes, so a repeated call writes too
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
-- The request was repeated over a new connection. Some moves may have been played; keep the remaining ones.
local before = redis.call('HGET', plans, player)
if before and string.find(before, id, 1, true) then plan = before end
redis.call('HSET', plans, player, plan)
if command ~= '' then redis.call('HSET', seen, command, now[1] .. ':' .. digest) end
redis.call('HDEL', dropped, player)
redis.call('ZADD', outbox, due, item)
redis.call('HSET', items, item, cjson.encode({version = tonumber(now[1]), plan = id}))
return {'put', now[1]}
