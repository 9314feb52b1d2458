-- A new secret, once for each rotation; the old one is kept beside it for a while.
-- KEYS  webhook     ARGV  rotation, secret, until when the old one counts
-- Returns the present secret and until when the old one counts, or false if there is no such webhook.
if redis.call('HEXISTS', KEYS[1], 'owner') == 0 then return false end
if redis.call('HGET', KEYS[1], 'rotation') ~= ARGV[1] then
  local old = redis.call('HGET', KEYS[1], 'secret')
  redis.call('HSET', KEYS[1], 'rotation', ARGV[1], 'secret', ARGV[2], 'old_secret', old, 'old_until', ARGV[3])
end
return redis.call('HMGET', KEYS[1], 'secret', 'old_until')
