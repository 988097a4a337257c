import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { total, type Changes, type KeptCounts } from '../import-work.ts';
import { ofStated } from './columns.ts';

/**
 * Apartments written by one statement at least; between two, progress is told and a cancelled import ends. As a statement may look
 * at the whole org, there are no more than so many.
 */
const [smallestSlice, mostSlices] = [10_000, 20];

/** Writes tower blocks, entrances and apartments as planned (`ImportWork.writePlan`). */
export async function writePlan(
  tx: Tx,
  orgId: string,
  { towerBlocks, entrances, apartments }: Changes,
  onWritten: (share: number) => void,
): Promise<void> {
  await createTowerBlocks(tx, orgId);
  await unlessNone(towerBlocks, () => updateTowerBlocks(tx, orgId));
  await createEntrances(tx, orgId);
  await unlessNone(entrances, () => updateEntrances(tx, orgId));
  const last = total(apartments);
  const length = Math.max(smallestSlice, Math.ceil(last / mostSlices));
  for (let from = 1; from <= last; from += length) {
    const inSlice = sql`p.position >= ${from} and p.position < ${from + length}`;
    onWritten((from - 1) / last);
    await createApartments(tx, orgId, inSlice);
    await unlessNone(apartments, () => updateApartments(tx, orgId, inSlice));
  }
  onWritten(1);
}

/** An update of nothing looks for it all the same, and has its triggers planned for nothing. */
const unlessNone = async (counts: KeptCounts | undefined, update: () => Promise<void>): Promise<void> => {
  if (counts && counts.update > 0) {
    await update();
  }
};

async function createTowerBlocks(tx: Tx, orgId: string): Promise<void> {
  await sql`
    insert into tower_block (org_id, id, source_ref, county, locality, gis_node_id, addr_street, addr_nr, addr_bl, lat, lng)
    select ${orgId}, id, source_ref, county, locality, gis_node_id, addr_street, addr_nr, addr_bl, lat, lng
    from planned_tower_block where change = 'create' order by row_number`.execute(tx);
}

async function updateTowerBlocks(tx: Tx, orgId: string): Promise<void> {
  await sql`
    update tower_block t set county = p.county, locality = p.locality, gis_node_id = p.gis_node_id, addr_street = p.addr_street, addr_nr = p.addr_nr,
      addr_bl = p.addr_bl, lat = p.lat, lng = p.lng
    from planned_tower_block p where p.change = 'update' and t.org_id = ${orgId} and t.id = p.id`.execute(tx);
}

async function createEntrances(tx: Tx, orgId: string): Promise<void> {
  await sql`
    insert into entrance (org_id, id, tower_block_id, addr_sc, manager_id, access_group_id)
    select ${orgId}, id, tower_block_id, addr_sc, manager_id, access_group_id
    from planned_entrance where change = 'create'`.execute(tx);
}

async function updateEntrances(tx: Tx, orgId: string): Promise<void> {
  await sql`
    update entrance e set manager_id = p.manager_id, access_group_id = p.access_group_id
    from planned_entrance p where p.change = 'update' and e.org_id = ${orgId} and e.id = p.id`.execute(tx);
}

async function createApartments(tx: Tx, orgId: string, inSlice: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into apartment (org_id, id, entrance_id, addr_ap, ${ofStated((column) => column)}
      occupier_id_number_cipher, occupier_id_number_hash, occupier_id_number_mask)
    select ${orgId}, id, entrance_id, addr_ap, ${ofStated((column) => column)}
      id_number_cipher, id_number_hash, id_number_mask
    from planned_apartment p where p.change = 'create' and ${inSlice} order by p.position`.execute(tx);
}

async function updateApartments(tx: Tx, orgId: string, inSlice: RawBuilder<unknown>): Promise<void> {
  await sql`
    update apartment a set ${ofStated((column) => sql`${column} = p.${column}`)}
      occupier_id_number_cipher = coalesce(p.id_number_cipher, a.occupier_id_number_cipher),
      occupier_id_number_hash = coalesce(p.id_number_hash, a.occupier_id_number_hash),
      occupier_id_number_mask = coalesce(p.id_number_mask, a.occupier_id_number_mask)
    from planned_apartment p
    where p.change = 'update' and ${inSlice} and a.org_id = ${orgId} and a.id = p.id`.execute(tx);
}
