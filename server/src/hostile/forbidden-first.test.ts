import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import '../reports/testing/events.ts'; // opens the reports of the test's database
import { schema } from '../schema.ts';
import { signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { expectedMutations } from '../authorization/expected-mutations.ts';
import { expectedQueries } from '../authorization/expected-queries.ts';

/** A value that the type takes and that means nothing: there is no such record, kind, list or report. */
function nonsense(type: GraphQLInputType): string {
  if (isNonNullType(type)) {
    return nonsense(type.ofType);
  }
  if (isListType(type)) {
    return `[${nonsense(type.ofType)}]`;
  }
  if (isEnumType(type)) {
    return type.getValues()[0]?.name ?? 'null';
  }
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${required.map(({ name, type: of }) => `${name}: ${nonsense(of)}`).join(', ')} }`;
  }
  const values: Readonly<Record<string, string>> = { Int: '1', Float: '1', Boolean: 'true', JSON: '{}' };
  return values[type.name] ?? (type.name === 'DateTime' ? '"2026-01-01T00:00:00Z"' : '"none"');
}

function ask(kind: string, field: GraphQLField<unknown, unknown>): string {
  const required = field.args.filter(isRequiredArgument);
  const args = required.map(({ name, type }) => `${name}: ${nonsense(type)}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  return `${kind} { ${field.name}${args && `(${args})`} ${selection} }`;
}

const takesFile = ({ args }: GraphQLField<unknown, unknown>) =>
  args.some(({ type }) => getNamedType(type).name === 'Upload');

const operations = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map(
    (field) => [field.name, expectedQueries[field.name]?.who ?? '', ask('query', field)] as const,
  ),
  ...Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter((field) => !takesFile(field))
    .map((field) => [field.name, expectedMutations[field.name]?.who ?? '', ask('mutation', field)] as const),
];

/** Who may not do something is told so before anything is said of what was asked: not that there is no such list, kind or record. */
describe('what is asked wrongly', () => {
  const gateway = signInGateway([]);
  const withoutRole = signIn([]);
  const outcome = async (caller: Promise<Caller>, asked: string) => (await (await caller).run(asked)).errors?.[0]?.code;

  it.each(operations.filter(([, who]) => !who.includes('G')))(
    'of %s is Forbidden to a gateway',
    async (...[, , asked]) => {
      expect(await outcome(gateway, asked), asked).toBe('Forbidden');
    },
  );

  it.each(operations.filter(([name]) => name !== 'viewer'))(
    'of %s is Forbidden to whoever has no role',
    async (...[, , asked]) => {
      expect(await outcome(withoutRole, asked), asked).toBe('Forbidden');
    },
  );
});
