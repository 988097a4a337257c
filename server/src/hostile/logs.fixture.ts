import { Writable } from 'node:stream';
import pg from 'pg';
import type { Logger } from 'pino';
import { createLogger } from '../process/logging.ts';
import { databaseUrl } from '../testing/harness.ts';
import type { Canary } from './hostile-values.fixture.ts';

/** The server's log, as it would be written, kept. */
export function aLog(): { readonly logger: Logger; readonly text: () => string } {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: createLogger('trace', stream), text: () => lines.join('') };
}

/** PostgreSQL's own log since the cluster of this run was started; null where the cluster is not ours to look into. */
export async function postgresLog(): Promise<string | null> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) {
    return null;
  }
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ log: string }>(`select pg_read_file('server.log') as log`);
    return rows[0]?.log ?? '';
  } finally {
    await owner.end();
  }
}

/** Which of what was typed is in a text. */
export const canariesIn = (text: string, { word, idNumber }: Canary): string[] =>
  [word, idNumber].filter((each) => text.toLowerCase().includes(each.toLowerCase()));
