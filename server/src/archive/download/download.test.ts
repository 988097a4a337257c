import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import '../../schema.ts'; // has archives made
import { reports } from '../../reports/testing/events.ts';
import { aContainer, aContainerGroup, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, internalErrors, signIn } from '../../testing/harness.ts';
import { aPath, anInstallation, importFrom } from '../archive.fixture.ts';
import { ArchiveReader } from '../archive-file.ts';

const Create = `mutation ($orgId: ID!, $purpose: String!) {
  createOrgArchive(orgId: $orgId, purpose: $purpose) { url fileName }
}`;
const SetOccupier = `mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
  updateApartment(id: $id, rowId: $rowId, input: $input) { id occupierIdNumber }
}`;

const root = await signIn(['root']);
const idNumber = '2960229000011';

/** An org with an occupier whose ID number is known. */
async function aTown() {
  const org = await anOrg({ name: `Târgu: Frumos/${crypto.randomUUID()}` });
  const entrance = await anEntrance({ org_id: org.id });
  const { id, row_id: rowId } = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const occupier = {
    occupierKind: 'domestic',
    occupierName: 'Popa',
    occupierFirstName: 'Ana',
    occupierIdNumber: idNumber,
  };
  const { errors } = await root.run(SetOccupier, { id, rowId, input: occupier });
  expect(errors).toBeUndefined();
  const group = await aContainerGroup({ org_id: org.id });
  await aContainer({ org_id: org.id, container_group_id: group.id });
  return org;
}

async function fetchArchive(orgId: string): Promise<{ path: string; fileName: string }> {
  const { data, errors } = await root.run(Create, { orgId, purpose: 'mutarea la alt operator' });
  expect(errors).toBeUndefined();
  const { url, fileName } = data.createOrgArchive;
  const download = await reports.downloads.find(url.split('/').at(-1));
  expect(download).toMatchObject({ fileName, contentType: 'application/zip' });
  const path = aPath();
  await pipeline(download?.stream ?? [], createWriteStream(path));
  return { path, fileName };
}

describe('the archive of an org from the console', () => {
  it('has everything but ID numbers, says so, and goes into an empty org', async () => {
    const org = await aTown();

    const { path, fileName } = await fetchArchive(org.id);

    expect(fileName).toMatch(/^Târgu Frumos [\w-]+ \d{4}-\d\d-\d\d\.zip$/);
    const archive = await ArchiveReader.open(path);
    const apartments = archive.file('apartment.csv');
    const rows: string[][] = [];
    for await (const row of apartments ? archive.rows(apartments) : []) {
      rows.push(row);
    }
    archive.close();
    expect(archive.manifest).toMatchObject({ withoutIdNumbers: true, org: { name: org.name } });
    const [header = [], ...cells] = rows;
    expect(cells.map((row) => row[header.indexOf('occupierName')])).toEqual(['Popa']);
    expect(cells.map((row) => row[header.indexOf('occupierIdNumber')])).toEqual(['']);

    const there = await anInstallation();
    expect(await importFrom(path, there)).toMatchObject({ rows: expect.any(Number) });
    const [brought] = await there.database.run('select occupier_name, occupier_id_number_mask from apartment');
    expect(brought).toEqual({ occupier_name: 'Popa', occupier_id_number_mask: null });
  });

  it('is in the audit with who fetched it and what for, and not before', async () => {
    const org = await aTown();
    const entries = () =>
      asSystem((tx) =>
        tx
          .selectFrom('audit_entry')
          .selectAll()
          .where('org_id', '=', org.id)
          .where('action', '=', 'export_org')
          .execute(),
      );
    await root.run(Create, { orgId: org.id, purpose: 'nimeni nu o ia' });
    expect(await entries()).toEqual([]);

    await fetchArchive(org.id);

    expect(await entries()).toMatchObject([{ purpose: 'mutarea la alt operator', account_id: expect.any(String) }]);
  });

  it('is asked for with a purpose', async () => {
    const { id } = await anOrg();

    const { errors } = await root.run(Create, { orgId: id, purpose: ' ' });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { purpose: 'form.required' } }]);
  });

  it('ends with the one who fetches it, and lets the next be fetched', async () => {
    const org = await aTown();
    const { data } = await root.run(Create, { orgId: org.id, purpose: 'o mutare' });
    const left = await reports.downloads.find(data.createOrgArchive.url.split('/').at(-1));
    left?.stream.destroy();

    const { path } = await fetchArchive(org.id);

    (await ArchiveReader.open(path)).close();
    expect(internalErrors).toEqual([]);
  });
});
