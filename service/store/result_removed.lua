-- Confirm that the folds will no longer count the removed result of a game.
-- KEYS  positions by game     ARGV  game
if redis.call('HGET', KEYS[1], ARGV[1]) ~= 'removed' then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])
