-- Apply the whole effect of one command to a game, or none of it. Entries, snapshots and plans are compared
-- and written as bytes; nothing parses them.
-- ARGV  the header, a MessagePack map with the names that `append.py` uses (missing ones are nil);
--       the values named in its `bulk`; a borrowed entry for each hash in `borrowed`; a state for each seq in
--       `kept`
local log, head, snap, snaps, seen, outbox, items, games, followers, plans = unpack(KEYS)
local new = cmsgpack.unpack(ARGV[1])
for i, name in ipairs(new.bulk) do new[name] = ARGV[i + 1] end
local bulk = #new.bulk + 1
local followed, planned = redis.call('EXISTS', followers), redis.call('EXISTS', plans)

local function put(item)
  redis.call('ZADD', outbox, item.due, item.member)
  redis.call('HSET', items, item.member, item.payload)
end

local function drop(member)
  redis.call('ZREM', outbox, member)
  redis.call('HDEL', items, member)
end

-- WAIT counts only the writes of its own connection. The first attempt may have used another connection, so a
-- repeated command writes too if WAIT follows.
if new.command then
  local first = redis.call('HGET', seen, new.command)
  if first then
    if new.confirm then redis.call('HSET', seen, new.command, first) end
    return {'seen', first}
  end
end

local now = redis.call('HMGET', head, 'seq', 'hash', 'archived', 'quarantined')
local now_seq, now_hash = now[1] or '0', now[2] or string.rep('0', 64)
if now_seq == new.seq and now_hash == new.hash then
  if new.confirm then redis.call('HSET', head, 'seq', new.seq) end
  return {'appended', followed, planned}
end
if now_seq ~= new.after_seq or now_hash ~= new.after_hash or now[3] then return {'conflict', now_seq, now_hash} end
if now[4] then return {'quarantined'} end
if new.plan and redis.call('HGET', plans, new.planner) ~= new.plan then return {'replanned'} end

-- This is the first write: if Redis refuses it (memory, replicas, disk), nothing has changed.
-- A fork begins with another game's entries and with their kept snapshots. A row has a quarter of its entry's hash, which tells whether a
-- reader's entry is this one; the whole hash follows from the entry.
for n, hash in ipairs(new.borrowed or {}) do
  redis.call('XADD', log, n .. '-0', 'entry', ARGV[bulk + n], 'hash', string.sub(hash, 1, 16))
end
for n, seq in ipairs(new.kept or {}) do
  redis.call('XADD', snaps, seq .. '-0', 'state', ARGV[bulk + #(new.borrowed or {}) + n])
end
redis.call('XADD', log, new.seq .. '-0', 'entry', new.entry or '', 'hash', string.sub(new.hash, 1, 16))
redis.call('HSET', head, 'seq', new.seq, 'hash', new.hash, 'status', new.status, 'turn', new.turn or '')
if new.after_seq == '0' then
  redis.call('HSET', head, 'seed', new.seed or '')
  redis.call('SADD', games, new.game)
end
if new.snapshot then
  redis.call('HSET', snap, 'seq', new.seq, 'state', new.snapshot)
  if new.keep then redis.call('XADD', snaps, new.seq .. '-0', 'state', new.snapshot) end
end
if new.command then redis.call('HSET', seen, new.command, new.seq .. ':' .. (new.digest or '')) end

for _, member in ipairs(new.drop or {}) do drop(member) end
for _, item in ipairs(new.put or {}) do put(item) end
-- Notify the followers of the game; without followers, write nothing.
if followed == 1 and new.followed then put(new.followed) end
-- A player's entry is the next move of their plan, or ends it. The item stays while a player has a plan.
if planned == 1 and new.planned then
  if new.rest then
    redis.call('HSET', plans, new.planner, new.rest)
  elseif new.planner then
    redis.call('HDEL', plans, new.planner)
  end
  planned = redis.call('EXISTS', plans)
  if planned == 1 then put(new.planned) else drop(new.planned.member) end
end
local notice = new.game .. ' ' .. new.seq .. (new.trace and ' ' .. new.trace or '')
for _, channel in ipairs(new.channels) do redis.call('PUBLISH', channel, notice) end
return {'appended', followed, planned}
