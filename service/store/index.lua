-- Writes a game's row and puts it into the list it belongs in, out of the others; an older row is ignored, unless the
-- known one is of a history that was lost.
-- KEYS  versions, rows, games that are set aside, then the list of each status
-- ARGV  game, version, hash of that entry, row, number of its list (0: none, as for what is set aside), the known
--       version that was lost ('': none)
-- Returns the known version if that is newer, else nothing.
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
