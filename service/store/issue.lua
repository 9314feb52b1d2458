-- Add a token to its player's tokens, once for each idempotency key, unless the player has too many.
-- KEYS  the player's tokens, the account, [what this key created]
-- ARGV  token id, its description, maximum number of tokens, [value to remember, seconds to keep it]
-- Returns the value remembered from the first call, '' on the first call, false for too many tokens, or
--       'banned'.
if KEYS[3] then
  local before = redis.call('GET', KEYS[3])
  if before then return before end
end
if redis.call('HEXISTS', KEYS[2], 'banned') == 1 then return 'banned' end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return false end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if KEYS[3] then redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[5]) end
return ''
