-- Notes a further token with its player, once for each idempotency key, as long as there are not too many.
-- KEYS  the player's tokens, the account, [what was made by this key]
-- ARGV  token id, its description, most tokens, [memory, seconds to keep it]
-- Returns the memory of the first time, or '' for the first time, false for too many, 'banned'.
if KEYS[3] then
  local before = redis.call('GET', KEYS[3])
  if before then return before end
end
if redis.call('HEXISTS', KEYS[2], 'banned') == 1 then return 'banned' end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return false end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if KEYS[3] then redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[5]) end
return ''
