import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { importKinds } from '@noa/domain/imports/import.ts';
import {
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
} from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { checkFile } from '../import.fixture.ts';

const root = await signIn(['root']);

const Template = `query ($kind: String!, $orgId: ID, $locale: ExportLocale) {
  importTemplate(kind: $kind, orgId: $orgId, locale: $locale) { fileName content }
}`;

async function templateOf(kind: string, locale: string, orgId?: string): Promise<{ fileName: string; bytes: Buffer }> {
  const { data, errors } = await root.run(Template, { kind, locale, orgId });
  expect(errors).toBeUndefined();
  return { fileName: data.importTemplate.fileName, bytes: Buffer.from(data.importTemplate.content, 'base64') };
}

/** An org with records that files name. */
async function aTown() {
  const org = await anOrg();
  await aManager({ org_id: org.id, name: 'Asociația "Zorilor", bl. 3' });
  await anAccessGroup({ org_id: org.id, name: 'Centru' });
  await aContainerGroup({ org_id: org.id, item_number: '12' });
  return org;
}

/** The apartment of the example rows, which lists of cards and occupiers name. */
async function giveApartment(orgId: string) {
  const street = { addr_street: 'Strada Ștefan cel Mare', addr_nr: '5', addr_bl: 'B1' };
  const block = await aTowerBlock({
    org_id: orgId,
    source_ref: 'B-001',
    county: 'Iași',
    locality: 'Pașcani',
    ...street,
  });
  const entrance = await anEntrance({ org_id: orgId, tower_block_id: block.id, addr_sc: 'A' });
  await anApartment({ org_id: orgId, entrance_id: entrance.id, addr_ap: '12' });
}

const hanging: readonly string[] = ['cards', 'occupiers'];
const justNames: readonly string[] = ['managers', 'accessGroups', 'siruta'];
const everyOne = importKinds.flatMap((kind) => (['ro', 'en'] as const).map((locale) => ({ kind, locale })));

describe('the template of an import', () => {
  it.each(everyOne)('has its columns recognised and its example taken as it is: $kind, $locale', async (each) => {
    const { kind, locale } = each;
    const org = await aTown();
    if (hanging.includes(kind)) {
      await giveApartment(org.id);
    }
    const { fileName, bytes } = await templateOf(kind, locale, org.id);
    const [sheet] = (await readXlsx(bytes)).sheets;

    const asked = { kind, name: fileName, createMissing: importForms[kind].refers };
    const job = await checkFile(root, bytes, importForms[kind].ofOrg ? { ...asked, orgId: org.id } : asked);

    const header = sheet?.rows[0] ?? [];
    expect(header.length).toBeGreaterThan(0);
    expect(job).toMatchObject({ header, sheet: sheet?.name, state: 'checked', counts: { rows: 1, problems: 0 } });
    expect(new Set(Object.values(job.mapping))).toEqual(new Set(header));
    // Left in the file, it is remarked; a name alone may be anybody's, and the nomenclature has the row that its template shows.
    const left = { rowNumber: 2, reason: 'import.exampleRow', isWarning: true };
    expect(job.problems.nodes).toMatchObject(justNames.includes(kind) ? [] : [left]);
  });

  it.each(['buildings', 'occupiers'])('has a person for an example where it names one: %s', async (kind) => {
    const org = await aTown();
    const { bytes } = await templateOf(kind, 'en', org.id);
    const [header = [], row = []] = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
    const said = Object.fromEntries(header.map((label, column) => [String(label), row[column]]));

    expect(said).toMatchObject({ 'Kind of occupier': 'person', 'First name': 'Ana' });
  });

  it('offers the names that the org has and the values of a list, and checks limits while somebody writes', async () => {
    const org = await aTown();
    const { bytes } = await templateOf('containers', 'en', org.id);
    const [data, notes, lists] = (await readXlsx(bytes)).sheets;
    const columnOf = (label: string) => data?.rows[0]?.indexOf(label) ?? -1;
    const listOf = (label: string) =>
      (lists?.rows ?? []).map((row) => row[columnOf(label)]).filter((name) => name !== null && name !== undefined);

    expect(listOf('Container group')).toEqual(['12']);
    expect(listOf('Access mode')).toEqual(['by card', 'open']);
    expect(listOf('Waste stream')).toContain('glass');
    expect(lists?.hidden).toBe(true);
    expect(data?.dataValidations).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'list', errorStyle: 'warning' }),
        expect.objectContaining({ type: 'whole', formula1: '60', formula2: '10000' }),
      ]),
    );
    expect(notes?.rows.flat().join('\n')).toMatch(/Size: required; a number from 60 to 10000/);
  });

  it('names nobody of another org, and asks which org is meant', async () => {
    const [mine, other] = [await anOrg(), await anOrg()];
    await aManager({ org_id: other.id, name: 'A altora' });

    const { bytes } = await templateOf('buildings', 'ro', mine.id);
    const { errors } = await root.run(Template, { kind: 'buildings', locale: 'ro' });
    const unknown = await root.run(Template, { kind: 'vehicles', locale: 'ro' });

    const cells = (await readXlsx(bytes)).sheets.flatMap(({ rows }) => rows.flat());
    expect(cells).not.toContain('A altora');
    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { orgId: 'form.required' } }]);
    expect(unknown.errors).toMatchObject([{ code: 'ValidationFailed', fields: { kind: 'form.notFound' } }]);
  });
});
