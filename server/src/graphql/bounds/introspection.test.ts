import {
  buildClientSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
  type IntrospectionQuery,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaText } from '../../schema.ts';
import { send, signIn, signInGateway } from '../../testing/harness.ts';

const options = [
  'inputValueDeprecation',
  'oneOf',
  'specifiedByUrl',
  'directiveIsRepeatable',
  'schemaDescription',
] as const;

describe('the schema', () => {
  it.each([[], ...options.map((each) => [each]), options])('is told whole to tools (%j)', async (...asked) => {
    const query = getIntrospectionQuery(Object.fromEntries(asked.map((each) => [each, true])));
    const callers = [await signIn(['local_reporter']), await signInGateway([])];

    for (const caller of callers) {
      const { data, errors } = await caller.run(query);

      expect(errors).toBeUndefined();
      const told = buildClientSchema(data as IntrospectionQuery);
      expect(`${printSchema(lexicographicSortSchema(told))}\n`).toBe(schemaText());
    }
  });

  it('is told to nobody without a token', async () => {
    expect((await send(undefined, getIntrospectionQuery())).errors).toMatchObject([
      { code: 'AuthenticationMalformed' },
    ]);
  });

  it('is counted as anything else beside what is not of it', async () => {
    const caller = await signIn(['root']);
    const whole = getIntrospectionQuery().replace('__schema', 'orgs { nodes { id } } __schema');

    expect((await caller.run(whole)).errors).toMatchObject([{ code: 'LimitExceeded' }]);
  });
});
