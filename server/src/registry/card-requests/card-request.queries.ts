import { sql, type SqlBool } from 'kysely';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import type { CardRequestState } from '@noa/domain/card-request.ts';
import { findRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { Condition, Kind } from '../../records/record.ts';
import { madeForApartment } from '../apartments/apartment.queries.ts';
import { idsAre } from '../filters.ts';

export type CardRequestRow = Row<'card_request'>;

export const cardRequests = {
  name: 'cardRequest',
  table: 'card_request',
  ...madeForApartment,
  fields: {
    apartmentId: 'apartment_id',
    serialNumber: 'serial_number',
    state: 'state',
    createdAt: 'created_at',
    requestedBy: 'requested_by',
    reason: 'reason',
    cardId: 'card_id',
  },
} as const satisfies Kind<'card_request'>;

export interface CardRequestFilter {
  apartmentId?: string | null | undefined;
  state?: CardRequestState | null | undefined;
}

export function cardRequestConditions(filter: CardRequestFilter | null | undefined): Condition[] {
  return [
    ...idsAre([['apartment_id', filter?.apartmentId]]),
    ...(filter?.state ? [sql<SqlBool>`r.state = ${filter.state}`] : []),
  ];
}

/** The request for a card of this serial that waits at the apartment. */
export const findOpenRequest = (
  tx: Tx,
  { org_id, id }: Row<'apartment'>,
  serialNumber: string,
): Promise<CardRequestRow | undefined> => findRow<CardRequestRow>(tx)`
  select r.* from card_request r
  where r.org_id = ${org_id} and r.apartment_id = ${id} and r.serial_number = ${serialNumber} and r.state = 'open'`;

/**
 * Keeps a request for the apartment.
 *
 * @param serialNumber - upper-case hexadecimal.
 * @returns undefined when somebody was faster with the same.
 */
export const insertRequest = (
  tx: Tx,
  { org_id, id }: Row<'apartment'>,
  serialNumber: string,
): Promise<CardRequestRow | undefined> => findRow<CardRequestRow>(tx)`
  insert into card_request (org_id, apartment_id, serial_number, display_serial_number)
  values (${org_id}, ${id}, ${serialNumber}, ${displaySerialNumber(serialNumber)})
  on conflict (org_id, apartment_id, serial_number) where state = 'open' do nothing
  returning *`;
