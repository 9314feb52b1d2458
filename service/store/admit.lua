-- Check whether this caller may make a call now. Each call takes a token from a bucket that refills steadily;
-- the key stores the time at which it is full. With a second key, the caller's token is checked first. These
-- writes are not worth saving to disk or replicating: a lost bucket counts as a full one.
-- KEYS  rate bucket, [token]
-- ARGV  microseconds a call costs (0: no limit), burst, how many calls it counts as, [digest of the secret]
-- Returns false for a bad token, else {admitted, left, microseconds till full, microseconds to wait,
--         player, scopes, expiry in milliseconds, '1' if banned, time before which issued tokens are invalid}.
redis.set_repl(redis.REPL_NONE)
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local cost, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local asked = cost * math.min(burst, tonumber(ARGV[3]))
local who = {'', '', '', '', ''}

if KEYS[2] then
  local token = redis.call('HMGET', KEYS[2], 'digest', 'player', 'scopes', 'expires', 'banned', 'since')
  if not token[1] or token[1] ~= ARGV[4] then return false end
  if token[4] ~= '' and tonumber(token[4]) * 1000 <= now then return false end
  who = {token[2], token[3], token[4], token[5] or '', token[6] or ''}
end

if cost == 0 then return {1, burst, 0, 0, unpack(who)} end

local size = cost * burst
local full_at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local spent = math.min(full_at - now, size) + asked
if spent > size then
  return {0, math.floor((size - spent + asked) / cost), spent - asked, spent - size, unpack(who)}
end
-- Expiring a key causes a disk write too, so it expires a minute late and not between two calls.
redis.call('SET', KEYS[1], string.format('%.0f', now + spent), 'PX', math.ceil(spent / 1000) + 60000)
return {1, math.floor((size - spent) / cost), spent, 0, unpack(who)}
