-- Puts a fold that was made anew in the place of the old one, if it has all results.
-- KEYS  positions, results, rows, list, rows made anew, list made anew     ARGV  fold, fold made anew
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)
local position = redis.call('HGET', KEYS[1], ARGV[2])
if (position or '') ~= (last[1] and last[1][1] or '') then return 0 end
redis.call('DEL', KEYS[3], KEYS[4])
for i = 3, 4 do
  if redis.call('EXISTS', KEYS[i + 2]) == 1 then redis.call('RENAME', KEYS[i + 2], KEYS[i]) end
end
redis.call('HDEL', KEYS[1], ARGV[1], ARGV[2])
if position then redis.call('HSET', KEYS[1], ARGV[1], position) end
return 1
