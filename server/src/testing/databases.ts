import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of a test's own, beside the one of its file (harness.ts). */
export interface TestDatabase {
  readonly name: string;
  /** For the owner of everything in it. */
  readonly url: string;
  /** Runs statements, one after the other, in it; gives the rows of the last. */
  run(...statements: string[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

const nameIn = (url: string, name: string) => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);

async function runAt(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) {
      const results = [await client.query(statement)].flat();
      rows = results.at(-1)?.rows ?? [];
    }
    return rows;
  } finally {
    await client.end();
  }
}

const templates = {
  migrated: inject('templateDatabase'),
  empty: 'template0',
  C: `template0 encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
  bytes: `template0 encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
  Romanian: `template0 encoding 'UTF8' locale_provider icu icu_locale 'ro' lc_collate 'C' lc_ctype 'C'`,
};

/**
 * @param content - `migrated`: every table, and no rows; `empty`: nothing at all, as is what follows; `C`: in the locale of the embedded PostgreSQL;
 *   `Romanian`: in one that a town's own may have; `bytes`: where there are no letters; or what another database has, in which nobody is.
 */
export async function makeDatabase(content: keyof typeof templates | TestDatabase): Promise<TestDatabase> {
  const cluster = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = typeof content === 'string' ? templates[content] : content.name;
  await runAt(cluster, [`create database ${name} template ${template} strategy file_copy`]);
  const url = nameIn(cluster, name);
  return {
    name,
    url,
    run: (...statements) => runAt(url, statements),
    drop: async () => void (await runAt(cluster, [`drop database ${name} with (force)`])),
  };
}
