import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

async function aFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'noa-embedded-'));
  await chmod(made, 0o755); // as root, PostgreSQL runs as a user of its own
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const postmaster = async (of: string) =>
  Number((await readFile(join(of, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('a start of the embedded PostgreSQL', () => {
  it('tells of each start that fails, and goes on trying', async () => {
    const failures: number[] = [];
    const own = await aFolder();
    await (await startEmbeddedPostgres(own)).stop();
    const configuration = join(own, 'postgres/postgresql.conf');
    const before = await readFile(configuration, 'utf8');
    await writeFile(configuration, `${before}\nno such setting`);

    const mended = await startEmbeddedPostgres(own, {
      onStartFailure: (error, retryInMs) => {
        expect((error as Error).message).toMatch(/did not start; .*server\.log says why\./);
        if (failures.push(retryInMs) === 3) {
          void writeFile(configuration, before);
        }
      },
    });

    expect(failures.slice(0, 3)).toEqual([100, 200, 400]);
    await mended.stop();
  });

  it('works in a folder with signs that mean something elsewhere, and refuses those that its own programs do not take', async () => {
    const above = await aFolder();
    const folder = join(above, "Ana's c++ & c#, 100%");
    await mkdir(folder);

    const started = await startEmbeddedPostgres(folder, { timeoutMs: 10_000 });
    const { rows } = await withClient(sessionOf(started.url, 'owner'), (client) => client.query('select 1 as one'));
    await started.stop(false);

    expect(rows).toEqual([{ one: 1 }]);
    for (const sign of ['"', '$', '`']) {
      await expect(startEmbeddedPostgres(join(above, sign))).rejects.toThrow('has one of the signs');
    }
  });

  it('is reached whatever the environment says of another PostgreSQL', async () => {
    vi.stubEnv('PGPORT', '5433');
    const started = await startEmbeddedPostgres(await aFolder(), { durable: false, timeoutMs: 10_000 });
    vi.stubEnv('PGPORT', '5434');
    vi.stubEnv('PGSSLMODE', 'require');
    onTestFinished(() => void vi.unstubAllEnvs());

    const asked = withClient(sessionOf(started.url, 'owner'), (client) => client.query('select 1 as one'));

    await expect(asked).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await started.stop(false);
  });

  it('takes over a server that a killed run left behind', async () => {
    const left = await aFolder();
    const module = JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href);
    const start = `import(${module}).then((m) => m.startEmbeddedPostgres(${JSON.stringify(left)})).then(() => console.log('runs'))`;
    const killed = spawn(process.execPath, ['-e', `${start}; setInterval(() => undefined, 60_000)`]);
    await once(killed.stdout, 'data');
    const before = await postmaster(left);
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    const again = await startEmbeddedPostgres(left);

    expect(await postmaster(left)).toBe(before);
    await again.stop();
  });
});
