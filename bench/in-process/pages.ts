import { sql } from 'kysely';
import type { Db } from '../../server/src/database/database.ts';
import { keysetPage, type Direction, type OrderBy, type SortKey } from '../../server/src/records/page.ts';
import type { Kind } from '../../server/src/records/record.ts';
import { everything } from '../../server/src/database/scope.ts';
import type { RegistryTable } from '../../server/src/database/tables.ts';
import { read } from '../../server/src/database/transaction.ts';
import { accessGroups } from '../../server/src/registry/access-groups/access-group.queries.ts';
import { apartmentCards } from '../../server/src/registry/apartment-cards/apartment-card.queries.ts';
import { apartments } from '../../server/src/registry/apartments/apartment.queries.ts';
import { cards } from '../../server/src/registry/cards/card.queries.ts';
import { containerGroups } from '../../server/src/registry/container-groups/container-group.queries.ts';
import { containers } from '../../server/src/registry/containers/container.queries.ts';
import { entrances } from '../../server/src/registry/entrances/entrance.queries.ts';
import { managers } from '../../server/src/registry/managers/manager.queries.ts';
import { orgs } from '../../server/src/registry/orgs/org.queries.ts';
import { towerBlocks } from '../../server/src/registry/tower-blocks/tower-block.queries.ts';
import { median, type BenchServer, type Run } from './server.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the kinds differ in their rows and sort fields, which nothing here looks at
type AnyListedKind = Omit<Kind<any>, 'sorts'> & { readonly sorts: Readonly<Record<string, SortKey>> };

/** Each kind with the fields that its list shows in the console. */
const lists: readonly [AnyListedKind, string][] = [
  [cards, 'kind status displaySerialNumber serialNumber'],
  [apartments, 'label addrAp occupierKind occupierName cardCount'],
  [apartmentCards, 'active createdAt'],
  [containers, 'serialNumber wasteStream accessMode sizeLitres fillLevelPct addrStreet'],
  [entrances, 'label addrSc accessGroup { id name } manager { id name } apartmentCount'],
  [towerBlocks, 'addrStreet addrNr addrBl'],
  [containerGroups, 'itemNumber name accessMode addrStreet'],
  [accessGroups, 'name accessMode'],
  [managers, 'name'],
  [orgs, 'name addr enabled'],
];

/** Odd, and so many that the median is no matter of luck; the two pages of a list take turns. */
const rounds = 25;

/** What a list may take: milliseconds for a page, and times what the first page takes for one in the middle. */
const limits = { ms: 50, ratio: 1.2 } as const;

const orderBy = ({ sorts }: AnyListedKind, field: string, direction: Direction): OrderBy[] =>
  [...new Set([field, 'id'])].flatMap((name) => {
    const key = sorts[name];
    return key ? [{ key, name, direction }] : [];
  });

/** The cursors, for each direction, of the row in the middle of what the orgs own. */
async function middleOf(db: Db, kind: AnyListedKind, field: string, orgId: string | null) {
  const { table } = kind;
  const of = orgId && table !== 'org' ? sql`where r.org_id = ${orgId}` : sql``;
  const order = orderBy(kind, field, 'asc');
  const { rows } = await read(db, everything, (tx) =>
    sql<{ page_cursor: string[] }>`
      select ${keysetPage<object>({ first: 1 }, order).cursorColumns} from ${sql.table(table as RegistryTable)} r ${of}
      order by ${sql.join(order.map(({ key }) => key.by))}
      offset (select count(*) / 2 from ${sql.table(table as RegistryTable)} r ${of}) limit 1`.execute(tx),
  );
  return (direction: Direction) => {
    const [row] = keysetPage<object>({ first: 1 }, orderBy(kind, field, direction)).toPage(rows).edges;
    if (!row) {
      throw new Error(`There is nothing in the list of ${kind.name}s`);
    }
    return row.cursor;
  };
}

/** Prints for each list, sort field, direction and caller how long page 1 and a page in the middle take, as medians. */
export async function measurePages({ db, ids, callers }: BenchServer, say: (line: string) => void): Promise<void> {
  const biggest = await read(db, everything, (tx) =>
    sql<{ id: string }>`select id from org order by name_key, id limit 1`.execute(tx),
  );
  say(`\n${'list'.padEnd(16)}${'sort'.padEnd(24)}${'caller'.padEnd(12)}${'order'.padEnd(6)}page 1   middle   ratio`);
  const found = { lists: 0, slow: 0, uneven: 0 };
  for (const [kind, fields] of lists) {
    const type = kind.name.charAt(0).toUpperCase() + kind.name.slice(1);
    const query = `query ($sort: [${type}Sort!], $after: String) {
      ${kind.name}s(first: 50, after: $after, sort: $sort) { nodes { id rowId updatedAt ${fields} } pageInfo { hasNextPage endCursor } }
    }`;
    for (const field of Object.keys(kind.sorts)) {
      for (const [caller, run] of callers) {
        const middle = await middleOf(db, kind, field, caller === 'everything' ? null : (biggest.rows[0]?.id ?? null));
        for (const direction of ['asc', 'desc'] as const) {
          const [one, half] = await alternate(run, query, [{ field, direction }], ids.sealText(middle(direction)));
          const [isSlow, isUneven] = [Math.max(one, half) > limits.ms, half / one > limits.ratio];
          found.lists += 1;
          found.slow += Number(isSlow);
          found.uneven += Number(isUneven);
          say(
            `${kind.name.padEnd(16)}${field.padEnd(24)}${caller.padEnd(12)}${direction.padEnd(6)}${one.toFixed(1).padStart(6)}` +
              `${half.toFixed(1).padStart(9)}${(half / one).toFixed(2).padStart(8)}` +
              `${isSlow ? `  over ${limits.ms} ms` : ''}${isUneven ? `  over ${limits.ratio}` : ''}`,
          );
        }
      }
    }
  }
  say(`${found.lists} orders: ${found.slow} over ${limits.ms} ms, ${found.uneven} over ${limits.ratio} times page 1`);
}

/** Milliseconds of the first page and of the one behind `after`, as medians. */
async function alternate(run: Run, query: string, sort: unknown, after: string): Promise<[number, number]> {
  const [first, middle]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    first.push((await run(query, { sort })).ms);
    middle.push((await run(query, { sort, after })).ms);
  }
  return [median(first), median(middle)];
}
