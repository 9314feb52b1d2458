-- Replace a fold by its rebuilt version, if no result was replaced meanwhile. The caller then advances the fold:
-- results may have been added since it was rebuilt.
-- KEYS  positions, rows, list, rebuilt rows, rebuilt list, generations     ARGV  fold, rebuilt fold
-- Returns 1 if replaced, 0 if the fold must be rebuilt again.
local positions, generations = KEYS[1], KEYS[6]
local generation = redis.call('HGET', generations, 'results') or '0'
if redis.call('HGET', generations, ARGV[2]) ~= generation then return 0 end
local position = redis.call('HGET', positions, ARGV[2])
local count = redis.call('HGET', positions, ARGV[2] .. ':count')
redis.call('DEL', KEYS[2], KEYS[3])
for i = 2, 3 do
  if redis.call('EXISTS', KEYS[i + 2]) == 1 then redis.call('RENAME', KEYS[i + 2], KEYS[i]) end
end
redis.call('HDEL', positions, ARGV[1], ARGV[2], ARGV[1] .. ':count', ARGV[2] .. ':count')
redis.call('HDEL', generations, ARGV[2])
if position then redis.call('HSET', positions, ARGV[1], position, ARGV[1] .. ':count', count) end
if generation == '0' then
  redis.call('HDEL', generations, ARGV[1])
else
  redis.call('HSET', generations, ARGV[1], generation)
end
return 1
