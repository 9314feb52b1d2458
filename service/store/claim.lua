-- Set a string if it still has the value that the caller read ('': it does not exist).
-- KEYS  name     ARGV  seen, new
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
