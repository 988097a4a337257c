import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aContainer, anApartment, anEntrance, anOrg, aTowerBlock } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { listReports } from '../catalogue.ts';
import { always, givenEvents, reports } from '../testing/events.ts';

const Export = /* GraphQL */ `
  mutation ($input: ExportInput!) {
    createExport(input: $input) {
      url
      expiresAt
      fileName
    }
  }
`;

const org = await anOrg();
const caller = await signIn(['local_reporter'], { orgIds: [org.id] });

/** Asks for a file as the console does, and fetches it as the browser does. */
async function fetchFile(
  by: Caller,
  input: Record<string, unknown>,
  { report = 'usage', format = 'CSV', locale = undefined as 'ro' | 'en' | undefined } = {},
) {
  const question = { ...always, metrics: ['event_count', 'total_litres'], ...input };
  const { data, errors } = await by.run(Export, { input: { report, format, locale, input: question } });
  expect(errors).toBeUndefined();
  const file = await reports.downloads.find(data.createExport.url.replace('/downloads/', ''));
  if (!file) {
    throw new Error('No file');
  }
  return { ...data.createExport, contentType: file.contentType, stream: file.stream };
}

async function download(by: Caller, input: Record<string, unknown>, locale?: 'ro' | 'en') {
  const { stream, ...file } = await fetchFile(by, input, { locale });
  return { ...file, text: (await buffer(stream)).toString() };
}

it('a file is called by the days of the org, wherever its midnight is', async () => {
  const london = await anOrg({ time_zone: 'Europe/London' });
  const reader = await signIn(['local_reporter'], { orgIds: [london.id] });
  const january = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };

  const { data } = await reader.run(Export, {
    input: { report: 'usage', format: 'CSV', input: { ...january, groupBy: [], metrics: ['event_count'] } },
  });
  const file = await reports.downloads.find(data.createExport.url.replace('/downloads/', ''));
  file?.stream.destroy();

  const expected = 'noa-utilizare-2026-01-01-2026-01-31.csv';
  expect([data.createExport.fileName, file?.fileName]).toEqual([expected, expected]);
});

describe('a report as CSV', () => {
  it('is what a Romanian spreadsheet expects, with names in place of ids and a line of totals', async () => {
    const block = await aTowerBlock({
      org_id: org.id,
      addr_street: 'Str. Ștefan cel Mare',
      addr_nr: '3',
      addr_bl: '"1"',
    });
    const entrance = await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'A' });
    await givenEvents([
      { org_id: org.id, entrance_id: entrance.id, waste_stream: 'paper_cardboard' },
      { org_id: org.id, entrance_id: entrance.id },
    ]);
    const keeper = await signIn(['local_implementer'], { orgIds: [org.id] });

    const file = await download(keeper, {
      groupBy: ['entrance', 'waste_stream'],
      from: '2026-02-28T22:00:00Z',
      to: '2026-03-31T21:00:00Z',
    });

    expect(file).toMatchObject({
      fileName: 'noa-utilizare-2026-03-01-2026-03-31.csv',
      contentType: 'text/csv; charset=utf-8',
    });
    expect(file.text).toBe(
      [
        '\uFEFF"Scară";"Fracție";"Evenimente";"Litri (estimare)"',
        '"Str. Ștefan cel Mare 3, bl. ""1"", sc. A";"hârtie și carton";1;30',
        '"Str. Ștefan cel Mare 3, bl. ""1"", sc. A";"(fără)";1;30',
        '"Total";;2;60',
        '',
      ].join('\r\n'),
    );
  });

  it('speaks English when asked', async () => {
    const { text: lines, fileName } = await download(caller, { groupBy: ['day_of_week'] }, 'en');

    expect(lines?.split('\r\n')).toEqual([
      '\uFEFF"Day of week";"Events";"Litres (estimate)"',
      '"Monday";2;60',
      '"Total";2;60',
      '',
    ]);
    expect(fileName).toMatch(/^noa-usage-/);
  });

  it.each(['=', '+', '-', '@'])('disarms a name that begins with %s', async (sign) => {
    const town = await anOrg({ name: `${sign}HYPERLINK("http://x")${sign}` });
    await givenEvents([{ org_id: town.id }]);
    const reader = await signIn(['local_reporter'], { orgIds: [town.id] });

    const { text: lines } = await download(reader, { groupBy: ['org'] });

    expect(lines).toContain(`\r\n"'${sign}HYPERLINK(""http://x"")${sign}";1;30\r\n`);
  });

  it('holds every row of a long report in the order asked for, and no foreign one', async () => {
    const town = await anOrg();
    const days = rounds(6_000, 30_000);
    const start = Date.parse('2026-05-01T00:00:00Z');
    await givenEvents(
      Array.from({ length: days }, (_, index) => ({
        org_id: town.id,
        occurred_at: new Date(start + index * 60_000),
        container_id: crypto.randomUUID(),
        boot_number: 0,
        event_number: index,
        litres: index + 1,
      })),
    );
    const reader = await signIn(['local_implementer'], { orgIds: [town.id] });
    const sort = [{ field: 'total_litres', direction: 'desc' }];

    const { text: lines } = await download(reader, { groupBy: ['container', 'hour'], sort, first: 3 });

    const rows = lines?.split('\r\n').slice(1, -1) ?? [];
    expect(rows.pop()).toBe(`"Total";;${days};${(days * (days + 1)) / 2}`);
    expect(rows.map((row: string) => Number(row.split(';').at(-1)))).toEqual(
      Array.from({ length: days }, (_, index) => days - index),
    );
  });

  it('is refused as the report is, before there is a link', async () => {
    const input = { ...always, metrics: ['event_count'], groupBy: ['card'] };
    const ask = (by: Caller, given: object) =>
      by.run(Export, { input: { report: 'usage', format: 'CSV', input: { ...input, ...given } } });
    const manager = await signIn(['manager'], { orgIds: [org.id] });

    expect((await ask(caller, {})).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await ask(manager, { groupBy: [] })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await ask(caller, { groupBy: [], to: always.from })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { to: 'report.emptyPeriod' } },
    ]);
  });
});

describe('the records of a report', () => {
  async function records(by: Caller, given: { report?: string; format?: string; input?: object }) {
    const { data, errors } = await by.run(Export, {
      input: {
        report: given.report ?? 'usage',
        format: given.format ?? 'CSV',
        records: true,
        input: { ...always, groupBy: [], metrics: ['event_count'], ...given.input },
      },
    });
    const file = errors ? undefined : await reports.downloads.find(data.createExport.url.replace('/downloads/', ''));
    return { errors, fileName: data?.createExport?.fileName as string, stream: file?.stream };
  }
  const linesOf = async ({ stream }: { stream: Readable | undefined }) =>
    stream ? (await buffer(stream)).toString().split('\r\n') : [];

  it('are each in the file, in the time of their org, who opened being told to whom it may be', async () => {
    const town = await anOrg({ name: '=Vaslui', time_zone: 'America/St_Johns' });
    const apartment = await anApartment({ org_id: town.id, addr_ap: '7' });
    const container = await aContainer({ org_id: town.id, serial_number: 'LM-1' });
    await givenEvents([
      { org_id: town.id, occurred_at: new Date('2026-03-02T10:00:00.900Z'), waste_stream: 'glass', litres: 60 },
      {
        org_id: town.id,
        occurred_at: new Date('2026-07-02T01:00:01Z'),
        kind: 'access_denied',
        container_id: container.id,
        boot_number: 0,
        event_number: 1,
        apartment_id: apartment.id,
        litres: 0,
        failed_attempt: true,
      },
    ]);
    const implementer = await signIn(['local_implementer'], { orgIds: [town.id] });
    const reporter = await signIn(['local_reporter'], { orgIds: [town.id] });

    const file = await records(implementer, { input: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T22:00:00Z' } });
    const told = await linesOf(file);
    const short = await linesOf(await records(reporter, { input: { filters: [] } }));

    expect(file.fileName).toBe('noa-utilizare-inregistrari-2025-12-31-2026-12-31.csv'); // in St. John’s
    expect(told[0]).toBe(
      '\uFEFF"Moment";"Felul evenimentului";"Container";"Grup de containere";"Fracție";"Card";"Apartament";' +
        '"Organizație";"Administrator de bloc";"Bloc";"Scară";"Grup de acces";"Litri (estimare)";"Încercare nereușită";"Încercare neautorizată"',
    );
    expect(told[1]).toMatch(
      /^01\.07\.2026 22:30:01;"acces refuzat";"LM-1";;;;".*, ap\. 7";"'=Vaslui";;;;;0;"da";"nu"$/,
    );
    expect(told[2]).toBe(`02.03.2026 06:30:00;"depunere";;;"sticlă";;;"'=Vaslui";;;;;60;"nu";"nu"`);
    expect(told).toHaveLength(4);
    // One apartment is a group that a reporter is not shown.
    expect(short).toHaveLength(2);
    expect(short[0]).not.toContain('"Apartament"');
    expect(short[0]).not.toContain('"Card"');
  });

  it('are the same as XLSX, moments being moments', async () => {
    const town = await anOrg();
    await givenEvents([{ org_id: town.id, occurred_at: new Date('2026-03-02T10:00:00Z'), litres: 45 }]);
    const implementer = await signIn(['local_implementer'], { orgIds: [town.id] });

    const { stream } = await records(implementer, { format: 'XLSX' });

    const rows: unknown[][] = [];
    for await (const { values } of streamXlsxRows(await buffer(stream as Readable))) {
      rows.push([...values]);
    }
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[0]).toEqual(new Date('2026-03-02T12:00:00Z'));
    expect(rows[1]?.[12]).toBe(45);
  });

  it.each(listReports())('can be had of $name', async ({ name, metrics: [metric] }) => {
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const read = await linesOf(await records(implementer, { report: name, input: { metrics: [metric] } }));

    expect(read[0]).toContain('"Organizație"');
    expect(read.at(-1)).toBe('');
  });

  it('are refused to whom only the figures are shown', async () => {
    const { errors } = await records(caller, {
      report: 'dormant-apartments',
      input: { metrics: ['dormant_apartment_count'] },
    });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('a report as XLSX', () => {
  /** Every cell of the only sheet. */
  async function cellsOf(stream: Readable): Promise<unknown[][]> {
    const rows: unknown[][] = [];
    for await (const { values } of streamXlsxRows(await buffer(stream))) {
      rows.push([...values]);
    }
    return rows;
  }

  it('has the cells of the CSV: numbers as numbers, texts disarmed', async () => {
    const town = await anOrg({ name: `=HYPERLINK("http://x")` });
    await givenEvents([
      { org_id: town.id, waste_stream: 'glass' },
      { org_id: town.id, waste_stream: 'residual', litres: 61 },
    ]);
    const reader = await signIn(['local_implementer'], { orgIds: [town.id] });
    const input = { groupBy: ['org', 'waste_stream'], metrics: ['total_litres', 'litres_pct'] };

    const file = await fetchFile(reader, input, { report: 'separate-collection', format: 'XLSX' });

    expect(file.fileName).toMatch(/^noa-colectare-separata-.*\.xlsx$/);
    expect(await cellsOf(file.stream)).toEqual([
      ['Organizație', 'Fracție', 'Litri (estimare)', '% din litri (estimare)'],
      [`'=HYPERLINK("http://x")`, 'sticlă', 30, 33],
      [`'=HYPERLINK("http://x")`, 'rezidual', 61, 67],
      ['Total', null, 91, 100],
    ]);
  });

  it('holds a long report of the registry too, page by page, with one line of totals', async () => {
    const town = await anOrg();
    const block = await aTowerBlock({ org_id: town.id });
    await asSystem(async (tx) => {
      await sql`insert into entrance (org_id, tower_block_id, addr_sc)
        select ${town.id}, ${block.id}, i::text from generate_series(1, 10001) i`.execute(tx);
      await sql`insert into apartment (org_id, entrance_id, addr_ap)
        select org_id, id, '1' from entrance where org_id = ${town.id}`.execute(tx);
    });
    const reader = await signIn(['local_implementer'], { orgIds: [town.id] });
    const input = { groupBy: ['entrance'], metrics: ['total_apartment_count'] };

    const file = await fetchFile(reader, input, { report: 'registration-coverage', format: 'XLSX' });

    const rows = await cellsOf(file.stream);
    expect(rows).toHaveLength(10_003);
    expect(new Set(rows.map(([name]) => name)).size).toBe(10_003);
    expect(rows.at(-1)).toEqual(['Total', 10_001]);
  });
});
