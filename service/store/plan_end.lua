-- End a player's plan. After a refusal, also notify the player, but only if the game has not moved on.
-- KEYS  plans, dropped plans, head, followers, outbox, its items
-- ARGV  player, the item's name, then for a refusal: the plan, seq, hash, the dropped plan to store, the
--       followers' item, its due time, its payload, the player's channel, the notice
local plans, dropped, head, followers, outbox, items = unpack(KEYS)
local player, item, plan, seq, hash, told, news, due, payload, channel, notice = unpack(ARGV)
if plan then
  local now = redis.call('HMGET', head, 'seq', 'hash')
  if now[1] ~= seq or now[2] ~= hash or redis.call('HGET', plans, player) ~= plan then return 0 end
  redis.call('HSET', dropped, player, told)
  if redis.call('EXISTS', followers) == 1 then
    redis.call('ZADD', outbox, due, news)
    redis.call('HSET', items, news, payload)
  end
  redis.call('PUBLISH', channel, notice)
else
  redis.call('HDEL', dropped, player)
end
redis.call('HDEL', plans, player)
if redis.call('EXISTS', plans) == 0 then
  redis.call('ZREM', outbox, item)
  redis.call('HDEL', items, item)
end
return 1
