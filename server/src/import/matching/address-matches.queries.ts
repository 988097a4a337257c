import { sql } from 'kysely';
import type { AddressMatch, KnownAddress, KnownStreet, StatedAddress } from '@noa/domain/addresses/match.ts';
import { addressField } from '@noa/domain/imports/import-buildings.ts';
import { execute, findRows, findValues, tableOf } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { ImportTarget } from '../import-work.ts';
import type { SaidLocality } from '../localities/tree-localities.ts';

/** An address of the staged list that the registry has not letter by letter. */
export interface StagedAddress extends StatedAddress, SaidLocality {
  readonly block_key: string;
  readonly row_number: number;
  readonly source_ref: string | null;
}

export interface RegisteredAddress extends KnownAddress {
  readonly source_ref: string | null;
  /** The locality of the address tree that it lies in, where that is known. */
  readonly locality_id: string | null;
}

const parts = sql`coalesce(county, '') as county, coalesce(locality, '') as locality, coalesce(addr_street, '') as street,
  coalesce(addr_nr, '') as number, coalesce(addr_bl, '') as block`;

/** By what blocks without an id of their list are told apart (`block_key`). */
const addressKey = sql`fold(
  county || chr(31) || locality || chr(31) || addr_street || chr(31) || addr_nr || chr(31) || addr_bl)`;

/** In the order of the file. */
export const listStagedAddresses = (tx: Tx, orgId: string) => findRows<StagedAddress>(tx)`
  with stated as (
    select distinct on (block_key) block_key, row_number, source_ref, coalesce(uat, '') as uat,
      coalesce(siruta, 0) as siruta, ${parts}
    from staged order by block_key, row_number
  )
  select s.* from stated s
  where not exists (select from tower_block t where t.org_id = ${orgId} and t.source_ref = s.source_ref)
    and s.block_key not in (select ${addressKey} from tower_block where org_id = ${orgId})
  order by s.row_number, s.block_key`;

/** Blocks that the staged list writes letter by letter as the registry does, by their ids. */
export const listNamedBlocks = (tx: Tx, orgId: string): Promise<readonly string[]> => findValues<string>(tx)`
  select id from tower_block where org_id = ${orgId} and ${addressKey} in (select block_key from staged)`;

export const listRegisteredAddresses = (tx: Tx, orgId: string) => findRows<RegisteredAddress>(tx)`
  select id, source_ref, ${parts}, (
      select case n.kind when 'loc' then n.id when 'artery' then n.parent_id end from gis_node n where n.id = gis_node_id
    ) as locality_id
  from tower_block where org_id = ${orgId} order by id`;

/** Streets of the localities that the staged list names: a name that two of them have is nobody's. */
export const listStreets = (tx: Tx): Promise<readonly KnownStreet[]> => findRows<KnownStreet>(tx)`
  select c.name as county, l.name as locality, a.name
  from gis_node l
  join gis_node u on u.id = l.parent_id
  join gis_node c on c.id = u.parent_id
  join gis_node a on a.parent_id = l.id and a.kind = 'artery'
  where l.kind = 'loc' and l.match_key = any(array(select distinct place_key(locality) from staged where locality <> ''))`;

/**
 * Keeps what was found in the place of what was found before. What a person decided of an address counts for as long as the same
 * tower block is proposed for it.
 */
export async function keepMatches(
  tx: Tx,
  { orgId, jobId }: { orgId: string; jobId: string },
  found: readonly { readonly address: StagedAddress; readonly match: AddressMatch }[],
): Promise<void> {
  const matches = found.map(({ address, match }) => ({ ...address, ...match }));
  await execute(tx)`
    delete from import_match where job_id = ${jobId} and block_key <> all(${matches.map((each) => each.block_key)}::text[])`;
  await execute(tx)`
    insert into import_match as kept (org_id, job_id, block_key, row_number, county, locality, addr_street, addr_nr, addr_bl,
      outcome, reason, score, tower_block_id)
    select ${orgId}, ${jobId}, m.* from ${tableOf(matches)} as m (block_key text, row_number integer, county text, locality text,
      street text, number text, block text, outcome text, reason text, score double precision, id uuid)
    on conflict (job_id, block_key) do update set row_number = excluded.row_number, outcome = excluded.outcome,
      reason = excluded.reason, score = excluded.score, tower_block_id = excluded.tower_block_id,
      decision = case when excluded.tower_block_id = kept.tower_block_id then kept.decision end`;
}

/**
 * Rows whose address is probably a registered one and of which nobody has said so: they are left out, as a second tower block where one
 * stands already is no more to be made silently than two are to be taken for one.
 */
export const findUndecided = (tx: Tx, { jobId, mapping }: Pick<ImportTarget, 'jobId' | 'mapping'>) => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select distinct s.row_number, ${addressField(mapping)}, trim(concat_ws(' ', s.addr_street, s.addr_nr, s.addr_bl)), 'import.undecidedAddress'
  from import_match m join staged s on s.block_key = m.block_key
  where m.job_id = ${jobId} and m.outcome = 'probably' and m.decision is null`;

/**
 * Gives staged rows the address of the tower block that they are of, as the registry writes it, so that the plan finds it: those that
 * are the same, unless somebody refused, and those that somebody accepted. Where it is known to lie counts for more than what they say.
 */
export const joinMatches = (tx: Tx, { orgId, jobId }: { orgId: string; jobId: string }): Promise<void> => execute(tx)`
  update staged s set source_ref = t.source_ref, county = t.county, locality = t.locality, addr_street = t.addr_street,
    addr_nr = t.addr_nr, addr_bl = t.addr_bl, uat = case when t.gis_node_id is null then s.uat end,
    siruta = case when t.gis_node_id is null then s.siruta end
  from import_match m
  join tower_block t on t.org_id = m.org_id and t.id = m.tower_block_id
  where m.job_id = ${jobId} and m.org_id = ${orgId} and s.block_key = m.block_key
    and coalesce(m.decision, case m.outcome when 'same' then 'accepted' end) = 'accepted'`;
