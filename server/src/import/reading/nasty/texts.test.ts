import { expect, it } from 'vitest';
import { importLimits } from '@noa/domain/imports/import.ts';
import type { FormatChoice } from '../file-format.ts';
import { lookAt } from '../look.ts';
import { readFile } from './read-file.fixture.ts';
import { bytesOf, utf16be } from './workbook.fixture.ts';

const header = ['Strada', 'Nr.', 'Bloc', 'Observații'];
const mark = '\uFEFF';
/** Signs by which one old encoding is told from the others: quotation marks where they have them, a neighbour's letter. */
const encodings: readonly (readonly [string, string, string, (text: string) => Buffer])[] = [
  ['UTF-8', 'utf-8', '„Ion” – ăâîșț', (text) => Buffer.from(text)],
  ['UTF-8 with its mark', 'utf-8', '„Ion” – ăâîșț', (text) => Buffer.from(mark + text)],
  ['UTF-16 LE', 'utf-16le', 'ăâîșț', (text) => Buffer.from(mark + text, 'utf16le')],
  ['UTF-16 BE', 'utf-16be', 'ăâîșț', (text) => utf16be(mark + text)],
  ['UTF-16 LE without its mark', 'utf-16le', 'ăâîșț', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 BE without its mark', 'utf-16be', 'ăâîșț', utf16be],
  ['Windows-1250', 'windows-1250', '„Ion” – őű', (text) => bytesOf(cedilla(text), 'windows-1250')],
  ['ISO-8859-2', 'iso-8859-2', 'Dušan Živković', (text) => bytesOf(cedilla(text), 'iso-8859-2')],
  ['ISO-8859-16', 'iso-8859-16', '„Ion”', (text) => bytesOf(text, 'iso-8859-16')],
];
const cedilla = (text: string) =>
  text.replaceAll('ș', 'ş').replaceAll('ț', 'ţ').replaceAll('Ș', 'Ş').replaceAll('Ț', 'Ţ');

const separators = [',', ';', '\t'] as const;

it.each(encodings.flatMap((each) => separators.map((separator) => [...each, separator] as const)))(
  'a list in %s (%s, %s) by its separator is read as it is',
  async (_what, encoding, remark, encode, separator) => {
    const rows = [header, ['Str. Ștefăniță', '12A', 'Ț', remark], ['Str. Gării', '1', '', '']];
    const bytes = encode(rows.map((row) => row.join(separator)).join('\r\n'));

    const { format, rows: read } = await readFile(bytes);

    expect(format).toMatchObject({ encoding, separator, header });
    expect(read).toEqual(rows.slice(1));
  },
);

interface Shape {
  readonly text: string | Buffer;
  readonly choice?: FormatChoice;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly headerRow?: number;
}

const shapes: Readonly<Record<string, Shape>> = {
  'line ends of old Macs': {
    text: 'strada;nr\rStr. A;1\rStr. B;2',
    header: ['strada', 'nr'],
    rows: [
      ['Str. A', '1'],
      ['Str. B', '2'],
    ],
  },
  'line ends within quotes': {
    text: 'strada;nr\n"Str. A\nlângă gară";1\n',
    header: ['strada', 'nr'],
    rows: [['Str. A lângă gară', '1']],
  },
  'line ends within a header': {
    text: '"Nr.\nap.";Strada\n1;Str. A\n',
    header: ['Nr. ap.', 'Strada'],
    rows: [['1', 'Str. A']],
  },
  'separators within quotes': {
    text: 'strada,nr\n"Str. A, fost B",1\n',
    header: ['strada', 'nr'],
    rows: [['Str. A, fost B', '1']],
  },
  'quotes within a name': {
    text: 'strada;nr;bloc\nStr. "Unirii" nouă;1;"""T"""\n',
    header: ['strada', 'nr', 'bloc'],
    rows: [['Str. "Unirii" nouă', '1', '"T"']],
  },
  'its separator in a first line': {
    text: 'sep=;\nstrada;nr\nStr. A;1\n',
    header: ['strada', 'nr'],
    rows: [['Str. A', '1']],
    headerRow: 2,
  },
  'titles above': {
    text: 'PRIMĂRIA PAȘCANI\n\nLista blocurilor;;;\nJudeț: Iași;Data: 1.10.2026;;\n\nStr.;Nr.;Bl.;Sc.\nStr. A;1;B2;A\n',
    header: ['Str.', 'Nr.', 'Bl.', 'Sc.'],
    rows: [['Str. A', '1', 'B2', 'A']],
    headerRow: 6,
  },
  'titles of two cells above': {
    text: 'Primăria;Pașcani\nx;y;z;t\na;b;c;d\na;b;c;d\n',
    header: ['x', 'y', 'z', 't'],
    rows: [
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd'],
    ],
    headerRow: 2,
  },
  'a header of two rows': {
    text: 'Județ;Localitate;Adresa;;;Apartamente\n;;Strada;Nr.;Bloc;\nIași;Pașcani;Str. A;1;B2;12\n',
    header: ['Județ', 'Localitate', 'Adresa / Strada', 'Adresa / Nr.', 'Adresa / Bloc', 'Apartamente'],
    rows: [['Iași', 'Pașcani', 'Str. A', '1', 'B2', '12']],
    headerRow: 2,
  },
  'its columns numbered below the header': {
    text: 'Nr. crt.;Strada;Nr.;Bloc\n0;1;2;3\n1;Str. A;1;B\n',
    header: ['Nr. crt.', 'Strada', 'Nr.', 'Bloc'],
    rows: [['1', 'Str. A', '1', 'B']],
    headerRow: 2,
  },
  'blank rows between': {
    text: 'strada;nr\n\n;\nStr. A;1\n;;;;\n\nStr. B;2\n',
    header: ['strada', 'nr'],
    rows: [
      ['Str. A', '1'],
      ['Str. B', '2'],
    ],
  },
  'trailing separators': {
    text: 'strada;nr;;;;\nStr. A;1;;;;\n',
    header: ['strada', 'nr'],
    rows: [['Str. A', '1', '', '', '', '']],
  },
  'as many separators as a sheet is wide': {
    text: `strada;nr${';'.repeat(16_000)}\nStr. A;1${';'.repeat(16_000)}\n`,
    header: ['strada', 'nr'],
    rows: [['Str. A', '1', ...Array.from({ length: 16_000 }, () => '')]],
  },
  'rows of any length': {
    text: 'strada;nr;bloc\nStr. A\nStr. B;2;C;x;y\n',
    header: ['strada', 'nr', 'bloc'],
    rows: [['Str. A'], ['Str. B', '2', 'C', 'x', 'y']],
  },
  'commas in its cells, semicolons between': {
    text: 'denumire;lat;lng\nStr. A, nr. 5, bl. 3, sc. B;45,5;26,7\nStr. B, nr. 6, bl. 3, sc. B;45,6;26,8\n',
    header: ['denumire', 'lat', 'lng'],
    rows: [
      ['Str. A, nr. 5, bl. 3, sc. B', '45,5', '26,7'],
      ['Str. B, nr. 6, bl. 3, sc. B', '45,6', '26,8'],
    ],
  },
  'one column': { text: 'strada\nStr. A\nStr. B\n', header: ['strada'], rows: [['Str. A'], ['Str. B']] },
  'columns of one name, and without a name': {
    text: 'nr;;nr\n1;2;3\n',
    header: ['nr', 'B', 'nr (2)'],
    rows: [['1', '2', '3']],
  },
  'zeros that a spreadsheet was told to keep': {
    text: 'serie,apartament\n="0012","=""0100"""\n',
    header: ['serie', 'apartament'],
    rows: [['0012', '0100']],
  },
  'texts that an export disarmed': { text: "strada,nr\n'=A1,'-1\n", header: ['strada', 'nr'], rows: [['=A1', '-1']] },
  'formulas, which stay text': {
    text: 'strada,nr\n=HYPERLINK(A1),@SUM(A1)\n',
    header: ['strada', 'nr'],
    rows: [['=HYPERLINK(A1)', '@SUM(A1)']],
  },
  'blanks of all kinds': {
    text: 'strada;nr\n\u00A0Str.\u2003 A\t ; 1 \n',
    header: ['strada', 'nr'],
    rows: [['Str. A', '1']],
  },
  'letters in pieces': {
    text: 'strada;nr\nS\u0326tefa\u0306nit\u0327a\u0306;1\n',
    header: ['strada', 'nr'],
    rows: [['Ștefăniță', '1']],
  },
  'an end within a letter': {
    text: Buffer.from('strada;nr\nStr. Șțăîâ Șțăîâ;1\nStr. Ș').subarray(0, -1),
    header: ['strada', 'nr'],
    rows: [['Str. Șțăîâ Șțăîâ', '1'], ['Str. \uFFFD']],
  },
  'an end within a row': {
    text: 'strada;nr\nStr. A;1\nStr.',
    header: ['strada', 'nr'],
    rows: [['Str. A', '1'], ['Str.']],
  },
  'a byte of another encoding': {
    text: Buffer.concat([
      Buffer.from(`strada;nr\n${'Șțăîâ '.repeat(4)};1\nStr. `),
      Buffer.from([0xba]),
      Buffer.from(';2\n'),
    ]),
    header: ['strada', 'nr'],
    rows: [
      ['Șțăîâ Șțăîâ Șțăîâ Șțăîâ', '1'],
      ['Str. \uFFFD', '2'],
    ],
  },
  'a header that a person chose': {
    text: 'strada;nr\nalta;coloana\nStr. A;1\n',
    choice: { headerRow: 2 },
    header: ['alta', 'coloana'],
    rows: [['Str. A', '1']],
    headerRow: 2,
  },
  'a header far below': {
    text: `${'titlu;rand\n'.repeat(60)}x;y\nStr. A;1\n`,
    choice: { headerRow: 61 },
    header: ['x', 'y'],
    rows: [['Str. A', '1']],
    headerRow: 61,
  },
  'addresses in one field': {
    text: 'Nr. crt.;Adresa;Apartamente\n1;Str. Gării nr. 5 bl. A2 sc. B;12\n2;Aleea Florilor, lângă parc, nr. 7;3\n',
    header: [
      'Nr. crt.',
      'Adresa',
      'Apartamente',
      'Adresa: str.',
      'Adresa: nr.',
      'Adresa: bl.',
      'Adresa: sc.',
      'Adresa: rest',
    ],
    rows: [
      ['1', 'Str. Gării nr. 5 bl. A2 sc. B', '12', 'Str. Gării', '5', 'A2', 'B', ''],
      ['2', 'Aleea Florilor, lângă parc, nr. 7', '3', 'Aleea Florilor, lângă parc', '7', '', '', ''],
    ],
  },
  'streets that end in a number': {
    text: 'Adresa;Nr.\nStrada 5;1\nStrada 6;2\n',
    header: ['Adresa', 'Nr.'],
    rows: [
      ['Strada 5', '1'],
      ['Strada 6', '2'],
    ],
  },
  'blocks beside streets with their numbers': {
    text: 'Strada;Bloc\nStr. Gării nr. 5;A2\nStr. Gării nr. 7;A3\n',
    header: ['Strada', 'Bloc', 'Strada: str.', 'Strada: nr.', 'Strada: rest'],
    rows: [
      ['Str. Gării nr. 5', 'A2', 'Str. Gării', '5', ''],
      ['Str. Gării nr. 7', 'A3', 'Str. Gării', '7', ''],
    ],
  },
  'blocks beside streets that end in a number': {
    text: 'Strada;Bloc\nStrada 5;A2\nStrada 6;A3\n',
    header: ['Strada', 'Bloc'],
    rows: [
      ['Strada 5', 'A2'],
      ['Strada 6', 'A3'],
    ],
  },
  'addresses that a person leaves whole': {
    text: 'Adresa;Apartamente\nStr. Gării nr. 5;12\n',
    choice: { splitAddress: false },
    header: ['Adresa', 'Apartamente'],
    rows: [['Str. Gării nr. 5', '12']],
  },
  'addresses with what nobody understands': {
    text: 'adresa\nStr. Gării 5 (fost 9)\n',
    header: ['adresa', 'adresa: str.', 'adresa: nr.', 'adresa: bl.', 'adresa: rest'],
    rows: [['Str. Gării 5 (fost 9)', 'Str. Gării', '5', '', '(fost 9)']],
  },
};

it.each(Object.entries(shapes))(
  'a list with %s is read as it is',
  async (_what, { text, choice, header: names, rows, headerRow }) => {
    const { format, rows: read } = await readFile(typeof text === 'string' ? Buffer.from(text) : text, choice);

    expect({ header: format.header, rows: read }).toEqual({ header: names, rows });
    expect(format).toMatchObject({ rows: rows.length, ...(headerRow && { headerRow }) });
  },
);

it.each<[string, string | Buffer, string, FormatChoice?]>([
  ['nothing', '', 'import.empty'],
  ['blanks only', ' \n;;\n\t\n', 'import.empty'],
  ['a header only', 'strada;nr\n', 'import.empty'],
  ['a mark only', mark, 'import.empty'],
  ['zeros', Buffer.concat([Buffer.from('strada;nr\n'), Buffer.alloc(100)]), 'import.notATable'],
  ['a program', Buffer.from('7f454c4602010100', 'hex'), 'import.notATable'],
  ['JSON', '{"strada": "Str. A"}', 'import.notATable'],
  ['rows of JSON', '[{"strada": "Str. A"}]', 'import.notATable'],
  ['XML', '<?xml version="1.0"?><strazi/>', 'import.notATable'],
  ['a page that is called XLS', '\n<html><table><tr><td>strada</td></tr></table></html>', 'import.htmlFile'],
  ['a table of HTML', `${mark}<table><tr><td>strada</td></tr></table>`, 'import.htmlFile'],
  [
    'an XML spreadsheet of 2003',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    'import.xmlWorkbook',
  ],
  ['RTF', String.raw`{\rtf1\ansi Strada}`, 'import.wordFile'],
  ['a quote that is never closed', `strada,nr\n"Str. A,1\n${'x'.repeat(importLimits.rowLength)}`, 'import.badCsv'],
  ['a row of separators', `strada,nr\n${','.repeat(900_000)}\n`, 'import.tooManyColumns'],
  ['501 columns', `${'a,'.repeat(500)}b\n${'1,'.repeat(500)}2\n`, 'import.tooManyColumns'],
  ['no row where the header should be', 'strada;nr\nStr. A;1\n', 'import.noSuchRow', { headerRow: 9 }],
  ['nothing below the header that was chosen', 'strada;nr\nStr. A;1\n', 'import.empty', { headerRow: 2 }],
])('a file with %s is refused by what it is', async (_what, text, reason, choice = {}) => {
  await expect(lookAt(Buffer.from(text as string), choice)).rejects.toMatchObject({ reason });
});
