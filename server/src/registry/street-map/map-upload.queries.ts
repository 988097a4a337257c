import { sql } from 'kysely';
import { mapPartBytes } from '@noa/domain/map/street-map.ts';
import { execute, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { isUuid } from '../../records/record.ts';
import type { CheckedMap } from './check-map.ts';

export type MapFileRow = Row<'map_file'>;

/** The map that is in use; undefined where none was uploaded. */
export const findUsed = (tx: Tx): Promise<MapFileRow | undefined> =>
  tx.selectFrom('map_file').selectAll().where('state', '=', 'used').executeTakeFirst();

/** Forgets what the caller began to send before and never finished. */
export async function forgetUnfinished(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('map_file')
    .where('state', '<>', 'used')
    .where(sql<boolean>`uploaded_by = actor()`)
    .execute();
}

/** Forgets what anybody began to send a day ago and never finished: each backup would take it along. */
export async function forgetLeftBehind(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('map_file')
    .where('state', '<>', 'used')
    .where(sql<boolean>`started_at < now() - interval '1 day'`)
    .execute();
}

export const insertUpload = (tx: Tx, upload: { name: string; bytes: number }): Promise<MapFileRow> =>
  tx.insertInto('map_file').values(upload).returningAll().executeTakeFirstOrThrow();

/**
 * A map that is still sent.
 *
 * @param lock - `share` for parts, which do not wait for each other; `update` for what ends the sending.
 */
export async function findComing(tx: Tx, id: string, lock: 'share' | 'update'): Promise<MapFileRow | undefined> {
  if (!isUuid(id)) {
    return undefined;
  }
  const query = tx.selectFrom('map_file').selectAll().where('id', '=', id).where('state', '=', 'coming');
  return (lock === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
}

/** Keeps a part; sent once more, it takes the place of what was sent. */
export async function keepPart(tx: Tx, id: string, number: number, content: Buffer): Promise<void> {
  await tx
    .insertInto('map_file_part')
    .values({ file_id: id, number, content })
    .onConflict((conflict) => conflict.columns(['file_id', 'number']).doUpdateSet({ content }))
    .execute();
}

export async function countParts(tx: Tx, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('map_file_part')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lets nothing more be sent, or more again. */
export async function setState(tx: Tx, id: string, state: 'coming' | 'checking'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('map_file')
    .set({ state })
    .where('id', '=', id)
    .where('state', '<>', 'used')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A part as a whole; undefined where there is none. */
export const findPart = async (tx: Tx, id: string, number: number): Promise<Buffer | undefined> =>
  (
    await tx
      .selectFrom('map_file_part')
      .select('content')
      .where('file_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst()
  )?.content;

/** Bytes of a file, wherever the parts begin in which they lie. */
export async function readParts(tx: Tx, id: string, offset: number, length: number): Promise<Buffer> {
  const rows = await findRows<{ content: Buffer }>(tx)`
    select substring(content
      from greatest(${offset}::int8 - number::int8 * ${mapPartBytes}, 0)::int + 1
      for (least(${offset + length}::int8 - number::int8 * ${mapPartBytes}, ${mapPartBytes})
        - greatest(${offset}::int8 - number::int8 * ${mapPartBytes}, 0))::int) as content
    from map_file_part
    where file_id = ${id} and number between ${Math.floor(offset / mapPartBytes)}::int
      and ${Math.floor((offset + Math.max(length, 1) - 1) / mapPartBytes)}::int
    order by number`;
  return Buffer.concat(rows.map(({ content }) => content));
}

/** Puts a map in the place of the one in use, which is forgotten, and tells all servers. */
export async function useMap(tx: Tx, id: string, checked: CheckedMap): Promise<MapFileRow | undefined> {
  await removeUsed(tx);
  const { minZoom, maxZoom, ...same } = checked;
  return tx
    .updateTable('map_file')
    .set({ ...same, min_zoom: minZoom, max_zoom: maxZoom, state: 'used', used_since: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .returningAll()
    .executeTakeFirst();
}

/** Forgets the map in use, and tells all servers. Two who do so at once do it one after the other. */
export async function removeUsed(tx: Tx): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('map_file')), pg_notify('map_file', 'used')`;
  await tx.deleteFrom('map_file').where('state', '=', 'used').execute();
}

export async function forgetUpload(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('map_file').where('id', '=', id).where('state', '<>', 'used').execute();
}
