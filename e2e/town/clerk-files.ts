import { readFile } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import { writeXlsx, type CellValue, type MergeRange } from 'hucre/xlsx';

/** A workbook as a person has it, to be uploaded. */
export interface ClerkFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  /** Rows below its header. */
  readonly rows: number;
}

/** What a town's clerk has on the day the locks come. */
export interface ClerkFiles {
  readonly platforms: ClerkFile;
  readonly containers: ClerkFile;
  readonly apartments: ClerkFile;
  readonly cards: ClerkFile;
  readonly groups: ClerkFile;
}

/** Where the published lists of the town are. */
export const townData = new URL('../../../shared/data/', import.meta.url);

type Row = Readonly<Record<string, string>>;

interface Apartment {
  readonly platform: Row;
  readonly block: string;
  readonly entrance: string;
  readonly number: number;
}

async function readTable(name: string): Promise<Row[]> {
  const [header = [], ...rows] = parseCsv(await readFile(new URL(name, townData), 'utf8')).filter((row) =>
    row.some((cell) => cell !== ''),
  );
  return rows.map((row) => Object.fromEntries(header.map((title, index) => [title, String(row[index] ?? '')])));
}

/** `Nr. 7` of `Deal` is written so on its plate. */
const plate = (platform: Row) => (platform['id'] ?? '').replace('pascani:', '').toUpperCase();

/** Entrances as the list states them (`A:16|B:26`, `A|B`, nothing), with their apartments; what is not stated is shared out. */
function entrancesOf({ entrances = '', apartments = '' }: Row): { name: string; apartments: number }[] {
  const stated = (entrances || 'A').split('|').map((each) => each.split(':'));
  const total = Number(apartments);
  return stated.map(([name = 'A', count], index) => ({
    name,
    apartments: count ? Number(count) : Math.floor(total / stated.length) + (index < total % stated.length ? 1 : 0),
  }));
}

/** Each apartment of the town: numbers run on from one entrance of a block to the next. */
function apartmentsOf(platforms: readonly Row[], blocks: readonly Row[]): Apartment[] {
  const byId = new Map(platforms.map((platform) => [platform['id'], platform]));
  return blocks.flatMap((block) => {
    const platform = byId.get(block['platform_id']) ?? {};
    let number = 0;
    return entrancesOf(block).flatMap((entrance) =>
      Array.from({ length: entrance.apartments }, () => ({
        platform,
        block: block['block'] ?? '',
        entrance: entrance.name,
        number: ++number,
      })),
    );
  });
}

const families = [
  'Popescu',
  'Ionescu',
  'Țăranu',
  'Șerban',
  'Munteanu',
  'Gîrbea',
  'Lupașcu',
  'Hâncu',
  'Rusu',
  'Cojocaru',
];
const firstNames = ['Ana', 'Ion', 'Mihaela', 'Ștefan', 'Gheorghe', 'Ioana', 'Vasile', 'Elena', 'Răzvan', 'Paraschiva'];
const pick = (words: readonly string[], at: number) => words[at % words.length] ?? '';

/** A personal number that nobody has: of a day in 1950 to 1999, county 51, with its check digit (Law 105/1996). */
function inventedCnp(at: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const born = `${two(50 + (at % 50))}${two(1 + (Math.floor(at / 50) % 12))}${two(1 + (Math.floor(at / 600) % 28))}`;
  const digits = `${1 + (at % 2)}${born}51${String(1 + Math.floor(at / 17))
    .padStart(3, '0')
    .slice(-3)}`;
  const sum = Array.from('279146358279', Number).reduce(
    (total, weight, index) => total + weight * Number(digits[index]),
    0,
  );
  return `${digits}${sum % 11 === 10 ? 1 : sum % 11}`;
}

/** The serial of the card for the apartment that stands at `at` in the list, as a reader prints it. */
export const serialAt = (at: number): string => (0x5a_00_00_00 + at * 7).toString(16).toUpperCase().padStart(8, '0');

interface Sheet {
  readonly name: string;
  /** What stands above the header. */
  readonly title: readonly string[];
  readonly header: readonly (readonly string[])[];
  readonly rows: readonly (readonly CellValue[])[];
  readonly merges?: readonly MergeRange[];
}

async function workbook(name: string, { title, header, rows, merges = [], ...sheet }: Sheet): Promise<ClerkFile> {
  const above = title.map((line) => [line]);
  const buffer = await writeXlsx({
    sheets: [
      { name: sheet.name, rows: [...above, ...header, ...rows].map((row) => [...row]), merges: [...merges] },
      { name: 'Legendă', rows: [['Întocmit de'], ['Serviciul public de salubritate']] },
    ],
  });
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(buffer),
    rows: rows.length,
  };
}

const town = 'Primăria Municipiului Pașcani';

const platformFile = (platforms: readonly Row[]) =>
  workbook('Platforme Pașcani.xlsx', {
    name: 'Platforme',
    title: [town, 'Platforme îngropate cu acces pe bază de card'],
    header: [['Nr. crt.', 'Nr. platformă', 'Denumire', 'Adresa', 'Latitudine', 'Longitudine', 'Observații']],
    rows: platforms.map((platform, index) => [
      index + 1,
      plate(platform),
      platform['name'] ?? '',
      platform['address'] ?? '',
      Number(platform['lat']),
      Number(platform['lon']),
      platform['arrangement'] ?? '',
    ]),
  });

const streams = ['menajer', 'hârtie și carton', 'plastic și metal', 'sticlă'];

/** The platform is written once, in cells merged over its containers. */
function containerFile(platforms: readonly Row[]) {
  const top = 2;
  return workbook('Containere Pașcani.xlsx', {
    name: 'Containere',
    title: [town],
    header: [['Nr. platformă', 'Serie container', 'Fracție', 'Volum (litri)', 'Tambur']],
    rows: platforms.flatMap((platform) =>
      streams.map((stream, index) => [
        index === 0 ? plate(platform) : null,
        `${plate(platform)}-${index + 1}`,
        stream,
        '1100',
        index === 0 ? '30' : '60',
      ]),
    ),
    merges: platforms.map((_, index) => ({
      startRow: top + index * streams.length,
      endRow: top + index * streams.length + streams.length - 1,
      startCol: 0,
      endCol: 0,
    })),
  });
}

const groupOf = (platform: Row) => `Locatari ${plate(platform)}`;

const addressOf = ({ platform, block, entrance, number }: Apartment): CellValue[] => [
  platform['address'] ?? '',
  block,
  entrance,
  String(number),
];

const apartmentFile = (apartments: readonly Apartment[]) =>
  workbook('Apartamente și locatari Pașcani.xlsx', {
    name: 'Locatari',
    title: [town, 'Situația locatarilor la 1 noiembrie 2026', ''],
    header: [
      [
        'Nr. crt.',
        'Localitatea',
        'Adresa',
        'Bl.',
        'Sc.',
        'Nr. ap.',
        'Nume',
        'Prenume',
        'CNP',
        'Asociația',
        'Grup de acces',
      ],
    ],
    rows: apartments.map((apartment, at) => [
      at + 1,
      'Pașcani',
      ...addressOf(apartment),
      pick(families, at * 3),
      pick(firstNames, at),
      inventedCnp(at),
      `Asociația de proprietari nr. ${1 + ((plate(apartment.platform).length + apartment.block.length) % 12)}`,
      groupOf(apartment.platform),
    ]),
  });

const cardFile = (apartments: readonly Apartment[]) =>
  workbook('Carduri Pașcani.xlsx', {
    name: 'Carduri',
    title: [town, 'Carduri programate de furnizor'],
    header: [['Nr. crt.', 'Serie card', 'Strada', 'Bloc', 'Scara', 'Apartament']],
    rows: apartments.map((apartment, at) => [at + 1, serialAt(at), ...addressOf(apartment)]),
  });

/** Who may use which platform. */
const groupFile = (platforms: readonly Row[]) =>
  workbook('Grupuri de acces Pașcani.xlsx', {
    name: 'Grupuri',
    title: [town, 'Platforma pe care o folosește fiecare grup'],
    header: [['Nr. crt.', 'Grup de acces', 'Platforma']],
    rows: platforms.map((platform, index) => [index + 1, groupOf(platform), plate(platform)]),
  });

/** The files of Pașcani: real platforms and blocks; occupiers and cards are invented. */
export async function clerkFiles(): Promise<ClerkFiles> {
  const [platforms, blocks] = await Promise.all([readTable('pascani-platforms.csv'), readTable('pascani-blocks.csv')]);
  const apartments = apartmentsOf(platforms, blocks);
  return {
    platforms: await platformFile(platforms),
    containers: await containerFile(platforms),
    apartments: await apartmentFile(apartments),
    cards: await cardFile(apartments),
    groups: await groupFile(platforms),
  };
}
