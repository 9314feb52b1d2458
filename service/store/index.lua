-- Write a game's row, add the game to the list of its status and remove it from the others. An older row is
-- ignored, unless the stored one belongs to a lost history.
-- KEYS  versions, rows, quarantined games, then the list of each status
-- ARGV  game, version, hash of that entry, row, number of its list (0: none, as for quarantined games), the
--       stored version that was lost ('': none)
-- Returns the stored version if it is newer, else nothing.
local versions, rows, quarantined = unpack(KEYS, 1, 3)
local game, version, hash, row, number, lost = unpack(ARGV)
local known = redis.call('HGET', versions, game)
if known and known ~= lost and tonumber(string.match(known, '^%d+')) > tonumber(version) then return known end
redis.call('HSET', versions, game, version .. ':' .. hash)
redis.call('HSET', rows, game, row)
local list = redis.call('SISMEMBER', quarantined, game) == 1 and 0 or tonumber(number)
for i = 4, #KEYS do
  if i - 3 == list then
    redis.call('ZADD', KEYS[i], 0, game)
  else
    redis.call('ZREM', KEYS[i], game)
  end
end
return false
