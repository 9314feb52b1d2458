-- Replace a fold by its rebuilt version, if that includes all results and none of them was replaced.
-- KEYS  positions, results, rows, list, rebuilt rows, rebuilt list, generations     ARGV  fold, rebuilt fold
-- Returns 1 if replaced, 0 if there are more results, -1 if the fold must be rebuilt again.
local generation = redis.call('HGET', KEYS[7], 'results') or '0'
if redis.call('HGET', KEYS[7], ARGV[2]) ~= generation then return -1 end
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)
local position = redis.call('HGET', KEYS[1], ARGV[2])
if (position or '') ~= (last[1] and last[1][1] or '') then return 0 end
redis.call('DEL', KEYS[3], KEYS[4])
for i = 3, 4 do
  if redis.call('EXISTS', KEYS[i + 2]) == 1 then redis.call('RENAME', KEYS[i + 2], KEYS[i]) end
end
redis.call('HDEL', KEYS[1], ARGV[1], ARGV[2])
redis.call('HDEL', KEYS[7], ARGV[2])
if position then redis.call('HSET', KEYS[1], ARGV[1], position) end
if generation == '0' then redis.call('HDEL', KEYS[7], ARGV[1]) else redis.call('HSET', KEYS[7], ARGV[1], generation) end
return 1
