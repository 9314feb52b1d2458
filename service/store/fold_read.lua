-- Read a fold's position and some of its rows, atomically.
-- KEYS  positions, rows     ARGV  fold, then players
local position = redis.call('HGET', KEYS[1], ARGV[1]) or ''
local rows = {}
for i = 2, #ARGV do rows[i - 1] = redis.call('HGET', KEYS[2], ARGV[i]) end
return {position, rows}
