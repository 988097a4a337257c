import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { Keyring } from '../../database/keys/keyring.ts';
import { everything, nothing } from '../../database/scope.ts';
import { read, setAccount } from '../../database/transaction.ts';
import { resolveAbsent } from '../../identity/resolve-viewer.ts';
import { schema } from '../../schema.ts';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import { anEntrance, anOrg } from '../../testing/factories.ts';
import { appUrl, asOwner, asSystem, dataKey, db, notifications, signIn } from '../../testing/harness.ts';
import { ids } from '../../testing/sealed.ts';
import { eventsUrl } from '../testing/clickhouse.ts';
import { openReports } from '../open-reports.ts';
import { always, givenEvents, reports } from '../testing/events.ts';
import type { AskedFile } from './asked-file.ts';
import { createOpenFile } from './open-file.ts';

/** Another server on the same database: connections, keys, projection and files of its own. */
async function anotherServer() {
  const ownDb = openDatabase(appUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'noa-reports-'));
  const keys = new Keyring(dataKey);
  const opened = openReports(ownDb, {
    eventsUrl,
    databaseUrl: appUrl,
    dataDir,
    notifications,
    log: { info: () => undefined, warn: (...told: unknown[]) => console.warn(...told) },
    keys,
    open: createOpenFile({ db: ownDb, schema, notifications, keys, ids, reportInternal: () => undefined }),
  });
  afterAll(async () => {
    await opened.close();
    await ownDb.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { db: ownDb, downloads: opened.downloads };
}

const here = { db, downloads: reports.downloads };
const there = await anotherServer();

const org = await anOrg();
const entrance = await anEntrance({ org_id: org.id, addr_sc: 'Ăsta' });
await givenEvents([
  { org_id: org.id, entrance_id: entrance.id, occurred_at: new Date(Date.now() - 3_600_000) },
  { org_id: org.id, entrance_id: entrance.id, occurred_at: new Date(Date.now() - 7_200_000) },
]);
const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
const accountId = String((await caller.run('{ viewer { id } }')).data.viewer.id);

const input = { ...always, groupBy: ['entrance'], metrics: ['event_count'] };
const kept = await caller.run(
  'mutation ($input: ReportInput!) { keepReport(name: "usage", title: "T", input: $input) { id } }',
  { input: { ...input, groupBy: ['month'] } },
);

const Export = /* GraphQL */ `
  mutation ($input: ExportInput!) {
    asked: createExport(input: $input) {
      url
    }
  }
`;
const askExport = (asked: object) => caller.run(Export, { input: { report: 'usage', input, format: 'CSV', ...asked } });

/** Every kind of file. */
const kinds = {
  report: () => askExport({}),
  'report in English': () => askExport({ locale: 'en' }),
  'report of the registry': () =>
    askExport({
      report: 'registration-coverage',
      input: { ...input, metrics: ['total_apartment_count'] },
    }),
  workbook: () => askExport({ format: 'XLSX' }),
  records: () => askExport({ records: true }),
  list: () =>
    caller.run('mutation ($input: ListExportInput!) { asked: createListExport(input: $input) { url } }', {
      input: {
        list: 'entrances',
        arguments: { filter: { q: 'Ăsta' } },
        title: 'Scări',
        columns: [{ label: 'Id', paths: ['id'] }],
        format: 'CSV',
      },
    }),
  'kept run': () =>
    caller.run('mutation ($id: ID!) { asked: exportKeptReport(id: $id, format: CSV) { url } }', {
      id: kept.data.keepReport.id,
    }),
} as const;

async function tokenOf(ask: () => ReturnType<typeof caller.run>): Promise<string> {
  const { data, errors } = await ask();
  expect(errors).toBeUndefined();
  return String(data.asked.url).replace('/downloads/', '');
}

/** The file that a server gives for a token, as its name and what is in it; undefined for none. */
async function fetchFrom({ downloads }: typeof here, token: string) {
  const file = await downloads.find(token);
  return file && { name: file.fileName, type: file.contentType, content: await buffer(file.stream) };
}

/** Tickets that are past their time and still there. */
const countPast = () => asSystem(async (tx) => (await sql`select from download_ticket`.execute(tx)).rows.length);

describe.each(Object.entries(kinds))('a %s that one server was asked for', (kind, ask) => {
  it('is the same at another, once', async () => {
    const [one, other] = [await tokenOf(ask), await tokenOf(ask)];

    const [fromHere, fromThere] = [await fetchFrom(here, one), await fetchFrom(there, other)];

    expect(fromThere).toMatchObject({ name: fromHere?.name, type: fromHere?.type });
    if (kind === 'workbook') {
      expect(fromThere?.content.subarray(0, 2).toString()).toBe('PK'); // it says when it was made
    } else {
      expect(fromThere?.content.toString()).toBe(fromHere?.content.toString());
      expect(fromThere?.content.toString().split('\r\n').length).toBeGreaterThan(2);
    }
    for (const server of [here, there]) {
      expect([await fetchFrom(server, one), await fetchFrom(server, other)]).toEqual([undefined, undefined]);
    }
  });
});

const viewer = await resolveAbsent(db, accountId, new Date());
if (!viewer) {
  throw new Error('There is no such account');
}
const list: AskedFile = {
  kind: 'list',
  list: { list: 'entrances', title: 'Popescu', columns: [], format: 'CSV', locale: 'ro' },
  fileName: 'popescu.csv',
  zone: 'Europe/Bucharest',
};
const prepareAt = (server: typeof here, by = viewer) =>
  server.downloads.prepare({ bounded: server.db, viewer: by }, list);

describe('a ticket', () => {
  it('is won by one of all who come with it to both servers at once', async () => {
    const token = await tokenOf(kinds.list);

    const files = await Promise.all([here, there, here, there, here, there].map((server) => fetchFrom(server, token)));

    expect(files.filter(Boolean)).toHaveLength(1);
  });

  it('is one of twenty of its caller at most, however many are asked for at both servers at once', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => prepareAt(index % 2 === 0 ? here : there)),
    );

    const refused = asked.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(10);
    expect(refused[0]?.reason).toMatchObject({ code: 'LimitExceeded', details: { retryAt: expect.any(String) } });
    await asOwner(`delete from download_ticket`);
  });

  it('shows what is asked to nobody who reads the database, nor itself to others or to who reaches everything', async () => {
    await prepareAt(here);
    const see = (scope: typeof nothing, account: string | null) =>
      read(db, scope, async (tx) => {
        await setAccount(tx, account);
        return (
          await sql<object>`select t.*, encode(asked_cipher, 'escape') as asked from download_ticket t`.execute(tx)
        ).rows;
      });

    expect(await see(everything, null)).toEqual([]);
    expect(await see(everything, crypto.randomUUID())).toEqual([]);
    const own = await see(nothing, accountId);
    expect(own).toHaveLength(1);
    expect(JSON.stringify(own)).not.toMatch(/popescu|entrances/i);
    await asOwner(`delete from download_ticket`);
  });

  it('does not open in the place of another', async () => {
    const [mine, other] = [await prepareAt(here), await prepareAt(here)];
    await asOwner(
      `update download_ticket t set asked_cipher = o.asked_cipher from download_ticket o where o.id <> t.id`,
    );

    await expect(there.downloads.find(mine.token)).rejects.toThrow('sealed for another place');
    await expect(here.downloads.find(other.token)).rejects.toThrow('sealed for another place');
    await asOwner(`delete from download_ticket`);
  });

  it('is worth nothing after five minutes, leaves its place to others, and is swept', async () => {
    const before = Date.now();
    const tickets = await Promise.all(Array.from({ length: 20 }, () => prepareAt(here)));
    for (const { expiresAt } of tickets) {
      expect(Math.abs(expiresAt.getTime() - before - 300_000)).toBeLessThan(60_000);
    }
    await asOwner(`update download_ticket set expires_at = now()`);

    expect(await fetchFrom(here, tickets[0]?.token ?? '')).toBeUndefined();
    await prepareAt(there);
    await asOwner(`update download_ticket set expires_at = now()`);
    expect(await countPast()).toBe(1);
    await forgetDue(db);
    expect(await countPast()).toBe(0);
  });

  it('is guessed by nobody, and given to no gateway', async () => {
    for (const text of ['', 'x', 'x'.repeat(43), "' or true --", '\0']) {
      expect(await here.downloads.find(text)).toBeUndefined();
    }
    const gateway = Object.create(viewer, { accountId: { value: null } }) as typeof viewer;
    await expect(prepareAt(here, gateway)).rejects.toMatchObject({ code: 'Forbidden' });
  });

  it('is worth nothing when what it is of was deleted', async () => {
    const token = await tokenOf(kinds['kept run']);
    await caller.run('mutation ($id: ID!) { deleteKeptReport(id: $id) }', { id: kept.data.keepReport.id });

    expect(await fetchFrom(there, token)).toBeUndefined();
  });

  it('is worth nothing at any server to a member who was removed', async () => {
    const token = await tokenOf(kinds.report);
    await asSystem((tx) => tx.deleteFrom('org_member').where('account_id', '=', accountId).execute());

    expect(await fetchFrom(there, token)).toBeUndefined();
    expect(await fetchFrom(here, token)).toBeUndefined();
  });
});
