import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTables, measure, settings } from '../../backup/content.ts';
import { fillEveryTable } from '../../backup/filled.fixture.ts';
import { makeDatabase, type TestDatabase } from '../../testing/databases.ts';
import { databaseUrl, dataKey } from '../../testing/harness.ts';
import { version } from '../../process/version.ts';
import { ourSchemas, readCatalogue } from '../schema/catalogue.ts';
import { openKeys } from '../keys/key-rotation.ts';
import { sessionOf } from '../connection/session.ts';
import { migrate } from '../schema/migrate.ts';
import { sealedColumns } from '../keys/resealing.ts';
import { onlyKey, Sealer } from '../keys/sealing.ts';

/** A filled database of each release, as PostgreSQL's own pg_dump wrote it; all that is in it is invented. */
const dumps = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.sql.gz')).toSorted();

/** Where `npm run release` has PostgreSQL's programs; not set in any other run. */
const programs = process.env['NOA_RELEASE_BIN'];

describe.runIf(programs)('this release', () => {
  it('is kept with a row in every table', async () => {
    await fillEveryTable();
    // Rows as statements: no program is needed to bring them back.
    const args = ['--no-owner', '--inserts', '--rows-per-insert=100', databaseUrl];
    const dump = execFileSync(join(String(programs), 'pg_dump'), args, { encoding: 'utf8', maxBuffer: 1e9 });
    const statements = dump.replaceAll(/^\\.*\n/gm, ''); // what is said to psql
    await writeFile(join(import.meta.dirname, `${version}.sql.gz`), gzipSync(statements, { level: 9 }));
  });
});

async function inTransaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(sessionOf(url, 'owner', settings));
  await client.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Without parentheses: PostgreSQL writes `(a or b) or c` back as it came, or flat once it was dumped. */
const catalogueOf = (url: string) =>
  inTransaction(url, async (client) => {
    const objects = await readCatalogue(client, ourSchemas, { definitions: true });
    return objects.map(({ name, definition }) => ({ name, definition: definition?.replaceAll(/[()]/g, '') }));
  });

const rowsOf = (url: string) =>
  inTransaction(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const { name } of await listTables(client)) {
      counts[name] = (await measure(client, name, null)).rows;
    }
    return counts;
  });

describe.skipIf(programs).each(dumps)('a database of the release %s', (file) => {
  let database: TestDatabase;
  let before: Record<string, number>;
  beforeAll(async () => {
    database = await makeDatabase('empty');
    await database.run(gunzipSync(await readFile(join(import.meta.dirname, file))).toString());
    before = await rowsOf(database.url);
    await migrate(database.url).catch((cause: unknown) => {
      const hint = file.startsWith(version) ? ' If it is not released yet: npm run release -- --fixture-only' : '';
      throw new Error(`A database of ${file} is refused.${hint}`, { cause });
    });
  });
  afterAll(() => database.drop());

  it('becomes what a new one is, object by object', async () => {
    const fresh = await makeDatabase('migrated');
    try {
      expect(await catalogueOf(database.url)).toEqual(await catalogueOf(fresh.url));
    } finally {
      await fresh.drop();
    }
  });

  it('keeps its rows', async () => {
    const after = await rowsOf(database.url);

    expect(Object.values(before).filter((rows) => rows > 0).length).toBeGreaterThan(40);
    // A table that a later version does away with is named here, with the one in which its rows are since.
    const became: Readonly<Record<string, string>> = { card_event: 'stored_event' };
    expect(Object.entries(before).filter(([table, rows]) => (after[became[table] ?? table] ?? 0) < rows)).toEqual([]);
  });

  it('opens with the key it was sealed with, and its audit is whole', async () => {
    await openKeys(database.url, dataKey, () => undefined);
    const [column] = sealedColumns.filter(({ table }) => table === 'apartment');
    const rows = await database.run(
      `select ${column?.column} as cipher, ${column?.aad} as aad from apartment where ${column?.column} is not null`,
    );
    const sealer = new Sealer(onlyKey(dataKey), column?.purpose ?? '');

    expect(rows.map(({ cipher, aad }) => sealer.open(cipher as Buffer, aad as string[]).toString())).toContain(
      '1800101221144',
    );
    expect(
      await database.run('select audit_first_broken() as broken, count(*)::int > 0 as some from audit_entry'),
    ).toEqual([{ broken: null, some: true }]);
  });
});

it.skipIf(programs)('keeps a database of every release from 0.2.0 on', async () => {
  const changelog = await readFile(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const released = Array.from(changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm), ([, name]) => `${name}.sql.gz`);

  expect(dumps).toEqual(released.toSorted());
});
