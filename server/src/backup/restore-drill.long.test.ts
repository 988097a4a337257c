import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { openKeys } from '../database/keys/key-rotation.ts';
import { keyId } from '../database/keys/sealing.ts';
import { IdNumberVault } from '../registry/apartments/id-number-vault.ts';
import { aResidentWithCard, event, record } from '../telemetry/card-events/card-event.fixture.ts';
import { anApartment, anEntrance } from '../testing/factories.ts';
import { asOwner, asSystem, databaseUrl, dataKey, keyring } from '../testing/harness.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-drill-'));
await chmod(folder, 0o755);
afterAll(() => rm(folder, { recursive: true, force: true }));
const target = join(folder, 'backups');
const key = dataKey.toString('hex');

/** `npx noa …`, as a person runs it. */
async function noa(args: readonly string[], env: Record<string, string>) {
  const command = spawn(process.execPath, [fileURLToPath(new URL('./command.ts', import.meta.url)), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'none'), ...env },
  });
  const [out, err, code] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    new Promise<number | null>((resolve) => command.on('close', resolve)),
  ]);
  return { out, err, code };
}

/** Where a town works: events come in, entrances move, numbers are looked at. Each that was answered is in the ledger. */
class Work {
  readonly confirmed = new Set<number>();
  readonly sent = new Set<number>();
  private running = true;
  #done: Promise<unknown> = Promise.resolve();

  async start(): Promise<{ containerId: string; orgId: string }> {
    const { org, container, gateway, group } = await aResidentWithCard();
    const apartment = await aHome(org.id, group.id);
    const writers = [0, 1, 2].map(async (writer) => {
      for (let next = writer; this.running; next += 3) {
        const numbers = Array.from({ length: 10 }, (_, index) => next * 10 + index + 1);
        numbers.forEach((number) => this.sent.add(number));
        await record(
          gateway,
          numbers.map((number) => event(container.id, number)),
        );
        numbers.forEach((number) => this.confirmed.add(number));
      }
    });
    const people = async () => {
      for (let round = 0; this.running; round += 1) {
        await asSystem((tx) =>
          tx
            .updateTable('entrance')
            .set({ access_group_id: round % 2 ? group.id : null })
            .where('org_id', '=', org.id)
            .execute(),
        );
        await asSystem((tx) =>
          sql`select append_audit(${org.id}, 'reveal_id_number', 'Apartment', ${apartment}, null, 'exercițiu')`.execute(
            tx,
          ),
        );
      }
    };
    this.#done = Promise.all([...writers, people()]);
    return { containerId: container.id, orgId: org.id };
  }

  stop(): Promise<unknown> {
    this.running = false;
    return this.#done;
  }
}

/** An apartment whose occupier has a number that is sealed. */
async function aHome(orgId: string, groupId: string): Promise<string> {
  const entrance = await anEntrance({ org_id: orgId, access_group_id: groupId });
  const apartment = await anApartment({ org_id: orgId, entrance_id: entrance.id, occupier_kind: 'domestic' });
  const keys = await asSystem((tx) => keyring.forWriting(tx));
  const { cipher } = new IdNumberVault(keys).seal('1800101221144', apartment);
  await asSystem((tx) =>
    tx
      .updateTable('apartment')
      .set({ occupier_id_number_cipher: cipher, occupier_id_number_mask: '1••••••••••44' })
      .where('id', '=', apartment.id)
      .execute(),
  );
  return apartment.id;
}

describe('the restore drill, while a town works', () => {
  const work = new Work();
  let containerId: string;
  let confirmedBefore: number[];
  let sentUntil: Set<number>;
  let backup: { out: string; err: string; code: number | null };
  beforeAll(async () => {
    await openKeys(databaseUrl, dataKey, () => undefined);
    ({ containerId } = await work.start());
    // Something that takes a while to read.
    await asOwner(`insert into provider_item (model, id, payload)
      select 'Drill', n::text, jsonb_build_object('text', repeat(md5(n::text), 8)) from generate_series(1, 300000) n`);
    confirmedBefore = [...work.confirmed];
    backup = await noa(['backup', '--to', target], { DATABASE_URL: databaseUrl, DATA_KEY: key });
    sentUntil = new Set(work.sent);
    await work.stop();
  });

  it('makes a backup that says which key it needs', () => {
    expect(backup).toMatchObject({ code: 0, err: '' });
    expect(backup.out).toContain(keyId(dataKey).toString('hex'));
    expect(backup.out).not.toContain(key);
  });

  it('has a backup that is sound, by npx noa verify', async () => {
    const { out, err, code } = await noa(['verify', 'latest', '--to', target], { DATA_KEY: key });

    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toMatch(/is sound: \d+ rows/);
    expect(out).toMatch(/audit is whole, up to its entry \d+/);
    expect(out).toContain('occupier-id-number in apartment');
  });

  it.each([
    ['another key', { DATA_KEY: '11'.repeat(32) }, keyId(dataKey).toString('hex')],
    ['no key', {}, '--no-key'],
  ])('is told by npx noa verify when there is %s', async (_what, env, said) => {
    const { err, code } = await noa(['verify', 'latest', '--to', target], env);

    expect(code).toBe(1);
    expect(err).toContain(said);
    expect(err.trim()).not.toContain('\n');
  });

  it('brings back what was confirmed before it began, and nothing by halves', async () => {
    const dataDir = join(folder, 'restored');
    const restored = await noa(['restore', 'latest', '--to', target], { DATA_DIR: dataDir, DATA_KEY: key });
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('is the right one');

    const again = await noa(['restore', 'latest', '--to', target], { DATA_DIR: dataDir, DATA_KEY: key });
    expect(again.code).toBe(1);
    expect(again.err).toContain('not empty');

    const postgres = await startEmbeddedPostgres(dataDir, { durable: false });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ number: string }>(
        'select event_number as number from card_event where container_id = $1',
        [containerId],
      );
      const there = new Set(rows.map(({ number }) => Number(number)));
      expect(there.size).toBe(rows.length);
      expect(confirmedBefore.length).toBeGreaterThan(0);
      expect(confirmedBefore.filter((number) => !there.has(number))).toEqual([]);
      expect([...there].filter((number) => !sentUntil.has(number))).toEqual([]);
      // Batches are transactions, and each says in another table what it has received.
      const batches = Map.groupBy(there, (number) => Math.floor((number - 1) / 10));
      expect([...batches.values()].filter((numbers) => numbers.length !== 10)).toEqual([]);
      const { rows: receipts } = await client.query<{ received: string }>(
        `select coalesce(sum(upper(r) - lower(r)), 0)::text as received from card_event_receipt, unnest(received) r
        where container_id = $1`,
        [containerId],
      );
      expect(receipts).toEqual([{ received: String(there.size) }]);
      expect((await client.query('select from grant_differences()')).rowCount).toBe(0);
    } finally {
      await client.end();
      await postgres.stop();
    }
  });

  it('leaves no scratch database behind', async () => {
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('noa-verify-'))).toEqual([]);
  });
});
