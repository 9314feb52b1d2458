-- Puts a finished game into the results of its ruleset, once.
-- KEYS  results, places by game     ARGV  game, result
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], redis.call('XADD', KEYS[1], '*', 'result', ARGV[2]))
return 1
