import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { FairQueue } from '../../database/connection/fair-queue.ts';
import { findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import type { FileStore } from '../../file-store/file-store.ts';
import { workFolder } from '../../process/work-folders.ts';
import { inScope } from '../../records/record.ts';
import { cardEvents, type CardEventKey, type CardEventRow } from '../../telemetry/card-events/card-event-list.ts';
import { coldColumns, coldFileColumns, fetchFile, type ColdFile } from '../source/cold-files.ts';
import { literal, withParquet } from './parquet.ts';

/** Where past months lie, and a folder for what is read of them. */
export interface ColdEvents {
  readonly store: FileStore | null;
  readonly dataDir: string;
}

/** Who reads, and whether anybody still waits for it. */
interface Reader {
  readonly caller: string;
  readonly signal?: AbortSignal | undefined;
}

/** The files in which events may lie; of these, a month of each org has one, and seldom more. */
export const findFiles = (tx: Tx, keys: readonly CardEventKey[]): Promise<ColdFile[]> => findRows<ColdFile>(tx)`
  select ${sql.raw(coldFileColumns)} from cold_file f
  join (
    select distinct org_id, date_trunc('month', at)::date as month
    from unnest(${keys.map(({ orgId }) => orgId)}::uuid[], ${keys.map(({ occurredAt }) => occurredAt)}::timestamp[]) k (org_id, at)) k
    on k.org_id = f.org_id and k.month = f.month
  order by f.name`;

/** Files are read for so many pages of records at once: a month of a big org, brought from elsewhere, is a hundred megabytes. */
const slots = new FairQueue({ atOnce: 2, perCaller: 1, waiting: 20 });

/**
 * What files say of events, as `card_event` says it, in JSON. In a folder of this machine some of a file is read; from elsewhere it is brought whole.
 *
 * @throws {AppError} `LimitExceeded` while too many others wait. @throws {OperatorError} if a file is missing, or not as it was written.
 */
export async function readEvents(
  { store, dataDir }: ColdEvents,
  files: readonly ColdFile[],
  keys: readonly CardEventKey[],
  { caller, signal = new AbortController().signal }: Reader,
): Promise<string[]> {
  const releaseSlot = await slots.take(caller, signal);
  const folder = workFolder(dataDir, 'reading-months');
  try {
    await mkdir(folder, { recursive: true });
    const paths: string[] = [];
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted();
      const brought = join(folder, `${index}.parquet`);
      await (store?.pathOf ? undefined : fetchFile(store, file, brought));
      paths.push(store?.pathOf?.(file.name) ?? brought);
    }
    const found = await withParquet(folder, ({ rows }) => rows(eventsIn(paths, keys)), {
      others: store?.pathOf ? [store.address] : [],
      signal,
    });
    return found.map(([event]) => String(event));
  } finally {
    releaseSlot();
    await rm(folder, { recursive: true, force: true });
  }
}

function eventsIn(paths: readonly string[], keys: readonly CardEventKey[]): string {
  const fields = coldColumns.map(
    ({ name, type }) => `${name}: ${type === 'timestamp' ? `e.${name} || '+00'` : `e.${name}`}`,
  );
  return `select to_json({${fields.join(', ')}})::varchar
    from read_parquet([${paths.map(literal).join(', ')}]) e where e.id in (${keys.map(({ id }) => BigInt(id)).join(', ')})`;
}

/** Events in JSON as rows of `card_event`, by id: those that `scope` reaches. */
export async function reachedOf(tx: Tx, scope: Scope, events: readonly string[]): Promise<Map<string, CardEventRow>> {
  const rows = await findRows<CardEventRow>(tx)`
    select r.* from (
      select j.*, n.number as entrance_number from jsonb_populate_recordset(null::card_event, ${`[${events.join(', ')}]`}::jsonb) j
      left join numbered_entrance n on n.org_id = j.org_id and n.entrance_id = j.entrance_id and n.tower_block_id is not distinct from j.tower_block_id
        and n.access_group_id is not distinct from j.access_group_id and n.manager_id is not distinct from j.manager_id) r
    where ${inScope(cardEvents, scope)}`;
  return new Map(rows.map((row) => [row.id, row]));
}
