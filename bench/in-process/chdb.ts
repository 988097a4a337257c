/** The engine of ClickHouse, as tests start it. */
export { startChdb } from '../../server/src/testing/chdb.ts';
