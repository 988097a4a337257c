import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, inject } from 'vitest';
import { openDatabase, type Db } from '../database/database.ts';
import { Keyring } from '../database/keys/keyring.ts';
import { urlFor } from '../database/schema/logins.ts';
import { everything } from '../database/scope.ts';
import { makeDatabase, type TestDatabase } from '../testing/databases.ts';
import { ArchiveReader } from './archive-file.ts';
import { exportOrg, type Actor } from './export-org.ts';
import { importOrg, type ImportedOrg } from './import-org.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-archive-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Who takes away and brings in, in tests. */
export const operator: Actor = { name: 'tests', accountId: null, scope: everything, purpose: 'o mutare' };

/** A path for a file that goes with the tests. */
export const aPath = (): string => join(folder, `${randomUUID()}.zip`);

/** Another installation, with another data key: its pool, and its database for statements of the owner. */
export async function anInstallation(): Promise<{ db: Db; keyring: Keyring; database: TestDatabase }> {
  const database = await makeDatabase('migrated');
  const db = openDatabase(urlFor(database.url, ...inject('appLogin')), { connectMs: 60_000 });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  return { db, keyring: new Keyring(randomBytes(32)), database };
}

/** @returns where the archive is. */
export async function exportTo(db: Db, keyring: Keyring, orgId: string): Promise<string> {
  const path = aPath();
  await exportOrg(db, { orgId, keyring, actor: operator }, (bytes) =>
    pipeline(Readable.from(bytes), createWriteStream(path)),
  );
  return path;
}

export async function importFrom(
  path: string,
  { db, keyring, orgId = null }: { db: Db; keyring: Keyring; orgId?: string | null },
): Promise<ImportedOrg> {
  const archive = await ArchiveReader.open(path);
  try {
    return await importOrg(db, { archive, orgId, keyring, actor: operator });
  } finally {
    archive.close();
  }
}

interface Comparison {
  readonly wrong: readonly string[];
  readonly rows: Readonly<Record<string, number>>;
}

/** What a program says of two archives that uses nothing of ours. */
export async function compareArchives(one: string, other: string): Promise<Comparison> {
  const program = fileURLToPath(new URL('./compare-archives.fixture.ts', import.meta.url));
  const run = promisify(execFile)(process.execPath, [program, one, other], { maxBuffer: 1e8 });
  const { stdout } = await run.catch((failed: { stdout: string; stderr: string }) => {
    if (!failed.stdout) {
      throw failed;
    }
    return failed;
  });
  return JSON.parse(stdout) as Comparison;
}
