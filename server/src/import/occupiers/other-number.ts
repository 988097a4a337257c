import { sql, type RawBuilder } from 'kysely';
import { cnpLength } from '@noa/domain/codes/id-number.ts';
import type { Tx } from '../../database/database.ts';

/**
 * Rows that make an occupier one of another kind and say no ID number, where the registry has one that such an occupier cannot have: the CNP of
 * who lived there would be that of a company.
 *
 * @param rows - which apartment each row is about: `row_number`, `apartment_id`, `occupier_kind`.
 */
export async function findOtherNumbers(tx: Tx, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason)
    select distinct r.row_number, 'occupierKind', r.occupier_kind, 'import.otherIdNumber'
    from (${rows}) as r
    join planned_apartment p on p.id = r.apartment_id and p.change = 'update' and p.id_number_mask is null
    join apartment a on a.id = p.id
    where r.occupier_kind in ('domestic', 'business') and a.occupier_kind <> p.occupier_kind
      and (char_length(a.occupier_id_number_mask) = ${cnpLength}) <> (p.occupier_kind = 'domestic')`.execute(tx);
}

/** Remarks on rows that say another name and no ID number, where the registry has one: it stays, and may be that of who lived there before. */
export async function findKeptNumbers(tx: Tx, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason, is_warning)
    select distinct r.row_number, 'occupierName', p.occupier_name, 'import.keptIdNumber', true
    from (${rows}) as r
    join planned_apartment p on p.id = r.apartment_id and p.change = 'update' and p.id_number_mask is null
    join apartment a on a.id = p.id
    where a.occupier_id_number_mask is not null and fold(a.occupier_name) <> fold(p.occupier_name)
      and not exists (
        select from found_problem f
        where f.row_number = r.row_number and f.reason in ('import.keptIdNumber', 'import.otherIdNumber'))`.execute(tx);
}
