import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Permission } from '@noa/domain/permissions.ts';
import { findMap, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { listRecords } from '../../records/record-list.ts';
import {
  allOf,
  inScope,
  isUuid,
  type AnyKind,
  type Condition,
  type Kind,
  type Search,
  type SearchCondition,
} from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { RegistryTable, Row } from '../../database/tables.ts';
import { apartments } from '../apartments/apartment.queries.ts';
import { allKinds, type LabelledTable } from '../kinds.ts';
import { hasSameAddress } from '../filters.ts';
import { findLabels } from '../labels.ts';

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
  /** At most `most` records of the kind that `scope` reaches and the text speaks of; exact ones first. */
  readonly find: (tx: Tx, scope: Scope, sought: Sought, most: number) => Promise<Found[]>;
}

/** What is searched for. */
export interface Sought {
  readonly text: string;
  /** The number of the version that the text names; null if it names none. */
  readonly version: string | null;
}

/** The record whose id the text is, or whose current version it names. */
function idOrVersion({ text, version }: Sought): Condition[] {
  if (isUuid(text)) {
    return [sql<SqlBool>`r.id = ${text}::uuid`];
  }
  return version === null ? [] : [sql<SqlBool>`r.row_id = ${version}::int8`];
}

type AnyRow = Row<RegistryTable>;

function sourceOf(declared: AnyKind, { permission, matching, exactly, order, describe }: Search): SearchSource {
  const kind = declared as Kind<RegistryTable>; // of some table: nothing here looks at what only one has
  const find = async (tx: Tx, scope: Scope, sought: Sought, most: number): Promise<Found[]> => {
    const { text } = sought;
    const exact: AnyRow[] = [];
    for (const condition of [...idOrVersion(sought), exactly?.(text)]) {
      exact.push(...(condition ? await listSome(tx, kind, scope, condition, most) : []));
    }
    const byWords = isUuid(text)
      ? []
      : await listMatching(tx, kind, scope, { text, conditions: matching(text), order }, most);
    const found = new Map<string, Found>();
    for (const row of [...exact, ...byWords]) {
      const description = describe?.(row) ?? null;
      found.set(row.id, found.get(row.id) ?? { kind: kind.name, id: row.id, description, exact: exact.includes(row) });
    }
    return [...found.values()].slice(0, most);
  };
  return { name: kind.name, table: kind.table as LabelledTable, permission, find };
}

const listSome = (
  tx: Tx,
  kind: Kind<RegistryTable>,
  scope: Scope,
  condition: Condition,
  most: number,
): Promise<AnyRow[]> => findRows<AnyRow>(tx)`
  select r.* from ${sql.table(kind.table)} r where ${allOf([condition, inScope(kind, scope)])} limit ${most}`;

/** Candidates looked at in all: of so many the first in order are found, of more some of the first. */
const mostCandidates = 1_000;

interface Words {
  readonly text: string;
  /** That a row has them. */
  readonly conditions: readonly Condition[];
  readonly order: RawBuilder<unknown> | undefined;
}

/**
 * The first rows that the conditions hold for, in the order in which people look for them: bl. 2 before bl. 10. Where there are more,
 * what is called by these very words comes before them: the words of bl. 3, sc. 3 are those of bl. 3, sc. 1 as well. Whoever reaches
 * only some of an org's rows might find too few of them among the candidates, and gets the list's first page as well.
 */
async function listMatching(
  tx: Tx,
  kind: Kind<RegistryTable>,
  scope: Scope,
  { text, conditions, order }: Words,
  most: number,
): Promise<AnyRow[]> {
  const [condition] = conditions.filter((each): each is SearchCondition => 'candidates' in each);
  if (!condition) {
    return []; // the text has no word
  }
  const by = order ?? sql.join(kind.defaultSort.flatMap(({ field }) => kind.sorts[field]?.by ?? []));
  const holds = allOf([
    sql<SqlBool>`r.id = any(array(${condition.candidates(mostCandidates)}))`,
    inScope(kind, scope),
    ...conditions,
  ]);
  const rows = await findRows<AnyRow>(tx)`
    select r.* from ${sql.table(kind.table)} r where ${holds} order by ${by}, r.id limit ${most}`;
  if (rows.length === most && kind.called) {
    const exact = await findRows<AnyRow>(tx)`
      select r.* from ${sql.table(kind.table)} r join (${kind.called.labels}) as l on l.id = r.id
      where ${holds} and ${hasSameAddress(sql`l.label`, text)} limit ${most}`;
    return [...exact, ...rows];
  }
  if (rows.length === most || (scope.managerIds.length === 0 && scope.apartmentIds.length === 0)) {
    return rows;
  }
  const { edges } = await listRecords(tx, kind, scope, conditions, { first: most });
  return [...rows, ...edges.map(({ row }) => row)];
}

/** Everything that is searched, in the order in which hits are shown. */
export const searchSources: readonly SearchSource[] = allKinds.flatMap((kind) =>
  (kind.search ?? []).map((search) => sourceOf(kind, search)),
);

/** The addresses of the apartments that hold these cards now; as far as the transaction's scope reaches. */
export async function findHolders(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const apartmentOf = await findMap<string>(tx)`
    select h.card_id, h.apartment_id from card c join apartment_card h on h.org_id = c.org_id and h.card_id = c.id and h.active
    where c.id = any(${ids}::uuid[])`;
  const labels = await findLabels(tx, 'apartment', [...apartmentOf.values()]);
  return new Map(Array.from(apartmentOf, ([card, apartment]) => [card, labels.get(apartment) ?? '']));
}

/** The names of the occupiers of these apartments, as far as `scope` reaches; apartments without names are left out. */
export const findOccupiers = (tx: Tx, scope: Scope, ids: readonly string[]) => findMap<string>(tx)`
  select r.id, concat_ws(' ', r.occupier_name, r.occupier_first_name) from apartment r
  where r.id = any(${ids}::uuid[]) and r.occupier_name is not null and ${inScope(apartments, scope)}`;
