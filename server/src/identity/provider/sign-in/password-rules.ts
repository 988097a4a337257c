import { readFileSync } from 'node:fs';
import { maxPasswordLength } from './password.ts';

/** In characters; nothing is said of which (NIST SP 800-63B, 3.1.1; ASVS 5, V6.2). */
const minPasswordLength = 12;

/** Why a password may not be chosen. */
export type PasswordFault = 'short' | 'long' | 'common' | 'own';

/** Passwords and words that are tried first by whoever guesses (common-passwords.txt). */
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** A password of fewer different characters repeats itself. */
const fewestDistinct = 5;
/** Of one's own name, parts as long as this count. */
const shortestOwnWord = 4;

/**
 * What is wrong with a password that somebody chooses; null if nothing is.
 *
 * @param own - what belongs to the account: address, name.
 */
export function faultOf(password: string, own: readonly string[]): PasswordFault | null {
  const length = Array.from(password).length;
  if (length < minPasswordLength) {
    return 'short';
  }
  if (password.length > maxPasswordLength) {
    return 'long';
  }
  const folded = fold(password);
  const stem = folded.replaceAll(/[^a-z]/g, '');
  if (common.has(folded) || common.has(stem) || new Set(folded).size < fewestDistinct || isRun(folded)) {
    return 'common';
  }
  const words = own.flatMap((each) => fold(each).split(/[^a-z0-9]+/)).filter((word) => word.length >= shortestOwnWord);
  return words.some((word) => stem === word.replaceAll(/[^a-z]/g, '') && stem !== '') ? 'own' : null;
}

/** Without case and marks: *Primăria* is guessed as soon as *primaria*. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

/** Whether each character follows from the one before by the same step: `123456789012`, `abcdefghijkl`. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  // From 9 to 0 and back a run of digits goes on.
  return new Set(steps.map((step) => (Math.abs(step) === 9 ? -Math.sign(step) : step))).size === 1;
}
