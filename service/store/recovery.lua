-- Puts a new recovery code in the place of the one that was shown, or of any, once for each idempotency key;
-- a recovered account gets a token with it.
-- KEYS  account, the player's tokens, [what was made by this key]
-- ARGV  digest of the code shown ('': none is needed), digest of the new code, token id or '', its description,
--       [memory, seconds to keep it]
-- Returns the memory of the first time, or '' for the first time, false for a wrong code, 'banned'.
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
