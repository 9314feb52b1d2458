-- Replace the recovery code that the caller sent, or any code, by a new one, once for each idempotency key.
-- A recovered account also gets a token.
-- KEYS  account, the player's tokens, [what this key created]
-- ARGV  digest of the code sent ('': none is needed), digest of the new code, token id or '', its
--       description, [value to remember, seconds to keep it]
-- Returns the value remembered from the first call, '' on the first call, false for a wrong code, or
--       'banned'.
if KEYS[3] then
  local before = redis.call('GET', KEYS[3])
  if before then return before end
end
local now = redis.call('HMGET', KEYS[1], 'recovery', 'banned')
if ARGV[1] ~= '' and now[1] ~= ARGV[1] then return false end
if now[2] then return 'banned' end
redis.call('HSET', KEYS[1], 'recovery', ARGV[2])
if ARGV[3] ~= '' then redis.call('HSET', KEYS[2], ARGV[3], ARGV[4]) end
if KEYS[3] then redis.call('SET', KEYS[3], ARGV[5], 'EX', ARGV[6]) end
return ''
