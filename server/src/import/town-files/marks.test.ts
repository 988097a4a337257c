import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { checkFile } from '../import.fixture.ts';
import { workbookOf, withPrefixes, zipOf, type TestCell, type TestSheet } from '../reading/nasty/workbook.fixture.ts';
import { textOfPart } from '../reading/sheet-parts.ts';
import { entriesOf } from '../reading/zip-bounds.ts';

const root = await signIn(['root']);

async function remarksOn(file: Uint8Array) {
  const { problems, counts, state } = await checkFile(root, file, { orgId: (await anOrg()).id, name: 'l.xlsx' });
  const found = problems.nodes.map(({ rowNumber, field, value, reason, isWarning }: Record<string, unknown>) =>
    [rowNumber, field, value, reason, isWarning].join(' '),
  );
  return { found, create: counts.apartments.create, state };
}

const struck = (text: string): TestCell => ({ xml: `<is><t>${text}</t></is>`, type: 'inlineStr', style: 2 });
const header = ['Strada', 'Nr.', 'Ap.', 'Nume', 'Obs.'];

/** The same workbook with a prefix before the name of each element, as some programs write it. */
async function rewritten(file: Uint8Array, prefix: string) {
  const parts = entriesOf(file).map(async (entry) => ({ name: entry.name, text: await textOfPart(entry) }));
  return zipOf(withPrefixes(await Promise.all(parts), prefix));
}

describe.each([undefined, 'x'])('in a workbook with the prefix %s', (prefix) => {
  const sheet = (rows: readonly (readonly TestCell[])[], more: Partial<TestSheet> = {}) =>
    workbookOf([{ name: 'Lista', rows, ...more }], [], prefix);

  it('rows and columns that are hidden in a workbook are remarked, and go in', async () => {
    const rows = [header, ['Str. A', 1, 1, 'Popa', 'x'], ['Str. A', 1, 2, 'Ene', 'x'], ['Str. A', 1, 3, 'Rusu', 'x']];

    const { found, create, state } = await remarksOn(sheet(rows, { hiddenRows: [1, 3], hiddenColumns: [4, 5] }));

    expect(found).toEqual(['2 occupierName Popa import.hiddenColumn true', '3 street Str. A import.hiddenRow true']);
    expect([state, create]).toEqual(['checked', 3]);
  });

  it('texts that are struck out are remarked, whole or in part', async () => {
    const part = { xml: '<is><r><rPr><strike/></rPr><t>1</t></r><r><t>12</t></r></is>', type: 'inlineStr' };
    const not = { xml: '<is><r><rPr><strike val="0"/></rPr><t>3</t></r></is>', type: 'inlineStr' };
    const rows = [
      header,
      ['Str. A', 1, 1, struck('Popa'), struck('x')],
      ['Str. A', 1, part, 'Ene', null],
      ['Str. A', 1, not, 'Rusu', null],
      [struck('Str. A'), { xml: '<v>1</v>', style: 2 }, { xml: '<v>4</v>', style: 2 }, { xml: '', style: 2 }, null],
    ];

    const { found, create } = await remarksOn(sheet(rows));

    expect(found).toEqual([
      '2 occupierName Popa import.struckText true',
      '3 apartment 112 import.struckText true',
      '5 apartment 4 import.struckText true',
      '5 number 1 import.struckText true',
      '5 street Str. A import.struckText true',
    ]);
    expect(create).toBe(4);
  });

  it('both are seen as programs write them, with texts that all sheets share', async () => {
    const font = { strikethrough: true };
    const richText = [{ text: 'Popa ', font }, { text: 'Ene' }];
    const file = await writeXlsx({
      sheets: [
        {
          name: 'Lista',
          columns: [{}, {}, {}, { hidden: true }],
          rows: [header.slice(0, 4), ['Str. A', 1, 1, 'Popa Ene'], ['Str. A', 1, 2, 'Ene'], ['Str. A', 1, 3, 'Rusu']],
          cells: new Map([
            ['1,3', { value: 'Popa Ene', type: 'richText', richText }],
            ['2,0', { value: 'Str. A', style: { font } }],
          ]),
          rowDefs: new Map([[3, { hidden: true }]]),
        },
      ],
    });

    const { found, create } = await remarksOn(prefix ? await rewritten(file, prefix) : file);

    expect(found).toEqual([
      '2 occupierName Popa Ene import.hiddenColumn true',
      '2 occupierName Popa Ene import.struckText true',
      '3 street Str. A import.struckText true',
      '4 street Str. A import.hiddenRow true',
    ]);
    expect(create).toBe(3);
  });

  it('a column of addresses that is hidden is remarked at what is read of it', async () => {
    const rows = [
      ['Adresa', 'Ap.'],
      [struck('Str. A nr. 1 bl. 2'), 1],
      ['Str. A nr. 1 bl. 2', 2],
    ];

    const { found } = await remarksOn(sheet(rows, { hiddenColumns: [1] }));

    expect(found).toEqual(
      ['hiddenColumn', 'struckText']
        .flatMap((reason) => ['block 2', 'number 1', 'street Str. A'].map((each) => `2 ${each} import.${reason} true`))
        .toSorted(),
    );
  });

  it('many rows are looked through, whatever number they have', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ['Str. A', 1, index + 1, 'Popa', null]);
    const hidden = [2, 1_500, 3_001];

    const { found, create } = await remarksOn(sheet([header, ...rows], { hiddenRows: hidden }));

    expect(found).toEqual(hidden.map((row) => `${row} street Str. A import.hiddenRow true`));
    expect(create).toBe(3_000);
  });
});
