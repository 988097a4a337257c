/**
 * The locks that sessions of the test's own database wait for, as a source of a query: `select from ${awaitedLocks}`. `pg_locks` tells
 * of the whole cluster, where other test files wait too; and in a copy of a database, tables have the numbers they have in all others.
 */
export const awaitedLocks = `(
  select l.* from pg_locks l
  where not l.granted and l.pid in (
    select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))
) as awaited`;
