import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../database/tables.ts';
import { aCard, aContainer, anApartment, anEntrance, anOrg } from '../../../testing/factories.ts';
import { asSystem, internalErrors, signIn, type Caller } from '../../../testing/harness.ts';
import { givenEvents, reports } from '../../testing/events.ts';

const Create = `mutation ($apartmentId: ID!, $purpose: String! = "cerere de acces 7", $locale: ExportLocale) {
  createResidentFile(apartmentId: $apartmentId, purpose: $purpose, locale: $locale) { url fileName }
}`;
const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
  updateApartment(id: $id, rowId: $rowId, input: $input) { rowId }
}`;
const idNumber = '2960229410017';
/** Events of the apartment, and of the neighbours. */
const events = 10_000;

let org: Row<'org'>;
let apartment: Row<'apartment'>;
let neighbour: Row<'apartment'>;
let implementer: Caller;

beforeAll(async () => {
  org = await anOrg();
  const entrance = await anEntrance({ org_id: org.id });
  const container = await aContainer({ org_id: org.id });
  const living = { org_id: org.id, entrance_id: entrance.id, occupier_kind: 'domestic' as const };
  apartment = await anApartment({ ...living, occupier_name: 'Plecata', occupier_first_name: 'Maria' });
  neighbour = await anApartment({ ...living, occupier_name: 'Vecinescu', occupier_first_name: 'Ion' });
  const former = await aCard({ org_id: org.id, apartment, active: false });
  const card = await aCard({ org_id: org.id, apartment });
  const others = await aCard({ org_id: org.id, apartment: neighbour });
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  await use(container.id, apartment.id, former.id, 5, new Date(Date.now() - 3_600_000), 100_000);
  const input = { occupierName: 'Venită', occupierFirstName: '=Ana', occupierIdNumber: idNumber };
  const { errors } = await implementer.run(Update, { id: apartment.id, rowId: apartment.row_id, input });
  expect(errors).toBeUndefined();
  await use(container.id, apartment.id, card.id, events, new Date(Date.now() + 1_000), 1);
  await use(container.id, neighbour.id, others.id, events, new Date(), 200_000);
});

/** Uses of a container, so many, a millisecond after one another. */
const use = (
  containerId: string,
  apartmentId: string,
  cardId: string,
  count: number,
  from: Date,
  firstNumber: number,
) =>
  givenEvents(
    Array.from({ length: count }, (_, index) => ({
      org_id: org.id,
      occurred_at: new Date(from.getTime() + index),
      container_id: containerId,
      boot_number: 0,
      event_number: firstNumber + index,
      card_id: cardId,
      apartment_id: apartmentId,
    })),
  );

/** The files of an archive, by their names. */
async function filesOf(archive: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true });
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  }
  return files;
}

async function fetched(caller: Caller, locale = 'ro'): Promise<Record<string, string>> {
  const { data, errors } = await caller.run(Create, { apartmentId: apartment.id, locale });
  expect(errors).toBeUndefined();
  const download = await reports.downloads.find(data.createResidentFile.url.split('/').at(-1));
  expect(download).toMatchObject({ contentType: 'application/zip' });
  return filesOf(await buffer(download?.stream ?? Readable.from([])));
}

const linesOf = (file = ''): string[] => file.replace('\uFEFF', '').trimEnd().split('\r\n');

describe('the file of a resident', () => {
  it('has all of the present occupier in seconds, and nothing of anybody else', async () => {
    const began = performance.now();
    const files = await fetched(implementer);
    const seconds = (performance.now() - began) / 1_000;

    expect(Object.keys(files)).toEqual([
      'cuprins.txt',
      'apartament.csv',
      'carduri.csv',
      'evenimente.csv',
      'coduri.csv',
      'cereri.csv',
      'conturi.csv',
      'acces.csv',
    ]);
    expect(linesOf(files['evenimente.csv'])).toHaveLength(events + 1);
    expect(linesOf(files['evenimente.csv'])[1]).toContain('depunere');
    expect(linesOf(files['carduri.csv'])).toHaveLength(2);
    expect(files['apartament.csv']).toContain(`Venită;'=Ana;2••••••••••17`);
    const whole = Object.values(files).join('\n');
    expect(whole).not.toMatch(/Plecata|Maria|Vecinescu/);
    expect(whole).not.toContain(idNumber);
    expect(seconds).toBeLessThan(10);
    expect(internalErrors).toEqual([]);
  });

  it('is in the audit with who fetched it and what for, and in the next file itself', async () => {
    await fetched(implementer);
    const entries = await asSystem((tx) =>
      tx.selectFrom('audit_entry').selectAll().where('org_id', '=', org.id).where('action', '=', 'take_file').execute(),
    );

    expect(entries.at(-1)).toMatchObject({ purpose: 'cerere de acces 7', record_id: apartment.id });
    expect((await fetched(implementer, 'en'))['access.csv']).toContain('file taken;cerere de acces 7');
  });

  it('has no event of an org that keeps of none whose it was, once they are forgotten', async () => {
    const nobody = await anApartment({ org_id: org.id, occupier_kind: 'domestic', occupier_name: 'Nimeni' });
    const { data } = await implementer.run(Create, { apartmentId: nobody.id });
    const download = await reports.downloads.find(data.createResidentFile.url.split('/').at(-1));

    const files = await filesOf(await buffer(download?.stream ?? Readable.from([])));
    expect(linesOf(files['evenimente.csv'])).toHaveLength(1);
  });

  it.each(['manager', 'local_reporter', 'container_admin'] as const)('is refused to %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id] });

    expect((await caller.run(Create, { apartmentId: apartment.id })).errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('is absent for implementers of another org, and asked for with a purpose', async () => {
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });

    expect((await stranger.run(Create, { apartmentId: apartment.id })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await implementer.run(Create, { apartmentId: apartment.id, purpose: ' ' })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { purpose: 'form.required' } },
    ]);
  });

  it('lets the next be fetched when somebody leaves half way', async () => {
    const { data } = await implementer.run(Create, { apartmentId: apartment.id });
    const left = await reports.downloads.find(data.createResidentFile.url.split('/').at(-1));
    left?.stream.destroy();

    expect(Object.keys(await fetched(implementer))).toHaveLength(8);
  });
});
