import type { RawBuilder } from 'kysely';
import type { ImportMapping } from '@noa/domain/imports/import.ts';
import { execute, tableOf } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { settleStaging } from '../staging.ts';
import { listPlannedLocalities, lineOf, TreeLocalities, listStagedLocalities } from './tree-localities.ts';

/** So many are worth reading where one of them is meant. */
const mostCandidates = 10;

/** Finds for each planned block the node of the address tree that it lies in (`planned_locality`). */
export async function planLocalities(tx: Tx, orgId: string): Promise<void> {
  const said = await listPlannedLocalities(tx);
  const tree = await TreeLocalities.find(tx, orgId, said);
  const found = said.map((each) => {
    const choice = tree.choose(each);
    const candidates = choice.how === 'several' ? choice.candidates.slice(0, mostCandidates).map(lineOf) : null;
    return {
      ...each,
      node: 'node' in choice ? choice.node.id : null,
      how: choice.how,
      candidates: candidates?.join('\n'),
    };
  });
  await execute(tx)`
    update planned_locality l set gis_node_id = f.node, how = f.how, candidates = f.candidates
    from ${tableOf(found)} as f (county text, uat text, locality text, siruta integer, node text, how text, candidates text)
    where l.county = f.county and l.uat = f.uat and l.locality = f.locality and l.siruta = f.siruta`;
  await settleStaging(tx, 'planned_locality', ['row_number']);
}

/**
 * Rows of blocks whose locality may be one of several: a person says which, by its UAT or its code. A block of which the registry knows
 * where it lies stays there.
 */
export const findUnclearLocalities = (tx: Tx, mapping: ImportMapping): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason, proposals)
  select distinct s.row_number, ${mapping['locality'] === undefined ? 'uat' : 'locality'}, l.locality,
    'import.severalLocalities', string_to_array(l.candidates, chr(10))
  from planned_locality l
  join planned_tower_block p on p.row_number = l.row_number
  join staged s on s.block_key = p.block_key
  where l.how = 'several' and p.gis_node_id is null`;

/**
 * Rows of an address that another locality of the same county and name has as well, in the list above or in the registry: taken for one
 * block, people of two villages would live in it. What lists call a block by an id of their own is told apart by that.
 *
 * @param blocks - which registered tower block rows are about: `block_key`, `tower_block_id`.
 */
export async function findOtherLocalities(tx: Tx, orgId: string, blocks: RawBuilder<unknown>): Promise<void> {
  const all = await listStagedLocalities(tx);
  const tree = await TreeLocalities.find(tx, orgId, all);
  const lying = all.flatMap((said) => {
    const choice = tree.choose(said);
    const isFound = choice.how === 'said' && choice.node.kind === 'loc';
    return isFound ? [{ ...said, node: choice.node.id, line: lineOf(choice.node) }] : [];
  });
  if (lying.length === 0) {
    return;
  }
  await execute(tx)`
    insert into found_problem (row_number, field, value, reason, other_row)
    with lying as (
      select s.row_number, s.block_key, f.node, f.line
      from staged s
      join ${tableOf(lying)} as f (county text, uat text, locality text, siruta integer, node text, line text)
        on coalesce(s.county, '') = f.county and coalesce(s.uat, '') = f.uat and coalesce(s.locality, '') = f.locality
        and coalesce(s.siruta, 0) = f.siruta
      where s.source_ref is null
    ), registered as (
      select distinct p.block_key, case n.kind when 'loc' then n.id when 'artery' then n.parent_id end as node
      from (${blocks}) p
      join tower_block t on t.org_id = ${orgId} and t.id = p.tower_block_id
      join gis_node n on n.id = t.gis_node_id
    ), placed as (
      select l.row_number, l.node, l.line, r.node as registered, first_value(l.node) over of_block as first_node,
        first_value(l.row_number) over of_block as first_row
      from lying l
      left join registered r on r.block_key = l.block_key
      window of_block as (partition by l.block_key order by l.row_number)
    )
    select distinct row_number, 'locality', line, 'import.otherLocality', case when registered is null then first_row end
    from placed where node <> coalesce(registered, first_node)`;
}
