import { expect } from 'vitest';
import type { Answer, Caller } from '../../testing/harness.ts';
import type { Model, Town } from './household.fixture.ts';

/** Which of what is there a step is done to. */
export interface Choice {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** Does something to the town, and to what the model says of it. */
export type Does = (model: Model, real: Town, choice: Choice) => Promise<void>;

/** What a caller gets who is not refused. */
export async function ask(
  caller: Caller,
  source: string,
  variables: Record<string, unknown> = {},
): Promise<Answer['data']> {
  const { data, errors } = await caller.run(source, variables);
  expect(errors, source).toBeUndefined();
  return data;
}

/** How a refusal is told. */
export const refused = (code: string, fields?: Record<string, string>) => [{ code, ...(fields && { fields }) }];

/** Runs a mutation on the current version of a record: `text` has `id: $id, rowId: $rowId`. */
export async function change(
  caller: Caller,
  { keeper }: Town,
  kind: string,
  id: string,
  text: string,
): Promise<Answer> {
  const { it } = await ask(keeper, `query ($id: ID!) { it: ${kind}(id: $id) { rowId } }`, { id });
  return caller.run(`mutation ($id: ID!, $rowId: ID!) { it: ${text} }`, { id, rowId: it.rowId });
}
