import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { asSystem, databaseUrl } from '../testing/harness.ts';
import { applyChange, aNeighbourhood } from './grants.fixture.ts';

const script = fileURLToPath(new URL('./check-grants.ts', import.meta.url));

/** Runs the command as an operator would, and gives what it printed and its exit code. */
const check = (url = databaseUrl) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    execFile(
      process.execPath,
      [script, 'check-grants'],
      { env: { ...process.env, DATABASE_URL: url } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });

/** Runs one statement as the owner of the tables, behind the back of everything that keeps the lists. */
async function plant(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}

describe('npm run check:grants', () => {
  it('finds nothing where the lists are right, and names what is planted in them', async () => {
    const world = await aNeighbourhood();
    const [serial = '', other = ''] = world.serials;
    await asSystem(async (tx) => {
      await applyChange(tx, world, { kind: 'join', a: 0, b: 0 });
      for (const a of [0, 1]) {
        await applyChange(tx, world, { kind: 'register', a, b: 0 });
        await applyChange(tx, world, { kind: 'assign', a, b: 0 });
      }
    });
    expect(await check()).toEqual({
      code: 0,
      text: expect.stringMatching(/^2 entries checked .* no differences\n$/) as unknown,
    });

    await plant(`update card_grant set action = 'refuse' where org_id = $1 and serial_number = $2`, [
      world.orgId,
      serial,
    ]);
    await plant('delete from card_grant where org_id = $1 and serial_number = $2', [world.orgId, other]);

    const { code, text } = await check();
    expect(code).toBe(1);
    expect(text).toContain(`card ${serial}: the list says refuse, due is admit`);
    expect(text).toContain(`card ${other}: the list says nothing, due is admit`);
    expect(text).toContain('2 differences');
  });

  it('says that it could not look where there is no database', async () => {
    const nowhere = databaseUrl.replace(/test_[0-9a-f]+/, 'nowhere');

    expect(await check(nowhere)).toMatchObject({
      code: 2,
      text: expect.stringContaining('could not be checked') as unknown,
    });
  });
});
