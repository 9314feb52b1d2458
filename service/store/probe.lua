-- Whether this Redis runs scripts and takes writes. What is written goes to no disk and no replica.
redis.set_repl(redis.REPL_NONE)
redis.call('SET', KEYS[1], '1', 'EX', 60)
return 1
