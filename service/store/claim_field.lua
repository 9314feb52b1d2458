-- Set a field of a hash if it still has the value that the caller read ('': it does not exist).
-- KEYS  hash     ARGV  field, seen, new
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
