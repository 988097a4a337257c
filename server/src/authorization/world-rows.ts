import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { asSystem } from '../testing/harness.ts';
import { storeYoungEvents } from '../testing/stored-events.ts';

interface Told {
  readonly mark: string;
  readonly card: Row<'card'>;
  readonly entrance: Row<'entrance'>;
  readonly apartment: Row<'apartment'>;
  readonly container: Row<'container'>;
}

/** A card event and a status update of the container, and one of each in quarantine. */
export async function tellOfContainer(tx: Tx, { mark, card, entrance, apartment, container }: Told): Promise<void> {
  const { org_id } = container;
  await storeYoungEvents(tx, [
    {
      org_id,
      kind: 'access_granted',
      occurred_at: new Date(),
      serial_number: card.serial_number,
      reason: mark,
      card_id: card.id,
      apartment_id: apartment.id,
      entrance_id: entrance.id,
      tower_block_id: entrance.tower_block_id,
      access_group_id: entrance.access_group_id,
      manager_id: entrance.manager_id,
      container_id: container.id,
      event_number: 1,
      boot_number: 0,
      container_group_id: container.container_group_id,
    },
  ]);
  await sql`select ensure_month('status_update', now()::date)`.execute(tx);
  await sql`
    with told as (
      insert into status_update (org_id, container_id, kind, level, value, occurred_at, note)
      values (${org_id}, ${container.id}, 'battery_life_status', 'info', ${mark}, now(), ${mark}) returning *)
    insert into container_status (org_id, container_id, kind, level, value, occurred_at, status_update_id)
    select org_id, container_id, kind, level, value, occurred_at, id from told`.execute(tx);
  await tx
    .insertInto('status_update_set_aside')
    .values({
      org_id,
      container_id: container.id,
      boot_number: 0,
      update_number: 1,
      kind: 'battery_life_status',
      value: mark,
      device_at: new Date(),
    })
    .execute();
  await tx
    .insertInto('card_event_set_aside')
    .values({
      org_id,
      container_id: container.id,
      boot_number: 0,
      event_number: '1',
      kind: 'access_denied',
      device_at: new Date(),
      serial_number: card.serial_number,
    })
    .execute();
}

const anEmptyFile = JSON.stringify({
  encoding: 'utf-8',
  separator: ';',
  sheets: [],
  sheet: null,
  header: [],
  headerRow: 1,
  preview: [],
  rows: 0,
});

/** An import of nothing; its id. */
export async function anImportJob(tx: Tx, orgId: string, mark: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into import_job (org_id, kind, file_name, format, mapping)
    values (${orgId}, 'buildings', ${`${mark}.csv`}, ${anEmptyFile}, '{}') returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** A bulk change of one record, which waits to be worked on; its id. */
export const aBulkJob = (
  record: { org_id: string; id: string; row_id: string },
  reason: string,
  action: string,
  values: object,
) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with starter as (insert into account (email) values (${`${record.org_id} ${action}`}) returning id),
      job as (
        insert into bulk_job (org_id, action, action_values, reason, starter_id, starter_roles, total)
        select ${record.org_id}, ${action}, ${JSON.stringify(values)}, ${reason}, id, '{root}', 1 from starter returning *),
      item as (
        insert into bulk_item (org_id, job_id, position, record_id, row_id)
        select org_id, id, 1, ${record.id}, ${record.row_id} from job)
      select id from job`.execute(tx);
    return rows[0]?.id ?? '';
  });
