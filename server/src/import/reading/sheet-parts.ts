import { inflate, type Entry } from './zip-bounds.ts';

/** Bytes that are read of a part which says where others lie, or how they look. */
const mostBytes = 4 * 1024 * 1024;

/** The attributes of an element, by their names. */
export type Attributes = Readonly<Record<string, string>>;

/** Where the rows of a sheet stand. */
export async function sheetEntry(entries: readonly Entry[], sheet: string): Promise<Entry | undefined> {
  const sheets = attributesOf('sheet', await textOf(entries, 'xl/workbook.xml'));
  const id = Object.entries(sheets.find((each) => each['name'] === sheet) ?? {}).find(([name]) => name.endsWith(':id'));
  return partOf(entries, (each) => id !== undefined && each['Id'] === id[1]);
}

/** What all sheets share: `styles`, `sharedStrings`. */
export const sharedPart = (entries: readonly Entry[], type: string): Promise<Entry | undefined> =>
  partOf(entries, (each) => each['Type']?.endsWith(`/${type}`) ?? false);

async function partOf(entries: readonly Entry[], isMeant: (relation: Attributes) => boolean) {
  const relations = attributesOf('Relationship', await textOf(entries, 'xl/_rels/workbook.xml.rels'));
  const target = relations.find(isMeant)?.['Target'] ?? '';
  const name = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  return entries.find((each) => each.name === name);
}

/** A small part of the workbook; empty if it is not there. */
const textOf = (entries: readonly Entry[], name: string): Promise<string> =>
  textOfPart(entries.find((each) => each.name === name));

/** The same of a part that was found. */
export async function textOfPart(entry: Entry | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  await (entry &&
    inflate(entry, (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      return length < mostBytes;
    }));
  return Buffer.concat(chunks).toString();
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi, (whole, code?: string, hex?: string, sign = '') =>
    code || hex
      ? String.fromCodePoint(code ? Number(code) : Number.parseInt(hex ?? '', 16))
      : (signs[sign as string] ?? whole),
  );

/** What may stand before the name of an element, as the source of a pattern: some programs write it before each. */
export const anyPrefix = String.raw`(?:[^\s:<>/"'=]+:)?`;

const root = new RegExp(`<(?![?!])(${anyPrefix})[^\\s:<>/]+[\\s/>]`);

/** The prefix of a part's elements with its colon, by the beginning of the part; empty for none, undefined before its first element has come. */
export const prefixOf = (beginning: string): string | undefined => root.exec(beginning)?.[1];

/** XML without this prefix of its elements. */
export const withoutPrefix = (xml: string, prefix: string): string =>
  prefix === '' ? xml : xml.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');

/** The attributes of each element called so. */
export const attributesOf = (tag: string, xml: string): Attributes[] =>
  Array.from(xml.matchAll(new RegExp(`<${anyPrefix}${tag}\\s([^>]*)>`, 'g')), ([, text = '']) => attributesIn(text));

/** Those of one tag, as they stand in it. */
const attributesIn = (text: string): Attributes =>
  Object.fromEntries(
    Array.from(text.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g), ([, name = '', double, single]) => [
      name,
      unescaped(double ?? single ?? ''),
    ]),
  );
