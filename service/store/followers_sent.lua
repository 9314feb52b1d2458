-- Record the last seq of a game that was sent to each webhook; -1 removes the webhook from the followers.
-- KEYS  followers     ARGV  webhook id and seq of each
for i = 1, #ARGV, 2 do
  if ARGV[i + 1] == '-1' then
    redis.call('HDEL', KEYS[1], ARGV[i])
  elseif redis.call('HEXISTS', KEYS[1], ARGV[i]) == 1 then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
return 1
