-- Sets a string if it still is what the caller saw ('': not there).
-- KEYS  name     ARGV  seen, new
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
