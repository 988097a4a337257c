import { workbook } from '../../server/src/reports/export/files/workbook.ts';

type Rows = (count: number) => string[][];

/** 40 behind an entrance, two entrances a block. */
const doorOf = (i: number) => {
  const [entrance, block] = [Math.floor(i / 40), Math.floor(i / 80)];
  return [`Str. Unirii ${block % 97}`, String(block), `A${block}`, entrance % 2 ? 'B' : 'A', String((i % 40) + 1)];
};
const address = ['street', 'number', 'block', 'entrance', 'apartment'];

/** An apartment a row, each with its occupier. */
const apartments: Rows = (count) => [
  [...address, 'occupier_kind', 'occupier_name', 'occupier_first_name', 'access group'],
  ...Array.from({ length: count }, (_, i) => [...doorOf(i), 'casnic', `Popescu ${i % 5_000}`, 'Ana', 'Centru']),
];

/** A card a row, handed to one of these apartments each. */
const cards: Rows = (count) => [
  ['serie', ...address],
  ...Array.from({ length: count }, (_, i) => [(0x1000_0000 + i * 16).toString(16).toUpperCase(), ...doorOf(i)]),
];

/** The files of a town, in the order in which they go in. */
export const townFiles = { buildings: apartments, cards } as const;
export type TownFile = keyof typeof townFiles;

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

/** So many rows of a list, as the file that a clerk has. */
export async function makeFile(kind: TownFile, format: 'csv' | 'xlsx', count: number): Promise<File> {
  const rows = townFiles[kind](count);
  return new File([format === 'csv' ? asCsv(rows) : await asWorkbook(rows)], `${kind}.${format}`);
}
