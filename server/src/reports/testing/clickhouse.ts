import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

/** Of ClickHouse, with a database of this test file; null where DuckDB counts (`TEST_EVENTS`). */
export const eventsUrl: string | null = ((server) => server && `${server}/noa_${randomUUID().replaceAll('-', '')}`)(
  inject('clickhouseUrl'),
);
