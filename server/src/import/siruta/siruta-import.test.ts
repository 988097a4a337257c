import { beforeEach, describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, internalErrors, signIn } from '../../testing/harness.ts';
import { applyImport, checkFile, importFile, settled, startImport } from '../import.fixture.ts';

const root = await signIn(['root']);

const csv = (...rows: string[]) => ['SIRUTA;DENLOC;SIRSUP;TIP;NIV', ...rows, ''].join('\n');
const iasi = '225;JUDEȚUL IAŞI;1;40;1';
const town = '95391;MUNICIPIUL PAŞCANI;225;4;2';
const village = '95408;PAŞCANI;95391;9;3';

const check = (text: string | Uint8Array) => checkFile(root, text, { kind: 'siruta', name: 'siruta.csv' });
const bringIn = (text: string | Uint8Array) => importFile(root, text, { kind: 'siruta', name: 'siruta.csv' });
const listNodes = () =>
  asSystem((tx) =>
    tx
      .selectFrom('gis_node')
      .select(['id', 'kind', 'name', 'official_name', 'parent_id', 'siruta'])
      .orderBy('siruta')
      .execute(),
  );

beforeEach(async () => {
  await asSystem((tx) => tx.deleteFrom('gis_node').execute());
});

describe('the nomenclature SIRUTA', () => {
  it('becomes counties, UATs and localities, readable and with a comma below', async () => {
    const done = await bringIn(csv(iasi, town, village));

    expect(done).toMatchObject({ state: 'applied', counts: { rows: 3, problems: 0, warnings: 0 } });
    expect(done.counts.gisNodes).toEqual({ create: 3, update: 0, same: 0 });
    expect(await listNodes()).toEqual([
      { id: '225', kind: 'county', name: 'Iași', official_name: 'Județul Iași', parent_id: null, siruta: 225 },
      {
        id: '95391',
        kind: 'uat',
        name: 'Pașcani',
        official_name: 'Municipiul Pașcani',
        parent_id: '225',
        siruta: 95_391,
      },
      { id: '95408', kind: 'loc', name: 'Pașcani', official_name: 'Pașcani', parent_id: '95391', siruta: 95_408 },
    ]);
  });

  it('changes nothing the second time, and only what is new or renamed the third', async () => {
    await bringIn(csv(iasi, town, village));
    const before = await asSystem((tx) => tx.selectFrom('gis_node_version').select('row_id').execute());

    const again = await bringIn(csv(iasi, town, village));
    const after = await asSystem((tx) => tx.selectFrom('gis_node_version').select('row_id').execute());
    const third = await bringIn(csv(iasi, town.replace('MUNICIPIUL', 'ORAŞ'), village, '95417;BLĂGEȘTI;95391;10;3'));

    expect(again.counts.gisNodes).toEqual({ create: 0, update: 0, same: 3 });
    expect(after).toEqual(before);
    expect(third.counts.gisNodes).toEqual({ create: 1, update: 1, same: 2 });
  });

  it('takes over nodes that were planted with their codes as ids', async () => {
    await asSystem((tx) => tx.insertInto('gis_node').values({ id: '225', kind: 'county', name: 'Iasi' }).execute());

    const done = await bringIn(csv(iasi, town));

    expect(done.counts.gisNodes).toEqual({ create: 1, update: 1, same: 0 });
  });

  it('leaves alone what the file does not speak of', async () => {
    await bringIn(csv(iasi, town, village));

    await bringIn(csv(iasi));

    expect(await listNodes()).toHaveLength(3);
  });

  it.each([
    ['a code twice', village, 'siruta', 'import.repeated', 3],
    ['no code', ';PAȘCANI;95391;9;3', 'siruta', 'form.required', null],
    ['a code that is none', '95-408;PAȘCANI;95391;9;3', 'siruta', 'form.badNumber', null],
    ['no name', '95417;;95391;10;3', 'name', 'form.required', null],
    ['an unknown level', '95417;BLĂGEȘTI;95391;10;4', 'level', 'import.unknownLevel', null],
    ['a parent that is nowhere', '95417;BLĂGEȘTI;95426;10;3', 'parent', 'import.unknownParent', null],
    ['a locality right in a county', '95417;BLĂGEȘTI;225;10;3', 'parent', 'import.wrongParent', null],
  ])('names %s, with its row, which alone is not written', async (_what, row, field, reason, otherRow) => {
    const checked = await check(csv(iasi, village.replace('95391', '225').replace('9;3', '9;2'), row));
    await applyImport(root, checked.id);
    const applied = await settled(root, checked.id);

    expect(checked.problems.nodes).toMatchObject([{ rowNumber: 4, field, reason, otherRow, isWarning: false }]);
    expect(applied).toMatchObject({ state: 'applied', counts: { problems: 1, gisNodes: { create: 2 } } });
    expect(await listNodes()).toHaveLength(2);
  });

  it('remarks on a code whose check digit does not hold, once, and takes it in', async () => {
    const odd = csv(iasi, town.replace('95391', '95392'));

    const first = await bringIn(odd);
    const second = await check(odd);

    expect(first).toMatchObject({ state: 'applied', counts: { problems: 0, warnings: 1 } });
    expect(first.problems.nodes).toMatchObject([
      { rowNumber: 3, field: 'siruta', value: '95392', reason: 'import.checkDigit', isWarning: true },
    ]);
    expect(second.counts).toMatchObject({ problems: 0, warnings: 0 });
  });

  it('belongs to no org, and needs none to be chosen', async () => {
    await anOrg();
    await anOrg();

    const { data } = await startImport(root, csv(iasi), { kind: 'siruta' });
    const found = await root.run('query ($id: ID!) { importJob(id: $id) { kind org { id } fields { name } } }', {
      id: data.startImport.id,
    });

    expect(data.startImport.mapping).toEqual({
      siruta: 'SIRUTA',
      name: 'DENLOC',
      parent: 'SIRSUP',
      type: 'TIP',
      level: 'NIV',
    });
    expect(found.data.importJob).toMatchObject({
      kind: 'siruta',
      org: null,
      fields: [{ name: 'siruta' }, {}, {}, {}, {}],
    });
  });

  it('remembers what the columns meant', async () => {
    const text = csv(iasi).replace('DENLOC', 'Cum îi zice');
    const started = (await startImport(root, text, { kind: 'siruta' })).data.startImport;
    await root.run('mutation ($id: ID!, $mapping: JSON!) { mapImport(id: $id, mapping: $mapping) { id } }', {
      id: started.id,
      mapping: { ...started.mapping, name: 'Cum îi zice' },
    });

    const again = (await startImport(root, text, { kind: 'siruta' })).data.startImport;

    expect(again.mapping).toMatchObject({ name: 'Cum îi zice', siruta: 'SIRUTA' });
  });
});

it('raises no error that nobody meant', () => {
  expect(internalErrors).toEqual([]);
});
