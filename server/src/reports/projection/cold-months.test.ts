import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, db, signIn } from '../../testing/harness.ts';
import type { CardEventKey } from '../../telemetry/card-events/card-event-list.ts';
import { findFiles, readEvents } from '../cold/find-events.ts';
import { openColdStore } from '../cold/open-store.ts';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import { allRecords } from '../records/records.fixture.ts';
import { always, AskReport, coldStore, dataDir, givenEvents, reports } from '../testing/events.ts';
import { aRandomTown } from '../testing/random-town.ts';
import { coldColumns } from '../source/cold-files.ts';
import { grownOld, move, somebodyWhoDid, whereMonthsLie } from '../testing/cold-months.ts';
import { withParquet } from '../cold/parquet.ts';
import { builtAnew, heldBy } from './held-events.fixture.ts';

const { projection } = reports;
// Of few months: each is a file, and what is built anew reads them all.
const towns = [await aRandomTown(90), await aRandomTown(90)] as const;
const [town] = towns;
const root = await signIn(['root']);
const implementer = await signIn(['local_implementer'], { orgIds: [town.id] });

beforeAll(async () => {
  await asSystem((tx) =>
    tx.updateTable('org').set({ time_zone: 'Asia/Kathmandu' }).where('id', '=', town.id).execute(),
  );
  await grownOld();
  await projection.refresh();
});

const usage = { ...always, groupBy: ['month', 'container'], metrics: ['event_count', 'total_litres'] };
const ask = async (input: object) => (await root.run(AskReport, { name: 'usage', input })).data.report;
/** Of one kind of events: a page reads files for each. */
const someUsage = { ...usage, filters: [{ field: 'event_kind', operator: 'eq', value: 'no_use' }] };
const recordsOf = (caller = root) =>
  allRecords(caller, { name: 'usage', input: someUsage, cell: [], metric: 'event_count' });

/** The records as a file. */
async function fileOf(): Promise<string> {
  const input = {
    report: 'usage',
    format: 'CSV',
    records: true,
    input: { ...someUsage, groupBy: [], metrics: ['event_count'] },
  };
  const { data } = await root.run('mutation ($input: ExportInput!) { createExport(input: $input) { url } }', { input });
  const file = await reports.downloads.find(data.createExport.url.replace('/downloads/', ''));
  return text(file?.stream as Readable);
}

/** An event of a month that lies outside, which a lock tells only now. */
const aLateEvent = (litres = 7) => givenEvents([{ org_id: town.id, occurred_at: '2025-02-03T04:05:06Z', litres }]);

describe('months outside the database', () => {
  it('are counted, and their records shown, as they were before', async () => {
    const file = await fileOf();
    const [held, report, records, ofOne] = [
      await builtAnew(),
      await ask(usage),
      await recordsOf(),
      await recordsOf(implementer),
    ];
    const stored = (await whereMonthsLie()).inside;

    const moved = await move();

    const { inside, outside } = await whereMonthsLie();
    expect(moved).toBeGreaterThan(3);
    expect(inside).toHaveLength(stored.length - moved);
    expect(outside.reduce((sum, { events }) => sum + events, 0)).toBeGreaterThan(50);
    expect((await coldStore.list('')).toSorted()).toEqual(outside.map(({ name }) => name));
    expect(await builtAnew()).toEqual(held); // from both
    expect(await heldBy(projection)).toEqual(held); // fed live
    expect(await ask(usage)).toMatchObject({ rows: report.rows, totals: report.totals });
    expect(await recordsOf()).toEqual(records);
    expect(await recordsOf(implementer)).toEqual(ofOne);
    expect(await fileOf()).toEqual(file);
    expect(records.records.length).toBeGreaterThan(ofOne.records.length);
    expect(await move()).toBe(0);
  });

  it('end the lists of their orgs, which say from when on they tell of all', async () => {
    const ask = async (caller: typeof root) =>
      (await caller.run('{ cardEventsFrom }')).data.cardEventsFrom as string | null;
    const newest = (await whereMonthsLie()).outside
      .filter(({ name }) => name.includes(town.id))
      .at(-1)
      ?.name.slice(0, 7);
    const next = new Date(`${newest}-01T00:00:00Z`);
    next.setUTCMonth(next.getUTCMonth() + 1);

    expect(await ask(implementer)).toBe(next.toISOString());
    expect(await ask(await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] }))).toBeNull();
  });

  it('are read alike where their store is this machine and where it is not', async () => {
    const keys = await asSystem((tx) =>
      sql<CardEventKey>`select org_id as "orgId", name, '2025-06-01' as "occurredAt" from cold_file`.execute(tx),
    ).then(({ rows }) => rows.map((row, index) => ({ ...row, id: String(index * 7) })));
    const files = await asSystem((tx) => findFiles(tx, keys));
    const near = await readEvents({ store: coldStore, dataDir }, files, keys, { caller: 'somebody' });

    const far = await readEvents({ store: storeOf(), dataDir }, files, keys, { caller: 'somebody' });

    expect(far).toEqual(near);
    expect(near.length).toBeGreaterThan(0);
    await expect(readEvents({ store: null, dataDir }, files, keys, { caller: 'somebody' })).rejects.toThrow(
      'COLD_MONTHS_TO',
    );
    await expect(openColdStore(db, null)).rejects.toThrow('COLD_MONTHS_TO');
  });

  it('tell of nobody: who it was has no column', async () => {
    await withParquet(coldStore.address, async (connection) => {
      const found = await connection.rows(
        `select distinct name from parquet_schema('${coldStore.address}/*/*.parquet') where num_children is null`,
      );
      const names = found.map(([name]) => String(name));
      expect(names).toHaveLength(coldColumns.length);
      expect(names.filter((name) => /card|apartment|serial|actor|reason|forget/.test(name))).toEqual([]);
    });
  });

  it('take in what comes late, and move again', async () => {
    const [before, held] = [await whereMonthsLie(), await heldBy(projection)];
    await aLateEvent();

    expect(await heldBy(projection)).toHaveLength(held.length + 1);
    expect(await builtAnew()).toHaveLength(held.length + 1);
    expect(await move()).toBe(0); // it has just come
    await grownOld();
    expect(await move()).toBe(1);

    const { outside } = await whereMonthsLie();
    expect(outside).toHaveLength(before.outside.length + 1);
    expect(await builtAnew()).toEqual(await heldBy(projection));
  });

  it('are read by who had not seen what was moved, and by who must count an org anew', async () => {
    await heldBy(projection);
    await aLateEvent();
    await grownOld();
    const late = await move();
    expect(late).toBe(1);
    expect(await heldBy(projection)).toEqual(await builtAnew());

    await asSystem((tx) =>
      tx.updateTable('org').set({ time_zone: 'Europe/Bucharest' }).where('id', '=', town.id).execute(),
    );

    expect(await heldBy(projection)).toEqual(await builtAnew());
  });

  it('stay where they are while it is known of one event who it was', async () => {
    await givenEvents([
      { org_id: town.id, occurred_at: '2024-05-06T04:05:06Z' },
      { org_id: town.id, occurred_at: '2024-06-06T04:05:06Z' },
    ]);
    await grownOld();
    await asOwner(`update stored_event set forget_on = current_date + 1 where occurred_at < '2024-06-01'
      and occurred_at >= '2024-05-01'`);

    expect(await move()).toBe(1);

    const { inside } = await whereMonthsLie();
    expect(inside).toContain('2024-05-01');
    expect(inside).not.toContain('2024-06-01');
    await grownOld();
    await move();
  });

  it('lose nothing and count nothing twice, whatever comes while they are moved or ends it', async () => {
    await givenEvents([{ org_id: town.id, occurred_at: '2024-07-06T04:05:06Z' }]);
    await grownOld();
    const held = await builtAnew();
    const failing = { ...storeOf(), write: () => Promise.reject(new Error('The disk is full')) };
    await expect(move({ store: failing })).rejects.toThrow('The disk is full');
    const broken = {
      ...storeOf(),
      // The file is there; what would have noted it is not.
      write: async (...given: Parameters<typeof coldStore.write>) => {
        await coldStore.write(...given);
        throw new Error('The server ended');
      },
    };
    await expect(move({ store: broken })).rejects.toThrow('The server ended');
    const overtaken = {
      ...storeOf(),
      write: async (...given: Parameters<typeof coldStore.write>) => {
        await coldStore.write(...given);
        await givenEvents([{ org_id: towns[1].id, occurred_at: '2024-07-07T04:05:06Z' }]);
      },
    };
    expect(await move({ store: overtaken })).toBe(0);
    expect(await builtAnew()).toHaveLength(held.length + 1);

    await grownOld();
    expect(await move()).toBe(1);

    expect(await builtAnew()).toHaveLength(held.length + 1);
    expect(await heldBy(projection)).toEqual(await builtAnew());
    const { outside } = await whereMonthsLie();
    expect(await coldStore.list('')).toEqual(outside.map(({ name }) => name)); // nothing is left of what was ended
  });

  it('wait for nobody for long who stores an event of the month, and harm nobody', async () => {
    await givenEvents([{ org_id: town.id, occurred_at: '2024-09-06T04:05:06Z' }]);
    await grownOld();
    const held = await builtAnew();
    const storing = `insert into stored_event (org_id, kind, occurred_at) values ($1, 'no_use', '2024-09-07T00:00Z')`;
    const { end } = await somebodyWhoDid(storing, [town.id]);

    await expect(move()).rejects.toMatchObject({ code: '55P03' }); // the lock was not given, each of five times

    await end('commit');
    expect(await builtAnew()).toHaveLength(held.length + 1);
    await grownOld();
    expect(await move()).toBe(1);
    expect(await builtAnew()).toHaveLength(held.length + 1);
  });

  it('are moved by one server at a time', async () => {
    await givenEvents([{ org_id: town.id, occurred_at: '2024-08-06T04:05:06Z' }]);
    await grownOld();

    expect((await Promise.all([move(), move(), move()])).toSorted()).toEqual([0, 0, 1]);
  });

  it('are left where they are by a server that ends, at once', async () => {
    await givenEvents([{ org_id: town.id, occurred_at: '2024-10-06T04:05:06Z' }]);
    await grownOld();
    const { other, end } = await somebodyWhoDid('lock table stored_event_2024_10 in access exclusive mode');
    const waiting = `select from pg_locks where relation = 'stored_event_2024_10'::regclass and not granted`;
    const leaving = new AbortController();
    const left = expect(move({}, leaving.signal)).rejects.toThrow();
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);

    leaving.abort();

    await left;
    await end('rollback');
    // PostgreSQL notices that it is gone only now, and until then somebody is at it.
    await expect.poll(() => move()).toBe(1);
  });

  it('are not counted from a file that is another, or gone: the report says which', async () => {
    const [{ name } = { name: '' }] = (await whereMonthsLie()).outside;
    const path = join(coldStore.address, name);
    const bytes = await readFile(path);
    await writeFile(path, Buffer.from(bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte))));
    await expect(builtAnew()).rejects.toThrow(`The file ${name} of ${coldStore.address} is not as it was written`);
    await coldStore.remove([name]);
    await expect(builtAnew()).rejects.toThrow(`The file ${name} of ${coldStore.address} cannot be read`);

    await coldStore.write(name, Readable.from([bytes]));

    expect(await builtAnew()).toEqual(await heldBy(projection));
  });

  it('go when their retention is over: out of the counts, and out of the store', async () => {
    const isOfTown = ({ name }: { name: string }) => name.includes(town.id);
    const others = (await whereMonthsLie()).outside.filter((file) => !isOfTown(file));
    expect(await heldBy(projection)).toContainEqual(expect.stringContaining("'month': 202502"));
    await asSystem((tx) =>
      tx.updateTable('org_settings').set({ event_retention_months: 12 }).where('org_id', '=', town.id).execute(),
    );

    await forgetDue(db);
    await move();

    const { outside } = await whereMonthsLie();
    expect(outside.filter(isOfTown).filter(({ name }) => name < '2025-01')).toEqual([]);
    expect(await coldStore.list('')).toEqual(outside.map(({ name }) => name));
    expect(others.length).toBeGreaterThan(0);
    const held = await heldBy(projection);
    expect(held).toEqual(await builtAnew());
    expect(held.filter((row) => row.includes(town.id) && row.includes("'month': 202502"))).toEqual([]);
  });
});

const storeOf = () => ({
  address: coldStore.address,
  write: coldStore.write.bind(coldStore),
  read: coldStore.read.bind(coldStore),
  list: coldStore.list.bind(coldStore),
  sizes: coldStore.sizes.bind(coldStore),
  folders: coldStore.folders.bind(coldStore),
  removeFolder: coldStore.removeFolder.bind(coldStore),
  remove: coldStore.remove.bind(coldStore),
});
