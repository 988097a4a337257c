import * as z from 'zod/mini';
import type { Permission } from '../permissions.ts';
import { optionalText, recordId, requiredText } from '../text.ts';

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
  /** Its values are not stored as they are given: the kind's service says how. */
  readonly stored?: false;
}

/** How values of a field are told apart by GraphQL and by filters. */
export type FieldType = 'text' | 'integer' | 'float' | 'boolean' | 'id' | 'enum';

export interface Field<Schema extends z.ZodMiniType = z.ZodMiniType> extends FieldOptions {
  readonly type: FieldType;
  /** What it takes, cleaned; messages are locale keys. */
  readonly schema: Schema;
}

type Nullable<Schema extends z.ZodMiniType, Options extends FieldOptions> = Options extends { readonly nullable: true }
  ? z.ZodMiniNullable<Schema>
  : Schema;

/** The field that the options tell of. */
function field<const Type extends FieldType, Schema extends z.ZodMiniType, const Options extends FieldOptions>(
  type: Type,
  schema: Schema,
  options: Options,
) {
  const taken = (options.nullable ? z.nullable(schema) : schema) as Nullable<Schema, Options>;
  return { type, ...options, schema: taken };
}

/** Trimmed text of at most `max` characters; blank where it is neither required nor nullable. */
export const text = <const Options extends FieldOptions>(max: number, options: Options) => ({
  ...field('text', options.required || options.nullable ? requiredText(max) : optionalText(max), options),
  max,
});

/** A whole number from `min` to `max`. */
export const integer = <const Options extends FieldOptions>(min: number, max: number, options: Options) => ({
  ...field('integer', z.int('form.required').check(z.gte(min, 'form.tooSmall'), z.lte(max, 'form.tooLarge')), options),
  min,
  max,
});

/** A number from `min` to `max`. */
export const float = <const Options extends FieldOptions>(min: number, max: number, options: Options) => ({
  ...field(
    'float',
    z.number('form.badNumber').check(z.gte(min, 'form.tooSmall'), z.lte(max, 'form.tooLarge')),
    options,
  ),
  min,
  max,
});

export const boolean = <const Options extends FieldOptions>(options: Options) =>
  field('boolean', z.boolean('form.required'), options);

/** One of a closed list of the domain (`vocabulary.ts`), by the name the API gives the list. */
export const oneOf = <
  const Name extends string,
  const Values extends readonly [string, ...string[]],
  const Options extends FieldOptions,
>(
  list: Name,
  values: Values,
  options: Options,
) => ({ ...field('enum', z.enum(values, 'form.required'), options), list, values });

/** The id of a record of another kind. */
export const reference = <const Options extends FieldOptions>(options: Options) => field('id', recordId, options);

/** The id of a node of the address tree, which not every one of is a UUID. */
export const nodeReference = <const Options extends FieldOptions>(options: Options) =>
  field('id', z.string('form.notFound').check(z.maxLength(80, 'form.notFound')), options);

/** Text that is more than its length: `schema` cleans it and says what is wrong. */
export const special = <Schema extends z.ZodMiniType, const Options extends FieldOptions>(
  schema: Schema,
  options: Options,
) => field('text', schema, options);
