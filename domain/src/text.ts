import * as z from 'zod/mini';

/** Signs that nobody sees, or that turn what is beside them around: what is pasted from pages and documents has them within words. */
export const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Room between words, of any kind, the ends of lines and tabs too: one space is kept. */
const spaces = /[\p{Zs}\t\n\r\u2028\u2029]+/gu;

/** Hyphens of documents, which look like the one of the keyboard: the second keeps both its words on one line. */
const hyphens = /[\u2010\u2011]/g;

/** What few texts have: looking for it takes less than taking it out of each. */
const odd =
  / {2}|[\t\n\r\u00a0\u00ad\u061c\u1680\u2000-\u200b\u200e-\u2011\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff]/;

/**
 * A text as it is kept and compared: letters with their marks as one sign each, as keyboards type them and PDF files and some systems do
 * not, nothing that is not seen within a word, one hyphen, and one space for several and for the end of a line: what is pasted from a document
 * or a table has those. Two texts that look alike would be two names otherwise, of which one is not found.
 */
export function asSeen(text: string): string {
  const composed = text.normalize('NFC');
  return odd.test(composed)
    ? composed.replaceAll(unseen, '').replaceAll(hyphens, '-').replaceAll(spaces, ' ')
    : composed;
}

/** Something to be seen, beside what joins signs or leaves room; the blank of Braille (U+2800) is a symbol for Unicode, and nothing for the eye. */
const somethingSeen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A text as {@link asSeen}, without room at its ends; empty where nothing of it is seen. */
export function cleanText(text: string): string {
  const cleaned = asSeen(text).trim();
  return somethingSeen.test(cleaned) ? cleaned : '';
}

/** Trimmed text of 1 to `max` characters; messages are locale keys. */
export const requiredText = (max: number) =>
  z
    .string('form.required')
    .check(
      z.overwrite(cleanText),
      z.minLength(1, 'form.required'),
      z.maxLength(max, 'form.tooLong'),
      z.regex(noControl, 'form.badCharacter'),
    );

/** Trimmed text of at most `max` characters, perhaps none. */
export const optionalText = (max: number) =>
  z
    .string('form.required')
    .check(z.overwrite(cleanText), z.maxLength(max, 'form.tooLong'), z.regex(noControl, 'form.badCharacter'));

/** Control characters have no place in names and addresses, and end spreadsheets and terminals badly. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const noControl = /^[^\u0000-\u001f\u007f]*$/;

/** An id as the API gives it; whether it names something, the server says. */
export const recordId = z.uuid({
  error: ({ input }) => (input === null || input === undefined ? 'form.required' : 'form.notFound'),
});

/** A whole number of a range; messages are locale keys, as those of texts are. */
export const wholeNumber = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .int({ error: ({ input }) => (typeof input === 'number' ? 'form.notWhole' : 'form.required') })
    .check(z.gte(min, 'form.tooSmall'), z.lte(max, 'form.tooLarge'));
