/**
 * Imported before all else, as the pool is made when it is first used: how many threads of libuv carry out what Node does not do itself.
 * A query of DuckDB holds one for as long as it runs, and so many run at once (`reports/projection/connection.ts`): of libuv's four none
 * was left then for what new events are taken in by, files, names of hosts, and passwords. An operator's own number stands.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
