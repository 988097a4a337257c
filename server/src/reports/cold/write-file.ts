import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { named } from '../../database/connection/statement-names.ts';
import type { FileStore } from '../../file-store/file-store.ts';
import { nowhere, readWhole, writeWhole } from '../../file-store/whole-file.ts';
import { coldColumns } from '../source/cold-files.ts';
import { literal, type Parquet } from './parquet.ts';

/** Events of one org, of one month in UTC. */
export interface OrgMonth {
  readonly orgId: string;
  /** Its first moment, and that of the next month, as PostgreSQL reads them. */
  readonly since: string;
  readonly until: string;
}

export interface Writing {
  /** In the transaction whose moment it is. */
  readonly client: pg.ClientBase;
  readonly parquet: Parquet;
  readonly store: FileStore;
  /** What both may read and write. */
  readonly folder: string;
}

/** A file as it was written, and found again in the store. */
export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly events: number;
  /** The sum of the numbers of its events. */
  readonly ids: string;
  readonly runs: readonly Run[];
}

/** Numbers of events of a container since it started, all of which are in a file. */
export interface Run {
  readonly containerId: string;
  readonly bootNumber: number;
  readonly first: number;
  readonly last: number;
  /** When those two happened, in UTC. */
  readonly firstAt: string;
  readonly lastAt: string;
}

/**
 * Writes the events of a month of an org into the store, in the order in which they came: then what stands beside them is alike, and takes
 * 14 bytes an event. PostgreSQL sends them as text, which is read from a file: they may be tens of millions, on a machine that has others to serve.
 *
 */
export async function writeFile(
  { client, parquet, store, folder }: Writing,
  name: string,
  month: OrgMonth,
): Promise<WrittenFile> {
  const [text, file] = [join(folder, 'events.csv'), join(folder, 'events.parquet')];
  try {
    await pipeline(
      client.query(copyTo(named(`copy (${eventsOf(month)}) to stdout (format csv)`))),
      createWriteStream(text),
    );
    const counted = await convert(parquet, text, file);
    const written = await writeWhole(store, name, createReadStream(file));
    // It takes the place of what is deleted: what the store has is read once more.
    await readWhole(store, { name, sha256: written.sha256 }, nowhere());
    return { ...written, ...counted };
  } finally {
    await Promise.all([text, file].map((path) => rm(path, { force: true })));
  }
}

const eventsOf = ({ orgId, since, until }: OrgMonth) => `
  select ${coldColumns.map(({ name, value }) => `${value} as ${name}`).join(', ')} from card_event e
  where e.org_id = ${pg.escapeLiteral(orgId)} and e.occurred_at >= ${pg.escapeLiteral(since)} and e.occurred_at < ${pg.escapeLiteral(until)}
  order by e.id`;

async function convert(
  parquet: Parquet,
  text: string,
  file: string,
): Promise<Pick<WrittenFile, 'events' | 'ids' | 'runs'>> {
  const columns = coldColumns.map(({ name, type }) => `${literal(name)}: ${literal(type)}`).join(', ');
  await parquet.run(`
    copy (from read_csv(${literal(text)}, columns = {${columns}}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = ''))
    to ${literal(file)} (format parquet, compression zstd, parquet_version v2)`);
  const [[events, ids] = []] = await parquet.rows(
    `select count(*)::integer, coalesce(sum(id), 0)::varchar from read_parquet(${literal(file)})`,
  );
  return { events: Number(events), ids: String(ids), runs: await findRuns(parquet, file) };
}

async function findRuns(parquet: Parquet, file: string): Promise<Run[]> {
  const found = await parquet.rows(`
    select container_id::varchar, boot_number, min(event_number), max(event_number), arg_min(occurred_at, event_number)::varchar,
      arg_max(occurred_at, event_number)::varchar
    from (
      select container_id, boot_number, event_number, occurred_at,
        event_number - row_number() over (partition by container_id, boot_number order by event_number) as run
      from read_parquet(${literal(file)}) where event_number is not null)
    group by container_id, boot_number, run order by all`);
  return found.map(([containerId, bootNumber, first, last, firstAt, lastAt]) => ({
    containerId: String(containerId),
    bootNumber: Number(bootNumber),
    first: Number(first),
    last: Number(last),
    firstAt: String(firstAt),
    lastAt: String(lastAt),
  }));
}
