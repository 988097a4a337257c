import { readableName } from '../imports/siruta/siruta.ts';
import { streetIn } from './match.ts';
import { foldSpelling } from './spelling.ts';
import { StreetIndex, type FoundStreet } from './street-index.ts';
import { streetTypes, writtenTypes } from './street-words.ts';
import { readStreet, type StreetDifference } from './street.ts';

/** What may differ between a street's name and that of its artery: the list says less, and nothing else. */
const shorter: ReadonlySet<StreetDifference> = new Set(['none', 'untyped', 'initial']);

/** Characters of an artery's name, at most. */
const mostLetters = 120;

/**
 * Finds for each street of a locality, as a list writes it, the name of its artery: one that is known, or that of a new one.
 * Whoever says less than an artery's name (*Unirii*, *Str. V. Alecsandri*) means it where it can be no other; whoever says more, or has a
 * letter that slipped, means one of its own.
 *
 * @param known - names of the arteries that the locality has.
 * @returns null for what is no street, and for what may be several.
 */
export function nameArteries(known: Iterable<string>, streets: Iterable<string>): ReadonlyMap<string, string | null> {
  const names = [...known];
  const byFolded = new Map(names.map((name) => [foldSpelling(name), name]));
  const index = new StreetIndex(names);
  const found = new Map<string, string | null>();
  for (const stated of mostSaidFirst(streets)) {
    const street = streetIn(stated);
    const name = isStreet(street) ? (byFolded.get(foldSpelling(street)) ?? meant(index.find(street), street)) : null;
    const written = name === undefined ? arteryName(street) : name;
    if (name === undefined && written !== null) {
      index.add(written);
      byFolded.set(foldSpelling(written), written);
    }
    found.set(stated, written);
  }
  return found;
}

/** Full names before those that are short for them; otherwise in the order of the list. */
const mostSaidFirst = (streets: Iterable<string>): readonly string[] =>
  [...new Set(streets)]
    .map((stated) => ({ stated, street: readStreet(streetIn(stated)) }))
    .toSorted(
      (a, b) =>
        Number(b.street.type !== null) - Number(a.street.type !== null) || lettersOf(b.street) - lettersOf(a.street),
    )
    .map(({ stated }) => stated);

const lettersOf = ({ words }: { readonly words: readonly string[] }) =>
  words.reduce((sum, { length }) => sum + length, 0);

/** Undefined where none of those found is meant; null where several may be. */
function meant(found: readonly FoundStreet[], stated: string): string | null | undefined {
  const street = readStreet(stated);
  const [first] = found.filter(({ name, difference }) => {
    const known = readStreet(name);
    const isLess = (known.type !== null || street.type === null) && lettersOf(street) <= lettersOf(known);
    return shorter.has(difference) && (difference === 'none' || isLess);
  });
  return first?.isRivalled ? null : first?.name;
}

/** A column of streets holds numbers and names of blocks too, and now and then nothing but *Strada*. */
function isStreet(text: string): boolean {
  const { type, words } = readStreet(text);
  const isBareType = type === null && words.length === 1 && streetTypes.has(words[0] ?? '');
  return words.length > 0 && !isBareType && (type !== null || words.some((word) => /[a-zâ]{3}/.test(word)));
}

/** As it is written in an address: `Str. Unirii` and `STRADA UNIRII` are *Strada Unirii*. */
export function arteryName(street: string): string {
  const [, abbreviated = '', name = ''] = /^\s*(\p{L}+(?:-\p{L}+)*)[.\s]+(.+)$/u.exec(street) ?? [];
  const type = streetTypes.get(foldSpelling(abbreviated).replaceAll('-', ''));
  const readable =
    type === undefined ? readableName(street.trim()) : `${writtenType(type)} ${readableName(name.trim())}`;
  return readable.length <= mostLetters ? readable : street.trim();
}

const writtenType = (type: string): string =>
  writtenTypes.get(type) ?? `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
