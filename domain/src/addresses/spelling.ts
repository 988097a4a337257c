/**
 * How words of addresses are compared: without case and diacritics, but knowing where an â or an î stood. Lists without diacritics
 * write either as `a` or as `i` (*Câmpeanu*: CAMPEANU, CIMPEANU), so both spellings lead to the word.
 */

/** Lower case, without diacritics; what was â or î is `â`. */
export const foldSpelling = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('î', 'â')
    .normalize('NFD')
    .replaceAll(/a\u0302/g, 'â')
    .replaceAll(/[\u0300-\u0301\u0303-\u036f]/g, '')
    .normalize('NFC');

/** At most so many spellings of one word: each â or î doubles them. */
const mostSpellings = 8;

/** All that a list without diacritics may make of a folded word. */
export function spellingsOf(word: string): readonly string[] {
  let spellings = [''];
  for (const letter of word) {
    const letters = letter === 'â' ? (spellings.length < mostSpellings ? ['a', 'i'] : ['a']) : [letter];
    spellings = spellings.flatMap((beginning) => letters.map((each) => beginning + each));
  }
  return spellings;
}

const sameLetter = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a === 'â' && (b === 'a' || b === 'i')) || (b === 'â' && (a === 'a' || a === 'i'));

/** Whether two folded words are one word. */
export function isSameWord(a: string, b: string): boolean {
  return a.length === b.length && differsAt(a, b) === a.length;
}

/** Whether `short` may stand for `long` as its beginning. */
export const begins = (short: string, long: string): boolean =>
  short.length < long.length && isSameWord(short, long.slice(0, short.length));

/** Shorter words differ by one letter too often while both are right: *Crinului*, *Pinului*. */
const shortestSlip = 5;

/** Whether one letter more, less, other or swapped with its neighbour tells two words apart: a slip of a pen or of a scanner. */
export function isSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < shortestSlip || long.length - short.length > 1) {
    return false;
  }
  const first = differsAt(short, long);
  if (/\d/.test(`${short[first] ?? ''}${long[first] ?? ''}`)) {
    return false; // Sector 1 and Sector 2 are both right
  }
  const rest = (word: string, more: number) => word.slice(first + more);
  if (short.length < long.length) {
    return isSameWord(rest(short, 0), rest(long, 1));
  }
  const isSwapped = sameLetter(short[first], long[first + 1]) && sameLetter(short[first + 1], long[first]);
  return isSameWord(rest(short, 1), rest(long, 1)) || (isSwapped && isSameWord(rest(short, 2), rest(long, 2)));
}

function differsAt(a: string, b: string): number {
  let at = 0;
  while (at < a.length && sameLetter(a[at], b[at])) {
    at += 1;
  }
  return at;
}

/**
 * What a word is found by, also when a letter of it slipped: its spellings, and each without one of its letters. Two words that are
 * one, or differ by a slip, have one of these in common.
 */
export function findableBy(word: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const spelling of spellingsOf(word)) {
    keys.add(spelling);
    for (let at = 0; spelling.length >= shortestSlip && at < spelling.length; at += 1) {
      keys.add(spelling.slice(0, at) + spelling.slice(at + 1));
    }
  }
  return keys;
}
