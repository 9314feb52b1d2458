-- Claim the next deliveries of a webhook for one sender, or release it if there is nothing to send now.
-- KEYS  webhook, deliveries, order, waiting, direct, outbox, its items
-- ARGV  its name in the outbox, now, end of the claim, id of the claim, maximum number of deliveries
-- Returns false, or whether a caller requested the deliveries, the webhook, and the deliveries.
local hook, deliveries, order, waiting, direct, outbox, items = unpack(KEYS)
local name, now, until_ms, mine, most = unpack(ARGV)
local state = redis.call('HMGET', hook, 'owner', 'off', 'busy', 'busy_until', 'not_before')
if state[3] and state[3] ~= mine and tonumber(state[4]) > tonumber(now) then return false end

-- Each call replaces the outbox item, so a sweeper that has read the old item can no longer change it.
local function come_back(at)
  redis.call('ZADD', outbox, at, name)
  redis.call('HSET', items, name, cjson.encode({version = redis.call('HINCRBY', hook, 'jobs', 1)}))
end
local function let_go()
  redis.call('HDEL', hook, 'busy', 'busy_until')
  redis.call('ZREM', outbox, name)
  redis.call('HDEL', items, name)
  return false
end

if not state[1] then
  redis.call('ZREM', outbox, name)
  redis.call('HDEL', items, name)
  return false
end
local asked, ids = 1, redis.call('ZRANGE', direct, 0, most - 1)
if #ids == 0 then
  asked, ids = 0, redis.call('ZRANGE', waiting, 0, most - 1)
  if #ids == 0 or state[2] then return let_go() end
  if tonumber(state[5] or '0') > tonumber(now) then
    redis.call('HDEL', hook, 'busy', 'busy_until')
    come_back(state[5])
    return false
  end
end
redis.call('HSET', hook, 'busy', mine, 'busy_until', until_ms)
come_back(until_ms)
return {asked, redis.call('HGETALL', hook), redis.call('HMGET', deliveries, unpack(ids))}
