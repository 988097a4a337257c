import type { Permission } from '../permissions.ts';

/** What may be said of any field of a kind. */
export interface FieldOptions {
  /** The column of its table; the field's name in snake case when absent. */
  readonly column?: string;
  /** What the API says of it. */
  readonly about?: string;
  /** What the API says of it where it is given. */
  readonly aboutInput?: string;
  /** What the form of a new record begins with, where that is neither blank nor the first of a list. */
  readonly begins?: string | number;
  /** Lists are ordered by it: by the key that PostgreSQL keeps beside texts (`<column>_key`), or by the column itself. */
  readonly sorted?: 'key' | 'column';
  /** Lists are filtered by it. */
  readonly filtered?: true;
  /** A new record has to have it. */
  readonly required?: true;
  /** It may be null, which an update clears it with. */
  readonly nullable?: true;
  /** Only a new record is given it; a card's serial number stays. */
  readonly fixed?: true;
  /** Only a change gives it: a new record has what it begins with. */
  readonly laterOnly?: true;
  /** Beside the permission to read the record, who may read it, order by it and filter by it. */
  readonly needs?: Permission;
  /** The API shows it otherwise, or not at all: the kind's schema says how. */
  readonly shown?: false;
  /** Lists do not show it, only the record's own view. */
  readonly listed?: false;
  /** What a number counts. */
  readonly unit?: 'litres';
  /** Its values are not stored as they are given: the kind's service says how. */
  readonly stored?: false;
  /** Lists that are imported may state it: the folded headers by which its column is recognised, besides its own name. */
  readonly imported?: readonly string[];
}

/** How values of a field are told apart by GraphQL and by filters. */
export type FieldType = 'text' | 'integer' | 'float' | 'boolean' | 'id' | 'enum';

/** Texts that are more than their length (`input.ts`). */
export type Format = 'idNumber' | 'nodeId' | 'serial' | 'timeZone';

/** A kind that others name. */
interface Referenced {
  /** As the API calls it. */
  readonly name: string;
  /** The field of the API that says what people call its records. */
  readonly called: 'name' | 'label' | 'path';
}

/** Nothing but data, so that a list need not fetch what checks input (`input.ts`). */
export interface Field extends FieldOptions {
  readonly type: FieldType;
  /** Of a text: how long it may be. Of a number: how large. */
  readonly max?: number;
  readonly min?: number;
  readonly format?: Format;
  /** Of one of a closed list: what the API calls the list, and its values. */
  readonly list?: string;
  readonly values?: readonly [string, ...string[]];
  /** Of another record's id: its kind. */
  readonly of?: Referenced;
}

/** Trimmed text of at most `max` characters; blank where it is neither required nor nullable. */
export const text = <const Options extends FieldOptions>(max: number, options: Options) =>
  ({ type: 'text', max, ...options }) as const;

/** The name that an org tells its records of a kind apart by; `imported` is how files head it. */
export const uniqueName = <const Headers extends readonly string[]>(imported: Headers) =>
  text(120, { required: true, sorted: 'key', imported });

/** How files head the access mode of whatever has one. */
export const accessModeHeaders = [
  'modul de acces',
  'mod de acces',
  'mod acces',
  'acces',
  'access mode',
  'mode',
] as const;

/** A whole number from `min` to `max`. */
export const integer = <const Options extends FieldOptions>(min: number, max: number, options: Options) =>
  ({ type: 'integer', min, max, ...options }) as const;

/** A number from `min` to `max`. */
export const float = <const Options extends FieldOptions>(min: number, max: number, options: Options) =>
  ({ type: 'float', min, max, ...options }) as const;

export const boolean = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'boolean', ...options }) as const;

/** One of a closed list of the domain (`vocabulary.ts`), by the name the API gives the list. */
export const oneOf = <
  const Name extends string,
  const Values extends readonly [string, ...string[]],
  const Options extends FieldOptions,
>(
  list: Name,
  values: Values,
  options: Options,
) => ({ type: 'enum', list, values, ...options }) as const;

/** The id of a record of another kind. The API gives the record itself, under the field's name without `Id`. */
export const reference = <const Options extends FieldOptions>({ name, called }: Referenced, options: Options) =>
  ({ type: 'id', of: { name, called }, ...options, shown: false }) as const;

/** The id of a node of the address tree, which not every one of is a UUID. */
export const nodeReference = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'id', format: 'nodeId', of: { name: 'gisNode', called: 'path' }, ...options, shown: false }) as const;

/** Text that is more than its length. */
export const formatted = <const Options extends FieldOptions>(format: Format, options: Options) =>
  ({ type: 'text', format, ...options }) as const;
