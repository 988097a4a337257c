import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { anApartment, anOrg } from '../testing/factories.ts';
import { noa as runNoa, noaProcess } from '../testing/command.fixture.ts';
import { databaseUrl } from '../testing/harness.ts';
import { makeDatabase } from '../testing/databases.ts';
import { anEntrance } from '../testing/factories.ts';
import { aPath } from './archive.fixture.ts';

const program = 'archive/command.ts';
const noa = (url: string, ...args: string[]) => runNoa({ program, url }, ...args);

it('an org goes from one database into another by its name, and a damaged archive or a wrong name is refused', async () => {
  const org = await anOrg({ name: 'Primăria Mutată' });
  const entrance = await anEntrance({ org_id: org.id });
  await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const there = await makeDatabase('migrated');
  const path = aPath();
  try {
    const exported = await noa(databaseUrl, 'export', 'primăria mutată', path, '--purpose', 'mutare');
    expect(exported).toMatchObject({ code: 0, err: '', out: expect.stringContaining(path) });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await noa(databaseUrl, 'export', org.id, path)).toMatchObject({
      code: 2,
      err: `${path} is there already: remove it, or name another.\n`,
    });
    expect(await noa(databaseUrl, 'export', org.id, aPath(), '--purpose', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--purpose says what for, in 3 to 200 characters'),
    });
    expect(await noa(databaseUrl, 'export', 'Nicăieri', aPath())).toMatchObject({ code: 2 });
    expect(await noa(databaseUrl, 'export')).toMatchObject({ code: 2, err: expect.stringContaining('npx noa import') });

    const cut = aPath();
    await writeFile(cut, (await readFile(path)).subarray(0, -30));
    expect(await noa(there.url, 'import', cut)).toMatchObject({ code: 1, out: '' });
    const imported = await noaProcess({ program, url: there.url }, 'import', path);
    expect(imported).toMatchObject({ code: 0, err: '', out: expect.stringContaining(org.name) });
    expect(await noa(there.url, 'import', path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('tower_block'),
    });
    expect(
      await there.run(`select (select count(*)::int from apartment) as apartments,
        (select array_agg(action order by number) from audit_entry) as audit`),
    ).toEqual([{ apartments: 1, audit: ['import_org'] }]);
  } finally {
    await there.drop();
  }
}, 120_000);
