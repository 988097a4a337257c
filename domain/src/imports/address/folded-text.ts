const folded = new Map<string, string>();

/** One sign as it is compared: other letters than Latin ones are some letter, so that they too make words. */
function foldLetter(letter: string): string {
  let plain = folded.get(letter);
  if (plain === undefined) {
    const [base = letter] = letter.normalize('NFD').toLowerCase();
    plain = /^[a-z]$/.test(base) ? base : /[\p{L}\p{M}]/u.test(letter) ? 'q'.repeat(letter.length) : letter;
    folded.set(letter, plain);
  }
  return plain;
}

/**
 * A text beside the same text in small letters without diacritics, sign by sign: patterns are tried on the one, and what they find is
 * cut from the other.
 */
export class FoldedText {
  /** As written. */
  readonly raw: string;
  /** As compared. */
  readonly plain: string;

  private constructor(raw: string, plain: string) {
    this.raw = raw;
    this.plain = plain;
  }

  /** White space of any kind becomes one blank. */
  static of(text: string): FoldedText {
    const raw = text.normalize('NFC').replaceAll(/\s/g, ' ').replaceAll(/ {2,}/g, ' ');
    return new FoldedText(raw, raw.replaceAll(/[^ -@[-~]/gu, foldLetter));
  }

  slice(from: number, to?: number): FoldedText {
    return new FoldedText(this.raw.slice(from, to), this.plain.slice(from, to));
  }

  /** Without the blanks and signs around it; a full stop at its end may be an abbreviation's. */
  trim(): FoldedText {
    const from = this.raw.search(/[^ .,;:–-]/);
    return from === -1 ? this.slice(0, 0) : this.slice(from, this.raw.search(/[ ,;:–-]*$/));
  }
}
