import { expect } from 'vitest';
import type { Caller } from '../../testing/harness.ts';

export const AskRecords = /* GraphQL */ `
  query (
    $name: String!
    $input: ReportInput!
    $cell: [ReportCell!]
    $metric: ReportMetric!
    $first: Int
    $after: String
  ) {
    reportRecords(name: $name, input: $input, cell: $cell, metric: $metric, first: $first, after: $after) {
      recordCount
      withheldCount
      cursor
      records {
        at
        cardEvent {
          id
          occurredAt
          litres
        }
        apartment {
          id
        }
        containerGroup {
          id
        }
        container {
          id
        }
      }
    }
  }
`;

export interface Asked {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly cell: readonly { grouping: string; value: unknown }[];
  readonly metric: string;
}

export interface Shown {
  readonly at: string | null;
  readonly cardEvent: { readonly id: string; readonly occurredAt: string; readonly litres: number } | null;
  readonly apartment: { readonly id: string } | null;
  readonly containerGroup: { readonly id: string } | null;
  readonly container: { readonly id: string } | null;
}

/** Every page of the records behind a figure. */
export async function allRecords(caller: Caller, asked: Asked, first = 200) {
  const records: Shown[] = [];
  let counts: readonly number[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { data, errors } = await caller.run(AskRecords, { ...asked, first, after });
    expect(errors, JSON.stringify(asked)).toBeUndefined();
    const page = data.reportRecords;
    counts = [page.recordCount, page.withheldCount];
    records.push(...page.records);
    after = page.cursor;
  }
  const [recordCount = 0, withheldCount = 0] = counts;
  return { records, recordCount, withheldCount };
}
