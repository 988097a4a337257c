import { describe, expect, it } from 'vitest';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import { aContainerGroup, aManager, anOrg } from '../../testing/factories.ts';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { applyImport, checkFile, importFile, importGoodRows, settled } from '../import.fixture.ts';

const root = await signIn(['root']);

const csv = (...rows: string[]) => `${rows.join('\n')}\n`;

const containersOf = (orgId: string) =>
  asSystem((tx) =>
    tx
      .selectFrom('container as c')
      .innerJoin('container_group as g', 'g.id', 'c.container_group_id')
      .selectAll('c')
      .select('g.item_number')
      .where('c.org_id', '=', orgId)
      .orderBy('c.serial_number_key')
      .execute(),
  );

const header = 'Grup de containere;Nr. serie;Fracție;Volum;Tambur;Mod acces;Strada;Nr. strada;Latitudine;Longitudine';
const list = csv(
  header,
  '12;C-1;Hârtie;1100;20;cu card;Str. Lungă;4;47,2465;26,7222',
  '12;C-2;plastic și metal;1100;20;;;;;',
  '14;C-10;rezidual;240;30;acces liber;;;;',
);

describe('a list of containers', () => {
  it('offers to create the groups that it names, and creates both when told to', async () => {
    const org = await anOrg();
    await aContainerGroup({ org_id: org.id, item_number: '12' });

    const refused = await checkFile(root, list, { orgId: org.id, kind: 'containers' });
    const done = await importFile(root, list, { orgId: org.id, kind: 'containers', createMissing: true });

    expect(refused.problems.nodes).toMatchObject([
      { rowNumber: 4, field: 'containerGroupId', column: 'Grup de containere', value: '14', reason: 'form.notFound' },
    ]);
    expect(done).toMatchObject({
      state: 'applied',
      counts: { rows: 3, problems: 0, containerGroups: { create: 1 }, containers: { create: 3, update: 0, same: 0 } },
      timings: { containers: 3 },
    });
    expect(await containersOf(org.id)).toMatchObject([
      {
        serial_number: 'C-1',
        item_number: '12',
        waste_stream: 'paper_cardboard',
        lat: 47.2465,
        addr_street: 'Str. Lungă',
      },
      { serial_number: 'C-2', waste_stream: 'plastic_metal', access_mode: 'controlled', card_capacity: 10_000 },
      { serial_number: 'C-10', item_number: '14', access_mode: 'open', size_litres: 240 },
    ]);
  });

  it('takes both coordinates of a place from one column, and says which place is none', async () => {
    const org = await anOrg();
    const text = csv(
      'group,serial,stream,size,drum,mode,address,coordinates',
      'P1,C-1,glass,1100,20,controlled,Str. Lungă 4,"47.2465, 26.7222"',
      'P1,C-2,glass,1100,20,controlled,Str. Lungă 4,',
      'P1,C-3,glass,1100,20,controlled,Str. Lungă 4,lângă școală',
    );

    const done = await importGoodRows(root, text, { orgId: org.id, kind: 'containers', createMissing: true });

    expect(done.problems.nodes).toMatchObject(
      ['lat', 'lng'].map((field) => ({ rowNumber: 4, field, column: 'coordinates', reason: 'form.badNumber' })),
    );
    expect(await containersOf(org.id)).toMatchObject([
      { serial_number: 'C-1', lat: 47.2465, lng: 26.7222, addr_street: 'Str. Lungă', addr_nr: '4' },
      { serial_number: 'C-2', lat: null, lng: null },
    ]);
  });

  it('changes nothing the second time; then what the file says otherwise, told by field, and leaves what it does not say', async () => {
    const org = await anOrg();
    const asked = { orgId: org.id, kind: 'containers', createMissing: true };
    await importFile(root, list, asked);

    const again = await importFile(root, list, asked);
    const changed = await importFile(root, csv('serie;volum;tambur', 'c-1;770;20', 'C-2;770;25'), asked);

    expect(again.counts).toMatchObject({ containers: { create: 0, update: 0, same: 3 } });
    expect(again.absent).toEqual({ containers: 0 });
    expect(again.counts).not.toHaveProperty('containerGroups');
    expect(changed.counts.containers).toMatchObject({ create: 0, update: 2, same: 0 });
    expect(changed.absent).toEqual({ containers: 1 });
    expect(changed.fields).toEqual({ containers: { serialNumber: 1, sizeLitres: 2, volumeControlLitres: 1 } });
    expect(await containersOf(org.id)).toMatchObject([
      { size_litres: 770, waste_stream: 'paper_cardboard', lat: 47.2465 },
      { size_litres: 770, volume_control_litres: 25 },
      { size_litres: 240 },
    ]);
  });

  it('applies its good rows and leaves the bad ones out, each with its reason', async () => {
    const org = await anOrg();
    const mixed = csv(
      header,
      '12;C-1;Hârtie;1100;20;;;;;',
      '12;C-2;lemn;1100;20;;;;;',
      '12;C-3;sticlă;5;20;;;;;',
      '12;C-4;sticlă;;20;;;;;',
      '12;C-1;Hârtie;770;20;;;;;',
      '12;C-5;sticlă;1100;20;;;;47;',
    );

    const done = await importGoodRows(root, mixed, { orgId: org.id, kind: 'containers', createMissing: true });

    expect(done).toMatchObject({ state: 'applied', counts: { problems: 5, containers: { create: 1 } } });
    expect(done.problems.nodes).toMatchObject([
      { rowNumber: 3, field: 'wasteStream', value: 'lemn', reason: 'import.unknownWord' },
      { rowNumber: 4, field: 'sizeLitres', value: '5', reason: 'form.tooSmall' },
      { rowNumber: 5, field: 'sizeLitres', reason: 'form.required' },
      { rowNumber: 6, field: 'serialNumber', value: 'C-1', reason: 'import.repeated', otherRow: 2 },
      { rowNumber: 7, field: 'lng', reason: 'form.wholePoint' },
    ]);
    expect(await containersOf(org.id)).toMatchObject([{ serial_number: 'C-1', size_litres: 1100 }]);
  });

  it('reads whole numbers with thousands as spreadsheets show them', async () => {
    const org = await anOrg();
    const shown = csv(
      'grup;serie;fractie;volum;tambur;carduri in incuietoare',
      '12;C-1;sticlă;1.100;20;10.000',
      '12;C-2;sticlă;1,100;1.000;2.500.000',
      '12;C-3;sticlă;1100.0;20;10.000,5',
    );

    const done = await importGoodRows(root, shown, { orgId: org.id, kind: 'containers', createMissing: true });

    expect(done.problems.nodes).toMatchObject([
      { rowNumber: 3, field: 'cardCapacity', reason: 'form.tooLarge' },
      { rowNumber: 4, field: 'cardCapacity', value: '10.000,5', reason: 'form.badNumber' },
    ]);
    expect(await containersOf(org.id)).toMatchObject([
      { serial_number: 'C-1', size_litres: 1_100, card_capacity: 10_000 },
    ]);
  });

  it.each([
    ['containers', 'Grup de containere;Nr. serie;Fracție;Volum;Tambur', '12;1,23E+12;hârtie;1100;20', 'serialNumber'],
    ['containerGroups', 'Nr. platformă;Denumire', '4,5e+10;Piața', 'itemNumber'],
  ] as const)('takes no number that a spreadsheet has rounded for one (%s)', async (kind, columns, row, field) => {
    const { id: orgId } = await anOrg();
    await aContainerGroup({ org_id: orgId, item_number: '12' });

    const { problems } = await checkFile(root, csv(columns, row), { orgId, kind });

    expect(problems.nodes).toMatchObject([{ rowNumber: 2, field, reason: 'form.roundedNumber' }]);
  });

  it('says once that a row is repeated in the same words, which does no harm', async () => {
    const org = await anOrg();
    const row = '12;C-1;Hârtie;1100;20;;;;;';

    const done = await importFile(root, csv(header, row, row), {
      orgId: org.id,
      kind: 'containers',
      createMissing: true,
    });

    expect(done).toMatchObject({ state: 'applied', counts: { problems: 0, warnings: 1, containers: { create: 1 } } });
    expect(done.problems.nodes).toMatchObject([{ rowNumber: 3, reason: 'import.repeatedSame', otherRow: 2 }]);
  });

  it('is not applied when no row of it is good', async () => {
    const org = await anOrg();
    const checked = await checkFile(root, list, { orgId: org.id, kind: 'containers' });

    const { errors } = await applyImport(root, checked.id);

    expect(checked.counts).toMatchObject({ problems: 3 });
    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { id: 'import.hasProblems' } }]);
  });

  it('is not applied when a row turned bad since it was checked', async () => {
    const org = await anOrg();
    const group = await aContainerGroup({ org_id: org.id, item_number: '12' });
    await aContainerGroup({ org_id: org.id, item_number: '14' });
    const checked = await checkFile(root, list, { orgId: org.id, kind: 'containers' });
    await asSystem((tx) => tx.deleteFrom('container_group').where('id', '=', group.id).execute());

    await applyImport(root, checked.id);

    expect(await settled(root, checked.id)).toMatchObject({ state: 'failed', failure: 'import.changedMeanwhile' });
    expect(await containersOf(org.id)).toEqual([]);
  });
});

describe('a file that was checked', () => {
  const containersFile = (row: string) => csv('Grup de containere;Nr. serie;Fracție;Volum;Tambur', row);

  it.each([
    ['has made what it would make', null, '12;C-1;Hârtie;1100;20', '12;C-1;Hârtie;770;20'],
    [
      'has changed another field of what it changes',
      '12;C-1;Hârtie;1100;20',
      '12;C-1;Hârtie;1100;30',
      '12;C-1;Hârtie;770;20',
    ],
    [
      'has changed the very field that it changes',
      '12;C-1;Hârtie;1100;20',
      '12;C-1;Hârtie;240;20',
      '12;C-1;Hârtie;770;20',
    ],
    ['has changed what it leaves as it is', '12;C-1;Hârtie;1100;20', '12;C-1;Hârtie;1100;30', '12;C-1;Hârtie;1100;20'],
  ])('is not applied when a colleague %s since', async (_what, before, meanwhile, row) => {
    const org = await anOrg();
    const into = { orgId: org.id, kind: 'containers', createMissing: true };
    await aContainerGroup({ org_id: org.id, item_number: '12' });
    await (before && importGoodRows(root, containersFile(before), into));
    const checked = await checkFile(root, containersFile(row), into);
    await importGoodRows(root, containersFile(meanwhile), into);
    const written = await containersOf(org.id);

    await applyImport(root, checked.id);

    expect(await settled(root, checked.id)).toMatchObject({ state: 'failed', failure: 'import.changedMeanwhile' });
    expect(await containersOf(org.id)).toEqual(written);
  });

  it('is not applied over what a colleague writes while it is being applied', async () => {
    const org = await anOrg();
    const into = { orgId: org.id, kind: 'containers', createMissing: true };
    await importGoodRows(root, containersFile('12;C-1;Hârtie;1100;20'), into);
    const { id } = await checkFile(root, containersFile('12;C-1;Hârtie;770;20'), into);

    await asSystem(async (tx) => {
      await tx.updateTable('container').set({ size_litres: 240 }).where('org_id', '=', org.id).execute();
      await applyImport(root, id);
      await untilAwaited(1);
    });

    expect(await settled(root, id)).toMatchObject({ state: 'failed', failure: 'import.changedMeanwhile' });
    expect(await containersOf(org.id)).toMatchObject([{ size_litres: 240 }]);
  });
});

describe('lists of what is called by one name', () => {
  it.each([
    ['managers', csv('Administrator de bloc', 'Asociația 1', 'Asociația 2')],
    ['accessGroups', csv('Grup de acces;Mod acces', 'Deleni;cu card', 'Vatra;liber')],
    ['containerGroups', csv('Nr. platformă;Denumire;Strada', '1;Piață;Str. Lungă', '2;;')],
  ] as const satisfies readonly (readonly [ImportKind, string])[])(
    'become %s once, found again however they are written',
    async (kind, text) => {
      const org = await anOrg();

      const done = await importFile(root, text, { orgId: org.id, kind });
      const again = await importFile(root, text, { orgId: org.id, kind });

      expect(done).toMatchObject({ state: 'applied', counts: { [kind]: { create: 2, update: 0, same: 0 } } });
      expect(again.counts[kind]).toMatchObject({ create: 0, update: 0, same: 2 });
    },
  );

  it('leave those alone that they do not speak of, and count them', async () => {
    const org = await anOrg();
    await aManager({ org_id: org.id, name: 'Veche' });

    const checked = await checkFile(root, csv('administrator', 'Nouă'), { orgId: org.id, kind: 'managers' });

    expect(checked).toMatchObject({ counts: { managers: { create: 1 } }, absent: { managers: 1 } });
  });
});
