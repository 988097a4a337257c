import { sql } from 'kysely';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displaySerialNumber } from '@noa/domain/card-code.ts';
import { listRecords } from '../database/record-list.ts';
import type { Kind } from '../database/record.ts';
import { everything, ofOrgs, type Scope } from '../database/scope.ts';
import type { RegistryTable } from '../database/tables.ts';
import { read } from '../database/transaction.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
  unique,
} from '../testing/factories.ts';
import { asSystem, db } from '../testing/harness.ts';
import { accessGroups } from './access-groups/access-group.queries.ts';
import { apartmentCards } from './apartment-cards/apartment-card.queries.ts';
import { apartments } from './apartments/apartment.queries.ts';
import { cards } from './cards/card.queries.ts';
import { containerGroups } from './container-groups/container-group.queries.ts';
import { containers } from './containers/container.queries.ts';
import { entrances } from './entrances/entrance.queries.ts';
import { gisNodes } from './gis/gis-node.queries.ts';
import { managers } from './managers/manager.queries.ts';
import { orgs } from './orgs/org.queries.ts';
import { towerBlocks } from './tower-blocks/tower-block.queries.ts';

const pick = <Value>(values: readonly [Value, ...Value[]], index: number): Value =>
  values[index % values.length] ?? values[0];

/** What ties in many rows, and what Romanian order and natural numbers have to say about. */
const texts = ['Str. Ștefan 2', 'Str. Ștefan 10', 'Aleea Țepeș', 'aleea tudor', '', 'Zorilor'] as const;

async function aCard(org_id: string, index: number) {
  const serial_number = (0x04_00_00_00 + Number(unique('')) * 7_919).toString(16).toUpperCase().padStart(8, '0');
  return asSystem((tx) =>
    tx
      .insertInto('card')
      .values({
        org_id,
        kind: pick(['physical', 'virtual'], index),
        status: pick(['normal', 'normal', 'blocked', 'erased'], index),
        serial_number,
        display_serial_number: displaySerialNumber(serial_number),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
}

async function anApartmentCard(org_id: string, index: number) {
  const [apartment, card] = [await anApartment({ org_id }), await aCard(org_id, index)];
  const created_at = new Date(Date.UTC(2026, 0, 1 + (index % 3)));
  await asSystem((tx) =>
    tx
      .insertInto('apartment_card')
      .values({ org_id, apartment_id: apartment.id, card_id: card.id, active: index % 3 > 0, created_at })
      .execute(),
  );
}

async function aReportingContainer(org_id: string, index: number) {
  const container = await aContainer({
    org_id,
    waste_stream: pick(['glass', 'residual'], index),
    access_mode: pick(['controlled', 'open'], index),
    size_litres: pick([120, 1_100], index),
    volume_control_litres: pick([10, 20, 30], index),
    addr_street: pick(texts, index),
    addr_nr: pick(['2', '10', ''], index),
    addr_bl: pick(['A', 'B1'], index),
  });
  if (index % 3 > 0) {
    await asSystem((tx) =>
      tx
        .insertInto('container_status')
        .values({
          org_id,
          container_id: container.id,
          kind: 'fill_level_pct',
          level: 'ok',
          value: pick(['0', '9', '80.5'], index),
          occurred_at: new Date(),
          status_update_id: index,
        })
        .execute(),
    );
  }
}

async function aLinkedEntrance(org_id: string, index: number) {
  const block = await aTowerBlock({ org_id, addr_street: pick(texts, index) || 'Fără nume' });
  await anEntrance({
    org_id,
    tower_block_id: block.id,
    addr_sc: pick(['A', 'B', '2', '10'], index),
    access_group_id: index % 2 > 0 ? (await anAccessGroup({ org_id })).id : null,
    manager_id: index % 3 > 0 ? (await aManager({ org_id })).id : null,
  });
}

const aGisNode = (index: number) =>
  asSystem((tx) =>
    tx
      .insertInto('gis_node')
      .values({
        id: unique('node-'),
        kind: 'county',
        name: pick(texts, index) || 'Iași',
        lat: null,
        lng: null,
        parent_id: null,
        siruta: null,
      })
      .execute(),
  );

// oxlint-disable-next-line typescript/no-explicit-any -- the kinds differ in their rows and sort fields, which nothing here looks at
type AnyListedKind = Kind<any, any>;

const kinds: readonly [AnyListedKind, (orgId: string, index: number) => Promise<unknown>][] = [
  [accessGroups, (org_id, i) => anAccessGroup({ org_id, access_mode: pick(['controlled', 'open'], i) })],
  [apartmentCards, anApartmentCard],
  [
    apartments,
    (org_id, i) =>
      anApartment({
        org_id,
        occupier_kind: pick(['domestic', 'business', 'unknown'], i),
        occupier_name: pick(texts, i) || null,
        occupier_first_name: pick(['Ana', 'Șerban'], i),
        occupier_id_number_mask: pick(['1••••••••••23', '2••••••••••07'], i),
      }),
  ],
  [cards, aCard],
  [
    containerGroups,
    (org_id, i) =>
      aContainerGroup({
        org_id,
        access_mode: pick(['controlled', 'open'], i),
        addr_street: pick(texts, i),
        addr_nr: pick(['2', '10'], i),
        addr_bl: pick(['A', ''], i),
      }),
  ],
  [containers, aReportingContainer],
  [entrances, aLinkedEntrance],
  [gisNodes, (_org, i) => aGisNode(i)],
  [managers, (org_id) => aManager({ org_id })],
  [orgs, (_org, i) => anOrg({ addr: pick(texts, i), enabled: i % 2 > 0 })],
  [towerBlocks, (org_id, i) => aTowerBlock({ org_id, addr_street: pick(texts, i) || 'Fără nume' })],
];

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

describe.each(kinds.map(([kind, add]) => ({ name: kind.name, kind, add })))('pages of $name', ({ kind, add }) => {
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
      { numRuns: 4 },
    );
  });
});
