-- Empty a fold before rebuilding it from the current results.
-- KEYS  positions, generations, rows, list     ARGV  fold
redis.call('HDEL', KEYS[1], ARGV[1], ARGV[1] .. ':count')
redis.call('HSET', KEYS[2], ARGV[1], redis.call('HGET', KEYS[2], 'results') or '0')
redis.call('DEL', KEYS[3], KEYS[4])
return 1
