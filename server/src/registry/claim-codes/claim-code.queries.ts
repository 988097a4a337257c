import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import type { ClaimCodeState } from '@noa/domain/codes/claim-code.ts';
import { execute, findRow, findRows, findValues, hasRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { inScope, uuidOf, type Kind } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { madeForApartment, ownApartments } from '../apartments/apartment.queries.ts';
import { listByParent } from '../listed.ts';
import type { SealedClaimCode } from './claim-code-vault.ts';

export type ClaimCodeRow = Row<'claim_code'>;

export const claimCodes = {
  name: 'claimCode',
  table: 'claim_code',
  ...madeForApartment,
  fields: {
    apartmentId: 'apartment_id',
    state: 'state',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    cardId: 'card_id',
  },
} as const satisfies Kind<'claim_code'>;

/** What has become of a code by a moment; one that was replaced after its time was over had expired, and not been revoked. */
export function claimCodeState({ state, expires_at, valid_from }: ClaimCodeRow, at = new Date()): ClaimCodeState {
  const end = state === 'revoked' ? valid_from : at;
  return state !== 'redeemed' && expires_at <= end ? 'expired' : state;
}

/** Codes that are listed within an apartment at most. */
export const maxListed = 20;

/** The codes of each apartment, newest first. */
export const listClaimCodesBy = (tx: Tx, scope: Scope, ids: readonly string[]) =>
  listByParent(
    tx,
    claimCodes,
    scope,
    { column: 'apartment_id', order: sql`r.created_at desc, r.id desc`, most: maxListed },
    ids,
  );

/** The moment that the transaction reads. */
const momentRead = sql`coalesce(nullif(current_setting('noa.as_of', true), '')::timestamptz, now())`;

/** The code with which each apartment of `ids` can be claimed at the moment that is read; those without are left out. */
export async function findLiveClaimCodes(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, ClaimCodeRow>> {
  const rows = await findRows<ClaimCodeRow>(tx)`
    select r.* from claim_code r
    where r.apartment_id = any(${ids}::uuid[]) and r.state = 'live' and r.expires_at > ${momentRead}
      and ${inScope(claimCodes, scope)}`;
  return new Map(rows.map((row) => [row.apartment_id, row]));
}

type Owned = { readonly org_id: string; readonly id: string };

/**
 * Locks an apartment that may be given codes, so that two callers at once give it one after the other.
 *
 * @returns undefined when it is absent or out of scope.
 */
export const lockApartment = (tx: Tx, scope: Scope, id: string): Promise<Owned | undefined> => findRow<Owned>(tx)`
  select r.org_id, r.id from apartment r
  where r.id = ${id} and ${inScope(ownApartments, scope)} for update of r`;

/** Locks a code that nothing has ended yet but its time. @returns whether this one is it, of this apartment. */
export const lockLive = (tx: Tx, { org_id, id: apartmentId }: Owned, id: string): Promise<boolean> => hasRow(tx)`
  select from claim_code
  where org_id = ${org_id} and apartment_id = ${apartmentId} and id = ${uuidOf(id)} and state = 'live' for update`;

/** Apartments that are given codes in one go. */
const maxIssuedAtOnce = 500;

/** Locks the apartments behind an entrance that nobody can claim now, in natural order. */
export async function lockUnclaimable(tx: Tx, scope: Scope, entranceId: string): Promise<Owned[]> {
  const rows = await findRows<Owned>(tx)`
    select r.org_id, r.id from apartment r
    where r.entrance_id = ${entranceId} and ${inScope(ownApartments, scope)}
      and not exists (
        select from claim_code c
        where c.org_id = r.org_id and c.apartment_id = r.id and c.state = 'live' and c.expires_at > now())
    order by r.addr_ap_key, r.id limit ${maxIssuedAtOnce} for update of r`;
  // Looked at once more by themselves: whoever was waited for may have given them their codes.
  const claimable = await findLiveClaimCodes(
    tx,
    scope,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => !claimable.has(id));
}

/** Gives each apartment its code, for as long as its org has decided; the one it had is no longer good. */
export async function insertClaimCodes(
  tx: Tx,
  issued: readonly { readonly apartment: Owned; readonly sealed: SealedClaimCode }[],
): Promise<ClaimCodeRow[]> {
  const orgIds = issued.map(({ apartment }) => apartment.org_id);
  const apartmentIds = issued.map(({ apartment }) => apartment.id);
  await execute(tx)`
    update claim_code c set state = 'revoked', code_cipher = null
    where c.org_id = any(${orgIds}::uuid[]) and c.apartment_id = any(${apartmentIds}::uuid[])
      and c.state = 'live'`;
  return findRows<ClaimCodeRow>(tx)`
    insert into claim_code (org_id, apartment_id, code_hash, code_cipher, expires_at)
    select i.org_id, i.apartment_id, i.hash, i.cipher, now() + make_interval(days => s.claim_code_days)
    from unnest(${orgIds}::uuid[], ${apartmentIds}::uuid[], ${issued.map(({ sealed }) => sealed.hash)}::bytea[],
      ${issued.map(({ sealed }) => sealed.cipher)}::bytea[]) as i (org_id, apartment_id, hash, cipher)
    join org_settings s on s.org_id = i.org_id
    returning *`;
}

/** The code of one of these hashes if it can be redeemed; in no scope, as the code is what shows its bearer in. */
export const findClaimable = (tx: Tx, hashes: readonly Buffer[]): Promise<Owned | undefined> => findRow<Owned>(tx)`
  select c.org_id, c.id from unnest(${hashes}::bytea[]) as h (hash) cross join lateral claimable_code(h.hash) c
  limit 1`;

/** Locks a code that can be redeemed; undefined when somebody was faster, or its time is over. */
export const lockClaimable = (tx: Tx, { org_id, id }: Owned) => findRow<ClaimCodeRow>(tx)`
  select c.* from claim_code c
  where c.org_id = ${org_id} and c.id = ${id} and c.state = 'live' and c.expires_at > now() for update`;

/** Orgs of the apartments that an account lives in, as its scope shows them. */
export const listHomeOrgs = (tx: Tx): Promise<string[]> =>
  findValues<string>(tx)`select distinct org_id from apartment`;

/** What an account was given for the code of one of these hashes, for as long as it lives there; undefined for all others. */
export const findRedeemed = (tx: Tx, hashes: readonly Buffer[], accountId: string) => findRow<
  Row<'card'> & { apartment_id: string }
>(tx)`
  select k.*, c.apartment_id from account_apartment l
    join claim_code c on c.org_id = l.org_id and c.apartment_id = l.apartment_id
    join ara_card a on a.org_id = c.org_id and a.card_id = c.card_id and a.account_id = l.account_id
    join card k on k.org_id = c.org_id and k.id = c.card_id
  where l.account_id = ${accountId} and c.state = 'redeemed' and c.code_hash = any(${hashes}::bytea[])`;

/** Bytes of a virtual card's serial: displayed with 8 symbols, and none of the lengths that plastic cards have. */
const virtualSerialBytes = 5;
/** Serials drawn at most until one is free: with a million cards, one in a million draws is not. */
const maxDraws = 5;

/** A new virtual card of a random serial that no live card has. */
export async function insertVirtualCard(tx: Tx, orgId: string): Promise<Row<'card'>> {
  for (let draw = 0; draw < maxDraws; draw += 1) {
    const serial = randomBytes(virtualSerialBytes).toString('hex').toUpperCase();
    const row = await findRow<Row<'card'>>(tx)`
      insert into card (org_id, kind, serial_number, display_serial_number)
      values (${orgId}, 'virtual', ${serial}, ${displaySerialNumber(serial)})
      on conflict (serial_number) where status <> 'erased' do nothing
      returning *`;
    if (row) {
      return row;
    }
  }
  throw new Error(`No free serial in ${maxDraws} draws`);
}

/** Makes an account a resident of the apartment, and the card its own, handed to the apartment; the code is used up. */
export async function redeem(
  tx: Tx,
  { org_id, id, apartment_id }: ClaimCodeRow,
  { accountId, cardId }: { accountId: string; cardId: string },
): Promise<void> {
  await execute(tx)`insert into ara_card (org_id, card_id, account_id) values (${org_id}, ${cardId}, ${accountId})`;
  await execute(tx)`
    insert into account_apartment (org_id, apartment_id, account_id) values (${org_id}, ${apartment_id}, ${accountId})
    on conflict do nothing`;
  await execute(tx)`
    insert into apartment_card (org_id, apartment_id, card_id) values (${org_id}, ${apartment_id}, ${cardId})`;
  await execute(tx)`
    update claim_code set state = 'redeemed', card_id = ${cardId}, code_cipher = null
    where org_id = ${org_id} and id = ${id}`;
}
