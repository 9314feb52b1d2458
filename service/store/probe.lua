-- Check that this Redis runs scripts and accepts writes. The write goes to no disk and no replica.
redis.set_repl(redis.REPL_NONE)
redis.call('SET', KEYS[1], '1', 'EX', 60)
return 1
