import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openKeys } from './database/keys/key-rotation.ts';
import { keyId } from './database/keys/sealing.ts';
import { migrate } from './database/schema/migrate.ts';
import { makeDatabase } from './testing/databases.ts';
import { someOf } from './testing/rounds.ts';
import { freePort, testKey } from './testing/running-server.fixture.ts';

const migrations = (await readdir(new URL('./database/migrations/', import.meta.url)))
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => file.replace(/\.sql$/, ''));
/** The schema of a version before this one: it lacks its last migration. */
const before = migrations.at(-2) ?? '';

const id = keyId(testKey).toString('hex');
const hexKey = testKey.toString('hex');

/** A database as an older version has left it. */
const older = await makeDatabase('empty');
afterAll(() => older.drop());
await migrate(older.url, { upTo: before });
await openKeys(older.url, testKey, () => undefined);

/** The server of this version started on such a database. */
async function startOn(statement: string, settings: Refused['settings']) {
  const [database, dataDir, port] = await Promise.all([
    makeDatabase(older),
    mkdtemp(join(tmpdir(), 'noa-upgrade-')),
    freePort(),
  ]);
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await database.run(statement);
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      ...settings(database.url),
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const ran = await database.run('select name from schema_migration order by number');
  return { said, code: code as number | null, last: ran.at(-1)?.['name'], files: await readdir(dataDir) };
}

const aMonth = `insert into cold_file (name, org_id, month, events, bytes, sha256, last_tx, container_ids)
  values ('2025-10/a.parquet', new_id(), '2025-10-01', 1, 1, '', '1', '{}')`;

interface Refused {
  readonly what: string;
  readonly statement?: string;
  readonly settings: (url: string) => Readonly<Record<string, string>>;
  readonly sentence: string;
}

const byKey: readonly Refused[] = [
  { what: 'another data key', settings: () => ({ DATA_KEY: Buffer.alloc(32, 8).toString('hex') }), sentence: id },
  { what: 'no data key', settings: () => ({}), sentence: `the data key ${id}, and there is none` },
];
const byColdMonths: readonly Refused[] = [
  {
    what: 'no place of past months',
    statement: aMonth,
    settings: () => ({ DATA_KEY: hexKey }),
    sentence: 'set COLD_MONTHS_TO',
  },
];
const byLogin: readonly Refused[] = [
  {
    what: 'a login of the application that may do too much',
    settings: (url) => ({ DATA_KEY: hexKey, DATABASE_APP_URL: url, OIDC_AUTHORITY: 'http://localhost:1/realms/dev' }),
    sentence: "The application's login",
  },
  {
    what: 'a login of the application beside the embedded provider',
    settings: (url) => ({ DATA_KEY: hexKey, DATABASE_APP_URL: url }),
    sentence: 'DATABASE_APP_URL asks for OIDC_AUTHORITY',
  },
];

describe('a start that is refused leaves the database as the version of before needs it', () => {
  it.each([...someOf(byKey, 1), ...byColdMonths, ...someOf(byLogin, 0)])(
    'with $what',
    async ({ statement = 'select', settings, sentence }) => {
      const { said, code, last, files } = await startOn(statement, settings);

      expect(said).toContain(sentence);
      expect(code).toBe(1);
      expect(last).toBe(before);
      expect(files).not.toContain('data-key');
    },
  );
});
