import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aContainer, aManager, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';
import { AskReport, givenEvents, reports } from '../testing/events.ts';

const fields = 'id report title hash rowCount completeness content forgottenAt viewerCanDelete';
const Keep = `mutation ($name: String! = "usage", $title: String! = "Lunar", $input: ReportInput!) {
  keepReport(name: $name, title: $title, input: $input) { ${fields} }
}`;
const Read = `query ($id: ID!) { keptReport(id: $id) { ${fields} } }`;
const List = '{ keptReports(first: 50) { totalCount nodes { id } } }';
const Delete = 'mutation ($id: ID!) { deleteKeptReport(id: $id) }';
const Export = `mutation ($id: ID!, $format: ExportFormat!) {
  exportKeptReport(id: $id, format: $format) { url fileName }
}`;

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const input = { from: ago(30), to: ago(-1), groupBy: ['entrance'], metrics: ['event_count', 'total_litres'] };
const personal = { ...input, groupBy: ['apartment'] };

async function aTown() {
  const { id: org_id } = await anOrg();
  const entrance = await anEntrance({ org_id });
  const container = await aContainer({ org_id });
  const used = (apartment_id: string, event_number: number) => ({
    org_id,
    kind: 'full_use' as const,
    container_id: container.id,
    boot_number: 0,
    event_number,
    apartment_id,
    entrance_id: entrance.id,
    occurred_at: new Date(ago(2)),
  });
  await givenEvents(Array.from({ length: 6 }, (_, index) => used(randomUUID(), index + 1)));
  const as = (role: 'local_implementer' | 'local_reporter') => signIn([role], { orgIds: [org_id] });
  return { org_id, entrance, as };
}

async function keep(caller: Caller, asked: Record<string, unknown> = { input }) {
  const { data, errors } = await caller.run(Keep, asked);
  expect(errors).toBeUndefined();
  return data.keepReport;
}

const codeOf = async (caller: Caller, source: string, variables: Record<string, unknown>) =>
  (await caller.run(source, variables)).errors?.[0]?.code;

/** @returns how many runs were forgotten. */
const forgetKept = () =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ done: number }>`select forget_kept_reports() as done`.execute(tx);
    return rows[0]?.done;
  });

async function fileOf(caller: Caller, id: string, format: 'CSV' | 'XLSX'): Promise<Buffer> {
  const { data } = await caller.run(Export, { id, format });
  const download = await reports.downloads.find(data.exportKeptReport.url.replace('/downloads/', ''));
  if (!download) {
    throw new Error('There is no such file');
  }
  return buffer(download.stream);
}

describe('a kept report', () => {
  it('is the same for ever, whatever becomes of what it counts, and so are its files', async () => {
    const { org_id, entrance, as } = await aTown();
    const implementer = await as('local_implementer');
    const { data: run } = await implementer.run(AskReport, { input });

    const kept = await keep(implementer);
    const files = [await fileOf(implementer, kept.id, 'CSV'), await fileOf(implementer, kept.id, 'XLSX')];
    await givenEvents([{ org_id, entrance_id: entrance.id, occurred_at: new Date(ago(1)) }]);
    await asSystem(async (tx) => {
      await sql`update entrance set addr_sc = 'other' where id = ${entrance.id}`.execute(tx);
    });

    const { data } = await implementer.run(Read, { id: kept.id });
    expect(data.keptReport).toEqual(kept);
    expect(createHash('sha256').update(kept.content).digest('hex')).toBe(kept.hash);
    expect(JSON.parse(kept.content)).toMatchObject({
      report: 'usage',
      rows: run.report.rows,
      totals: run.report.totals,
      labels: run.report.labels,
      completeness: { pct: run.report.completeness },
    });
    expect(kept).toMatchObject({ title: 'Lunar', rowCount: 1, completeness: 100, forgottenAt: null });
    expect(await fileOf(implementer, kept.id, 'CSV')).toEqual(files[0]);
    expect(files[0]?.toString()).toContain(run.report.labels[0].text);
    expect(await fileOf(implementer, kept.id, 'XLSX')).toEqual(files[1]);
    await expect(
      asSystem((tx) => sql`update kept_report set title = 'other' where id = ${kept.id}`.execute(tx)),
    ).rejects.toThrow();
  });

  it('is read by nobody who reaches less than it does', async () => {
    const { org_id, as } = await aTown();
    const { id: other } = await anOrg();
    const both = await keep(await signIn(['local_reporter'], { orgIds: [org_id, other] }));
    const all = await keep(await signIn(['root']));
    const told = await keep(await as('local_implementer'));
    const suppressible = await keep(await as('local_reporter'));
    const seen = async (caller: Caller) => {
      const codes = [];
      for (const { id } of [both, all, told, suppressible]) {
        codes.push((await codeOf(caller, Read, { id })) ?? 'read');
      }
      return codes;
    };
    const { data } = await (await as('local_reporter')).run(List);

    expect(await seen(await as('local_implementer'))).toEqual(['NotFound', 'NotFound', 'read', 'read']);
    expect(await seen(await as('local_reporter'))).toEqual(['NotFound', 'NotFound', 'NotFound', 'read']);
    expect(await seen(await signIn(['local_implementer'], { orgIds: [other] }))).toEqual(Array(4).fill('NotFound'));
    expect(await seen(await signIn(['root']))).toEqual(Array(4).fill('read'));
    expect(data.keptReports).toEqual({ totalCount: 1, nodes: [{ id: suppressible.id }] });
  });

  it('has nothing of who opened that its keeper knows as the administrator of some entrances, and other readers of it do not', async () => {
    const { org_id, as } = await aTown();
    const manager = await aManager({ org_id });
    const entrance = await anEntrance({ org_id, manager_id: manager.id });
    const apartment_id = randomUUID();
    const cared = { org_id, manager_id: manager.id, entrance_id: entrance.id, apartment_id };
    await givenEvents([{ ...cared, occurred_at: new Date(ago(2)) }]);
    const keeper = await signIn(['local_reporter', 'manager'], { orgIds: [org_id], managers: [manager] });
    const shown = (await keeper.run(AskReport, { input: personal })).data.report.rows;

    const named = await keeper.run(Keep, { input: personal });
    const kept = await keep(keeper);

    expect(shown.map(([id]: [string]) => id)).toEqual([apartment_id]);
    expect(named.errors).toMatchObject([{ code: 'Forbidden' }]);
    const { data } = await (await as('local_reporter')).run(AskReport, { input });
    expect(JSON.parse(kept.content).rows).toEqual(data.report.rows);
    expect(kept.content).not.toContain(entrance.id);
  });

  it('that names people goes with the last org that it reaches, whose settings said for how long it may', async () => {
    const [gone, stays] = [await anOrg(), await anOrg()];
    const [keeper, other] = await Promise.all(
      [gone, stays].map(({ id }) => signIn(['local_implementer'], { orgIds: [id] })),
    );
    await keep(keeper!, { input: personal });
    const { id } = await keep(other!, { input: personal });
    await forgetKept();

    const root = await signIn(['root']);
    const { errors } = await root.run('mutation ($id: ID!, $rowId: ID!) { deleteOrg(id: $id, rowId: $rowId) }', {
      id: gone.id,
      rowId: gone.row_id,
    });

    expect(errors).toBeUndefined();
    expect(await forgetKept()).toBe(1);
    expect(await codeOf(other!, Read, { id })).toBeUndefined();
  });

  it('is deleted by whoever kept it, or an implementer', async () => {
    const { as } = await aTown();
    const [reporter, colleague, implementer] = [
      await as('local_reporter'),
      await as('local_reporter'),
      await as('local_implementer'),
    ];
    const [first, second] = [await keep(reporter), await keep(reporter)];

    expect(await codeOf(colleague, Delete, { id: first.id })).toBe('Forbidden');
    expect(await codeOf(reporter, Delete, { id: first.id })).toBeUndefined();
    expect(await codeOf(implementer, Delete, { id: second.id })).toBeUndefined();
    expect(await codeOf(reporter, Read, { id: second.id })).toBe('NotFound');
  });

  it('that names apartments goes with the term of its org, and does not begin before it', async () => {
    const { org_id, as } = await aTown();
    const implementer = await as('local_implementer');

    const kept = await keep(implementer, { input: personal });
    const early = await implementer.run(Keep, { input: { ...personal, from: ago(91) } });

    expect(Date.parse(kept.forgottenAt)).toBe(Date.parse(input.from) + 90 * day);
    expect(early.errors).toMatchObject([{ code: 'ValidationFailed', fields: { from: 'report.pastIdentity' } }]);
    await asSystem((tx) => sql`update org_settings set identity_days = 20 where org_id = ${org_id}`.execute(tx));
    expect(await codeOf(implementer, Read, { id: kept.id })).toBe('NotFound');
    await forgetKept();
    await asSystem((tx) => sql`update org_settings set identity_days = 90 where org_id = ${org_id}`.execute(tx));
    expect(await codeOf(implementer, Read, { id: kept.id })).toBe('NotFound');
  });

  it('is one of a thousand of one person, who is told to delete some', async () => {
    const { as } = await aTown();
    const [keeper, colleague] = [await as('local_reporter'), await as('local_reporter')];
    const { id } = await keep(keeper);
    await asSystem((tx) =>
      sql`insert into kept_report (org_ids, all_orgs, who_org_ids, who_all, account_id, kept_by, kept_at, report, title, row_count, content, hash)
        select org_ids, all_orgs, who_org_ids, who_all, account_id, kept_by, kept_at, report, title, row_count, content, hash
        from kept_report cross join generate_series(1, 998) where id = ${id}`.execute(tx),
    );

    const answers = await Promise.all([1, 2].map(() => keeper.run(Keep, { input })));

    expect(answers.map(({ errors }) => errors?.[0]?.fields ?? null)).toEqual(
      expect.arrayContaining([{ title: 'report.tooManyKept' }, null]),
    );
    await keep(colleague);
    expect((await keeper.run(Delete, { id })).errors).toBeUndefined();
    await keep(keeper);
  });

  it('has a name and 10,000 rows at most', async () => {
    const { org_id, as } = await aTown();
    const implementer = await as('local_implementer');
    const groups = Array.from({ length: 10_001 }, () => ({
      org_id,
      container_group_id: randomUUID(),
      occurred_at: new Date(ago(1)),
    }));
    await givenEvents(groups);

    const all = { ...input, groupBy: ['container_group'] };
    expect(await codeOf(implementer, Keep, { input: all })).toBe('LimitExceeded');
    for (const title of [' ', '\u00a0\u200d']) {
      expect(await codeOf(implementer, Keep, { input, title })).toBe('ValidationFailed');
    }
  });
});
