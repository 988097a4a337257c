import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { noa } from '../../testing/command.fixture.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-reach-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'file');
await writeFile(file, '');

/** Each command that works on an installation, as it is used. */
const commands = [
  ['backup/command.ts', 'backup', '--to', join(folder, 'backups')],
  ['identity/provider/command.ts', 'invite-root'],
  ['identity/provider/command.ts', 'add-gateway', 'north'],
  ['archive/command.ts', 'export', 'Primăria', join(folder, 'town.zip')],
  ['registry/members/command.ts', 'user', 'add', 'ana@primaria.ro', '--role', 'root'],
  ['import/command/command.ts', 'import', file, '--kind', 'cards'],
  ['database/keys/rotate-key.ts', 'rotate-key'],
  ['sync/check-grants.ts', 'check-grants'],
] as const;

it.each(
  commands.flatMap(([program, ...args]) =>
    ['missing', 'file', 'file/data'].map((dataDir) => ({ program, args, dataDir: join(folder, dataDir) })),
  ),
)('$args.0 says that there is no installation in $dataDir, and which settings it asks for', async (each) => {
  const { program, args, dataDir } = each;
  const settings = { DATABASE_URL: '', DATA_KEY: '', DATA_DIR: dataDir };

  const { err, code } = await noa({ program, url: '', settings }, ...args);

  expect(code).not.toBe(0);
  expect(err).toMatch(/There is no (installation|data key) in .*DATA_DIR.*give the settings of the server/);
  expect((await readdir(folder)).filter((name) => !['file', 'backups'].includes(name))).toEqual([]);
});
