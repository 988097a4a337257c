/** Blanks, controls and signs without a width of their own: a program that drops them sees what stands behind. */
const unseen = String.raw`[\p{Z}\p{C}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]`;
/** What a formula begins with, in full width too. */
const signs = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const armed = new RegExp(`^(?:${unseen}*${signs}|[\\t\\r\\n\\0])`, 'u');

/**
 * A text as a spreadsheet may be given it: what it would take for a formula begins with an apostrophe. Programs tell a formula by
 * its first sign, some by a full-width one, or behind what others leave out.
 */
export const disarm = (text: string): string => (armed.test(text) ? `'${text}` : text);

const month = '(?:ian|feb|mar|apr|mai|iun|iul|aug|sep|oct|noi|dec|jan|may|jun|jul|nov)[a-z]*';

/**
 * What a spreadsheet takes for a number, a day or an hour, so that it writes back another text: `0012`, a personal number (`1,96E+12`), `1/2`, `5-7`,
 * `12E45`, `1 Mai`. A short whole number stays as it is.
 */
const altered = new RegExp(
  String.raw`^(?!(?:0|[1-9]\d{0,10})$)\d[\d ,.:/+e-]*$|^\d{1,4}[ ./-]*(?:${month})\.?(?:[ ./-]*\d{1,4})?$|^(?:${month})[ ./-]*\d{1,4}$`,
  'i',
);

/** A text as it is written into a file that comes back from a spreadsheet: it stays what it was, and is no formula. */
export const keepText = (text: string): string => (altered.test(text) ? `="${text}"` : disarm(text));

/** How spreadsheets keep the zeros of a number in a text file: `="0012"`. */
const kept = /^="([^"]*)"$/;

/** A text as it was before it was disarmed, or written so that a spreadsheet keeps it as it is. */
export function rearm(text: string): string {
  if (text.startsWith("'")) {
    const before = text.slice(1);
    return armed.test(before) ? before : text;
  }
  return text.startsWith('=') ? (kept.exec(text)?.[1] ?? text) : text;
}
