import { sql } from 'kysely';
import { mapPartBytes } from '@noa/domain/map/street-map.ts';
import { execute, findRow, findValues, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { uuidOf } from '../../records/record.ts';
import type { CheckedMap } from './check-map.ts';

export type MapFileRow = Row<'map_file'>;

/** The map that is in use; undefined where none was uploaded. */
export const findUsed = (tx: Tx) => findRow<MapFileRow>(tx)`select * from map_file where state = 'used'`;

/** Forgets what the caller began to send before and never finished. */
export const forgetUnfinished = (tx: Tx): Promise<void> =>
  execute(tx)`delete from map_file where state <> 'used' and uploaded_by = actor()`;

/** Forgets what anybody began to send a day ago and never finished: each backup would take it along. */
export const forgetLeftBehind = (tx: Tx): Promise<void> =>
  execute(tx)`delete from map_file where state <> 'used' and started_at < now() - interval '1 day'`;

export const insertUpload = (tx: Tx, upload: { name: string; bytes: number }): Promise<MapFileRow> =>
  tx.insertInto('map_file').values(upload).returningAll().executeTakeFirstOrThrow();

/**
 * A map that is still sent.
 *
 * @param lock - `share` for parts, which do not wait for each other; `update` for what ends the sending.
 */
export const findComing = (tx: Tx, id: string, lock: 'share' | 'update') => findRow<MapFileRow>(tx)`
  select * from map_file where id = ${uuidOf(id)} and state = 'coming' for ${sql.raw(lock)}`;

/** Keeps a part; sent once more, it takes the place of what was sent. */
export const keepPart = (tx: Tx, id: string, number: number, content: Buffer): Promise<void> => execute(tx)`
  insert into map_file_part (file_id, number, content) values (${id}, ${number}, ${content})
  on conflict (file_id, number) do update set content = excluded.content`;

export const countParts = (tx: Tx, id: string): Promise<number> =>
  getValue<number>(tx)`select count(*)::int from map_file_part where file_id = ${id}`;

/** Lets nothing more be sent, or more again. */
export const setState = (tx: Tx, id: string, state: 'coming' | 'checking'): Promise<void> =>
  execute(tx)`update map_file set state = ${state} where id = ${id} and state <> 'used'`;

/** A part as a whole; undefined where there is none. */
export const findPart = async (tx: Tx, id: string, number: number): Promise<Buffer | undefined> => {
  const [content] = await findValues<Buffer>(tx)`
    select content from map_file_part where file_id = ${id} and number = ${number}`;
  return content;
};

/** Bytes of a file, wherever the parts begin in which they lie. */
export async function readParts(tx: Tx, id: string, offset: number, length: number): Promise<Buffer> {
  const pieces = await findValues<Buffer>(tx)`
    select substring(content
      from greatest(${offset}::int8 - number::int8 * ${mapPartBytes}, 0)::int + 1
      for (least(${offset + length}::int8 - number::int8 * ${mapPartBytes}, ${mapPartBytes})
        - greatest(${offset}::int8 - number::int8 * ${mapPartBytes}, 0))::int)
    from map_file_part
    where file_id = ${id} and number between ${Math.floor(offset / mapPartBytes)}::int
      and ${Math.floor((offset + Math.max(length, 1) - 1) / mapPartBytes)}::int
    order by number`;
  return Buffer.concat(pieces);
}

/** Puts a map in the place of the one in use, which is forgotten, and tells all servers. */
export async function useMap(tx: Tx, id: string, checked: CheckedMap): Promise<MapFileRow | undefined> {
  await removeUsed(tx);
  const { digest, west, south, east, north, minZoom, maxZoom } = checked;
  return findRow<MapFileRow>(tx)`
    update map_file set state = 'used', used_since = now(), digest = ${digest}, west = ${west}, south = ${south},
      east = ${east}, north = ${north}, min_zoom = ${minZoom}, max_zoom = ${maxZoom}
    where id = ${id} and state = 'checking' returning *`;
}

/** Forgets the map in use, and tells all servers. Two who do so at once do it one after the other. */
export async function removeUsed(tx: Tx): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('map_file')), pg_notify('map_file', 'used')`;
  await execute(tx)`delete from map_file where state = 'used'`;
}

export const forgetUpload = (tx: Tx, id: string): Promise<void> =>
  execute(tx)`delete from map_file where id = ${id} and state <> 'used'`;
