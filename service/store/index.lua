-- Writes a game's row and puts it into the list it belongs in, out of the others; an older row is ignored.
-- KEYS  versions, rows, games that are set aside, then the list of each status
-- ARGV  game, version, row, number of its list (0: none, as for what is set aside)
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known and tonumber(known) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
local list = redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 1 and 0 or tonumber(ARGV[4])
for i = 4, #KEYS do
  if i - 3 == list then
    redis.call('ZADD', KEYS[i], 0, ARGV[1])
  else
    redis.call('ZREM', KEYS[i], ARGV[1])
  end
end
return 1
