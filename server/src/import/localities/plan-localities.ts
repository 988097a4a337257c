import { sql } from 'kysely';
import type { ImportMapping } from '@noa/domain/imports/import.ts';
import type { Tx } from '../../database/database.ts';
import { settleStaging } from '../staging.ts';
import { listPlannedLocalities } from './localities.queries.ts';
import { lineOf, TreeLocalities } from './tree-localities.ts';

/** So many are worth reading where one of them is meant. */
const mostCandidates = 10;

/** Finds for each planned block the node of the address tree that it lies in (`planned_locality`). */
export async function planLocalities(tx: Tx, orgId: string): Promise<void> {
  const said = await listPlannedLocalities(tx);
  const tree = await TreeLocalities.find(tx, orgId, said);
  const found = said.map((each) => ({ said: each, choice: tree.choose(each) }));
  const of = <Value>(each: (one: (typeof found)[number]) => Value) => found.map(each);
  await sql`
    update planned_locality l set gis_node_id = f.gis_node_id, how = f.how, candidates = f.candidates
    from unnest(
      ${of((each) => each.said.county)}::text[], ${of((each) => each.said.uat)}::text[],
      ${of((each) => each.said.locality)}::text[], ${of((each) => each.said.siruta)}::integer[],
      ${of(({ choice }) => ('node' in choice ? choice.node.id : null))}::text[], ${of(({ choice }) => choice.how)}::text[],
      ${of(({ choice }) => (choice.how === 'several' ? choice.candidates.slice(0, mostCandidates).map(lineOf).join('\n') : null))}::text[]
    ) as f (county, uat, locality, siruta, gis_node_id, how, candidates)
    where l.county = f.county and l.uat = f.uat and l.locality = f.locality and l.siruta = f.siruta`.execute(tx);
  await settleStaging(tx, 'planned_locality', ['row_number']);
}

/**
 * Rows of blocks whose locality may be one of several: a person says which, by its UAT or its code. A block of which the registry knows
 * where it lies stays there.
 */
export async function findUnclearLocalities(tx: Tx, mapping: ImportMapping): Promise<void> {
  await sql`
    insert into found_problem (row_number, field, value, reason, proposals)
    select distinct s.row_number, ${mapping['locality'] === undefined ? 'uat' : 'locality'}, l.locality,
      'import.severalLocalities', string_to_array(l.candidates, chr(10))
    from planned_locality l
    join planned_tower_block p on p.row_number = l.row_number
    join staged s on s.block_key = p.block_key
    where l.how = 'several' and p.gis_node_id is null`.execute(tx);
}
