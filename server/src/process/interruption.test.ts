import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { noa, noaProcess } from '../testing/command.fixture.ts';
import { anOrg } from '../testing/factories.ts';
import { databaseUrl, dataKey } from '../testing/harness.ts';
import { someOf } from '../testing/rounds.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-interrupted-'));
await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
afterAll(() => rm(folder, { recursive: true }));

const org = await anOrg();
const timeout = 60_000;

/** Ends a command as soon as something is so. @returns what it said. */
async function interruptedWhen(
  isSo: () => Promise<boolean>,
  signal: NodeJS.Signals,
  where: Omit<Parameters<typeof noaProcess>[0], 'onStart'>,
  ...args: readonly string[]
) {
  let child: ChildProcess | undefined;
  const ended = noaProcess({ ...where, onStart: (started) => (child = started) }, ...args);
  await expect.poll(isSo, { timeout, interval: 20 }).toBe(true);
  child?.kill(signal);
  child?.kill(signal); // as the terminal does, and `npx noa` beside it
  return { ...(await ended), signal: child?.signalCode };
}

const isThere = (path: string) => readFile(path, 'utf8').catch(() => '');

/** Nobody may have asked after one that has ended. */
const isPostgres = async (pid: number) => (await isThere(`/proc/${pid}/cmdline`)).includes(folder);

describe('a command that is interrupted', () => {
  const backups = join(folder, 'backups');
  const beside = { program: 'backup/command.ts', url: databaseUrl, settings: { DATA_DIR: join(folder, 'none') } };
  beforeAll(async () => {
    expect(await noa(beside, 'backup', '--to', backups)).toMatchObject({ code: 0 });
  });

  it.each(someOf(['SIGINT', 'SIGTERM'] as const, 0))(
    'verify leaves neither a PostgreSQL nor its files behind (%s)',
    async (signal) => {
      const temporary = join(folder, signal);
      await mkdir(temporary);
      let pid = 0;
      const runs = async () => {
        const [made = ''] = await readdir(temporary);
        pid = Number.parseInt(await isThere(join(temporary, made, 'postgres/postmaster.pid')), 10) || 0;
        return pid > 0;
      };
      const settings = { ...beside.settings, TMPDIR: temporary };

      const said = await interruptedWhen(runs, signal, { ...beside, settings }, 'verify', `${backups}/latest`);

      expect(said).toMatchObject({ signal, err: 'Interrupted.\n' });
      expect(await readdir(temporary)).toEqual([]);
      expect(await isPostgres(pid)).toBe(false);
    },
    timeout,
  );

  it(
    'restore stops the PostgreSQL that it has started, and lets the folder go',
    async () => {
      const dataDir = join(folder, 'restored');
      const where = { ...beside, url: '', settings: { DATA_DIR: dataDir, DATA_KEY: dataKey.toString('base64') } };
      let pid = 0;
      const runs = async () => {
        pid = Number.parseInt(await isThere(join(dataDir, 'postgres/postmaster.pid')), 10) || 0;
        return pid > 0;
      };

      const said = await interruptedWhen(runs, 'SIGINT', where, 'restore', `${backups}/latest`);

      expect(said).toMatchObject({ signal: 'SIGINT', err: 'Interrupted.\n' });
      expect(await isPostgres(pid)).toBe(false);
      expect(await readdir(dataDir)).not.toContain('noa.pid');
    },
    timeout,
  );

  it(
    'export leaves no part of an archive, which has ID numbers in the clear',
    async () => {
      const holder = new pg.Client(databaseUrl);
      await holder.connect();
      onTestFinished(() => holder.end());
      await holder.query(`
      create function wait() returns trigger language plpgsql security definer set search_path = pg_catalog as
        $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
      create trigger wait after insert on audit_entry for each statement execute function wait();
      select pg_advisory_lock(1)`);
      const archives = join(folder, 'archives');
      await mkdir(archives);
      const begun = async () => (await readdir(archives)).length > 0;

      const where = { program: 'archive/command.ts', url: databaseUrl };
      const said = await interruptedWhen(begun, 'SIGTERM', where, 'export', org.id, join(archives, 'town.zip'));

      expect(said).toMatchObject({ signal: 'SIGTERM', err: expect.stringMatching(/Interrupted\.\n$/) as string });
      expect(await readdir(archives)).toEqual([]);
    },
    timeout,
  );
});
