import { sql, type SqlBool } from 'kysely';
import { findMap, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { inScope, isUuid, recordSorts, restricted, type Condition, type Kind } from '../../records/record.ts';
import { idsAre, inPeriod, type Period, recordConditions, type RecordFilter } from '../filters.ts';

/** Cards that one of these apartments holds now. */
const heldBy = (apartments: Condition) => sql<SqlBool>`r.card_id in (
  select h.card_id from apartment_card h join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
  where h.active and ${apartments})`;

/** The virtual cards that residents' accounts hold on their phones; which account is `araCard:readHolder`'s to know. */
export const araCards = {
  name: 'araCard',
  table: 'ara_card',
  reach: {
    managers: (ids) =>
      heldBy(sql<SqlBool>`(a.org_id, a.entrance_id) in (
        select org_id, id from entrance where manager_id = any(${ids}::uuid[]))`),
    apartments: (ids) => heldBy(sql<SqlBool>`a.id = any(${ids}::uuid[])`),
  },
  sorts: { ...recordSorts, created_at: { by: sql`r.created_at`, type: 'timestamptz' } },
  fields: { cardId: 'card_id', createdAt: 'created_at' },
  defaultSort: [{ field: 'created_at', direction: 'desc' }],
} as const satisfies Kind<'ara_card'>;

export interface AraCardFilter extends RecordFilter {
  cardId?: string | null | undefined;
  apartmentId?: string | null | undefined;
  createdAt?: Period | null | undefined;
}

export function araCardConditions(filter: AraCardFilter | null | undefined): Condition[] {
  const { apartmentId } = filter ?? {};
  const conditions = [...recordConditions(filter), ...idsAre([['card_id', filter?.cardId]])];
  if (typeof apartmentId === 'string') {
    const held = isUuid(apartmentId) ? heldBy(sql`a.id = ${apartmentId}`) : sql<SqlBool>`false`;
    conditions.push(restricted('apartment:read', held));
  }
  return [...conditions, ...inPeriod(sql`r.created_at`, filter?.createdAt)];
}

/** Of each card of `ids` that an account holds; those of plastic are left out. */
export async function findAraCardsOf(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Row<'ara_card'>>> {
  const rows = await findRows<Row<'ara_card'>>(tx)`
    select r.* from ara_card r where r.card_id = any(${ids}::uuid[]) and ${inScope(araCards, scope)}`;
  return new Map(rows.map((row) => [row.card_id, row]));
}

/** ARA cards that are listed within one apartment at most. */
export const maxListed = 50;

/** Those of the cards that each apartment holds now, the latest first. */
export async function listAraCardsOf(
  tx: Tx,
  scope: Scope,
  apartmentIds: readonly string[],
): Promise<Map<string, Row<'ara_card'>[]>> {
  const rows = await findRows<Row<'ara_card'> & { apartment_id: string }>(tx)`
    select l.*, p.id as apartment_id
    from unnest(${apartmentIds}::uuid[]) as p (id)
    cross join lateral (
      select r.* from ara_card r
      join apartment_card h on h.org_id = r.org_id and h.card_id = r.card_id and h.active and h.apartment_id = p.id
      where ${inScope(araCards, scope)} order by r.created_at desc, r.id limit ${maxListed}) as l`;
  return Map.groupBy(rows, ({ apartment_id: apartmentId }) => apartmentId);
}

/** What each account of `ids` is called: by name and address, or by what is known of the two. */
export const findHolders = (tx: Tx, ids: readonly string[]) => findMap<string>(tx)`
  select id, concat_ws(', ', nullif(name, ''), email) from account where id = any(${ids}::uuid[])`;
