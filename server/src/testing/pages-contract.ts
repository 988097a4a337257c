import { sql } from 'kysely';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRecords } from '../records/record-list.ts';
import type { Kind } from '../records/record.ts';
import { everything, ofOrgs, type Scope } from '../database/scope.ts';
import type { RegistryTable } from '../database/tables.ts';
import { read } from '../database/transaction.ts';
import { anOrg } from './factories.ts';
import { db } from './harness.ts';
import { rounds } from './rounds.ts';

/** The value of this index, over and over again. */
export const pick = <Value>(values: readonly [Value, ...Value[]], index: number): Value =>
  values[index % values.length] ?? values[0];

// oxlint-disable-next-line typescript/no-explicit-any -- the kinds differ in their rows and sort fields, which nothing here looks at
type AnyListedKind = Kind<any, any>;

const owners = await Promise.all(Array.from({ length: 20 }, () => anOrg()));
const [first, second] = owners.map(({ id }) => id) as [string, string];
const rowsOfEach = 12;

const scopes: readonly Scope[] = [
  everything,
  ofOrgs([first]),
  ofOrgs([first, second]),
  ofOrgs(owners.map(({ id }) => id)),
];

interface Walk {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly size: number;
  readonly backward: boolean;
  readonly scope: Scope;
}

/** The ids of all rows, page by page; `between` happens after the first. */
async function walk(
  kind: AnyListedKind,
  { field, direction, size, backward, scope }: Walk,
  between: () => Promise<unknown>,
) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const args = backward ? { last: size, before: cursor } : { first: size, after: cursor };
    const sort = [{ field, direction }];
    const { edges, ...more } = await read(db, scope, (tx) => listRecords(tx, kind, scope, [], { ...args, sort }));
    const found = edges.map(({ row }) => (row as { id: string }).id);
    ids.splice(backward ? 0 : ids.length, 0, ...found);
    if (!(backward ? more.hasPreviousPage : more.hasNextPage)) {
      return ids;
    }
    if (cursor === undefined) {
      await between();
    }
    cursor = edges.at(backward ? 0 : -1)?.cursor;
  }
}

/** The same rows in the order of the key, put into it by PostgreSQL at once. */
async function inOrder({ table, sorts, reach }: AnyListedKind, { field, direction, scope }: Walk): Promise<string[]> {
  const way = sql.raw(direction);
  const id = sorts['id']?.by;
  const condition = scope.all
    ? sql`true`
    : (reach.orgs?.(scope.orgIds) ?? sql`r.org_id = any(${scope.orgIds}::uuid[])`);
  const { rows } = await read(db, everything, (tx) =>
    sql<{ id: string }>`
      select r.id from ${sql.table(table as RegistryTable)} r where ${condition}
      order by ${sorts[field]?.by} ${way}, ${id} ${way}`.execute(tx),
  );
  return rows.map((row) => row.id);
}

/**
 * What the pages of every list promise.
 *
 * @param add - adds a record of the kind to an org; records of neighbouring indices tie in some of what they are sorted by.
 */
export function describePages(kind: AnyListedKind, add: (orgId: string, index: number) => Promise<unknown>): void {
  describe(`pages of ${kind.name}`, () => {
    let added = 0;
    const addSome = () => add(pick([first, second, owners[added % 20]?.id ?? first], added), added++);
    const filled = (async () => {
      for (let index = 0; index < rowsOfEach; index++) {
        await addSome();
      }
    })();

    it.each(Object.keys(kind.sorts))('give every row once by %s, in order, while others are added', async (field) => {
      await filled;
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            direction: fc.constantFrom('asc' as const, 'desc' as const),
            size: fc.integer({ min: 3, max: 9 }),
            backward: fc.boolean(),
            scope: fc.constantFrom(...scopes),
          }),
          async (how) => {
            const expected = await inOrder(kind, { field, ...how });

            const seen = await walk(kind, { field, ...how }, addSome);

            const known = new Set(expected);
            expect(seen.filter((id) => known.has(id))).toEqual(expected);
            expect(new Set(seen).size).toBe(seen.length);
          },
        ),
        { numRuns: rounds(2, 8) },
      );
    });
  });
}
