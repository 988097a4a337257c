import { sql, type SqlBool } from 'kysely';
import { findRow, getRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { recordSorts, type Condition, type Kind } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { managersOfApartment } from '../apartments/apartment.queries.ts';
import { idsAre, inPeriod, type Period, recordConditions, type RecordFilter } from '../filters.ts';
import { listByParent } from '../listed.ts';

export const apartmentCards = {
  name: 'apartmentCard',
  table: 'apartment_card',
  reach: {
    managers: managersOfApartment,
    // Since who lives there does: what another household gave back is not theirs to know (decision 13).
    apartments: (ids) => sql<SqlBool>`(r.apartment_id = any(${ids}::uuid[]) and exists (
      select from scope_residences() s
      where s.apartment_id = r.apartment_id and case when r.active then r.valid_to else r.valid_from end > s.since))`,
  },
  sorts: {
    ...recordSorts,
    active: { by: sql`r.active`, type: 'bool' },
    apartment_id: { by: sql`r.apartment_id`, type: 'uuid' },
    created_at: { by: sql`r.created_at`, type: 'timestamptz' },
  },
  fields: { apartmentId: 'apartment_id', cardId: 'card_id', active: 'active', createdAt: 'created_at' },
  defaultSort: [{ field: 'created_at', direction: 'desc' }],
} as const satisfies Kind<'apartment_card'>;

export interface ApartmentCardFilter extends RecordFilter {
  apartmentId?: string | null | undefined;
  cardId?: string | null | undefined;
  active?: boolean | null | undefined;
  createdAt?: Period | null | undefined;
}

export function apartmentCardConditions(filter: ApartmentCardFilter | null | undefined): Condition[] {
  const conditions = recordConditions(filter);
  conditions.push(
    ...idsAre([
      ['apartment_id', filter?.apartmentId],
      ['card_id', filter?.cardId],
    ]),
  );
  if (typeof filter?.active === 'boolean') {
    conditions.push(sql<SqlBool>`r.active = ${filter.active}`);
  }
  return [...conditions, ...inPeriod(sql`r.created_at`, filter?.createdAt)];
}

/** Hand-outs that are listed within one card or apartment at most; the query `apartmentCards` pages through all. */
export const maxListed = 50;

/** The hand-outs of each card, or of each apartment: active ones first, then the latest. */
export const listApartmentCardsBy =
  (column: 'card_id' | 'apartment_id') => (tx: Tx, scope: Scope, ids: readonly string[]) =>
    listByParent(
      tx,
      apartmentCards,
      scope,
      { column, order: sql`r.active desc, r.created_at desc, r.id`, most: maxListed },
      ids,
    );

/** The hand-out by which the card has a holder, as far as the transaction's scope reaches. */
export const findActiveHandOut = (tx: Tx, { org_id, id }: Row<'card'>) => findRow<Row<'apartment_card'>>(tx)`
  select r.* from apartment_card r where r.org_id = ${org_id} and r.card_id = ${id} and r.active`;

/** Hands a card to an apartment; `apartment_card_active_taken` refuses one that has a holder. */
export const insertHandOut = (tx: Tx, { id }: Row<'apartment'>, card: Row<'card'>) => getRow<Row<'apartment_card'>>(tx)`
  insert into apartment_card (org_id, apartment_id, card_id) values (${card.org_id}, ${id}, ${card.id}) returning *`;
