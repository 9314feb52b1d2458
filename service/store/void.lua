-- Prevent the creation of a game that does not exist yet: mark its first command as seen.
-- KEYS  head, seen     ARGV  command, seconds to keep it
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], '0:')
redis.call('EXPIRE', KEYS[2], ARGV[2])
return 1
