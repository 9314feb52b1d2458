-- Store a new secret, once for each rotation; the old one stays valid for some time.
-- KEYS  webhook     ARGV  rotation, secret, end of the old secret's validity
-- Returns the current secret and the end of the old one's validity, or false if there is no such webhook.
if redis.call('HEXISTS', KEYS[1], 'owner') == 0 then return false end
if redis.call('HGET', KEYS[1], 'rotation') ~= ARGV[1] then
  local old = redis.call('HGET', KEYS[1], 'secret')
  redis.call('HSET', KEYS[1], 'rotation', ARGV[1], 'secret', ARGV[2], 'old_secret', old, 'old_until', ARGV[3])
end
return redis.call('HMGET', KEYS[1], 'secret', 'old_until')
