import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { importLimits } from '@noa/domain/imports/import.ts';
import {
  checkFile,
  countRecords,
  csv,
  importFile,
  importGoodRows,
  listApartments,
  mapImport,
  settled,
  rereadImport,
  startImport,
} from './import.fixture.ts';
import { anOrg } from '../testing/factories.ts';
import { signIn } from '../testing/harness.ts';

const root = await signIn(['root']);

const text = 'strada,nr,bloc,apartamente\nStr. Ştefăniţă,1,Ţ,1\n';
/** The letters that Windows-1250, ISO-8859-2 and ISO-8859-16 all write with these bytes. */
const singleBytes: Readonly<Record<string, number>> = { Ş: 0xaa, ş: 0xba, Ţ: 0xde, ţ: 0xfe, ă: 0xe3 };
const central = Buffer.from(Array.from(text).map((letter) => singleBytes[letter] ?? letter.codePointAt(0) ?? 0));
const utf16 = Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le');

describe('a row that is no record', () => {
  it.each([
    ['of one line', ['Strada;Nr;Ap.;Nume', 'Str. A;1;1;Popa', 'Str. A;1;2;Ene']],
    ['with a name twice', ['Strada;Nr;Ap.;Nume;Nume', 'Str. A;1;1;Popa;x', 'Str. A;1;2;Ene;x']],
    ['of addresses in one column', ['Adresa;Ap.;Nume', 'Str. A nr. 1;1;Popa', 'Str. A nr. 1;2;Ene']],
    ['in other letters', ['Strada;Nr.;Ap.;Nume', 'Str. A;1;1;Popa', 'Str. A;1;2;Ene'], 'STRADA;Nr;AP;nume'],
    [
      'with its columns numbered',
      ['Strada;Nr;Ap.;Nume', 'Str. A;1;1;Popa', 'Str. A;1;2;Ene'],
      'Strada;Nr;Ap.;Nume\n0;1;2;3',
    ],
  ])(
    'is the header at the top of each page, %s',
    async (_what, [header = '', one = '', other = ''], again = header) => {
      const org = await anOrg();

      const done = await importFile(root, csv(header, one, again, other), { orgId: org.id });

      expect(done).toMatchObject({ state: 'applied', counts: { rows: 2, problems: 0 } });
      expect(await listApartments(org.id)).toEqual(['Str. A/1//A/1', 'Str. A/1//A/2']);
    },
  );

  it.each(['TOTAL', 'Total:', 'Subtotal', 'Total general'])('is one that adds them up (%s)', async (total) => {
    const org = await anOrg();
    const text = csv('Strada;Nr;Apartamente', 'Str. Totalului;1;2', `${total};;2`, `;${total};2`);

    const done = await importGoodRows(root, text, { orgId: org.id });

    expect(done.problems.nodes).toMatchObject([
      { rowNumber: 3, field: 'street', value: total, reason: 'import.totalRow' },
      { rowNumber: 4, field: 'number', value: total, reason: 'import.totalRow' },
    ]);
    expect(await countRecords(org.id)).toEqual([1, 1, 2]);
  });

  it.each(['TOTAL;2;7', ';Total: 2;7'])(
    'is one that adds up what is not imported, or says the sum (%s)',
    async (sum) => {
      const org = await anOrg();
      const text = csv('Nr. crt.;Administrator;Blocuri', '1;Totalia 2;3', '2;Unirii;4', sum);

      const done = await importGoodRows(root, text, { orgId: org.id, kind: 'managers' });

      expect(done.problems.nodes).toMatchObject([{ rowNumber: 4, field: 'name', reason: 'import.totalRow' }]);
      expect(done.counts).toMatchObject({ managers: { create: 2 } });
    },
  );
});

it.each([
  ['a street', 'street', 'Strada,Nr,Ap,Nume', 'Str. A,1,1,Popa', 'Str. Lungă, fostă B,1,2,Ene'],
  ['a whole address', 'apartment', 'Adresa,Ap,Nume', 'Str. A nr. 1,1,Popa', 'Str. B nr. 2, bl. 3,2,Ene'],
])('a row with a separator within %s is left out, as all behind stands one too far', async (_what, field, ...list) => {
  const [header, one, other] = list;
  const org = await anOrg();

  const text = csv(header, one, other, `${one.replace(',1,Popa', ',3,Rusu')},,`);

  const done = await importGoodRows(root, text, { orgId: org.id });

  expect(done.problems.nodes).toMatchObject([{ rowNumber: 3, field, value: 'Ene', reason: 'import.surplusCell' }]);
  expect(await listApartments(org.id)).toEqual(['Str. A/1//A/1', 'Str. A/1//A/3']);
});

describe('a text file', () => {
  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8', ','],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`), 'utf-8', ','],
    ['Windows-1250', central, 'windows-1250', ','],
    ["UTF-16, as Excel's Unicode text", utf16, 'utf-16le', '\t'],
    ['tabs', Buffer.from(text.replaceAll(',', '\t')), 'utf-8', '\t'],
    ['semicolons and CRLF', Buffer.from(text.replaceAll(',', ';').replaceAll('\n', '\r\n')), 'utf-8', ';'],
    ['its separator in a first line', Buffer.from(`sep=;\r\n${text.replaceAll(',', ';')}`), 'utf-8', ';'],
    ['a title above', Buffer.from(`Lista blocurilor\n\n${text}`), 'utf-8', ','],
  ])('may be or have %s; its cedillas become commas', async (_what, bytes, encoding, separator) => {
    const org = await anOrg();

    const done = await importFile(root, bytes, { orgId: org.id });

    expect(done).toMatchObject({
      state: 'applied',
      encoding,
      separator,
      header: ['strada', 'nr', 'bloc', 'apartamente'],
    });
    expect(await listApartments(org.id)).toEqual(['Str. Ștefăniță/1/Ț/A/1']);
  });

  it('is read in another encoding when a person says so', async () => {
    const org = await anOrg();
    const bytes = Buffer.from(central.map((byte) => (byte === 0xaa ? 0xa1 : byte))); // Ą in ISO-8859-16 and -2, ˇ in Windows-1250
    const first = (await startImport(root, bytes, { orgId: org.id })).data.startImport;

    const second = (await rereadImport(root, first.id, { encoding: 'iso-8859-16' })).data.rereadImport;

    expect(first.preview[0][0]).toBe('Str. ˇtefăniță');
    expect(second).toMatchObject({ encoding: 'iso-8859-16', state: 'uploaded' });
    expect(second.preview[0][0]).toBe('Str. Ątefăniță');
  });

  it.each(['1800101221144', '1 800101 22-1144', 'CNP: 1800101221144', '1800101221145'])(
    'shows its first rows, and what is wrong with them, the personal numbers in them masked (%s)',
    async (number) => {
      const rows = Array.from({ length: 30 }, (_, index) => `Str. A;1;${index};${number}`);
      const list = csv('strada;nr;ap;note', ...rows, `Str. A;1;30;;${number}`);

      const { preview, problems } = await checkFile(root, list, { orgId: (await anOrg()).id });

      expect(preview).toHaveLength(importLimits.previewRows);
      const masked = expect.stringMatching(/1••••••••••4[45]$/);
      expect([preview[0][3], problems.nodes[0]?.value]).toEqual([masked, masked]);
    },
  );

  it('shows the personal numbers of its first row masked where it has no header', async () => {
    const org = await anOrg();
    const rows = 'Str. A;1;1800101221144;1800101221144\nStr. B;2;1800101221144;\n';

    const { header } = (await startImport(root, rows, { orgId: org.id, headerRow: 1 })).data.startImport;

    expect(header).toEqual(['Str. A', '1', '1••••••••••44', '1••••••••••44 (2)']);
  });

  it('may have columns without a name, and two of the same', async () => {
    const org = await anOrg();

    const { header } = (await startImport(root, 'nr,,nr,,\n1,2,3\n', { orgId: org.id })).data.startImport;

    expect(header).toEqual(['nr', 'B', 'nr (2)']);
  });
});

describe('a workbook', () => {
  it('is read sheet by sheet', async () => {
    const org = await anOrg();
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Note',
          rows: [
            ['ceva', 'altceva'],
            ['x', 'y'],
          ],
        },
        {
          name: 'Blocuri',
          rows: [
            ['Strada', 'Bloc', 'Apartamente', 'Latitudine', 'Longitudine'],
            ['Str. A', 'B1', 3, 45.5, 26],
          ],
        },
      ],
    });

    const first = (await startImport(root, bytes, { orgId: org.id, name: 'b.xlsx' })).data.startImport;
    const second = (await rereadImport(root, first.id, { sheet: 'Blocuri' })).data.rereadImport;
    const absent = await rereadImport(root, first.id, { sheet: 'Scări' });

    expect(first).toMatchObject({ sheets: ['Note', 'Blocuri'], sheet: 'Note', encoding: null, separator: null });
    expect(second).toMatchObject({ sheet: 'Blocuri', preview: [['Str. A', 'B1', '3', '45.5', '26']] });
    expect(second.mapping).toMatchObject({ street: 'Strada', apartments: 'Apartamente', lat: 'Latitudine' });
    expect(absent.errors).toMatchObject([{ code: 'ValidationFailed', fields: { sheet: 'import.unknownSheet' } }]);
  });

  it('goes in like a text file', async () => {
    const org = await anOrg();
    const rows = [['Strada', 'Bloc', 'Apartamente'], ['Str. A', 'B1', 3], [], ['Str. B', 7, '2']];
    const bytes = await writeXlsx({ sheets: [{ name: 'Blocuri', rows }] });

    const done = await importFile(root, bytes, { orgId: org.id, name: 'b.xlsx' });

    expect(done).toMatchObject({ state: 'applied', counts: { rows: 2, apartments: { create: 5 } } });
  });
});

describe('a file', () => {
  it.each([
    ['is empty', '', 'import.empty'],
    ['has no rows', '\n\n', 'import.empty'],
    ['has a header only', 'strada,nr\n', 'import.empty'],
    ['is no workbook', Buffer.from('PK\u0003\u0004 nothing'), 'import.badWorkbook'],
    ['is an old Excel file', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'import.oldExcel'],
    ['is a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'import.imageFile'],
    ['is a program', Buffer.from('7f454c4602010100', 'hex'), 'import.notATable'],
    ['has a row of separators only', `strada,nr\n${','.repeat(900_000)}\n`, 'import.tooManyColumns'],
    ['has 501 columns', `${'a,'.repeat(500)}b\n${'1,'.repeat(500)}2\n`, 'import.tooManyColumns'],
    [
      'is no workbook, and larger than what servers take by default',
      Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(30_000_000)]),
      'import.badWorkbook',
    ],
    ['never closes a quote', `strada,nr\n"Str. A,1\n${'x'.repeat(importLimits.rowLength)}`, 'import.badCsv'],
  ])('that %s is refused', async (_what, content, reason) => {
    const org = await anOrg();

    const { errors } = await startImport(root, content, { orgId: org.id });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { file: reason } }]);
  });

  it('of another kind, org or format is refused by the field', async () => {
    const org = await anOrg();

    const refusals = [
      await startImport(root, text, { orgId: org.id, kind: 'weather' }),
      await startImport(root, text, {}),
      await startImport(root, text, { orgId: org.id, encoding: 'ebcdic' }),
      await startImport(root, text, { orgId: org.id, separator: '-' }),
    ];

    expect(refusals.map(({ errors }) => errors?.[0]?.['fields'])).toEqual([
      { kind: 'form.notFound' },
      { orgId: 'form.required' },
      { encoding: 'form.notFound' },
      { separator: 'form.notFound' },
    ]);
  });
});

describe('rows that say nothing in any mapped column', () => {
  it('are none, however much they say in the others, which is remarked', async () => {
    const org = await anOrg();
    const text = 'strada;nr;apartamente;observatii\nStr. A;1;2;\n;;;Total: 2\n;;;\n';

    const checked = await checkFile(root, text, { orgId: org.id });

    expect(checked).toMatchObject({ state: 'checked', counts: { rows: 1, problems: 0, warnings: 1 } });
  });

  it('make a file that holds nothing: it is refused, and may be mapped otherwise', async () => {
    const org = await anOrg();
    const text = 'strada;bloc;nr;apartamente\n;B1;1;2\n';
    const { id, mapping } = (await startImport(root, text, { orgId: org.id })).data.startImport;

    await mapImport(root, id, { street: 'strada' });
    expect(await settled(root, id)).toMatchObject({ state: 'failed', failure: 'import.nothingMapped' });

    await mapImport(root, id, mapping);
    expect(await settled(root, id)).toMatchObject({ state: 'checked', counts: { rows: 1 } });
  });
});

describe('addresses in one field', () => {
  it('are taken apart before anything is written, and what is not understood of one is remarked', async () => {
    const org = await anOrg();
    const text = 'Adresa;Ap.\nStr. Gării nr. 5 bl. A2 sc. B;7\nStr. Gării nr. 5 bl. A2 sc. B (fost C);8\n';

    const started = (await startImport(root, text, { orgId: org.id })).data.startImport;
    const done = await importFile(root, text, { orgId: org.id });

    expect(started).toMatchObject({
      header: ['Adresa', 'Ap.', 'Adresa: str.', 'Adresa: nr.', 'Adresa: bl.', 'Adresa: sc.', 'Adresa: rest'],
      mapping: { street: 'Adresa: str.', number: 'Adresa: nr.', block: 'Adresa: bl.', entrance: 'Adresa: sc.' },
    });
    expect(started.preview[0].slice(2)).toEqual(['Str. Gării', '5', 'A2', 'B', '']);
    expect(done.problems.nodes).toMatchObject([
      { rowNumber: 3, field: 'street', value: '(fost C)', reason: 'import.addressRest', isWarning: true },
    ]);
    expect(done.state).toBe('applied');
    expect(await listApartments(org.id)).toEqual(['Str. Gării/5/A2/B/7', 'Str. Gării/5/A2/B/8']);
  });
});

it('a cell whose formula gives an error is a problem of its row', async () => {
  const org = await anOrg();

  const checked = await checkFile(root, 'strada;nr;bloc\n#REF!;1;A\nStr. A;#N/A;B\nStr. A;# 3;C\n', { orgId: org.id });

  expect(checked.problems.nodes).toMatchObject([
    { rowNumber: 2, field: 'street', value: '#REF!', reason: 'import.errorCell', isWarning: false },
    { rowNumber: 3, field: 'number', value: '#N/A', reason: 'import.errorCell', isWarning: false },
  ]);
});
