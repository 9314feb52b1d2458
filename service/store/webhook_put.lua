-- Queue deliveries of a webhook, each once, and put an item into the outbox.
-- KEYS  webhook, deliveries, order, waiting, direct, outbox, its items
-- ARGV  its name in the outbox, now, when it is overdue, 1 for deliveries tried once and at once, maximum
--       number of deliveries, the time before which deliveries are forgotten, then id and delivery of each
-- Returns the number of new deliveries and the number of the job to send, or 0; or 'gone', or 'off'.
local hook, deliveries, order, waiting, direct, outbox, items = unpack(KEYS)
local name, now, overdue, at_once, most, oldest = unpack(ARGV, 1, 6)
local state = redis.call('HMGET', hook, 'owner', 'off', 'last', 'busy_until', 'not_before')
if not state[1] then return 'gone' end
if state[2] and at_once == '0' then return 'off' end

local last, new = tonumber(state[3] or '0'), 0
for i = 7, #ARGV, 2 do
  local id = ARGV[i]
  local known = redis.call('HEXISTS', deliveries, id) == 1
  if not known or at_once == '1' then
    new = new + 1
    last = math.max(last + 1, tonumber(now) * 1024)
    local place = string.format('%.0f', last)
    if not known then
      redis.call('HSET', deliveries, id, ARGV[i + 1])
      redis.call('ZADD', order, place, id)
    end
    redis.call('ZADD', at_once == '1' and direct or waiting, 'NX', place, id)
  end
end
if new == 0 then return {0, 0} end
redis.call('HSET', hook, 'last', string.format('%.0f', last))

local over = redis.call('ZCARD', order) - tonumber(most)
local forgotten = redis.call('ZRANGEBYSCORE', order, '-inf', string.format('(%.0f', tonumber(oldest) * 1024), 'LIMIT', 0, 100)
if over > 0 then
  for _, id in ipairs(redis.call('ZRANGE', order, 0, over - 1)) do forgotten[#forgotten + 1] = id end
end
for _, id in ipairs(forgotten) do
  redis.call('HDEL', deliveries, id)
  redis.call('ZREM', order, id)
  redis.call('ZREM', direct, id)
  if redis.call('ZREM', waiting, id) == 1 then redis.call('HINCRBY', hook, 'dropped', 1) end
end

-- The claiming sender checks again before it releases the webhook; after a failure, new deliveries wait too.
if tonumber(state[4] or '0') > tonumber(now) then return {new, 0} end
local later = at_once == '0' and tonumber(state[5] or '0') > tonumber(now)
if later and redis.call('HEXISTS', items, name) == 1 then return {new, 0} end
local job = redis.call('HINCRBY', hook, 'jobs', 1)
redis.call('ZADD', outbox, later and state[5] or overdue, name)
redis.call('HSET', items, name, cjson.encode({version = tonumber(job)}))
return {new, later and 0 or job}
