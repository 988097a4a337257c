import { foldHeader } from './import.ts';

/** What headers abbreviate, with the word that is meant; also a word's forms. */
const meant: Readonly<Record<string, string>> = {
  nr: 'numar',
  no: 'numar',
  numarul: 'numar',
  numere: 'numar',
  bl: 'bloc',
  blocul: 'bloc',
  blocului: 'bloc',
  sc: 'scara',
  scarii: 'scara',
  ap: 'apartament',
  apt: 'apartament',
  apart: 'apartament',
  apartamentul: 'apartament',
  apartamentului: 'apartament',
  apartamentelor: 'apartamente',
  et: 'etaj',
  etajul: 'etaj',
  str: 'strada',
  strazii: 'strada',
  loc: 'localitate',
  localitatea: 'localitate',
  localitatii: 'localitate',
  jud: 'judet',
  judetul: 'judet',
  judetului: 'judet',
  adr: 'adresa',
  adresei: 'adresa',
  den: 'denumire',
  denumirea: 'denumire',
  numele: 'nume',
  prenumele: 'prenume',
  tel: 'telefon',
  telefonul: 'telefon',
  mun: 'municipiu',
  municipiul: 'municipiu',
  administratorul: 'administrator',
  administratorului: 'administrator',
  ocupantului: 'ocupant',
  ocupantul: 'ocupant',
  proprietarul: 'proprietar',
  proprietarului: 'proprietar',
  locatarului: 'locatar',
  cod: 'cod',
  codul: 'cod',
  seria: 'serie',
  platformei: 'platforma',
  cardului: 'card',
  containerului: 'container',
};
const fillers = new Set(['de', 'al', 'a', 'ale', 'din', 'pe', 'la', 'the', 'of', 'optional', 'obligatoriu']);

/** A header or a word as they are compared loosely: abbreviations in full, without small words, in any order. */
const loose = (header: string): string =>
  foldHeader(header)
    .split(' ')
    .map((word) => meant[word] ?? word)
    .filter((word) => !fillers.has(word))
    .toSorted()
    .join(' ');

/** All words that headers are made of: those of `known` ones, folded, what abbreviates them, and small words. */
export const headerWords = (known: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...known.flatMap((header) => header.split(' ')),
    ...Object.keys(meant),
    ...Object.values(meant),
    ...fillers,
  ]);

/** What stands between the lines of a header of two, as its columns are named. */
export const headerLines = ' / ';
/** What stands between a column of addresses and a part that was taken from it, as that column is named. */
export const headerPart = ': ';

/** How closely a header says one of `words`: 0 as it is, more if loosely; undefined if it does not. */
function closeness(header: string, words: ReadonlySet<string>, looseWords: ReadonlySet<string>): number | undefined {
  const lines = header.split(headerLines);
  const variants = [
    header,
    // What stands behind a colon, and a column whose unit or remark stands in brackets.
    header.split(headerPart).at(-1) ?? '',
    header.replaceAll(/[([].*?[)\]]/g, ''),
    lines.at(-1) ?? '',
    lines[0] ?? '',
    // As the API calls its fields.
    header.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
    // The number of a block is its name.
    lines.length > 1 ? '' : foldHeader(header).replace(/^(?:numarul|numar|nr) (?:de )?/, ''),
  ];
  if (words.has(foldHeader(header))) {
    return 0;
  }
  const at = variants.findIndex((each) => words.has(foldHeader(each)) || looseWords.has(loose(each)));
  return at === -1 ? undefined : at + 1;
}

/**
 * What each of `headers` probably means: as it is known, abbreviated (*Nr. ap.*), with an article or a remark in brackets, or one of its two
 * lines. The closest wins, then the first; each column means one thing. Beside a column of streets an address is none: it says more.
 */
export function guessColumns(
  known: Readonly<Record<string, readonly string[]>>,
  headers: readonly string[],
): Record<string, string> {
  const ofAddress = headersOfAddress(known, headers);
  const found = Object.entries(known).flatMap(([field, listed], order) => {
    const { words, looseWords } = wordsOf(field, listed);
    const closenessOf = (header: string) => {
      const whole = headers.find((each) => header.startsWith(`${each}${headerPart}`));
      if (whole === undefined) {
        return closeness(header, words, looseWords);
      }
      // A part is called by itself: `Apartament: nr.` is the number of a house, where `Nr. apartament` is none. A column of its own is closer.
      const close = closeness(header.slice(`${whole}${headerPart}`.length), words, looseWords);
      return close === undefined ? undefined : Math.max(close, 2);
    };
    return headers.flatMap((header, column) => {
      if (ofAddress.has(header) && !isAddressField(field)) {
        return [];
      }
      // Of a column that was taken apart, the parts are meant.
      const isApart = headers.some((each) => each.startsWith(`${header}${headerPart}`));
      const close = isApart ? undefined : closenessOf(header);
      if (close === undefined) {
        return [];
      }
      return [{ field, header, rank: [isRunning(header) ? last : close, order, isVague(header), column] as const }];
    });
  });
  const guess: Record<string, string> = {};
  const used = new Set<string>();
  for (const { field, header } of found.toSorted(({ rank: one }, { rank: other }) => compare(one, other))) {
    if (guess[field] === undefined && !used.has(header)) {
      guess[field] = header;
      used.add(header);
    }
  }
  return Object.fromEntries(
    Object.keys(known).flatMap((field) => (guess[field] === undefined ? [] : [[field, guess[field]]])),
  );
}

/** Whether a header says what a street is called, and may say the number and more: 1, or else 0. */
const isVague = (header: string): 0 | 1 => (['adresa', 'address'].includes(loose(header)) ? 1 : 0);

/** Whether a header is that of a column which numbers the rows: of records that have no other number it is the number. */
const isRunning = (header: string): boolean => loose(header) === 'crt numar';
/** Behind every closeness. */
const last = 100;

/** A field's own name counts as one of its words (`sourceRef`: "source ref"). */
function wordsOf(field: string, listed: readonly string[]) {
  const words = new Set([foldHeader(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)), ...listed]);
  return { words, looseWords: new Set([...words].map(loose)) };
}

const isAddressField = (field: string) => field.startsWith('addr');

/**
 * Headers that are part of an address, where what is imported has an address and a number of its own (*Nr.* of a platform): what was taken out of a
 * column of addresses, and a number that stands behind the street.
 */
function headersOfAddress(
  known: Readonly<Record<string, readonly string[]>>,
  headers: readonly string[],
): ReadonlySet<string> {
  const { addrStreet, addrNr } = known;
  if (!addrStreet || !addrNr) {
    return new Set();
  }
  const says = (header: string | undefined, field: string, listed: readonly string[]) => {
    const { words, looseWords } = wordsOf(field, listed);
    return header !== undefined && closeness(header, words, looseWords) !== undefined;
  };
  return new Set(
    headers.filter(
      (header, column) =>
        headers.some((whole) => header.startsWith(`${whole}${headerPart}`)) ||
        (says(header, 'addrNr', addrNr) && says(headers[column - 1], 'addrStreet', addrStreet)),
    ),
  );
}

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
