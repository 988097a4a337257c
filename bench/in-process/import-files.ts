import { workbook } from '../../server/src/reports/export/files/workbook.ts';

type Rows = (count: number) => string[][];

/** 40 behind an entrance, two entrances a block. */
const doorOf = (i: number) => {
  const [entrance, block] = [Math.floor(i / 40), Math.floor(i / 80)];
  return [`Str. Unirii ${block % 97}`, String(block), `A${block}`, entrance % 2 ? 'B' : 'A', String((i % 40) + 1)];
};
const address = ['street', 'number', 'block', 'entrance', 'apartment'];

/** What a chip of seven bytes shows: those of the town that is there already have four, and none is in two orgs. */
const serialOf = (i: number) => `04${i.toString(16).toUpperCase().padStart(12, '0')}`;

/** The list of a town: an apartment a row, each with its occupier and the card that it is handed. */
export const townList: Rows = (count) => [
  [...address, 'occupier_kind', 'occupier_name', 'occupier_first_name', 'access group', 'uid'],
  ...Array.from({ length: count }, (_, i) => [
    ...doorOf(i),
    'casnic',
    `Popescu ${i % 5_000}`,
    'Ana',
    'Centru',
    serialOf(i),
  ]),
];

const asCsv = (rows: readonly string[][]) => rows.map((cells) => cells.join(',')).join('\n');

async function asWorkbook(rows: string[][]): Promise<Blob> {
  const pieces: Buffer[] = [];
  const inOnePiece = (async function* () {
    yield rows;
  })();
  for await (const piece of workbook([{ name: 'Lista', rows: inOnePiece }])) {
    pieces.push(piece);
  }
  return new Blob(pieces as BlobPart[]);
}

/** So many rows of it, as the file that a clerk has. */
export async function makeFile(format: 'csv' | 'xlsx', count: number): Promise<File> {
  const rows = townList(count);
  return new File([format === 'csv' ? asCsv(rows) : await asWorkbook(rows)], `apartments.${format}`);
}
