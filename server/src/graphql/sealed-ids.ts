import {
  defaultFieldResolver,
  getNamedType,
  GraphQLID,
  GraphQLString,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import type { IdSealer, NumberKind } from '../database/keys/id-sealer.ts';
import type { Context } from '../request/context.ts';

/** Says of a field or an argument that it is a number of a sequence that all orgs share: callers see it sealed. */
export const sealed = (kind: NumberKind) => ({ extensions: { sealed: kind } });

/** No version has this number: a text that is none of ours names a version that the record is not in. */
const noVersion = '0';

type Read = (value: unknown, ids: IdSealer) => unknown;
type Input = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type' | 'extensions'>;

const kindOf = ({ name, type, extensions }: Input): NumberKind | undefined => {
  const said = extensions['sealed'] as NumberKind | undefined;
  return said ?? (name === 'rowId' && getNamedType(type) === GraphQLID ? 'version' : undefined);
};

/** What a field's value is sealed as; undefined when it is shown as it is, or is a cursor. */
export const sealedAs = (field: GraphQLField<unknown, Context>): NumberKind | undefined =>
  kindOf(field as unknown as Input);

const isCursor = ({ name, type }: Input) => /^(after|before)$/.test(name) && getNamedType(type) === GraphQLString;

/** Whether something sealed may be sent in a value of the type: the thousand events of a batch are not looked through. */
function mayHold(input: Input, seen = new Set<GraphQLInputType>()): boolean {
  const type = getNamedType(input.type);
  if (kindOf(input) || isCursor(input)) {
    return true;
  }
  if (!isInputObjectType(type) || seen.has(type)) {
    return false;
  }
  seen.add(type);
  return Object.values(type.getFields()).some((field) => mayHold(field, seen));
}

const openCursor =
  (name: string): Read =>
  (value, ids) => {
    const text = typeof value === 'string' ? ids.openText(value) : null;
    if (text !== null) {
      return text;
    }
    throw validationFailed({ [name]: 'page.badCursor' }, 'The cursor does not belong to this list and order');
  };

/** Opens what was sent; undefined where there is nothing to open. */
function readerOf(input: Input): Read | undefined {
  const kind = kindOf(input);
  if (kind) {
    return through(input.type, (value, ids) => ids.openNumber(kind, String(value)) ?? noVersion);
  }
  if (isCursor(input)) {
    return through(input.type, openCursor(input.name));
  }
  return mayHold(input) ? through(input.type, readObject(input)) : undefined;
}

/** The same for each element of a list; null and absent stay what they are. */
function through(type: GraphQLInputType, read: Read): Read {
  const inner = isNonNullType(type) ? type.ofType : type;
  const each = isListType(inner) ? through(inner.ofType, read) : read;
  return (value, ids) => {
    if (value === null || value === undefined) {
      return value;
    }
    return isListType(inner) && Array.isArray(value) ? value.map((element) => each(element, ids)) : each(value, ids);
  };
}

function readObject({ type }: Input): Read {
  const named = getNamedType(type);
  // Made at the first value: a type may contain itself.
  let readers: readonly (readonly [string, Read])[] | undefined;
  return (value, ids) => {
    readers ??= isInputObjectType(named) ? readersOf(Object.values(named.getFields())) : [];
    return readFields(readers, value as Readonly<Record<string, unknown>>, ids);
  };
}

const readersOf = (inputs: readonly Input[]) =>
  inputs.flatMap((input): [string, Read][] => {
    const read = readerOf(input);
    return read ? [[input.name, read]] : [];
  });

const readFields = (
  readers: readonly (readonly [string, Read])[],
  values: Readonly<Record<string, unknown>>,
  ids: IdSealer,
) => {
  const opened = readers.filter(([name]) => name in values).map(([name, read]) => [name, read(values[name], ids)]);
  return { ...values, ...Object.fromEntries(opened) };
};

function digitsOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    throw new TypeError('A number that is to be sealed is no number');
  }
  return String(value);
}

/** How a field's value leaves; undefined when it is shown as it is. */
function sealOf(field: GraphQLField<unknown, Context>): ((value: unknown, ids: IdSealer) => unknown) | undefined {
  const kind = kindOf(field as unknown as Input);
  if (kind) {
    return (value, ids) => (value === null || value === undefined ? value : ids.sealNumber(kind, digitsOf(value)));
  }
  const leads = /^(cursor|startCursor|endCursor)$/.test(field.name) && getNamedType(field.type) === GraphQLString;
  return leads ? (value, ids) => (typeof value === 'string' ? ids.sealText(value) : value) : undefined;
}

/** A conflict names the current version of the record. */
function sealConflict(error: unknown, ids: IdSealer): unknown {
  const current =
    error instanceof AppError ? (error.details?.['current'] as { rowId?: unknown } | undefined) : undefined;
  if (!(error instanceof AppError) || typeof current?.rowId !== 'string') {
    return error;
  }
  const { code, message, fields, details } = error;
  return new AppError(code, message, {
    cause: error,
    ...(fields && { fields }),
    details: { ...details, current: { ...current, rowId: ids.sealNumber('version', current.rowId) } },
  });
}

/** What a lock sends as `after` is a version of its list, which its own org counts. */
const isOfLocks = (field: GraphQLField<unknown, Context>) => field.name === 'cardsToSync';

/**
 * Seals, on their way out, the numbers that all orgs share and the cursors of lists, and opens what comes back: everything within
 * knows the numbers alone, and no field has to think of it. `rowId` is one wherever it stands.
 */
export function sealIds(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const seal = sealOf(field);
      const readers = isOfLocks(field) ? [] : readersOf(field.args);
      const resolve = field.resolve ?? defaultFieldResolver;
      if (readers.length > 0) {
        field.resolve = async (row: unknown, args, context: Context, info) => {
          try {
            const value: unknown = await resolve(row, readFields(readers, args, context.ids), context, info);
            return seal ? seal(value, context.ids) : value;
          } catch (error) {
            throw sealConflict(error, context.ids);
          }
        };
      } else if (seal) {
        field.resolve = (row: unknown, args, context: Context, info) => {
          const value: unknown = resolve(row, args, context, info);
          return value instanceof Promise ? value.then((got) => seal(got, context.ids)) : seal(value, context.ids);
        };
      }
    }
  }
  return schema;
}
