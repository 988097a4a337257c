import type { Insertable } from 'kysely';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import type { RegistryTables, Row } from '../database/tables.ts';
import { asSystem, db, type Caller } from '../testing/harness.ts';
import { runStep } from './bulk-run.ts';

let serial = 0xb0_00_00_00;

/** Cards of an org, made around the API. */
export function someCards(
  orgId: string,
  count: number,
  given: Partial<Insertable<RegistryTables['card']>> = {},
): Promise<Row<'card'>[]> {
  const values = Array.from({ length: count }, () => {
    const serial_number = (serial += 1).toString(16).toUpperCase();
    const display_serial_number = displaySerialNumber(serial_number);
    return { org_id: orgId, kind: 'physical' as const, serial_number, display_serial_number, ...given };
  });
  return asSystem((tx) => tx.insertInto('card').values(values).returningAll().execute());
}

export const picked = (rows: readonly { id: string; row_id: string }[]) =>
  rows.map(({ id, row_id: rowId }) => ({ id, rowId }));

const jobFields = 'id action kind state total done changed unchanged refused reason createdBy failure';

export const Start = `mutation ($input: BulkJobInput!, $expectedCount: Int) {
  startBulkJob(input: $input, expectedCount: $expectedCount) { ${jobFields} }
}`;
export const Forecast =
  'query ($input: BulkJobInput!) { bulkForecast(input: $input) { total changed unchanged refused } }';
export const Cancel = `mutation ($id: ID!) { cancelBulkJob(id: $id) { ${jobFields} } }`;
export const Job = `query ($id: ID!, $outcome: BulkOutcome, $first: Int, $after: String) {
  bulkJob(id: $id) {
    ${jobFields}
    results(outcome: $outcome, first: $first, after: $after) {
      nodes { recordId label outcome reason }
      pageInfo { hasNextPage endCursor }
      totalCount
    }
  }
}`;

/** Starts a job and gives its id. */
export async function start(caller: Caller, input: Record<string, unknown>): Promise<string> {
  const { data, errors } = await caller.run(Start, { input });
  if (errors) {
    throw new Error(JSON.stringify(errors));
  }
  return data.startBulkJob.id;
}

/** Makes steps until no job waits. */
export async function runAll(): Promise<void> {
  while (await runStep(db)) {
    // the next one
  }
}

export async function look(caller: Caller, id: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await caller.run(Job, { id, ...variables });
  if (errors) {
    throw new Error(JSON.stringify(errors));
  }
  return data.bulkJob;
}

/** What has become of a card. */
export const statusOf = (id: string) =>
  asSystem((tx) =>
    tx.selectFrom('card').select(['status', 'updated_by', 'row_id']).where('id', '=', id).executeTakeFirst(),
  );
