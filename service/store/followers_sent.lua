-- Notes up to which seq webhooks were told of a game; -1 for those that no longer follow it.
-- KEYS  followers     ARGV  webhook id and seq of each
for i = 1, #ARGV, 2 do
  if ARGV[i + 1] == '-1' then
    redis.call('HDEL', KEYS[1], ARGV[i])
  elseif redis.call('HEXISTS', KEYS[1], ARGV[i]) == 1 then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
return 1
