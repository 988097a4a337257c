import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { defaultTimeZone } from '@noa/domain/time/time-zone.ts';
import { workFolder } from '../../process/work-folders.ts';
import { literal, withParquet, type Parquet } from '../cold/parquet.ts';
import { clockChanges } from '../local-clock.ts';
import { coldNames } from '../source/cold-files.ts';
import type { DeliveredFile, Delivery } from '../source/event-source.ts';
import { zonesOf } from '../source/source-state.ts';
import { fed, local, sentColumns } from './event-columns.ts';

/** Events of one request: some ten megabytes. */
const mostRows = 1_000_000;

/** Events as a Parquet file of the columns that ClickHouse is sent. */
export interface ColdRows {
  readonly events: number;
  readonly parquet: Readable;
}

/**
 * The events of files with the columns that PostgreSQL sends of others, so many at a time. They are never text: an id, which has dozens of bytes, stands once
 * for thousands of events.
 *
 * @param folder - for what lies there meanwhile.
 * @throws {OperatorError} if a file is missing, or not as it was written.
 */
export async function* coldRows({ cold, state, at }: Delivery, folder: string): AsyncGenerator<ColdRows> {
  const zones = zonesOf(state);
  for (const file of cold) {
    yield* rowsOf(file, { folder, zone: zones[file.orgId] ?? defaultTimeZone, at });
  }
}

interface RowsAsked {
  readonly folder: string;
  readonly zone: string;
  readonly at: Date;
}

async function* rowsOf(file: DeliveredFile, { folder, zone, at }: RowsAsked): AsyncGenerator<ColdRows> {
  const own = workFolder(folder, 'feeding');
  const [cold, part] = [join(own, 'cold.parquet'), join(own, 'part.parquet')];
  await mkdir(own, { recursive: true });
  try {
    await file.fetch(cold);
    for (let first = 0; first < file.events; first += mostRows) {
      const end = Math.min(first + mostRows, file.events);
      await withParquet(own, (duckdb) => writePart(duckdb, { cold, part, zone, at, first, end }));
      const parquet = createReadStream(part);
      try {
        yield { events: end - first, parquet };
      } finally {
        parquet.destroy(); // of a request that was given up, too
      }
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

interface Part {
  readonly cold: string;
  readonly part: string;
  readonly zone: string;
  readonly at: Date;
  /** Of the rows of `cold`, from 0 on; `end` is not in it. */
  readonly first: number;
  readonly end: number;
}

async function writePart({ run, rows }: Parquet, { cold, part, zone, at, first, end }: Part): Promise<void> {
  const chosen = `from read_parquet(${literal(cold)}, file_row_number = true) where file_row_number >= ${first} and file_row_number < ${end}`;
  const [[from, to] = []] = await rows(
    `select epoch_ms(min(occurred_at))::double, epoch_ms(max(occurred_at))::double ${chosen}`,
  );
  const spans = clockChanges(zone, Number(from), Number(to)).map(
    ({ since, ahead }) => `(epoch_ms(${Math.trunc(since)}::bigint), ${ahead * 1000}::bigint)`,
  );
  const values: Readonly<Record<string, string>> = {
    [local]: 'e.occurred_at + to_microseconds(clock.ahead)',
    [fed]: `${BigInt(at.getTime()) * 1000n}::ubigint`,
  };
  const columns = sentColumns.map((name) => {
    const value = values[name] ?? (coldNames.has(name) ? `e.${name}` : 'null');
    return `${name.endsWith('_id') ? `${value}::varchar` : value} as ${name}`;
  });
  await run(`
    copy (select ${columns.join(', ')} from (select * ${chosen}) e
      asof join (values ${spans.join(', ')}) clock (since, ahead) on e.occurred_at >= clock.since)
    to ${literal(part)} (format parquet, compression zstd)`);
}
