import { withoutThousands } from '../texts/thousands.ts';
import type { CellProblem } from './import.ts';
import { inLatin } from './look-alikes.ts';

/** The cleaned cell of a field (`cleanCell`); undefined when no column is mapped to it. */
export type CellOf<Field extends string = string> = (field: Field) => string | undefined;

/** A row of the file as one kind understands it, or everything that is wrong with it; a row with warnings alone is good. */
export type RowReading<Row, Field extends string> =
  | { readonly row: Row; readonly problems: readonly CellProblem<Field>[] }
  | { readonly row?: never; readonly problems: readonly CellProblem<Field>[] };

// oxlint-disable-next-line no-control-regex -- they are what is refused
const control = /[\u0000-\u001f\u007f]/;

/** What spreadsheets write where a formula has no value, in Romanian too, and where a number is no day. */
const errorCell = /^#(?:#+|REF|N\/A|VALUE|VALOARE|NAME|NUME|NUM|NULL|NUL|DIV\/0|CALC|SPILL|GETTING_DATA)[!?]?$/i;

const month = 'ian|feb|mar|apr|mai|iun|iul|aug|sept?|oct|noi|nov|dec|jan|may|june?|july?';
const [dayOfMonth, monthOfYear] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:0?[1-9]|1[0-2])'];

/**
 * What spreadsheets make of `5-7`, `3/4` and `1 Mai` unless their column is one of texts: a day, as a workbook keeps it and as they write it into a
 * text file.
 */
const day = new RegExp(
  `^(?:\\d{4}-\\d\\d-\\d\\d|${dayOfMonth}([./])${monthOfYear}\\1\\d{4}|${dayOfMonth}[.-](?:${month})\\.?|(?:${month})\\.?[.-]\\d\\d)$`,
  'i',
);

/** A whole number with decimals, as columns of numbers are saved: the apartment `12.0`, the block `3,00`. Three digits may be thousands. */
const decimals = /^(\d+)[.,]00?$/;

/** A cell without the decimals of a whole number. */
export const withoutDecimals = (text: string): string => text.replace(decimals, '$1');

/** A whole number without what parts its thousands, and without decimals: `1.000` is a thousand, `12,0` twelve. Any other text as it was. */
export const wholeDigits = (text: string): string => withoutDecimals(withoutThousands(text));

/** Whether a text has characters that no name or number has. */
export const hasControl = (text: string): boolean => control.test(text);

/** Collects what is wrong with a row while it is read. */
export class RowReader<Field extends string> {
  readonly #problems: CellProblem<Field>[] = [];
  readonly #cell: CellOf<Field>;
  readonly #lengths: Partial<Record<Field, number>>;

  /** @param lengths - characters that a field may have at most. */
  constructor(cell: CellOf<Field>, lengths: Partial<Record<Field, number>>) {
    this.#cell = cell;
    this.#lengths = lengths;
  }

  refuse(field: Field, reason: string, value?: string): void {
    this.#tell(field, reason, false, value);
  }

  /** Remarks on what is worth a look, but does not stop the import. */
  warn(field: Field, reason: string): void {
    this.#tell(field, reason, true);
  }

  /** Once for each reason: a cell may be read twice. */
  #tell(field: Field, reason: string, isWarning: boolean, value = this.#cell(field) ?? ''): void {
    if (!this.#problems.some((e) => e.field === field && e.reason === reason && e.isWarning === isWarning)) {
      this.#problems.push({ field, value, reason, isWarning });
    }
  }

  isMapped(field: Field): boolean {
    return this.#cell(field) !== undefined;
  }

  /** Null when no column is mapped, so that what is there stays; an empty cell is an empty text. */
  text(field: Field, prefix?: RegExp): string | null {
    const value = this.#read(field, prefix);
    if (value !== null && day.test(value)) {
      this.refuse(field, 'import.madeDay');
    }
    return value;
  }

  #read(field: Field, prefix?: RegExp): string | null {
    const cell = this.#cell(field);
    if (cell === undefined) {
      return null;
    }
    const latin = inLatin(cell);
    if (latin !== cell) {
      this.warn(field, 'import.otherAlphabet');
    }
    const value = withoutDecimals(prefix ? latin.replace(prefix, '') : latin);
    if (value.startsWith('#') && errorCell.test(value)) {
      this.refuse(field, 'import.errorCell');
    } else if (value.length > (this.#lengths[field] ?? Number.POSITIVE_INFINITY)) {
      this.refuse(field, 'form.tooLong');
    } else if (hasControl(value)) {
      this.refuse(field, 'form.badCharacter');
    }
    return value;
  }

  /** Null for an empty cell too: where a cell is empty the file says nothing. */
  stated(field: Field, prefix?: RegExp): string | null {
    return this.text(field, prefix) || null;
  }

  /** The same of what may be a day. */
  statedOrDay(field: Field): string | null {
    return this.#read(field) || null;
  }

  /** `row` with what was remarked on it, or only what is wrong with it. */
  reading<Row>(row: Row): RowReading<Row, Field> {
    return this.#problems.some(({ isWarning }) => !isWarning)
      ? { problems: this.#problems }
      : { row, problems: this.#problems };
  }
}
