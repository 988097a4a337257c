import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { noa, noaProcess, type Said } from '../../testing/command.fixture.ts';
import { anOrg, aTowerBlock, unique } from '../../testing/factories.ts';
import { awaitedLocks } from '../../testing/awaited-locks.ts';
import { asSystem, databaseUrl } from '../../testing/harness.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-list-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A command takes seconds to start where much else runs. */
const timeout = 120_000;

async function aList(...rows: string[]): Promise<string> {
  const path = join(folder, `${unique('lista')}.csv`);
  await writeFile(path, `${rows.join('\n')}\n`);
  return path;
}

const where = { program: 'import/command/command.ts', url: databaseUrl };
const bring = (path: string, ...more: string[]): Promise<Said> => noa(where, 'import', path, ...more);

const namesIn = (orgId: string) =>
  asSystem(async (tx) => {
    const rows = await tx.selectFrom('manager').select('name').where('org_id', '=', orgId).orderBy('name').execute();
    return rows.map(({ name }) => name);
  });
const jobsOf = (orgId: string) =>
  asSystem((tx) =>
    tx
      .selectFrom('import_job')
      .select(['state', 'content', 'created_by'])
      .where('org_id', '=', orgId)
      .orderBy('created_at')
      .execute(),
  );

const tooLong = 'x'.repeat(121);
const managers = ['Administrator;Notă', 'Asociația 1;bună', `${tooLong};prea lungă`, 'Asociația 2;'];

describe('npx noa import of a list', { timeout }, () => {
  it('tells what would change and what is wrong, writes nothing by itself, and leaves no file behind', async () => {
    const org = await anOrg();
    const path = await aList(...managers);

    const said = await noaProcess(where, 'import', path, '--kind', 'managers', '--org', org.name.toUpperCase());

    expect(said).toMatchObject({ code: 1, err: '' });
    expect(said.out).toContain('3 rows below row 1');
    expect(said.out).toContain('name (Name) from "Administrator"');
    expect(said.out).toContain('not used: "Notă"');
    expect(said.out).toMatch(/Managers +2 +0 +0 +0\n/);
    expect(said.out).toContain('1 problem, 0 remarks:\n  row 3, Administrator: The text is too long');
    expect(said.out).toContain('dry run');
    expect(await namesIn(org.id)).toEqual([]);
    expect(await jobsOf(org.id)).toMatchObject([{ state: 'cancelled', content: null }]);
    await expect(stat(path.replace('.csv', '-to-correct.csv'))).rejects.toThrow('ENOENT');
  });

  it('imports the good rows, keeps the bad ones with their reasons beside the list, and takes them once they are mended', async () => {
    const org = await anOrg();
    const path = await aList(...managers);
    const bad = path.replace('.csv', '-to-correct.csv');
    const ask = ['--kind', 'managers', '--org', org.id, '--apply'];

    const first = await bring(path, ...ask);
    const kept = await readFile(bad, 'utf8');
    const again = await bring(path, ...ask);
    await writeFile(path, kept.replace(tooLong, 'Asociația 3'));
    const mended = await bring(path, ...ask, '--bad-rows', join(folder, unique('nothing')));

    expect(first).toMatchObject({ code: 1, err: '', out: expect.stringContaining('The good rows were imported') });
    expect(kept).toBe(
      `\uFEFF"Administrator";"Notă";"Motiv"\r\n"${tooLong}";"prea lungă";"Administrator: Textul este prea lung"\r\n`,
    );
    expect((await stat(bad)).mode & 0o777).toBe(0o600);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('is there already') });
    expect(mended).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Every row was imported') });
    expect(await namesIn(org.id)).toEqual(['Asociația 1', 'Asociația 2', 'Asociația 3']);
    expect(await jobsOf(org.id)).toMatchObject([
      { state: 'applied', created_by: expect.stringContaining('npx noa') },
      { state: 'applied' },
    ]);
  });

  it('takes columns as it is told, in place of what is guessed', async () => {
    const org = await anOrg();
    const path = await aList('Lista;', 'Administrator;Denumire', 'A;Asociația de jos');
    const ask = ['--kind', 'managers', '--org', org.id, '--apply'];

    const said = await bring(path, ...ask, '--header-row', '2', '--separator', 'semicolon', '--map', 'name=Denumire');
    const wrong = await bring(path, ...ask, '--map', 'name=Nimic');

    expect(said).toMatchObject({ code: 0, err: '' });
    expect(await namesIn(org.id)).toEqual(['Asociația de jos']);
    expect(wrong).toMatchObject({
      code: 1,
      err: 'name: The file has no such column. Name its column with --map name=<column>.\n',
    });
  });

  it('says how names that nobody has become records, and makes them when it is told to', async () => {
    const org = await anOrg();
    const path = await aList(
      'Platforma;Serie;Fracție;Volum;Tambur',
      'P-1;C-1;plastic;1100;20',
      'P-1;C-2;sticlă;240;20',
    );
    const ask = ['--kind', 'containers', '--org', org.id];

    const said = await bring(path, ...ask);
    const refused = await bring(path, ...ask, '--apply');
    const made = await bring(
      path,
      ...ask,
      '--apply',
      '--create-missing',
      '--bad-rows',
      join(folder, unique('nothing')),
    );

    expect(said).toMatchObject({ code: 1, out: expect.stringContaining('--create-missing creates') });
    expect(refused).toMatchObject({ code: 1, err: 'No row is good.\n' });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/Containers +2 .*\nContainer groups +1 /);
  });

  it('leaves addresses that are probably in the registry to a person, unless it is told that they are new', async () => {
    const org = await anOrg();
    const street = { addr_street: 'Strada Eminescu Mihai', addr_nr: '1', addr_bl: '' };
    await aTowerBlock({ org_id: org.id, county: 'Iași', locality: 'Pașcani', ...street });
    const path = await aList('Județ;Localitate;Strada;Nr;Bloc;Apartamente', 'IASI;Mun. PASCANI;Str. Eminescu;1;;1');
    const ask = ['--kind', 'buildings', '--org', org.id, '--apply'];

    const left = await bring(path, ...ask);
    const created = await bring(path, ...ask, '--as-new');

    expect(left).toMatchObject({ code: 1, out: expect.stringContaining('decide them in the console') });
    expect(created).toMatchObject({ code: 0, out: expect.stringContaining('Every row was imported') });
    expect(await jobsOf(org.id)).toMatchObject([{ state: 'checked' }, { state: 'applied' }]);
  });

  it('has whom it makes members invited where Noa keeps the accounts, and asks what somebody new may do', async () => {
    const org = await anOrg();
    const [ana, dan] = ['ana', 'dan'].map((name) => `${unique(name)}@primarie.test`);
    const path = await aList('E-mail;Rol', `${ana};rapoarte`, `${dan};`);

    const said = await bring(path, '--kind', 'members', '--org', org.id, '--apply', '--language', 'en');

    expect(said).toMatchObject({ code: 1, err: '', out: expect.stringContaining('1 problem, 0 remarks:\n  row 3') });
    const invitations = await asSystem((tx) =>
      tx.selectFrom('member_invitation').select(['email', 'roles', 'locale']).where('org_id', '=', org.id).execute(),
    );
    expect(invitations).toEqual([{ email: ana, roles: ['local_reporter'], locale: 'en' }]);
  });

  it('refuses what is no list, says what has to be told, and knows its options', async () => {
    const org = await anOrg();
    const path = await aList(...managers);
    const pdf = join(folder, 'lista.csv');
    await writeFile(pdf, '%PDF-1.7\n%âãÏÓ\n1 0 obj\n');

    expect(await bring(path)).toMatchObject({ code: 2, err: expect.stringContaining('--kind') });
    expect(await bring(path, '--kind', 'managers', '--org', 'Nicăieri')).toMatchObject({
      code: 2,
      err: 'There is no organisation called Nicăieri.\n',
    });
    await anOrg();
    expect(await bring(path, '--kind', 'managers')).toMatchObject({ code: 1, err: expect.stringContaining('--org') });
    expect(await bring(pdf, '--kind', 'managers', '--org', org.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('This is a PDF'),
    });
    const asked = ['--kind', 'managers', '--org', org.id];
    expect(await bring(path, ...asked, '--encoding', 'klingon')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--encoding is one of: utf-8, '),
    });
    expect(await bring(path, ...asked, '--separator', '||')).toMatchObject({
      code: 2,
      err: '--separator is one of: tab, comma, semicolon.\n',
    });
    const strange = await aList('Ceva|Altceva', 'x|y');
    expect(await bring(strange, ...asked)).toMatchObject({
      code: 1,
      out: expect.stringContaining('not used: "Ceva|Altceva"'),
      err: 'name: no column of the list was taken for it. Name its column with --map name=<column>.\n',
    });
    expect(await bring('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--create-missing'), err: '' });
  });

  it('takes back what it was writing when it is interrupted', async () => {
    const org = await anOrg();
    const path = await aList(...managers);
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`
      create function wait() returns trigger language plpgsql security definer set search_path = pg_catalog as
        $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
      create trigger wait after insert on manager for each statement execute function wait();
      select pg_advisory_lock(1)`);
    const waiting = async () =>
      (await holder.query(`select from ${awaitedLocks} where locktype = 'advisory'`)).rowCount;
    let running: ChildProcess | undefined;
    const onStart = (child: ChildProcess) => (running = child);

    const interrupted = noaProcess(
      { ...where, onStart },
      'import',
      path,
      '--kind',
      'managers',
      '--org',
      org.id,
      '--apply',
    );
    await expect.poll(waiting, { timeout, interval: 20 }).toBe(1);
    running?.kill('SIGINT');

    expect(await interrupted).toMatchObject({ code: 2, err: expect.stringContaining('Interrupted') });
    expect(await namesIn(org.id)).toEqual([]);
    expect(await jobsOf(org.id)).toMatchObject([{ state: 'cancelled' }]);
  });
});
