-- Advance a fold if its position has not changed since the caller read it, so that each result counts once.
-- KEYS  positions, rows, list
-- ARGV  fold, position before, position after, number of results, number of lines to remove, number of lines to
--       add, these lines, then players and their rows
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
local first_in = 7 + tonumber(ARGV[5])
local first_row = first_in + tonumber(ARGV[6])
for i = 7, first_in - 1 do redis.call('ZREM', KEYS[3], ARGV[i]) end
for i = first_in, first_row - 1 do redis.call('ZADD', KEYS[3], 0, ARGV[i]) end
for i = first_row, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HINCRBY', KEYS[1], ARGV[1] .. ':count', ARGV[4])
return 1
