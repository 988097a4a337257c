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

async function convert(parquet: Parquet, text: string, file: string): Promise<Pick<WrittenFile, 'events' | 'ids'>> {
  const columns = coldColumns.map(({ name, type }) => `${literal(name)}: ${literal(type)}`).join(', ');
  await parquet.run(`
    copy (from read_csv(${literal(text)}, columns = {${columns}}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = ''))
    to ${literal(file)} (format parquet, compression zstd, parquet_version v2)`);
  const [[events, ids] = []] = await parquet.rows(
    `select count(*)::integer, coalesce(sum(id), 0)::varchar from read_parquet(${literal(file)})`,
  );
  return { events: Number(events), ids: String(ids) };
}
