import { importForms } from '@noa/domain/imports/import-forms.ts';
import { foldHeader } from '@noa/domain/imports/import.ts';

const forms = Object.values(importForms);
/** Characters of a header at most: what is longer is a text. */
const longest = 60;
/** Columns of a row that are looked at: a list that is wider says by these what it is. */
const widest = 60;

const seen = new Map<string, boolean>();
/** Words that are remembered; the threads that read are kept for many files. */
const mostSeen = 10_000;

/** Whether a text is what any kind of import calls one of its columns. */
export function isKnownHeader(text: string): boolean {
  if (text === '' || text.length > longest || !/\p{L}/u.test(text)) {
    return false;
  }
  let known = seen.get(text);
  if (known === undefined) {
    known = forms.some((form) => Object.keys(form.guessMapping([text])).length > 0);
    if (seen.size < mostSeen) {
      seen.set(text, known);
    }
  }
  return known;
}

/** How many different words of headers a row has. */
export const countKnown = (cells: readonly string[]): number =>
  new Set(cells.slice(0, widest).filter(isKnownHeader).map(foldHeader)).size;
