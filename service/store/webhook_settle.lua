-- Record the outcome of one attempt, reported by the sender with the claim.
-- KEYS  webhook, deliveries, order, waiting, direct, outbox, its items
-- ARGV  its name in the outbox, end of the claim, id of the claim, id and delivery, 1 if the delivery is
--       done, the time before which waiting deliveries are given up, how many fields to set, fields and
--       values, fields to remove
-- Returns how many deliveries were given up, or false if the claim is lost.
local hook, deliveries, order, waiting, direct, outbox, items = unpack(KEYS)
local name, until_ms, mine, id, delivery, taken, oldest, sets = unpack(ARGV, 1, 8)
if redis.call('HGET', hook, 'busy') ~= mine then return false end
if redis.call('HEXISTS', deliveries, id) == 1 then redis.call('HSET', deliveries, id, delivery) end
redis.call('ZREM', direct, id)
if taken == '1' then redis.call('ZREM', waiting, id) end
local given_up = redis.call('ZREMRANGEBYSCORE', waiting, '-inf', string.format('(%.0f', tonumber(oldest) * 1024))
redis.call('HSET', hook, 'busy_until', until_ms)
redis.call('ZADD', outbox, 'XX', until_ms, name)
local i = 9
for _ = 1, tonumber(sets) do
  redis.call('HSET', hook, ARGV[i], ARGV[i + 1])
  i = i + 2
end
for c = i, #ARGV do redis.call('HDEL', hook, ARGV[c]) end
return given_up
