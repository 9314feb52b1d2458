-- Set a field of a token and tell all streams that depend on the token to check it again.
-- KEYS  token     ARGV  channel, token id, seconds to keep it (0: keep its expiry), field, value
-- A token that does not exist (expired, or being issued) is marked as well, but only for some time.
local known = redis.call('EXISTS', KEYS[1]) == 1
redis.call('HSET', KEYS[1], ARGV[4], ARGV[5])
if not known then
  redis.call('EXPIRE', KEYS[1], 172800)
elseif ARGV[3] ~= '0' then
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
redis.call('PUBLISH', ARGV[1], ARGV[2] .. ' 0')
return known and 1 or 0
