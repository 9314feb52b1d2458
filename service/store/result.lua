-- Change the result of a game in one part of the results of its ruleset. A result belongs to an ending, known by
-- the hash of the last entry. A result of another ending, lost in a failover, is removed first; the caller then
-- has the folds rebuilt that counted it, confirms that (result_removed.lua), and comes back.
-- KEYS  results, positions by game
-- ARGV  game, hash of its last entry, result ('': remove the result with this hash), now (ms), number of the
--       part, how many results a part takes
-- Returns 'same' (nothing to do), 'added', 'removed' or 'full'.
local results, once = unpack(KEYS)
local game, hash, result, now, part, size = unpack(ARGV)
local known = redis.call('HGET', once, game)
if known == 'removed' then return 'removed' end
if known then
  local id, known_hash = string.match(known, '^([^:]+):(.*)$')
  if (known_hash == hash) == (result ~= '') then return 'same' end
  redis.call('XDEL', results, id)
  redis.call('HSET', once, 'replaced:' .. id, '1', game, 'removed')
  return 'removed'
end
if result == '' then return 'same' end
if tonumber(redis.call('HGET', once, 'count') or '0') >= tonumber(size) then return 'full' end
-- Ids grow with the time, so that after a failover none is given to two results.
local last = tonumber(redis.call('HGET', once, 'last') or '0')
local number = string.format('%.0f', math.max(last + 1, tonumber(now) * 1000))
local id = redis.call('XADD', results, part .. '-' .. number, 'result', result)
redis.call('HINCRBY', once, 'count', 1)
redis.call('HSET', once, 'last', number, game, id .. ':' .. hash)
return 'added'
