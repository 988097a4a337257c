import { begins, foldSpelling, isSameWord, isSlip } from './spelling.ts';
import { givenNames, particles, streetTypes, titles } from './street-words.ts';

/** A street's name taken apart; words are folded (`foldSpelling`). */
export interface Street {
  /** `strada`, `bulevardul`, …; null where the name does not say. */
  readonly type: string | null;
  /** What tells the street from others, in the order it is written in. */
  readonly words: readonly string[];
  /** What the person was: `doctor`, `general`. */
  readonly titles: readonly string[];
}

/**
 * What differs between two names of one street, from what matters least to what matters most: one does not say its type (`untyped`),
 * has letters for given names (`initial`), another type, another title, a letter that slipped, fewer or other words.
 */
export const streetDifferences = ['none', 'untyped', 'initial', 'type', 'title', 'slip', 'givenName', 'words'] as const;
export type StreetDifference = (typeof streetDifferences)[number];

export interface StreetLikeness {
  /** From 0 to 1, where 1 is the same name. */
  readonly score: number;
  /** The worst of what differs. */
  readonly difference: StreetDifference;
}

const months = new Set(
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'.split(' '),
);

/** `B-dul`, `C-tin`, `P-ța`: one word, and not two. */
const hyphened = /(?<=^|[\s,.])([a-zâ])-(?=[a-zâ])/g;

function wordsOf(text: string): string[] {
  const words =
    foldSpelling(text)
      .replaceAll(hyphened, '$1')
      .match(/[a-zâ]+|\d+/g) ?? [];
  // Scanners and typewriters have one sign for 1, I and l.
  return words.map((word, at) => (/^[il]$/.test(word) && months.has(words[at + 1] ?? '') ? '1' : word));
}

/** Takes a street's name apart, in the order of speech or of the post (`Strada Alecsandri Vasile, poet`). */
export function readStreet(text: string): Street {
  const [name = '', ...after] = text.split(',');
  const all = wordsOf(name);
  const first = streetTypes.get(all[0] ?? '');
  // A name that is nothing but such a word is a name.
  const type = first !== undefined && all.length > 1 ? first : null;
  const named = (type === null ? all : all.slice(1)).filter((word) => !particles.has(word));
  const words = named.filter((word) => !titles.has(word)).map((word) => givenNames.get(word) ?? word);
  const said = [...named, ...wordsOf(after.join(' '))].flatMap((word) => titles.get(word) ?? []);
  return words.length > 0 ? { type, words, titles: said } : { type, words: named, titles: [] };
}

type WordDifference = 'none' | 'initial' | 'slip';

function compareWords(a: string, b: string): WordDifference | null {
  if (isSameWord(a, b)) {
    return 'none';
  }
  if (/\d/.test(a + b)) {
    return null;
  }
  if ((a.length <= 4 && begins(a, b)) || (b.length <= 4 && begins(b, a))) {
    return 'initial';
  }
  return isSlip(a, b) ? 'slip' : null;
}

const wordScores: Record<WordDifference, number> = { none: 1, initial: 0.9, slip: 0.8 };

const isWorse = (a: StreetDifference, b: StreetDifference) =>
  streetDifferences.indexOf(a) > streetDifferences.indexOf(b);

/** Letters of a word, as its weight: an initial tells less than a family name. */
const weightOf = (words: readonly string[]) => words.reduce((sum, { length }) => sum + length, 0);

interface Pairing {
  /** Weight of the words that both have, and the same by how alike they are. */
  readonly weight: number;
  readonly score: number;
  readonly difference: StreetDifference;
  /** Words of neither's other name. */
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/** Finds for each word of one name its word in the other: equal ones first, then initials, then slips. */
function pairWords(a: readonly string[], b: readonly string[]): Pairing {
  let [left, right] = [[...a], [...b]];
  let [weight, score] = [0, 0];
  let difference: StreetDifference = 'none';
  for (const wanted of ['none', 'initial', 'slip'] as const) {
    for (const word of left) {
      const at = right.findIndex((other) => compareWords(word, other) === wanted);
      const other = right[at];
      if (other !== undefined) {
        const length = Math.max(word.length, other.length);
        weight += length;
        score += wordScores[wanted] * length;
        difference = isWorse(wanted, difference) ? wanted : difference;
        left = left.toSpliced(left.indexOf(word), 1);
        right = right.toSpliced(at, 1);
      }
    }
  }
  return { weight, score, difference, left, right };
}

/** What follows from the words that only one of the names has: nothing, a letter, a given name, or that they are two names. */
function differenceOfRest({ left, right }: Pairing): StreetDifference {
  const rest = [...left, ...right];
  if (rest.every(({ length }, at) => length === 1 && !/\d/.test(rest[at] ?? ''))) {
    return rest.length === 0 ? 'none' : 'initial';
  }
  // A number is never left out: Strada 1 Decembrie 1918 may be another than Strada 1 Decembrie.
  const isLeftOut = (left.length === 0 || right.length === 0) && !rest.some((word) => /\d/.test(word));
  return isLeftOut ? 'givenName' : 'words';
}

function differenceOfTypes(a: string | null, b: string | null): StreetDifference {
  if (a === b) {
    return 'none';
  }
  return a === null || b === null ? 'untyped' : 'type';
}

const differenceOfTitles = (a: readonly string[], b: readonly string[]): StreetDifference =>
  a.length > 0 && b.length > 0 && !a.some((title) => b.includes(title)) ? 'title' : 'none';

/** What is left of the likeness of words where something beside them differs. */
const kept: Partial<Record<StreetDifference, number>> = { untyped: 0.98, type: 0.95, title: 0.9 };

/** How alike two streets of one locality are called; null where they have no word in common. */
export function compareStreets(a: Street, b: Street): StreetLikeness | null {
  const pairing = pairWords(a.words, b.words);
  if (pairing.score === 0) {
    return null;
  }
  const others = [differenceOfTypes(a.type, b.type), differenceOfTitles(a.titles, b.titles)];
  const difference = [pairing.difference, differenceOfRest(pairing), ...others].reduce((worst, each) =>
    isWorse(each, worst) ? each : worst,
  );
  const whole = pairing.weight + weightOf(pairing.left) + weightOf(pairing.right);
  return { score: others.reduce((score, each) => score * (kept[each] ?? 1), pairing.score / whole), difference };
}

/** Whether one street is meant beyond doubt: `Strada Eminescu Mihai, poet` and `Str. Mihai Eminescu`. */
export const isSameStreet = (a: Street, b: Street): boolean => compareStreets(a, b)?.difference === 'none';
