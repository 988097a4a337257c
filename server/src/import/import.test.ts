import { sql } from 'kysely';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roles } from '@noa/domain/vocabulary.ts';
import {
  applyImport,
  cancelImport,
  checkFile,
  countRecords,
  findImport,
  importFile,
  listApartments,
  mapImport,
  settled,
  startImport,
} from './import.fixture.ts';
import { aManager, anAccessGroup, anOrg } from '../testing/factories.ts';
import { asSystem, internalErrors, signIn } from '../testing/harness.ts';

const root = await signIn(['root']);

const csv = (...rows: string[]) => `${rows.join('\n')}\n`;
const nothingNew = (same: [number, number, number]) => ({
  towerBlocks: { create: 0, update: 0, same: same[0] },
  entrances: { create: 0, update: 0, same: same[1] },
  apartments: { create: 0, update: 0, same: same[2] },
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
    const given = validCnp();
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

/** A personal number whose check digit holds. */
function validCnp(): string {
  const body = '296022903500';
  const weights = '279146358279';
  const sum = Array.from(body).reduce((total, digit, index) => total + Number(digit) * Number(weights[index]), 0);
  return `${body}${sum % 11 === 10 ? 1 : sum % 11}`;
}

describe('problems', () => {
  it('are named with row, column, value and reason, and leave their rows out', async () => {
    const org = await anOrg();
    const text = csv(
      'street;number;block;apartments;lat;lng',
      ';1;;3;;',
      'Str. A;2;;many;;',
      'Str. B;3;;4;95;26',
      'Str. C;3;;4;;',
      '',
      'STR. C;nr. 3;;4;;',
      `${'x'.repeat(121)};3;;4;44.5;`,
    );

    const checked = await checkFile(root, text, { orgId: org.id });
    await applyImport(root, checked.id);
    const applied = await settled(root, checked.id);

    expect(checked).toMatchObject({ state: 'checked', counts: { rows: 6, problems: 6 } });
    expect(checked.problems.nodes).toMatchObject([
      { rowNumber: 2, field: 'street', column: 'street', value: '', reason: 'form.required', otherRow: null },
      { rowNumber: 3, field: 'apartments', value: 'many', reason: 'form.badNumber' },
      { rowNumber: 4, field: 'lat', value: '95', reason: 'form.tooLarge' },
      { rowNumber: 7, field: 'street', value: 'STR. C 3', reason: 'import.repeated', otherRow: 5 },
      { rowNumber: 8, field: 'lng', value: '', reason: 'form.wholePoint' },
      { rowNumber: 8, field: 'street', reason: 'form.tooLong' },
    ]);
    expect(applied).toMatchObject({ state: 'applied', counts: { problems: 6, apartments: { create: 4 } } });
    expect(await countRecords(org.id)).toEqual([1, 1, 4]);
  });

  it.each([
    ['an id twice', csv('source_id,street', '1,Str. A', '1,Str. B'), 'sourceRef', 'import.repeated'],
    ['an id missing', csv('source_id,street', '1,Str. A', ',Str. B'), 'sourceRef', 'form.required'],
    ['an apartment twice', csv('strada,apartament', 'Str. A,1', 'Str. A,01'), 'apartment', 'import.repeated'],
    [
      'entrances that hold more',
      csv('strada;scari;apartamente', 'X;A;1', 'Y;A:2|B:2;5'),
      'entrances',
      'import.countsDiffer',
    ],
    ['entrances that cannot be read', csv('strada;scari', 'X;A', 'Y;A:2|B'), 'entrances', 'import.badEntrances'],
    [
      'an id with two addresses',
      csv('source_id,street,apartament', '1,Str. A,1', '1,Str. B,2'),
      'street',
      'import.contradicts',
    ],
    [
      'an unknown kind of occupier',
      csv('strada,apartament,tip ocupant', 'A,1,casnic', 'A,2,alien'),
      'occupierKind',
      'import.unknownWord',
    ],
  ])('name %s', async (_what, text, field, reason) => {
    const org = await anOrg();

    const checked = await checkFile(root, text, { orgId: org.id });

    expect(checked.problems.nodes).toMatchObject(
      reason === 'import.repeated' && field === 'sourceRef'
        ? [{ rowNumber: 3, field, reason, otherRow: 2 }, {}].slice(0, checked.problems.nodes.length)
        : [{ rowNumber: 3, field, reason }],
    );
  });

  it('name managers and access groups that are not there, and find the others by any spelling', async () => {
    const org = await anOrg();
    const group = await anAccessGroup({ org_id: org.id, name: 'Platforma Deal' });
    const manager = await aManager({ org_id: org.id, name: 'Asociația 12' });
    const text = (name: string) => csv('strada;apartamente;grup de acces;administrator', `A;2;${name};ASOCIAȚIA 12`);

    const unknown = await checkFile(root, text('Platforma Vale'), { orgId: org.id });
    await importFile(root, text('platforma deal'), { orgId: org.id });

    expect(unknown.problems.nodes).toMatchObject([
      { rowNumber: 2, field: 'accessGroup', column: 'grup de acces', value: 'Platforma Vale', reason: 'form.notFound' },
    ]);
    const entrance = await asSystem((tx) =>
      tx.selectFrom('entrance').selectAll().where('org_id', '=', org.id).executeTakeFirstOrThrow(),
    );
    expect(entrance).toMatchObject({ access_group_id: group.id, manager_id: manager.id });
  });

  it('say when an address could mean two blocks', async () => {
    const org = await anOrg();
    await importFile(root, csv('source_id,street', '1,Str. A', '2,Str. A'), { orgId: org.id });

    const checked = await checkFile(root, csv('street,apartments', 'Str. A,4'), { orgId: org.id });

    expect(checked.problems.nodes).toMatchObject([{ rowNumber: 2, field: 'street', reason: 'import.ambiguous' }]);
  });
});

describe('a job', () => {
  const list = csv('strada,nr,apartamente', 'Str. A,1,2');

  it('refuses a mapping that cannot be used, naming the field', async () => {
    const org = await anOrg();
    const { id } = (await startImport(root, list, { orgId: org.id })).data.startImport;

    const missing = await mapImport(root, id, { street: 'none', colour: 'nr' });
    const inherited = await mapImport(root, id, { toString: 'nr' });
    const without = await mapImport(root, id, { number: 'nr' });

    expect(missing.errors).toMatchObject([
      { fields: { 'mapping.street': 'import.unknownColumn', 'mapping.colour': 'import.unknownField' } },
    ]);
    expect(inherited.errors).toMatchObject([{ fields: { 'mapping.toString': 'import.unknownField' } }]);
    expect(without.errors).toMatchObject([{ fields: { 'mapping.street': 'form.required' } }]);
  });

  it.each([[{}], [{ toString: 5 }], [['nr']], [true]])('refuses %j as the header of a column', async (header) => {
    const org = await anOrg();
    const { id } = (await startImport(root, list, { orgId: org.id })).data.startImport;

    const { errors } = await mapImport(root, id, { street: header });

    expect(errors).toMatchObject([{ fields: { 'mapping.street': 'import.unknownColumn' } }]);
  });

  it('is applied once, however often it is asked', async () => {
    const org = await anOrg();
    const done = await importFile(root, list, { orgId: org.id });

    const { data } = await applyImport(root, done.id);

    expect(data.applyImport.state).toBe('applied');
    expect(await countRecords(org.id)).toEqual([1, 1, 2]);
    expect((await findImport(root, done.id)).counts).toEqual(done.counts);
  });

  it('forgets its file once it was applied or cancelled, and keeps it encrypted until then', async () => {
    const org = await anOrg();
    const content = (id: string) =>
      asSystem(async (tx) => {
        const { rows } = await sql<{ content: Buffer | null }>`select content from import_job where id = ${id}`.execute(
          tx,
        );
        return rows[0]?.content;
      });
    const checked = await checkFile(root, list, { orgId: org.id });

    const kept = await content(checked.id);
    await cancelImport(root, checked.id);

    expect(kept?.includes(Buffer.from('Str. A'))).toBe(false);
    expect(await content(checked.id)).toBeNull();
  });

  it('that was cancelled writes nothing and cannot be applied', async () => {
    const org = await anOrg();
    const many = csv('strada,nr,apartamente', ...Array.from({ length: 3_000 }, (_, index) => `Str. A,${index},20`));
    const { id } = await checkFile(root, many, { orgId: org.id });
    await applyImport(root, id);

    const { data } = await cancelImport(root, id);
    const later = await applyImport(root, id);

    expect(data.cancelImport.state).toBe('cancelled');
    expect(later.errors).toMatchObject([{ code: 'Conflict' }]);
    expect((await settled(root, id)).state).toBe('cancelled');
    expect(await countRecords(org.id)).toEqual([0, 0, 0]);
  });

  it('remembers what the columns meant', async () => {
    const org = await anOrg();
    const odd = csv('unde,câte', 'Str. A,2');
    const first = (await startImport(root, odd, { orgId: org.id })).data.startImport;
    await mapImport(root, first.id, { street: 'unde', apartments: 'câte' });
    await settled(root, first.id);

    const second = (await startImport(root, odd.replace('unde', 'UNDE'), { orgId: org.id })).data.startImport;

    expect(first.mapping).toEqual({});
    expect(second.mapping).toEqual({ street: 'UNDE', apartments: 'câte' });
  });

  it.each(roles.filter((role) => role !== 'root'))('is not for %s', async (role) => {
    const org = await anOrg();
    const caller = await signIn([role], { orgIds: [org.id] });
    const { id } = (await startImport(root, list, { orgId: org.id })).data.startImport;

    const refusals = [
      await startImport(caller, list, { orgId: org.id }),
      await mapImport(caller, id, {}),
      await applyImport(caller, id),
      await cancelImport(caller, id),
      await caller.run('query ($id: ID!) { importJob(id: $id) { id } }', { id }),
      await caller.run('{ importJobs { nodes { id } } }'),
    ];

    expect(refusals.map(({ errors }) => errors?.[0]?.code)).toEqual(refusals.map(() => 'Forbidden'));
  });

  it('is listed, newest first', async () => {
    const org = await anOrg();
    const first = (await startImport(root, list, { orgId: org.id })).data.startImport.id;
    const second = (await startImport(root, list, { orgId: org.id })).data.startImport.id;

    const { data } = await root.run('{ importJobs(first: 2) { totalCount nodes { id org { id } } } }');

    expect(data.importJobs.nodes).toEqual([second, first].map((id) => ({ id, org: { id: org.id } })));
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
      { numRuns: 6 },
    );
  });
});

it('raises no error that nobody meant', () => {
  expect(internalErrors).toEqual([]);
});
