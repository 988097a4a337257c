import { setImmediate as breathe } from 'node:timers/promises';
import { nameArteries } from '@noa/domain/addresses/arteries.ts';
import { execute, findRows, tableOf } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Changes, ImportTarget } from '../import-work.ts';
import { settleStaging } from '../staging.ts';
import { keepWritten } from '../undo/written.ts';
import { columnsIn } from '../reading/column-batch.ts';

/**
 * Has planned blocks that lie in a locality lie in the artery of their street: one that the locality has, as it is called there, or one that
 * is to be made. A street that may be several stays in the locality.
 */
export async function planArteries(tx: Tx): Promise<void> {
  const streets = Map.groupBy(await listPlannedStreets(tx), ({ parent_id: parentId }) => parentId);
  if (streets.size === 0) {
    return;
  }
  const known = Map.groupBy(await listArteries(tx, [...streets.keys()]), ({ parent_id: parentId }) => parentId);
  const found: StreetArtery[] = [];
  for (const [parentId, said] of streets) {
    found.push(...arteriesOf(said, known.get(parentId) ?? []));
    await breathe();
  }
  await keepArteries(tx, found);
  await settleStaging(tx, 'planned_street');
  await layBlocks(tx);
}

/** Of one locality. */
function arteriesOf(said: readonly SaidStreet[], known: readonly KnownArtery[]): readonly StreetArtery[] {
  const ids = new Map(known.toReversed().map(({ id, name }) => [name, id]));
  const names = nameArteries(
    ids.keys(),
    said.map(({ street }) => street),
  );
  return said.flatMap((each) => {
    const name = names.get(each.street) ?? null;
    return name === null ? [] : [{ ...each, name, id: ids.get(name) ?? null }];
  });
}

/** Makes the arteries that are planned; before the blocks that lie in them. */
export async function writeArteries(tx: Tx, target: ImportTarget, { arteries }: Changes): Promise<void> {
  if (!arteries || arteries.create === 0) {
    return;
  }
  await adoptArteries(tx);
  await keepWritten(tx, target, { table: 'gis_node', change: 'create' })`
    insert into gis_node as t (id, kind, name, parent_id)
    select id, 'artery', name, parent_id from planned_artery where change = 'create' order by row_number`;
}

/** Arteries that the list's blocks stand in: those that are known, and those that are to be. */
export const plannedArtery = columnsIn('row_number integer, id text, parent_id text, name text, change text');

/** Which of them a street means, as the list writes it in a locality. */
export const plannedStreet = columnsIn('parent_id text, street text, artery_id text');

/** A street as the list writes it, in a locality of the address tree, with the first row of it. */
interface SaidStreet {
  readonly parent_id: string;
  readonly street: string;
  readonly row_number: number;
}

/** Streets of blocks that lie in a locality and in no artery of it yet. */
async function listPlannedStreets(tx: Tx): Promise<readonly SaidStreet[]> {
  await execute(tx)`delete from planned_artery`;
  await execute(tx)`delete from planned_street`;
  return findRows<SaidStreet>(tx)`
    select p.gis_node_id as parent_id, p.addr_street as street, min(p.row_number) as row_number
    from planned_tower_block p
    join gis_node n on n.id = p.gis_node_id and n.kind = 'loc'
    where p.addr_street <> ''
    group by 1, 2 order by 1, 3, 2`;
}

interface KnownArtery {
  readonly id: string;
  readonly parent_id: string;
  readonly name: string;
}

/** The oldest first: of two that are called the same, blocks stand in the one that was there before. */
const listArteries = (tx: Tx, parentIds: readonly string[]) => findRows<KnownArtery>(tx)`
  select id, parent_id, name from gis_node
  where kind = 'artery' and parent_id = any(${[...parentIds]}::text[]) order by parent_id, valid_from, id`;

/** Which artery a street means; one without an id is to be made. */
interface StreetArtery extends SaidStreet {
  readonly id: string | null;
  readonly name: string;
}

/** Keeps what was found, and plans the arteries that nobody has, one for all streets that mean it. */
async function keepArteries(tx: Tx, found: readonly StreetArtery[]): Promise<void> {
  await execute(tx)`
    with found as (
      select * from ${tableOf(found)} as f (row_number integer, parent_id text, street text, id text, name text)
    ), planned as (
      insert into planned_artery (row_number, id, parent_id, name, change)
      select row_number, coalesce(id, new_id()::text), parent_id, name, case when id is null then 'create' else 'same' end
      from (select min(row_number) as row_number, id, parent_id, name from found group by id, parent_id, name) as each
      returning *
    )
    insert into planned_street (parent_id, street, artery_id)
    select f.parent_id, f.street, p.id from found f join planned p on p.parent_id = f.parent_id and p.name = f.name`;
}

/** Has the planned blocks lie in the arteries that were found. */
const layBlocks = (tx: Tx): Promise<void> => execute(tx)`
  update planned_tower_block p set gis_node_id = s.artery_id
  from planned_street s where s.parent_id = p.gis_node_id and s.street = p.addr_street`;

/**
 * Takes those arteries that others have made since the plan, as two lists of one locality may come in at once: whoever makes arteries of a
 * locality does so alone, until it is done.
 */
async function adoptArteries(tx: Tx): Promise<void> {
  await execute(tx)`
    select pg_advisory_xact_lock(hashtextextended('arteries ' || parent_id, 0))
    from (select distinct parent_id from planned_artery where change = 'create' order by 1) as locality`;
  await execute(tx)`
    with adopted as (
      update planned_artery p set change = 'same'
      from gis_node n
      where p.change = 'create' and n.kind = 'artery' and n.parent_id = p.parent_id and fold(n.name) = fold(p.name)
      returning p.id, n.id as known_id
    )
    update planned_tower_block b set gis_node_id = a.known_id from adopted a where b.gis_node_id = a.id`;
}
