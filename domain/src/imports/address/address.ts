import {
  body,
  endsInYear,
  isStreet,
  marked,
  markers,
  onlyBlock,
  onlyNumber,
  onlyPostalCode,
  onlyStorey,
  onlyWithout,
  restOfName,
  streetBegins,
  trailingNumber,
} from './address-words.ts';
import { FoldedText } from './folded-text.ts';

/** An address in one field, taken apart. A part that it does not name is empty. */
export interface Address {
  readonly county: string;
  /** Municipality, town or commune. */
  readonly uat: string;
  /** Village, or sector of the capital. */
  readonly locality: string;
  /** With its kind, as written: `B-dul 1 Decembrie 1918`. */
  readonly street: string;
  /** As written: `12A`, `146B-146G`; `FN` where the address says that there is none. */
  readonly number: string;
  /** Without `bl.`; a body of a building keeps its word: `corp A`. */
  readonly block: string;
  /** Without `sc.`; a section (`tr.`) of a block that names no entrance counts as one. */
  readonly entrance: string;
  readonly floor: string;
  readonly apartment: string;
  readonly postalCode: string;
  /** What was not understood, as written: nothing of an address is lost. */
  readonly rest: string;
}

export type AddressPart = Exclude<keyof Address, 'rest'>;

/** The parts, from the widest to the narrowest. */
export const addressParts = [
  'county',
  'uat',
  'locality',
  'street',
  'number',
  'block',
  'entrance',
  'floor',
  'apartment',
  'postalCode',
] as const satisfies readonly AddressPart[];

/** Between pieces; what stands in brackets is a piece of its own. */
const between = /[,;\n]|\([^()]*\)/g;

class Splitter {
  readonly #parts = Object.fromEntries(addressParts.map((part) => [part, ''])) as Record<AddressPart, string>;
  readonly #rest: string[] = [];
  /** Whether a word announces the number, so that no other is looked for at the end of the street. */
  readonly #isNumbered: boolean;
  /** What the street was read from, while it may still turn out to be the name of a place. */
  #streetFrom = FoldedText.of('');
  #section = '';

  constructor(text: FoldedText) {
    this.#isNumbered = [...text.plain.matchAll(marked)].some((mark) => markerOf(mark).part === 'number');
    let from = 0;
    for (const { index, 0: found } of text.raw.matchAll(between)) {
      this.#readPiece(text.slice(from, index));
      from = index + found.length;
      if (found.startsWith('(')) {
        this.#readBracket(text.slice(index, from));
      }
    }
    this.#readPiece(text.slice(from));
  }

  get address(): Address {
    return { ...this.#parts, rest: this.#rest.join(', ') };
  }

  #readBracket(bracket: FoldedText): void {
    const inner = bracket.slice(1, -1).trim();
    const begins = [...inner.plain.matchAll(marked)][0]?.index === 0 || body.exec(inner.plain)?.index === 0;
    return begins ? this.#readPiece(inner) : this.#leave(bracket);
  }

  #readPiece(untrimmed: FoldedText): void {
    const piece = untrimmed.trim();
    const marks = [...piece.plain.matchAll(marked)];
    this.#readFree(piece.slice(0, marks[0]?.index));
    for (const [index, mark] of marks.entries()) {
      this.#readMarked(mark, piece.slice(mark.index, marks[index + 1]?.index));
    }
  }

  /** @param text - the mark with what follows it. */
  #readMarked(mark: RegExpExecArray, text: FoldedText): void {
    const { part, value } = markerOf(mark);
    const behind = text.slice(mark[0].length);
    // No comma stands between a place and its street in many lists.
    const isArea = part === 'county' || part === 'uat' || part === 'locality';
    const to = isArea ? streetBegins.exec(behind.plain)?.index : undefined;
    const length = value.exec(behind.plain.slice(0, to).trimEnd())?.[0].length ?? 0;
    const read = behind
      .slice(0, length)
      .trim()
      .raw.replaceAll(/["„”']/g, '')
      .trim();
    if (read === '' || !this.#take(part, mark[0], read)) {
      this.#leave(text);
      return;
    }
    const left = behind.slice(length).trim();
    if (left.raw !== '') {
      this.#readPiece(left);
    }
  }

  /** Whether the part was still open, or already said the same. */
  #take(part: AddressPart, word: string, value: string): boolean {
    const isSection = part === 'entrance' && word.startsWith('t');
    if (isSection && this.#parts.entrance !== '' && this.#section === '' && this.#parts.block !== '') {
      this.#parts.block += ` tr. ${value}`;
      return true;
    }
    if (part === 'entrance' && !isSection && this.#section !== '' && this.#parts.block !== '') {
      this.#parts.block += ` tr. ${this.#section}`;
      this.#parts.entrance = value;
      this.#section = '';
      return true;
    }
    const stated = word.startsWith('sect') ? `Sector ${value}` : value;
    if (this.#parts[part] !== '') {
      return this.#parts[part] === stated;
    }
    this.#section = isSection ? value : this.#section;
    this.#parts[part] = stated;
    return true;
  }

  /** Text of which no word says what it is. */
  #readFree(untrimmed: FoldedText): void {
    const text = untrimmed.trim();
    const { plain } = text;
    if (plain === '') {
      return;
    }
    const part = partOf(plain, this.#parts.street !== '');
    const bodyAt = body.exec(plain);
    if (part && this.#take(part, '', text.raw)) {
      return;
    }
    if (bodyAt && this.#parts.block === '') {
      const to = bodyAt.index + bodyAt[0].length;
      this.#parts.block = text.slice(bodyAt.index, to).raw;
      this.#readFree(text.slice(0, bodyAt.index));
      this.#readFree(text.slice(to));
    } else if (part) {
      this.#leave(text);
    } else {
      this.#readStreet(text);
    }
  }

  #readStreet(text: FoldedText): void {
    if (this.#parts.street !== '') {
      const isNamed = isStreet.test(this.#streetFrom.plain);
      if (isNamed && this.#parts.number === '' && this.#parts.block === '' && /^\p{Ll}|[ ][sșş]i /u.test(text.raw)) {
        if (restOfName.test(text.plain)) {
          this.#parts.street += `, ${text.raw}`;
          return;
        }
      }
      if (isNamed || !isStreet.test(text.plain)) {
        this.#leave(text);
        return;
      }
      // What came first was the name of a place after all, and the number at its end a piece of that.
      this.#leave(this.#streetFrom);
      this.#parts.number = this.#streetFrom.raw === this.#parts.street ? this.#parts.number : '';
    }
    this.#streetFrom = text;
    const isOpen = !this.#isNumbered && this.#parts.number === '' && !endsInYear.test(text.plain);
    const at = isOpen ? trailingNumber.exec(text.plain)?.index : undefined;
    this.#parts.street = text.slice(0, at).trim().raw;
    this.#parts.number ||= at === undefined ? '' : text.slice(at).trim().raw;
  }

  #leave(text: FoldedText): void {
    const left = text.trim().raw;
    if (left !== '') {
      this.#rest.push(left);
    }
  }
}

/** What a text can only be that no word announces. */
function partOf(plain: string, hasStreet: boolean): AddressPart | undefined {
  if (onlyWithout.test(plain) || onlyNumber.test(plain)) {
    return 'number';
  }
  if (onlyPostalCode.test(plain)) {
    return 'postalCode';
  }
  if (onlyStorey.test(plain)) {
    return 'floor';
  }
  return hasStreet && onlyBlock.test(plain) ? 'block' : undefined;
}

function markerOf({ groups = {} }: RegExpExecArray) {
  const name = Object.keys(groups).find((each) => groups[each] !== undefined) ?? 'm0';
  const marker = markers[Number(name.slice(1))];
  if (!marker) {
    throw new Error(`No marker is called ${name}`);
  }
  return marker;
}

/**
 * Takes an address in one field apart, as lists of Romanian town halls write it: `Strada X nr. 5 bl. 3 sc. B ap. 12`,
 * `Str Gh. Doja, 12A, bl.A2, et.3`, `Aleea Florilor FN`.
 */
export const splitAddress = (text: string): Address => new Splitter(FoldedText.of(text)).address;
