import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anOrg, aTowerBlock } from '../testing/factories.ts';
import { rounds } from '../testing/rounds.ts';
import { asSystem, db } from '../testing/harness.ts';
import { towerBlocks } from '../registry/tower-blocks/tower-block.queries.ts';
import { listRecords } from './record-list.ts';
import { ofOrgs } from '../database/scope.ts';
import { read } from '../database/transaction.ts';

const org = await anOrg();
const scope = ofOrgs([org.id]);
const streets = ['Str. Unirii', 'Str. Ștefan', 'Str. Stejarului', 'Aleea 2', 'Aleea 10', 'Țepeș', 'Tudor'];
for (let index = 0; index < 40; index++) {
  await aTowerBlock({
    org_id: org.id,
    addr_street: streets[index % streets.length] ?? '',
    addr_nr: String(index % 5),
    addr_bl: index % 3 === 0 ? '' : `B${index % 4}`,
  });
}

const fields = Object.keys(towerBlocks.sorts) as (keyof typeof towerBlocks.sorts)[];
const sorts = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...fields), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
  { minLength: 1, maxLength: 3, selector: ({ field }) => field },
);

type Sort = { field: (typeof fields)[number]; direction: 'asc' | 'desc' }[];

/** All rows, page by page, forwards or backwards. */
async function walk(sort: Sort, size: number, backward: boolean): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const args = backward ? { last: size, before: cursor } : { first: size, after: cursor };
    const page = await read(db, scope, (tx) => listRecords(tx, towerBlocks, scope, [], { ...args, sort }));
    const found = page.edges.map(({ row }) => row.id);
    if (backward) {
      ids.unshift(...found);
    } else {
      ids.push(...found);
    }
    if (!(backward ? page.hasPreviousPage : page.hasNextPage)) {
      return ids;
    }
    cursor = (backward ? page.edges.at(0) : page.edges.at(-1))?.cursor;
  }
}

describe('keyset paging', () => {
  it('gives every row once, in the same order both ways, by any sort and any page size', async () => {
    await fc.assert(
      fc.asyncProperty(sorts, fc.integer({ min: 1, max: 50 }), async (sort, size) => {
        const forwards = await walk(sort, size, false);
        const backwards = await walk(sort, size, true);

        expect(new Set(forwards).size).toBe(40);
        expect(forwards).toHaveLength(40);
        expect(backwards).toEqual(forwards);
      }),
      { numRuns: rounds(12, 100) },
    );
  });

  it('neither repeats nor loses rows when others are inserted before the cursor', async () => {
    const [own] = [await anOrg()];
    const mine = ofOrgs([own.id]);
    for (const addr_street of ['C', 'D', 'E', 'F']) {
      await aTowerBlock({ org_id: own.id, addr_street });
    }
    const sort: Sort = [{ field: 'addr_street', direction: 'asc' }];
    const list = (after?: string) =>
      read(db, mine, (tx) => listRecords(tx, towerBlocks, mine, [], { first: 2, after, sort }));

    const first = await list();
    await asSystem((tx) => tx.insertInto('tower_block').values({ org_id: own.id, addr_street: 'A' }).execute());
    const second = await list(first.edges.at(-1)?.cursor);

    const seen = [...first.edges, ...second.edges].map(({ row }) => row.addr_street);
    expect(seen).toEqual(['C', 'D', 'E', 'F']);
  });
});
