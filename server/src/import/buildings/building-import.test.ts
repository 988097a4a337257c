import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importedFields } from '@noa/domain/imports/import-fields.ts';
import type { Field } from '@noa/domain/kinds/field.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { anOrg } from '../../testing/factories.ts';
import { rounds } from '../../testing/rounds.ts';
import { asSystem, internalErrors, signIn } from '../../testing/harness.ts';
import { countRecords, csv, importFile, listApartments, startImport } from '../import.fixture.ts';
import { aCnp } from '../occupiers/occupiers.fixture.ts';

const root = await signIn(['root']);

const nothingNew = (same: [number, number, number]) => ({
  towerBlocks: { create: 0, update: 0, same: same[0] },
  entrances: { create: 0, update: 0, same: same[1] },
  apartments: { create: 0, update: 0, same: same[2] },
});

// The ID number is stored sealed: who may see it is tried elsewhere.
const fields = importedFields(apartment).filter(([, { stored }]) => stored !== false);

/** A value of the field, another for each `n`. */
const valueOf = ({ type, values, min = 0 }: Field, n: number): string | number =>
  type === 'text' ? `Text ${n}` : (values?.[n % values.length] ?? min + n);

const fileOf = (n: number) =>
  [
    ['Strada', 'Apartament', ...fields.map(([name, { imported }]) => imported?.[0] ?? name)],
    ['Str. Unirii', '1', ...fields.map(([, field]) => valueOf(field, n))],
  ]
    .map((row) => row.join(';'))
    .join('\n');

describe('each field of an apartment that imports take', () => {
  it('is read from its column, written, compared with what is there and changed', async () => {
    const org = await anOrg();
    const List = `query ($orgId: ID!) { apartments(filter: { orgId: $orgId }) { nodes { ${fields.map(([name]) => name).join(' ')} } } }`;
    const expected = (n: number) => Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, n)]));
    const read = async () => (await root.run(List, { orgId: org.id })).data.apartments.nodes;
    const importing = async (n: number) => (await importFile(root, fileOf(n), { orgId: org.id })).counts.apartments;

    expect(await importing(1)).toMatchObject({ create: 1 });
    expect(await read()).toEqual([expected(1)]);
    expect(await importing(2)).toMatchObject({ update: 1 });
    expect(await read()).toEqual([expected(2)]);
    expect(await importing(2)).toMatchObject({ same: 1 });
  });
});

describe('a list with a row for each block', () => {
  const list = csv(
    'Strada;Nr;Bloc;Scări;Apartamente',
    'Str. Ștefan cel Mare;nr. 3;B1;A:2|B:3;5',
    'Str. Țepeș;bl. C2;C2;;2',
  );

  it('becomes blocks, entrances and apartments, numbered through the block', async () => {
    const org = await anOrg();

    const done = await importFile(root, list, { orgId: org.id });

    expect(done).toMatchObject({
      state: 'applied',
      counts: { rows: 2, problems: 0, towerBlocks: { create: 2 }, entrances: { create: 3 }, apartments: { create: 7 } },
      timings: { rows: 2, apartments: 7, reading: expect.any(Number), settling: expect.any(Number) },
    });
    expect(await listApartments(org.id)).toEqual([
      'Str. Ștefan cel Mare/3/B1/A/1',
      'Str. Ștefan cel Mare/3/B1/A/2',
      'Str. Ștefan cel Mare/3/B1/B/3',
      'Str. Ștefan cel Mare/3/B1/B/4',
      'Str. Ștefan cel Mare/3/B1/B/5',
      'Str. Țepeș//C2/A/1',
      'Str. Țepeș//C2/A/2',
    ]);
  });

  it('changes nothing the second time, and adds only what is new the third', async () => {
    const org = await anOrg();
    await importFile(root, list, { orgId: org.id });

    const again = await importFile(root, list, { orgId: org.id });
    const grown = await importFile(root, list.replace('C2;;2', 'C2;;4'), { orgId: org.id });

    expect(again).toMatchObject({ state: 'applied', counts: nothingNew([2, 3, 7]) });
    expect(grown.counts).toMatchObject({ towerBlocks: { create: 0, update: 0 }, apartments: { create: 2, same: 7 } });
    expect(await countRecords(org.id)).toEqual([2, 3, 9]);
  });

  it('changes what the file says otherwise, leaves what it does not say, and keeps the old version', async () => {
    const org = await anOrg();
    const text = (street: string, more = '') => csv('source_id,street,number,lat,lng', `7,${street},4,${more || ','}`);
    await importFile(root, text('Str. Veche', '45.5,26.5'), { orgId: org.id });

    const done = await importFile(root, text('Str. Nouă'), { orgId: org.id });

    expect(done.counts.towerBlocks).toEqual({ create: 0, update: 1, same: 0 });
    const versions = await asSystem((tx) =>
      tx.selectFrom('tower_block_version').selectAll().where('org_id', '=', org.id).orderBy('row_id').execute(),
    );
    expect(versions).toMatchObject([
      { addr_street: 'Str. Veche', lat: 45.5 },
      { addr_street: 'Str. Nouă', lat: 45.5, lng: 26.5 },
    ]);
  });

  it.each([
    ['nothing', '', 5, ['A1', 'A2', 'A3', 'A4', 'A5']],
    ['names', 'A|B', 5, ['A1', 'A2', 'A3', 'B4', 'B5']],
    ['names and apartments', 'I:1|II:2', 3, ['I1', 'II2', 'II3']],
    ['a number', '3', 3, ['A1', 'B2', 'C3']],
  ])('may state of its entrances %s', async (_what, entrances, apartments, expected) => {
    const org = await anOrg();

    await importFile(root, csv('strada;scari;apartamente', `Str. A;${entrances};${apartments}`), { orgId: org.id });

    expect(await listApartments(org.id)).toEqual(
      expected.map(
        (each) => `Str. A///${each[0] === 'I' ? each.replace(/(\d+)$/, '/$1') : `${each[0]}/${each.slice(1)}`}`,
      ),
    );
  });

  it('keeps two blocks at one address apart when the list gives them ids', async () => {
    const org = await anOrg();
    const text = csv('source_id,street,number,apartments', '1,Str. A,1,2', '2,Str. A,1,3');

    await importFile(root, text, { orgId: org.id });
    const again = await importFile(root, text, { orgId: org.id });

    expect(await countRecords(org.id)).toEqual([2, 2, 5]);
    expect(again.counts).toMatchObject(nothingNew([2, 2, 5]));
  });

  it('knows a block again however its address is written, and leaves it as the registry writes it', async () => {
    const org = await anOrg();
    await importFile(root, csv('strada,nr,apartamente', 'Str. Ștefan,1,2'), { orgId: org.id });

    const again = await importFile(root, csv('strada,nr,apartamente', 'STR. STEFAN,1,2'), { orgId: org.id });

    expect(again.counts).toMatchObject({
      towerBlocks: { create: 0, update: 0, same: 1 },
      apartments: { create: 0, same: 2 },
    });
  });
});

describe('a list with a row for each apartment', () => {
  it('becomes the same records', async () => {
    const org = await anOrg();
    const rows = ['sc. A;ap. 1', 'A;2', 'B;1'].map((end) => `Str. A;1;bl. X;${end}`);

    const done = await importFile(root, csv('strada;nr;bloc;scara;apartament', ...rows), { orgId: org.id });

    expect(done.counts).toMatchObject({ rows: 3, towerBlocks: { create: 1 }, entrances: { create: 2 } });
    expect(await listApartments(org.id)).toEqual(['Str. A/1/X/A/1', 'Str. A/1/X/A/2', 'Str. A/1/X/B/1']);
  });

  it('names occupiers, their ID numbers encrypted and masked, and leaves them alone the second time', async () => {
    const org = await anOrg();
    const text = csv('strada;apartament;nume;prenume;cnp', 'Str. A;1;Popescu;Ana;2960229035001', 'Str. A;2;;;');
    const wrong = text.replace('2960229035001', '2960229035002');

    const refused = await importFile(root, wrong, { orgId: org.id });
    const given = aCnp(0);
    const good = text.replace('2960229035001', given);
    const started = await startImport(root, good, { orgId: org.id });
    await importFile(root, good, { orgId: org.id });
    const again = await importFile(root, good, { orgId: org.id });

    expect(refused.counts.problems).toBe(1);
    expect(JSON.stringify(refused.problems)).not.toContain('2960229035002');
    expect(JSON.stringify(started.data)).not.toContain(given);
    expect(again.counts).toMatchObject(nothingNew([1, 1, 2]));
    const apartments = await asSystem((tx) =>
      tx.selectFrom('apartment').selectAll().where('org_id', '=', org.id).orderBy('addr_ap_key').execute(),
    );
    expect(apartments).toMatchObject([
      { occupier_kind: 'domestic', occupier_name: 'Popescu', occupier_first_name: 'Ana' },
      { occupier_kind: 'unknown', occupier_name: null, occupier_id_number_mask: null },
    ]);
    expect(apartments[0]?.occupier_id_number_mask).toMatch(/^2•{10}\d\d$/);
  });
});

describe('importing any list twice', () => {
  const word = fc.constantFrom('Str. Unirii', 'Str. Țepeș', 'STR. TEPES', 'Bd. "Doi"', 'Aleea; 3', 'a\\b', "O'Neil");
  const block = fc.record({
    street: word,
    number: fc.constantFrom('', '1', 'nr. 2', '3A', '3÷5'),
    block: fc.constantFrom('', 'A', 'bl. B1', 'ș'),
    entrances: fc.constantFrom('', '2', 'A|B', 'X|Y|Z'),
    apartments: fc.constantFrom('', '0', '1', '7'),
  });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

  it('changes nothing the second time, and counts what is there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 12 }), async (blocks) => {
        const org = await anOrg();
        const text = csv(
          'source_id,street,number,block,entrances,apartments',
          ...blocks.map((each, index) => [String(index), ...Object.values(each)].map(quoted).join(',')),
        );

        const first = await importFile(root, text, { orgId: org.id });
        const second = await importFile(root, text, { orgId: org.id });

        const { towerBlocks, entrances, apartments } = first.counts;
        const created = [towerBlocks.create, entrances.create, apartments.create];
        expect(first.state).toBe('applied');
        expect(await countRecords(org.id)).toEqual(created);
        expect(second.counts).toMatchObject(nothingNew(created as [number, number, number]));
      }),
      { numRuns: rounds(2, 20) },
    );
  });
});

it('raises no error that nobody meant', () => {
  expect(internalErrors).toEqual([]);
});
