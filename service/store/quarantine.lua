-- Quarantine a game, so that nothing can be appended to it, or release it.
-- KEYS  head     ARGV  '1' or ''
-- Returns 0 if there is no such game.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if ARGV[1] == '1' then
  redis.call('HSET', KEYS[1], 'quarantined', '1')
else
  redis.call('HDEL', KEYS[1], 'quarantined')
end
return 1
