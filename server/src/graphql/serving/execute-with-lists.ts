import {
  execute,
  executeRootSelectionSet,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  validateExecutionArgs,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { batchItemType, batchVariables, MalformedItem } from './batch-items.ts';
import { isKeepable } from '../bounds/sent-text.ts';
import { isObject } from './direct.ts';

/** Elements from which on a list is read here. */
const longList = 20;

/** Gives what a resolver is given for a value that was sent; undefined when it may not be valid. */
type Read = (sent: unknown) => unknown;

/** Each made once. */
const reads = new WeakMap<GraphQLInputType, Read>();

function readOf(type: GraphQLInputType): Read {
  const known = reads.get(type);
  if (known) {
    return known;
  }
  const made = makeRead(type);
  reads.set(type, made);
  return made;
}

function makeRead(type: GraphQLInputType): Read {
  if (isNonNullType(type)) {
    const read = readOf(type.ofType);
    return (sent) => read(sent) ?? undefined;
  }
  if (isListType(type)) {
    const itemType = batchItemType(type);
    return itemType ? readBatch(itemType) : readList(readOf(type.ofType));
  }
  if (isInputObjectType(type)) {
    return type.isOneOf ? () => undefined : readObject(type);
  }
  return (sent) => (sent === null ? null : type.coerceInputValue(sent));
}

const readList =
  (read: Read): Read =>
  (sent) => {
    if (sent === null) {
      return null;
    }
    if (!Array.isArray(sent)) {
      return undefined;
    }
    const list: unknown[] = [];
    for (const each of sent) {
      const element = read(each);
      if (element === undefined) {
        return undefined;
      }
      list.push(element);
    }
    return list;
  };

interface Field {
  readonly name: string;
  readonly read: Read;
  /** What stands for it when it is absent; undefined when nothing does. */
  readonly absent: unknown;
  /** It must be there, or what stands for it is for GraphQL to find out. */
  readonly required: boolean;
}

const fieldOf = (field: GraphQLInputField): Field => ({
  name: field.name,
  read: readOf(field.type),
  absent: field.defaultValue,
  required: isRequiredInputField(field) || field.default !== undefined,
});

type Values = Readonly<Record<string, unknown>>;

/** Items one by one: a malformed one does not keep the others from being taken. */
function readBatch(type: GraphQLInputObjectType): Read {
  const read = readOf(type);
  let fields: readonly Field[] | undefined;
  const readItem = (sent: unknown) => {
    const item = isObject(sent) && hasGoodTexts(sent) ? attempt(read, sent) : undefined;
    if (item !== undefined) {
      return item;
    }
    fields ??= Object.values(type.getFields()).map(fieldOf);
    return new MalformedItem(isObject(sent) ? fieldToBlame(fields, sent) : null);
  };
  return (sent) => {
    // GraphQL takes an item by itself for a list of one.
    const items: readonly unknown[] | undefined = Array.isArray(sent) ? sent : isObject(sent) ? [sent] : undefined;
    return sent === null ? null : items?.map(readItem);
  };
}

function hasGoodTexts(values: Values): boolean {
  for (const name in values) {
    const value = values[name];
    if (typeof value === 'string' && !isKeepable(value)) {
      return false;
    }
  }
  return true;
}

/** The first field that makes an item malformed; null when it is one that the type does not have. */
function fieldToBlame(fields: readonly Field[], values: Values): string | null {
  const field = fields.find(({ name, read, absent, required }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined
      ? required && absent === undefined
      : (typeof value === 'string' && !isKeepable(value)) || attempt(read, value) === undefined;
  });
  return field?.name ?? null;
}

function readObject(type: GraphQLInputObjectType): Read {
  // Made at the first value: a type may contain itself.
  let fields: readonly Field[] | undefined;
  return (sent) => {
    if (!isObject(sent)) {
      return sent === null ? null : undefined;
    }
    fields ??= Object.values(type.getFields()).map(fieldOf);
    const values = sent;
    const object: Record<string, unknown> = {};
    let left = Object.keys(values).length;
    for (const { name, read, absent, required } of fields) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      const got = value === undefined ? absent : read(value);
      left -= value === undefined ? 0 : 1;
      if (got !== undefined) {
        object[name] = got;
      } else if (value !== undefined || required) {
        return undefined;
      }
    }
    return left === 0 ? object : undefined;
  };
}

/**
 * Does what GraphQL's own executor does, which it is. Long lists among the variables are read by what was found out of their
 * type once, instead of by the type of each field of each element anew: for a batch of hundreds of messages that is a third of
 * the work. Whatever does not fit is left to GraphQL altogether, which says what is wrong with it; but for items of batches, which
 * are refused singly (`batch-items.ts`), and whose texts nobody has looked at before.
 */
export function executeWithLists(args: ExecutionArgs): ExecutionResult | Promise<ExecutionResult> {
  const batches = batchVariables(args.schema, args.document, args.operationName);
  const long = Object.entries(args.variableValues ?? {}).filter(
    ([name, value]) => (Array.isArray(value) && value.length >= longList) || (batches.has(name) && isSent(value)),
  );
  if (long.length === 0) {
    return execute(args);
  }
  const emptied = Object.fromEntries(long.map(([name]) => [name, []]));
  const checked = validateExecutionArgs({ ...args, variableValues: { ...args.variableValues, ...emptied } });
  if (!('schema' in checked)) {
    return execute(args);
  }
  const { sources, coerced } = checked.variableValues;
  const read: Record<string, unknown> = {};
  for (const [name, value] of long) {
    const type = sources[name]?.signature.type;
    if (type) {
      read[name] = attempt(readOf(type), value);
      if (read[name] === undefined) {
        return execute(args);
      }
    }
  }
  return executeRootSelectionSet({ ...checked, variableValues: { sources, coerced: { ...coerced, ...read } } });
}

const isSent = (value: unknown) => value !== undefined && value !== null;

/** Scalars throw what is wrong with a value; GraphQL comes to it again, and tells where it stands. */
function attempt(read: Read, value: unknown): unknown {
  try {
    return read(value);
  } catch {
    return undefined;
  }
}
