import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { anOrg } from '../testing/factories.ts';
import { signIn } from '../testing/harness.ts';
import { checkFile, mapImport, rereadImport, settled, startImport } from './import.fixture.ts';

const root = await signIn(['root']);

const titled = 'strada;nr\nStr. A;1\nUliță;Casă\nStr. B;2\nStr. C;3\n';

/** A workbook with two entrances of one block, whose cells are merged. */
const merged = await writeXlsx({
  sheets: [
    {
      name: 'Blocuri',
      rows: [
        ['Strada', 'Nr', 'Scara', 'Apartamente'],
        ['Str. A', '1', 'A', 2],
        [null, null, 'B', 2],
      ],
      merges: [
        { startRow: 1, startCol: 0, endRow: 2, endCol: 0 },
        { startRow: 1, startCol: 1, endRow: 2, endCol: 1 },
      ],
    },
  ],
});

const addresses = 'Adresa;Apartamente\nStr. A nr. 1 bl. 2;1\nStr. B nr. 3 bl. 4;1\n';

describe('the row of the header', () => {
  it('is found out, is another when a person says so, and stays so while the rest is changed', async () => {
    const org = await anOrg();
    const found = (await startImport(root, titled, { orgId: org.id })).data.startImport;

    const chosen = (await rereadImport(root, found.id, { headerRow: 3 })).data.rereadImport;
    const again = (await rereadImport(root, found.id, { encoding: 'windows-1250' })).data.rereadImport;
    const back = (await rereadImport(root, found.id, { encoding: 'utf-8', headerRow: null })).data.rereadImport;

    expect(found).toMatchObject({ header: ['strada', 'nr'], headerRow: 1 });
    expect(chosen).toMatchObject({
      header: ['Uliță', 'Casă'],
      headerRow: 3,
      preview: [
        ['Str. B', '2'],
        ['Str. C', '3'],
      ],
    });
    expect(again).toMatchObject({ encoding: 'windows-1250', headerRow: 3 });
    expect(back).toMatchObject({ header: ['strada', 'nr'], headerRow: 1 });
  });

  it('may be said with the file, and with the mapping', async () => {
    const org = await anOrg();
    const { id, header } = (await startImport(root, titled, { orgId: org.id, headerRow: 3 })).data.startImport;

    const { data } = await mapImport(root, id, { street: 'strada', number: 'nr' }, false, { headerRow: 1 });

    expect(header).toEqual(['Uliță', 'Casă']);
    expect(data.mapImport).toMatchObject({ state: 'checking' });
    expect(await settled(root, id)).toMatchObject({ state: 'checked', headerRow: 1, counts: { rows: 4 } });
  });

  it('is refused by its name where there is none', async () => {
    const org = await anOrg();
    const { id, mapping } = (await startImport(root, titled, { orgId: org.id })).data.startImport;

    const refusals = [
      await startImport(root, titled, { orgId: org.id, headerRow: 9 }),
      await rereadImport(root, id, { headerRow: -1 }),
      await mapImport(root, id, mapping, false, { headerRow: 9 }),
    ];

    for (const { errors } of refusals) {
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { headerRow: 'import.noSuchRow' } }]);
    }
  });
});

describe('merged cells', () => {
  it('are filled down, unless a person says otherwise', async () => {
    const org = await anOrg();
    const found = (await startImport(root, merged, { orgId: org.id, name: 'b.xlsx' })).data.startImport;

    const plain = (await rereadImport(root, found.id, { fillMerged: false })).data.rereadImport;
    await mapImport(root, found.id, found.mapping, false, { fillMerged: true });

    expect(found).toMatchObject({ fillMerged: true, preview: [{}, ['Str. A', '1', 'B', '2']] });
    expect(plain).toMatchObject({ fillMerged: false, preview: [{}, ['', '', 'B', '2']] });
    expect(await settled(root, found.id)).toMatchObject({ fillMerged: true, counts: { apartments: { create: 4 } } });
  });

  it('are none in a text file', async () => {
    const org = await anOrg();

    expect((await startImport(root, titled, { orgId: org.id })).data.startImport).toMatchObject({ fillMerged: null });
  });
});

describe('a column of whole addresses', () => {
  it('is taken apart, unless a person says otherwise', async () => {
    const org = await anOrg();
    const found = (await startImport(root, addresses, { orgId: org.id })).data.startImport;

    const whole = (await rereadImport(root, found.id, { splitAddress: false })).data.rereadImport;
    const kept = (await rereadImport(root, found.id, { encoding: 'utf-8' })).data.rereadImport;
    await mapImport(root, found.id, found.mapping, false, { splitAddress: true });

    const parts = ['Adresa: str.', 'Adresa: nr.', 'Adresa: bl.', 'Adresa: rest'];
    expect(found).toMatchObject({ addressColumn: 'Adresa', header: ['Adresa', 'Apartamente', ...parts] });
    expect(whole).toMatchObject({ addressColumn: null, header: ['Adresa', 'Apartamente'] });
    expect(kept).toMatchObject({ addressColumn: null });
    expect(await settled(root, found.id)).toMatchObject({
      addressColumn: 'Adresa',
      counts: { apartments: { create: 2 } },
    });
  });

  it('is given back with bad rows as it came, without what it was taken apart into', async () => {
    const org = await anOrg();
    const { id } = await checkFile(root, `${addresses}Str. C nr. 5 bl. 6;mii\n`, { orgId: org.id });

    const { data } = await root.run('query ($id: ID!) { importJob(id: $id) { badRows } }', { id });

    expect(data.importJob.badRows).toEqual([{ number: 4, cells: ['Str. C nr. 5 bl. 6', 'mii'] }]);
  });
});
