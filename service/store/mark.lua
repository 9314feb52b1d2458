-- Sets a field of a token and tells all streams that live by it to look again.
-- KEYS  token     ARGV  channel, token id, seconds to keep it (0: as long as it is), field, value
-- One that is not there (expired, or just being issued) is marked nevertheless, but not for ever.
local known = redis.call('EXISTS', KEYS[1]) == 1
redis.call('HSET', KEYS[1], ARGV[4], ARGV[5])
if not known then
  redis.call('EXPIRE', KEYS[1], 172800)
elseif ARGV[3] ~= '0' then
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
redis.call('PUBLISH', ARGV[1], ARGV[2] .. ' 0')
return known and 1 or 0
