import { isLeafType, isListType, isNonNullType, isObjectType, type GraphQLOutputType } from 'graphql';
import { NotPlain, readColumns } from '../../records/row-json.ts';
import type { PlannedRun } from './run.ts';
import type { AskedMember, AskedValue } from './shape.ts';

type Text = string | Promise<string>;

/**
 * Asks the resolver of a field that is no column, of a row of which it is given the columns that it was seen to look at before.
 *
 * @param columns - as PostgreSQL wrote them.
 * @returns its answer as JSON.
 * @throws {NotPlain} if it fails, or looks at another column this time: the executor gives it the whole row then, or tells what is wrong.
 */
export function askRow(run: PlannedRun, value: AskedValue, columns: string): Text {
  const reads = value.reads ?? new Set<string>();
  value.reads = reads;
  const row = new Proxy(readColumns(columns), {
    get: (target, name) => {
      if (typeof name === 'symbol' || name === 'then') {
        return undefined;
      }
      reads.add(name);
      if (!(name in target)) {
        throw new NotPlain(`${value.field.name} looks at ${name}`);
      }
      return target[name];
    },
  });
  try {
    const answer = resolved(run, value, row);
    return answer instanceof Promise ? answer.catch(refuse) : answer;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  throw error instanceof NotPlain ? error : new NotPlain('A resolver fails', { cause: error });
}

function resolved(run: PlannedRun, value: AskedValue, row: unknown): Text {
  const answer = run.resolve(value, row);
  const { type } = value.field;
  return answer instanceof Promise
    ? answer.then((got: unknown) => completed(run, got, type, value.members))
    : completed(run, answer, type, value.members);
}

/** A value of a type as the executor completes it, but for errors. */
function completed(run: PlannedRun, value: unknown, type: GraphQLOutputType, members: readonly AskedMember[]): Text {
  if (value instanceof Error) {
    throw value;
  }
  if (isNonNullType(type)) {
    return value === null || value === undefined ? refuse(undefined) : completed(run, value, type.ofType, members);
  }
  if (value === null || value === undefined) {
    return 'null';
  }
  if (isLeafType(type)) {
    return JSON.stringify(type.coerceOutputValue(value)) ?? refuse(undefined);
  }
  if (isListType(type)) {
    return Array.isArray(value) ? listed(run, value, type.ofType, members) : refuse(undefined);
  }
  return isObjectType(type) ? objectOf(run, value, members) : refuse(undefined);
}

async function listed(
  run: PlannedRun,
  values: readonly unknown[],
  type: GraphQLOutputType,
  members: readonly AskedMember[],
): Promise<string> {
  const texts = values.map(async (each) => completed(run, await each, type, members));
  return `[${(await Promise.all(texts)).join(',')}]`;
}

async function objectOf(run: PlannedRun, value: unknown, members: readonly AskedMember[]): Promise<string> {
  const texts = members.map(async (member) => {
    const text = 'typename' in member ? JSON.stringify(member.typename) : await resolved(run, member, value);
    return `"${member.key}":${text}`;
  });
  return `{${(await Promise.all(texts)).join(',')}}`;
}
