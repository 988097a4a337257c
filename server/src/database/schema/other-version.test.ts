import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noa } from '../../testing/command.fixture.ts';
import { makeDatabase, type TestDatabase } from '../../testing/databases.ts';
import { openKeys } from '../keys/key-rotation.ts';
import { dataKey } from '../../testing/harness.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-other-version-'));
afterAll(() => rm(folder, { recursive: true }));

/** Commands that write down, or write anew, what they know of a database. */
const writing = {
  backup: ['backup/command.ts', 'backup', '--to', join(folder, 'backups')],
  'rotate-key': ['database/keys/rotate-key.ts', 'rotate-key'],
  'invite-root': ['identity/provider/command.ts', 'invite-root'],
  'add-gateway': ['identity/provider/command.ts', 'add-gateway', 'north'],
  export: ['archive/command.ts', 'export', 'Primăria', join(folder, 'town.zip')],
  'user add': ['registry/members/command.ts', 'user', 'add', 'ana@primaria.ro', '--role', 'root'],
} as const;

const settings = { DATA_DIR: join(folder, 'none'), NEW_DATA_KEY: 'b'.repeat(63) + 'c' };
const keys = "select encode(id, 'hex') as id, is_current from data_key";

describe.each([
  [
    'a newer version has upgraded',
    `insert into schema_migration select max(number) + 1, '2031-01-01-01-more', repeat('0', 64), '9.0.0' from schema_migration`,
    /upgraded by Noa 9\.0\.0/,
    Object.values(writing),
  ],
  [
    'an older version has left',
    'delete from schema_migration where number = (select max(number) from schema_migration)',
    /start its server first, which upgrades it/,
    Object.values(writing).filter(([, command]) => command !== 'backup'), // which is the first step of an upgrade
  ],
] as const)('a database that %s', (_, change, said, commands) => {
  let other: TestDatabase;
  beforeAll(async () => {
    other = await makeDatabase('migrated');
    await openKeys(other.url, dataKey, () => undefined);
    await other.run(change);
  });
  afterAll(() => other.drop());

  it.each(commands.map(([program, ...args]) => ({ program, args })))('is left as it is by $args.0', async (each) => {
    const { program, args } = each;
    const before = await other.run(keys);

    const { code, err } = await noa({ program, url: other.url, settings }, ...args);

    expect(err).toMatch(said);
    expect(code).not.toBe(0);
    expect(await other.run(keys)).toEqual(before);
    const left = await readdir(folder, { recursive: true });
    expect(left.filter((name) => name !== 'backups')).toEqual([]);
  });
});
