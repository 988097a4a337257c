import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { inSlices, total, type Changes, type ImportTarget, type KeptCounts } from '../import-work.ts';
import { keepWritten } from '../undo/written.ts';
import { blockColumns, entranceColumns, ofStated, statedColumns } from './columns.ts';

const idNumberColumns = ['occupier_id_number_cipher', 'occupier_id_number_hash', 'occupier_id_number_mask'];

/** Writes tower blocks, entrances and apartments as planned (`ImportWork.writePlan`). */
export async function writePlan(
  tx: Tx,
  orgId: string,
  target: ImportTarget,
  { towerBlocks, entrances, apartments }: Changes,
  onWritten: (share: number) => void,
): Promise<void> {
  await createTowerBlocks(tx, orgId, target);
  await unlessNone(towerBlocks, () => updateTowerBlocks(tx, orgId, target));
  await createEntrances(tx, orgId, target);
  await unlessNone(entrances, () => updateEntrances(tx, orgId, target));
  await inSlices(total(apartments), onWritten, async (from, to) => {
    const inSlice = positions(from, to);
    await createApartments(tx, orgId, target, inSlice);
    await unlessNone(apartments, () => updateApartments(tx, orgId, target, inSlice));
  });
}

/** Writes what is planned of the occupiers of apartments that are there (`ImportWork.writePlan`). */
export const writeOccupiers = (
  tx: Tx,
  orgId: string,
  target: ImportTarget,
  apartments: KeptCounts | undefined,
  onWritten: (share: number) => void,
): Promise<void> =>
  inSlices(total(apartments), onWritten, (from, to) =>
    unlessNone(apartments, () => updateApartments(tx, orgId, target, positions(from, to))),
  );

const positions = (from: number, to: number) => sql`p.position >= ${from} and p.position < ${to}`;

/** An update of nothing looks for it all the same, and has its triggers planned for nothing. */
const unlessNone = async (counts: KeptCounts | undefined, update: () => Promise<void>): Promise<void> => {
  if (counts && counts.update > 0) {
    await update();
  }
};

const createTowerBlocks = (tx: Tx, orgId: string, target: ImportTarget) =>
  keepWritten(tx, target, { table: 'tower_block', change: 'create' })`
    insert into tower_block as t (org_id, id, source_ref, county, locality, gis_node_id, addr_street, addr_nr, addr_bl, lat, lng)
    select ${orgId}, id, source_ref, county, locality, gis_node_id, addr_street, addr_nr, addr_bl, lat, lng
    from planned_tower_block where change = 'create' order by row_number`;

const updateTowerBlocks = (tx: Tx, orgId: string, target: ImportTarget) =>
  keepWritten(tx, target, { table: 'tower_block', change: 'update', columns: blockColumns })`
    update tower_block t set county = p.county, locality = p.locality, gis_node_id = p.gis_node_id, addr_street = p.addr_street, addr_nr = p.addr_nr,
      addr_bl = p.addr_bl, lat = p.lat, lng = p.lng
    from planned_tower_block p where p.change = 'update' and t.org_id = ${orgId} and t.id = p.id`;

const createEntrances = (tx: Tx, orgId: string, target: ImportTarget) =>
  keepWritten(tx, target, { table: 'entrance', change: 'create' })`
    insert into entrance as t (org_id, id, tower_block_id, addr_sc, manager_id, access_group_id)
    select ${orgId}, id, tower_block_id, addr_sc, manager_id, access_group_id
    from planned_entrance where change = 'create'`;

const updateEntrances = (tx: Tx, orgId: string, target: ImportTarget) =>
  keepWritten(tx, target, { table: 'entrance', change: 'update', columns: entranceColumns })`
    update entrance t set manager_id = p.manager_id, access_group_id = p.access_group_id
    from planned_entrance p where p.change = 'update' and t.org_id = ${orgId} and t.id = p.id`;

const createApartments = (tx: Tx, orgId: string, target: ImportTarget, inSlice: RawBuilder<unknown>) =>
  keepWritten(tx, target, { table: 'apartment', change: 'create' })`
    insert into apartment as t (org_id, id, entrance_id, addr_ap, ${ofStated((column) => column)}
      occupier_id_number_cipher, occupier_id_number_hash, occupier_id_number_mask)
    select ${orgId}, id, entrance_id, addr_ap, ${ofStated((column) => column)}
      id_number_cipher, id_number_hash, id_number_mask
    from planned_apartment p where p.change = 'create' and ${inSlice} order by p.position`;

const updateApartments = (tx: Tx, orgId: string, target: ImportTarget, inSlice: RawBuilder<unknown>) =>
  keepWritten(tx, target, { table: 'apartment', change: 'update', columns: [...statedColumns, ...idNumberColumns] })`
    update apartment t set ${ofStated((column) => sql`${column} = p.${column}`)}
      occupier_id_number_cipher = coalesce(p.id_number_cipher, t.occupier_id_number_cipher),
      occupier_id_number_hash = coalesce(p.id_number_hash, t.occupier_id_number_hash),
      occupier_id_number_mask = coalesce(p.id_number_mask, t.occupier_id_number_mask)
    from planned_apartment p
    where p.change = 'update' and ${inSlice} and t.org_id = ${orgId} and t.id = p.id`;
