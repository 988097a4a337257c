import { sql, type SqlBool } from 'kysely';
import { readSerial } from '@noa/domain/card-code.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Tx } from '../../database/database.ts';
import { listRecords } from '../../database/record-list.ts';
import { allOf, inScope, isUuid, type Condition, type Kind, type SearchCondition } from '../../database/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { RegistryTable, Row } from '../../database/tables.ts';
import { accessGroupConditions, accessGroups } from '../access-groups/access-group.queries.ts';
import { addressLabel } from '../address.ts';
import { apartmentConditions, apartments } from '../apartments/apartment.queries.ts';
import { cardConditions, cards } from '../cards/card.queries.ts';
import { containerGroupConditions, containerGroups } from '../container-groups/container-group.queries.ts';
import { containerConditions, containers } from '../containers/container.queries.ts';
import { entranceConditions, entrances } from '../entrances/entrance.queries.ts';
import { findLabels, type LabelledTable } from '../labels.ts';
import { managerConditions, managers } from '../managers/manager.queries.ts';
import { orgConditions, orgs } from '../orgs/org.queries.ts';
import { towerBlockConditions, towerBlocks } from '../tower-blocks/tower-block.queries.ts';

/** A record that was searched for. */
export interface Found {
  /** The word of the API: `entrance`, `towerBlock`. */
  readonly kind: string;
  readonly id: string;
  /** Where it is or whose it is; null where that is not known, or not for everybody who finds the record. */
  readonly description: string | null;
  /** Whether the text is its id, serial number, number or name, and not merely words of it. */
  readonly exact: boolean;
}

/** What is searched by whom. */
export interface SearchSource {
  readonly name: string;
  readonly table: LabelledTable;
  readonly permission: Permission;
  /** At most `most` records of the kind that `scope` reaches and `text` speaks of; exact ones first. */
  readonly find: (tx: Tx, scope: Scope, text: string, most: number) => Promise<Found[]>;
}

interface Searched<Table extends RegistryTable> {
  readonly kind: Kind<Table>;
  readonly permission: Permission;
  /** The conditions of the list's own text filter. */
  readonly matching: (text: string) => readonly Condition[];
  /** What the text is when the record is meant and no other. */
  readonly exactly?: (text: string) => Condition | undefined;
  readonly describe?: (row: Row<Table>) => string | null;
}

const uint = /^\d{1,18}$/;

/** The record whose id the text is, or the number of whose current version. */
function idOrVersion(text: string): Condition[] {
  if (isUuid(text)) {
    return [sql<SqlBool>`r.id = ${text}::uuid`];
  }
  return uint.test(text) ? [sql<SqlBool>`r.row_id = ${text}::int8`] : [];
}

/** A key that is unique within an org, asked for org by org, as its index has it. */
const keyIs = (table: RegistryTable, column: string) => (text: string) =>
  sql<SqlBool>`(r.org_id, r.id) in (
    select k.org_id, k.id from org o
    join ${sql.table(table)} k on k.org_id = o.id and ${sql.ref(`k.${column}`)} = sort_key(${text}))`;

function sourceOf<Table extends RegistryTable>(searched: Searched<Table>): SearchSource {
  const { kind, permission, matching, exactly, describe } = searched;
  const find = async (tx: Tx, scope: Scope, text: string, most: number): Promise<Found[]> => {
    const exact: Row<Table>[] = [];
    for (const condition of [...idOrVersion(text), exactly?.(text)]) {
      exact.push(...(condition ? await listSome(tx, kind, scope, condition, most) : []));
    }
    const byWords = isUuid(text) ? [] : await listMatching(tx, kind, scope, matching(text), most);
    const found = new Map<string, Found>();
    for (const row of [...exact, ...byWords]) {
      const { id } = row as Row<RegistryTable>;
      const description = describe?.(row) ?? null;
      found.set(id, found.get(id) ?? { kind: kind.name, id, description, exact: exact.includes(row) });
    }
    return [...found.values()].slice(0, most);
  };
  return { name: kind.name, table: kind.table as LabelledTable, permission, find };
}

async function listSome<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  scope: Scope,
  condition: Condition,
  most: number,
): Promise<Row<Table>[]> {
  const { rows } = await sql<Row<Table>>`
    select r.* from ${sql.table(kind.table)} r where ${allOf([condition, inScope(kind, scope)])} limit ${most}`.execute(
    tx,
  );
  return rows;
}

/** Candidates looked at for each hit: some do not hold, some are out of reach. */
const candidatesPerHit = 4;

/**
 * Some rows that the conditions hold for; which ones of many does not matter, so that the first candidates do. Whoever
 * reaches only some of an org's rows might find none of them among those, and gets the list's first page instead.
 */
async function listMatching<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  scope: Scope,
  conditions: readonly Condition[],
  most: number,
): Promise<Row<Table>[]> {
  const [condition] = conditions.filter((each): each is SearchCondition => 'candidates' in each);
  if (!condition) {
    return []; // the text has no word
  }
  if (scope.managerIds.length > 0 || scope.apartmentIds.length > 0) {
    const { edges } = await listRecords(tx, kind, scope, conditions, { first: most });
    return edges.map(({ row }) => row);
  }
  const candidates = condition.candidates(most * candidatesPerHit);
  return listSome(tx, kind, scope, allOf([sql<SqlBool>`r.id = any(array(${candidates}))`, ...conditions]), most);
}

const isWholeSerial = (text: string): Condition | undefined => {
  const serials = readSerial(text).map(({ serialNumber }) => serialNumber);
  return serials.length > 0
    ? sql<SqlBool>`r.serial_number = any(${serials}::text[]) and r.status <> 'erased'`
    : undefined;
};

/** Everything that is searched, in the order in which hits are shown. */
export const searchSources: readonly SearchSource[] = [
  sourceOf({
    kind: cards,
    permission: 'card:read',
    matching: (q) => cardConditions({ q }),
    exactly: isWholeSerial,
  }),
  sourceOf({ kind: apartments, permission: 'apartment:read', matching: (q) => apartmentConditions({ q }) }),
  sourceOf({
    kind: apartments,
    permission: 'apartment:readOccupier',
    // What has no three letters together is a number or a mark, and half a town's names begin with each letter of it.
    matching: (occupierName) => (/\p{L}{3}/u.test(occupierName) ? apartmentConditions({ occupierName }) : []),
  }),
  sourceOf({
    kind: containers,
    permission: 'container:read',
    matching: (q) => containerConditions({ q }),
    exactly: keyIs('container', 'serial_number_key'),
    describe: addressLabel,
  }),
  sourceOf({
    kind: containerGroups,
    permission: 'containerGroup:read',
    matching: (q) => containerGroupConditions({ q }),
    exactly: keyIs('container_group', 'item_number_key'),
    describe: addressLabel,
  }),
  sourceOf({ kind: entrances, permission: 'entrance:read', matching: (q) => entranceConditions({ q }) }),
  sourceOf({
    kind: towerBlocks,
    permission: 'towerBlock:read',
    matching: (q) => towerBlockConditions({ q }),
    describe: ({ locality, county }) => [locality, county].filter(Boolean).join(', ') || null,
  }),
  sourceOf({
    kind: managers,
    permission: 'manager:read',
    matching: (q) => managerConditions({ q }),
    exactly: keyIs('manager', 'name_key'),
  }),
  sourceOf({
    kind: accessGroups,
    permission: 'accessGroup:read',
    matching: (q) => accessGroupConditions({ q }),
    exactly: keyIs('access_group', 'name_key'),
  }),
  sourceOf({
    kind: orgs,
    permission: 'org:read',
    matching: (q) => orgConditions({ q }),
    exactly: (text) => sql<SqlBool>`r.name_key = sort_key(${text})`,
    describe: ({ addr }) => addr || null,
  }),
];

/** The addresses of the apartments that hold these cards now; as far as the transaction's scope reaches. */
export async function findHolders(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ card_id: string; apartment_id: string }>`
    select card_id, apartment_id from apartment_card where card_id = any(${ids}::uuid[]) and active`.execute(tx);
  const labels = await findLabels(
    tx,
    'apartment',
    rows.map(({ apartment_id }) => apartment_id),
  );
  return new Map(rows.map(({ card_id, apartment_id }) => [card_id, labels.get(apartment_id) ?? '']));
}

/** The names of the occupiers of these apartments, as far as `scope` reaches; apartments without names are left out. */
export async function findOccupiers(tx: Tx, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, concat_ws(' ', r.occupier_name, r.occupier_first_name) as name from apartment r
    where r.id = any(${ids}::uuid[]) and r.occupier_name is not null and ${inScope(apartments, scope)}`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
