import fc from 'fast-check';
import { bytesOf, utf16be, workbookOf, type TestCell } from '../reading/nasty/workbook.fixture.ts';

interface TownEntrance {
  readonly name: string;
  /** Numbers of its apartments, one after the other. */
  readonly apartments: readonly number[];
}

export interface TownBlock {
  readonly street: string;
  readonly number: string;
  readonly block: string;
  readonly entrances: readonly TownEntrance[];
}

const streets = [
  'Str. Ștefan cel Mare',
  'Bd. Mihai Eminescu',
  'Aleea Țesătorilor',
  'Str. 1 Decembrie 1918',
  'Str. Grădinii, fostă "Uzinei"',
];

/** A small town: blocks at different addresses, whose apartments are numbered through, or from 1 behind each entrance. */
export const town: fc.Arbitrary<readonly TownBlock[]> = fc
  .uniqueArray(
    fc.record({
      street: fc.constantFrom(...streets),
      number: fc.constantFrom('1', '2', '14', '3A', '5-7'),
      block: fc.constantFrom('', 'A', 'B12', '104', 'Ț'),
      sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      names: fc.constantFrom(['A', 'B', 'C'], ['1', '2', '3'], ['I', 'II', 'III'], ['Ș', 'Ț', 'M']),
      isThrough: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4, selector: ({ street, number, block }) => [street, number, block].join('/') },
  )
  .map((blocks) =>
    blocks.map(({ sizes, names, isThrough, ...address }) => {
      let next = 1;
      const entrances = sizes.map((size, index) => {
        const first = isThrough ? next : 1;
        next += size;
        return { name: names[index] ?? '', apartments: Array.from({ length: size }, (_, each) => first + each) };
      });
      return { ...address, entrances };
    }),
  );

/** Every apartment, as `listApartments` gives them, sorted. */
export const apartmentsOf = (blocks: readonly TownBlock[]): string[] =>
  blocks
    .flatMap(({ street, number, block, entrances }) =>
      entrances.flatMap(({ name, apartments }) =>
        apartments.map((each) => [street, number, block, name, each].join('/')),
      ),
    )
    .toSorted();

const headers = {
  street: ['Strada', 'STR.', 'Denumirea străzii', 'Nume stradă'],
  number: ['Nr.', 'Număr', 'Nr. stradă', 'Nr. poștal'],
  block: ['Bloc', 'Bl.', 'Nr. bloc', 'Denumire bloc'],
  entrance: ['Scara', 'Sc.', 'SCARĂ'],
  apartment: ['Ap.', 'Nr. ap.', 'Apartament', 'Nr. apartament'],
  apartments: ['Apartamente', 'Nr. apartamente', 'Număr de apartamente'],
} as const;
type TownField = keyof typeof headers;

const prefixes: Partial<Record<TownField, readonly string[]>> = {
  number: ['nr. ', 'Nr.', 'nr '],
  block: ['bl. ', 'Bl.', 'bloc '],
  entrance: ['sc. ', 'Sc.', 'scara '],
  apartment: ['ap. ', 'Ap.', 'apartament '],
};
/** Letters of another alphabet that look like these. */
const alike: Readonly<Record<string, string>> = { A: 'А', B: 'В', C: 'С', M: 'М', I: 'І' };

/** How a town is written down. */
export interface Shape {
  readonly file: 'csv' | 'xlsx';
  readonly isByEntrance: boolean;
  readonly columns: readonly TownField[];
  readonly isNumbered: boolean;
  readonly titles: readonly string[];
  readonly separator: string;
  readonly encoding: string;
  readonly isMerged: boolean;
  /** What stands before a row of the list: nothing mostly. */
  readonly between: readonly ('blank' | 'header' | 'title' | 'sum' | null)[];
  /** Whether a table of something else stands below. */
  readonly hasSecond: boolean;
  /** Whether a row is hidden in the workbook. */
  readonly hasHidden: boolean;
  /** What stands before the name of each element in the workbook. */
  readonly prefix: string | undefined;
  readonly choices: readonly number[];
}

const fields = ['street', 'number', 'block', 'entrance'] as const;

export const shape: fc.Arbitrary<Shape> = fc.boolean().chain((isByEntrance) => {
  const columns: readonly TownField[] = [...fields, isByEntrance ? 'apartments' : 'apartment'];
  return fc.record({
    file: fc.constantFrom('csv', 'xlsx'),
    isByEntrance: fc.constant(isByEntrance),
    columns: fc.shuffledSubarray([...columns], { minLength: columns.length }),
    isNumbered: fc.boolean(),
    titles: fc.constantFrom(
      [],
      ['PRIMĂRIA MUNICIPIULUI PAȘCANI'],
      ['Primăria Pașcani', '', 'Lista blocurilor la 1.10.2026'],
    ),
    separator: fc.constantFrom(';', ',', '\t'),
    encoding: fc.constantFrom(
      'utf-8',
      'utf-8 bom',
      'utf-16le',
      'utf-16be',
      'windows-1250',
      'iso-8859-2',
      'iso-8859-16',
    ),
    isMerged: fc.boolean(),
    between: fc.array(fc.constantFrom(null, null, null, 'blank', 'header', 'title', 'sum'), {
      minLength: 60,
      maxLength: 60,
    }),
    hasSecond: fc.boolean(),
    hasHidden: fc.boolean(),
    prefix: fc.constantFrom(undefined, undefined, 'x'),
    choices: fc.array(fc.nat(999), { minLength: 97, maxLength: 97 }),
  });
});

/** A file, and what an import has to say of it. */
export interface TownFile {
  readonly bytes: Uint8Array;
  /** Rows that are left out, with the reason. */
  readonly refused: readonly string[];
  /** Rows with letters of another alphabet, or that are hidden, with the reason. */
  readonly remarked: readonly string[];
}

type Cell = string | number | null;

/** Writes a town down. */
export function writeTown(blocks: readonly TownBlock[], { columns, between, ...how }: Shape): TownFile {
  let at = 0;
  const choose = <T>(from: readonly T[]): T => {
    at += 1;
    return from[(how.choices[at % how.choices.length] ?? 0) % from.length] as T;
  };
  const isUnicode = how.file === 'xlsx' || how.encoding.startsWith('utf');
  const isWide = how.isNumbered ? 1 : 0;
  const lines: Cell[][] = how.titles.map((title) => [title]);
  const [refused, remarked, merges]: [string[], string[], string[]] = [[], [], []];
  const header = () => [...(how.isNumbered ? ['Nr. crt.'] : []), ...columns.map((field) => choose(headers[field]))];
  const first = header();
  lines.push(first);
  /** A row with one text in the column of this index, and the number of the row. */
  const lone = (text: string, column: number) => {
    lines.push(first.map((_, index) => (index === column ? text : null)));
    return lines.length;
  };

  const write = (field: TownField, text: string): Cell => {
    const isPrefixed = choose([true, false, false]) && prefixes[field] !== undefined && text !== '';
    const other = Array.from(text, (letter) => alike[letter] ?? letter).join('');
    const isOther = field === 'entrance' && isUnicode && other !== text && choose([true, false, false, false]);
    if (isOther) {
      remarked.push(`${lines.length + 1} import.otherAlphabet`);
    }
    const written = isOther ? other : text;
    if (isPrefixed) {
      return `${choose(prefixes[field] ?? [''])}${written}`;
    }
    const isNumber = /^\d+$/.test(written);
    const asNumber = how.file === 'xlsx' ? Number(written) : written;
    return isNumber ? choose([asNumber, written, field === 'street' ? written : `${written}.0`]) : written;
  };
  const counted = (numbers: readonly number[]): string => {
    const [from = 1, to] = [numbers[0], numbers.at(-1)];
    const ranges = [`${from}-${to}`, `${from} - ${to}`, `ap. ${from}-${to}`, ...(isUnicode ? [`${from} – ${to}`] : [])];
    return from === 1 ? choose([String(numbers.length), ...ranges]) : choose(ranges);
  };

  let row = 0;
  const writeRow = (values: Readonly<Record<string, string>>) => {
    const what = between[row % between.length];
    row += 1;
    if (what === 'blank') {
      lines.push([]);
    } else if (what === 'header') {
      lines.push(choose([true, false]) ? header() : [...first]);
    } else if (what === 'title') {
      refused.push(
        `${lone(choose(['Cartierul Nord', 'Zona Gării', 'Bloc turn']), isWide + choose([0, 1, 2, 3]))} import.titleRow`,
      );
    } else if (what === 'sum') {
      const sum = choose(['Total', 'TOTAL GENERAL', 'Total bloc', 'Total scara A:', 'De reportat']);
      const number = lone(sum, isWide);
      lines[number - 1]?.splice(first.length - 1, 1, 12);
      refused.push(`${number} import.totalRow`);
    }
    const cells = columns.map((field) => write(field, values[field] ?? ''));
    lines.push([...(how.isNumbered ? [row] : []), ...cells]);
  };

  for (const { street, number, block, entrances } of blocks) {
    const [begin, wasBetween] = [lines.length + 1, row];
    for (const { name, apartments } of entrances) {
      const known = { street, number, block, entrance: name };
      const rows = how.isByEntrance
        ? [{ ...known, apartments: counted(apartments) }]
        : apartments.map((each) => ({ ...known, apartment: String(each) }));
      for (const each of rows) {
        writeRow(each);
      }
    }
    // Only a stretch with nothing between its rows is merged.
    const isWhole = Array.from(
      { length: row - wasBetween },
      (_, index) => between[(wasBetween + index) % between.length],
    );
    if (how.isMerged && how.file === 'xlsx' && isWhole.every((each) => each === null) && lines.length > begin) {
      for (const field of ['street', 'number', 'block'] as const) {
        const column = isWide + columns.indexOf(field);
        const letter = String.fromCodePoint(65 + column);
        merges.push(`${letter}${begin}:${letter}${lines.length}`);
        for (const line of lines.slice(begin)) {
          line.splice(column, 1, null);
        }
      }
    }
  }
  const hidden = how.hasHidden && how.file === 'xlsx' ? [lines.length] : [];
  remarked.push(...hidden.map((number) => `${number} import.hiddenRow`));
  if (how.hasSecond) {
    lines.push([]);
    for (const cells of second) {
      lines.push([...cells]);
      refused.push(`${lines.length} import.otherTable`);
    }
  }
  const sheet = { name: 'Lista', rows: lines as TestCell[][], merges, hiddenRows: hidden };
  const bytes = how.file === 'xlsx' ? workbookOf([sheet], [], how.prefix) : textOf(lines, how);
  return { bytes, refused, remarked: [...new Set(remarked)] };
}

/** A table of something else. */
const second: readonly (readonly Cell[])[] = [
  ['Administrator', 'Telefon', 'E-mail', 'Bloc', 'Scara', 'Observații'],
  ['Popa Ion', '0232 100 200', 'popa@noa.test', 'B12', 'A', 'x'],
  ['Ene Ana', '0232 100 201', 'ene@noa.test', '104', '1', 'x'],
];

const cedilla = (text: string) =>
  text.replaceAll('ș', 'ş').replaceAll('ț', 'ţ').replaceAll('Ș', 'Ş').replaceAll('Ț', 'Ţ');

function textOf(lines: readonly (readonly Cell[])[], { separator, encoding }: Pick<Shape, 'separator' | 'encoding'>) {
  const quoted = (cell: Cell) => {
    const text = String(cell ?? '');
    return text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const text = `${lines.map((cells) => cells.map(quoted).join(separator)).join('\r\n')}\r\n`;
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-8 bom':
      return Buffer.from(`\uFEFF${text}`);
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'utf-16be':
      return utf16be(`\uFEFF${text}`);
    case 'iso-8859-16':
      return bytesOf(text, encoding);
    default:
      return bytesOf(cedilla(text), encoding);
  }
}
