import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import { nameArteries } from '@noa/domain/addresses/arteries.ts';
import type { Tx } from '../../database/database.ts';
import type { Changes, ImportTarget } from '../import-work.ts';
import { settleStaging } from '../staging.ts';
import { keepWritten } from '../undo/written.ts';
import {
  adoptArteries,
  keepArteries,
  layBlocks,
  listArteries,
  listPlannedStreets,
  type KnownArtery,
  type SaidStreet,
  type StreetArtery,
} from './arteries.queries.ts';

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
  await keepWritten(tx, target, {
    table: 'gis_node',
    change: 'create',
    statement: sql`
    insert into gis_node as t (id, kind, name, parent_id)
    select id, 'artery', name, parent_id from planned_artery where change = 'create' order by row_number`,
  });
}
