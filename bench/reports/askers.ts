import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import pg from 'pg';
import { Client } from '../client.ts';
import type { ServerProcess } from '../kill/server-process.ts';
import { duckdbWords, inputOf, postgresWords, sqlOf, type Extent, type Shape } from './shapes.ts';

/** Rows as cells, so that what each engine gives can be compared. */
export type Row = readonly (string | number | null)[];

/** Somebody who answers questions. */
export interface Asker {
  readonly ask: (shape: Shape) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

const document = /* GraphQL */ `
  query ($name: String!, $input: ReportInput!) {
    report(name: $name, input: $input) {
      columns {
        key
        type
      }
      rows
      totals
      cursor
      rowCount
      freshAsOf
      labels {
        grouping
        value
        text
      }
    }
  }
`;

/** This product, over HTTP, as the console asks it: with labels, totals and the number of rows. */
export async function askApi(server: ServerProcess, extent: Extent): Promise<Asker> {
  const [root, reporter] = await Promise.all(
    ['root@noa.test', 'reporter@noa.test'].map((name) => Client.person(server.origin, name)),
  );
  return {
    ask: async (shape) => {
      const caller = (shape.isSuppressed ? reporter : root) as Client;
      const { report } = await caller.run<{ report: { rows: Row[] } }>(document, {
        name: shape.report,
        input: inputOf(shape, extent),
      });
      return report.rows;
    },
    close: () => Promise.resolve(),
  };
}

const toCell = (value: unknown) =>
  value === null ? null : typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value) ? value : Number(value);

/** Plain SQL over the event table, with memory to sort and hash in. */
export async function askPostgres(url: string, extent: Extent): Promise<Asker> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`set work_mem = '256MB'`);
  return {
    ask: async (shape) => {
      const text = sqlOf(shape, extent, postgresWords);
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
      return rows.map((row) => row.map(toCell));
    },
    close: () => client.end(),
  };
}

/** Plain SQL over a copy of the projection, as one process alone may have the file; with the same settings. */
export async function askDuckdb(dataDir: string, extent: Extent): Promise<Asker> {
  const copy = join(dataDir, 'bare.duckdb');
  await cp(join(dataDir, 'projection', 'events.duckdb'), copy);
  const instance = await DuckDBInstance.create(copy, {
    threads: '2',
    memory_limit: '2GB',
    perfect_ht_threshold: '20',
    access_mode: 'READ_ONLY',
  });
  const connection: DuckDBConnection = await instance.connect();
  return {
    ask: async (shape) => {
      const reader = await connection.runAndReadAll(sqlOf(shape, extent, duckdbWords));
      return reader.getRowsJS().map((row) => row.map(toCell));
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
}
