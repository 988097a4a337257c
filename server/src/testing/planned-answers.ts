import { parse } from 'graphql';
import { expect, vi } from 'vitest';
import { Context } from '../request/context.ts';
import { schema } from '../schema.ts';
import { server, type Caller } from './harness.ts';
import { compilePlan } from '../graphql/planned/compile.ts';

type Variables = Readonly<Record<string, unknown>>;

export interface Body {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly unknown[];
}

export const isPlanned = (source: string, variables: Variables = {}): boolean =>
  compilePlan(schema, parse(source), null, variables) !== undefined;

/** The same operation, by GraphQL's own executor: it alone answers what the query's type is called. */
function unplanned(source: string): string {
  const fragments = source.indexOf('fragment ');
  const end = source.lastIndexOf('}', fragments < 0 ? undefined : fragments);
  return `${source.slice(0, end)} unplanned: __typename ${source.slice(end)}`;
}

/** The whole answer, places of errors in the document included. */
export async function answerOf(caller: Caller, query: string, variables: Variables = {}): Promise<Body> {
  const response = await server.fetch('http://noa.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${caller.token}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Body;
}

/** Which of many alike it was. */
const withoutPositions = (error: unknown) =>
  JSON.stringify(error, (name, value: unknown) =>
    name === 'path' ? (value as readonly unknown[]).filter((step) => typeof step !== 'number') : value,
  );

/**
 * The executor tells errors as they occur, and fifty at most. Where one of them leaves nothing of the answer, the others may not have occurred
 * yet: which it was of many alike depends on the moment.
 */
const inOrder = ({ errors, ...answer }: Body) => ({
  ...answer,
  errors:
    errors &&
    (errors.length >= 50
      ? 'many'
      : answer.data === null
        ? [...new Set(errors.map(withoutPositions))].toSorted()
        : errors.map((each) => JSON.stringify(each)).toSorted()),
});

/** How often an operation that was planned was left to the executor. */
export const leftToExecutor = vi.spyOn(Context.prototype, 'beginAgain');

/** What a planned operation gives, also when it is asked again, is what GraphQL's own executor gives. */
export async function expectSame(caller: Caller, source: string, variables: Variables = {}): Promise<Body> {
  expect(isPlanned(source, variables), source).toBe(true);
  const plain = unplanned(source);
  expect(isPlanned(plain, variables), plain).toBe(false);
  const answer = await answerOf(caller, source, variables);
  const executed = await answerOf(caller, plain, variables);
  delete executed.data?.['unplanned'];
  expect(inOrder(answer), source).toEqual(inOrder(executed));
  expect(inOrder(await answerOf(caller, source, variables)), source).toEqual(inOrder(executed));
  return answer;
}
