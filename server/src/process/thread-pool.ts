/**
 * Imported before all else, as the pool is made when it is first used: how many threads of libuv carry out what Node does not do itself.
 * What is asked of the engine of reports holds one for as long as it runs, and so many run at once (`connection.ts` there): of libuv's four none
 * was left then for what new events are taken in by, files, names of hosts, and passwords. An operator's own number stands.
 */
process.env['UV_THREADPOOL_SIZE'] ||= '16'; // empty, as the compose file says what is not set
