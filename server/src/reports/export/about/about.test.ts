import { buffer } from 'node:stream/consumers';
import { streamXlsxRows } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../../testing/factories.ts';
import { asSystem, db, keyring, signIn, type Caller } from '../../../testing/harness.ts';
import { localTime } from '../../local-clock.ts';
import { closeMonths } from '../../month-use/close-months.ts';
import { givenEvents, reports } from '../../testing/events.ts';
import { aCardSince, ago, anApartmentSince, forgetWho } from '../../testing/forgetting.ts';

const Export = /* GraphQL */ `
  mutation ($input: ExportInput!) {
    createExport(input: $input) {
      url
    }
  }
`;

const Keep = /* GraphQL */ `
  mutation ($name: String!, $input: ReportInput!) {
    keepReport(name: $name, input: $input, title: "Martie") {
      id
    }
  }
`;

const ExportKept = /* GraphQL */ `
  mutation ($id: ID!) {
    exportKeptReport(id: $id, format: XLSX, locale: en) {
      url
    }
  }
`;

/** The second sheet, by its titles. */
async function aboutOf({ url }: { url: string }): Promise<Map<unknown, unknown>> {
  const file = await reports.downloads.find(url.replace('/downloads/', ''));
  if (!file) {
    throw new Error('No file');
  }
  const about = new Map<unknown, unknown>();
  for await (const { values } of streamXlsxRows(await buffer(file.stream), { sheet: 1 })) {
    about.set(values[0], values[1]);
  }
  return about;
}

async function about(by: Caller, report: string, input: object, given: object = {}) {
  const { data, errors } = await by.run(Export, { input: { report, format: 'XLSX', input, ...given } });
  expect(errors).toBeUndefined();
  return aboutOf(data.createExport);
}

const march = { from: '2026-02-28T22:00:00Z', to: '2026-03-31T21:00:00Z' };
/** Containers are there from the moment they are registered. */
const untilLater = { ...march, to: '2030-12-31T22:00:00Z' };

it('a workbook says beside the rows what they are, how complete, of when, and who made it', async () => {
  const org = await anOrg({ name: '=Vaslui' });
  await aContainer({ org_id: org.id, waste_stream: 'glass' });
  const received = await aContainer({ org_id: org.id, waste_stream: 'glass' });
  await givenEvents([
    { org_id: org.id, container_id: received.id, boot_number: 0, event_number: 0, waste_stream: 'glass' },
  ]);
  const reader = await signIn(['local_reporter'], { orgIds: [org.id] });
  const filters = [
    { field: 'org', operator: 'eq', value: org.id },
    { field: 'waste_stream', operator: 'in', value: ['glass', 'residual'] },
  ];
  const input = { ...untilLater, groupBy: ['waste_stream'], metrics: ['event_count', 'total_litres'] };
  const before = Math.floor(Date.now() / 1000) * 1000;

  const told = await about(reader, 'usage', { ...input, filters: filters.slice(1) });
  const named = await about(reader, 'usage', { ...input, filters });

  expect(Object.fromEntries(told)).toMatchObject({
    Raport: 'Utilizare',
    Conținut: 'cifrele raportului',
    'De la': new Date('2026-03-01T00:00:00Z'),
    'Până la (fără acest moment)': new Date('2031-01-01T00:00:00Z'),
    'Fus orar': 'ora României',
    'Grupat după': 'Fracție',
    Filtru: 'Fracție este: sticlă, rezidual',
    'Completitudine, %': 50,
    'Containere care au dat semn în perioadă, %': 50,
    'Din rapoartele încuietorilor au ajuns, %': 100,
    Litri: expect.stringContaining('estimare'),
  });
  expect(told.get('Grupuri ascunse')).toContain('mai puțin de');
  expect(told.get('Făcut de')).toMatch(/@/);
  const madeAt = told.get('Făcut la') as Date;
  expect(madeAt.getTime() - before).toBeGreaterThanOrEqual(2 * 3_600_000); // in the time of the org, to the second
  expect((told.get('Cuprinde tot ce s-a înregistrat până la') as Date).getTime()).toBeLessThanOrEqual(madeAt.getTime());
  expect([...named.values()]).toContain('Fracție este: sticlă, rezidual');
});

it('says that no group is hidden from who may learn who opened in all that it tells of', async () => {
  const org = await anOrg();
  const input = { ...march, groupBy: [], metrics: ['event_count'] };
  const toldTo = async (...signingIn: Parameters<typeof signIn>) =>
    (await about(await signIn(...signingIn), 'usage', input, { locale: 'en' })).get('Hidden groups');

  expect(await toldTo(['local_implementer'], { orgIds: [org.id] })).toBe('(nothing)');
  expect(await toldTo(['local_reporter'], { orgIds: [org.id] })).toContain('fewer than 5 apartments');
});

it('says of figures what they do not say of themselves, in the reader’s language', async () => {
  const org = await anOrg();
  await aCardSince(org.id, new Date('2026-01-10T10:00:00Z'));
  await givenEvents([{ org_id: org.id, serial_number: '0A0B0C0D' }]);
  await forgetWho(org.id, 10);
  const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  const input = { ...march, groupBy: [], metrics: ['card_count', 'never_used_count'] };

  const told = await about(implementer, 'card-lifecycle', input, { locale: 'en', records: true });

  expect(Object.fromEntries(told)).toMatchObject({
    Report: 'Life of cards',
    Contents: 'every record that the report counts',
    'Filtered by': '(nothing)',
    'Completeness, %': '(does not apply: the figures are of the registry)',
    'Who opened': expect.stringMatching(/^Who opened is kept only from \d+ \w+ \d{4}; /),
  });
  expect(told.get('The registry as it was at')).toEqual(new Date('2026-03-31T23:59:59Z'));
  expect(told.has('Hidden groups')).toBe(false);
});

it('says of events that it is forgotten whose some of them were, where cards or apartments are told apart', async () => {
  const org = await anOrg();
  await givenEvents([{ org_id: org.id, serial_number: '0A0B0C0D', occurred_at: ago(20) }]);
  await forgetWho(org.id, 10);
  const [implementer, reporter] = await Promise.all(
    (['local_implementer', 'local_reporter'] as const).map((role) => signIn([role], { orgIds: [org.id] })),
  );
  const period = { from: ago(30).toISOString(), to: ago(-1).toISOString() };
  const input = { ...period, groupBy: [], metrics: ['event_count'] };
  const toldTo = async (by: Caller | undefined, given: object, asked: object = {}) =>
    by && (await about(by, 'usage', { ...input, ...asked }, given)).get('Cine a deschis');

  const text = /^Cine a deschis se păstrează doar din .* Evenimentele mai vechi stau la „\(fără\)”/;
  expect(await toldTo(implementer, {}, { groupBy: ['card'] })).toMatch(text);
  expect(await toldTo(implementer, { records: true })).toMatch(text);
  expect(await toldTo(reporter, { records: true })).toBeUndefined();
  expect(await toldTo(implementer, {})).toBeUndefined();
});

it('says of who took part in the month that runs that what was received today is not counted, as the screen does', async () => {
  const org = await anOrg();
  await anApartmentSince(org.id, ago(60));
  await asSystem((tx) =>
    tx.updateTable('org_settings').set({ identity_days: 0 }).where('org_id', '=', org.id).execute(),
  );
  await closeMonths(db, keyring);
  const { starts, ends } = await asSystem((tx) =>
    tx.selectFrom('counted_month').select(['starts', 'ends']).where('org_id', '=', org.id).executeTakeFirstOrThrow(),
  );
  const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  const input = { from: starts.toISOString(), to: ends.toISOString(), groupBy: [], metrics: ['participating_count'] };

  const told = await about(implementer, 'participation', input, { locale: 'en' });

  const today = new Date().setUTCHours(0, 0, 0, 0);
  expect(told.get('The registry as it was at')).toEqual(localTime(today, 'Europe/Bucharest'));
});

it('says of a kept run what held when it was kept', async () => {
  const org = await anOrg();
  await aContainer({ org_id: org.id });
  const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  const input = { ...untilLater, groupBy: [], metrics: ['event_count'] };
  const kept = await implementer.run(Keep, { name: 'usage', input });
  expect(kept.errors).toBeUndefined();

  const { data, errors } = await implementer.run(ExportKept, { id: kept.data.keepReport.id });

  expect(errors).toBeUndefined();
  expect(Object.fromEntries(await aboutOf(data.exportKeptReport))).toMatchObject({
    Report: 'Usage',
    'Completeness, %': 0,
    'Made by': expect.stringContaining('@'),
  });
});
