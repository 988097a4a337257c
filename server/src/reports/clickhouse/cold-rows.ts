import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultTimeZone } from '@noa/domain/time/time-zone.ts';
import { workFolder } from '../../process/work-folders.ts';
import { literal, withParquet } from '../cold/parquet.ts';
import { clockChanges } from '../local-clock.ts';
import { coldNames } from '../source/cold-files.ts';
import type { DeliveredFile, Delivery } from '../source/event-source.ts';
import { zonesOf } from '../source/source-state.ts';
import { fed, local, sentColumns } from './event-columns.ts';

/**
 * The events of files in the rows in which PostgreSQL sends others, file by file.
 *
 * @param folder - for what lies there meanwhile.
 * @throws {OperatorError} if a file is missing, or not as it was written.
 */
export async function* coldRows({ cold, state, at }: Delivery, folder: string): AsyncGenerator<Buffer> {
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

async function* rowsOf(file: DeliveredFile, { folder, zone, at }: RowsAsked): AsyncGenerator<Buffer> {
  const own = workFolder(folder, 'feeding');
  const [parquet, text] = [join(own, 'events.parquet'), join(own, 'events.tsv')];
  await mkdir(own, { recursive: true });
  try {
    await file.fetch(parquet);
    await withParquet(own, async ({ run, rows }) => {
      const [[from, to] = []] = await rows(
        `select epoch_ms(min(occurred_at))::double, epoch_ms(max(occurred_at))::double from read_parquet(${literal(parquet)})`,
      );
      const clock = clockChanges(zone, Number(from), Number(to));
      const spans = clock.map(
        ({ since, ahead }) => `(epoch_ms(${Math.trunc(since)}::bigint), ${ahead * 1000}::bigint)`,
      );
      const values: Readonly<Record<string, string>> = {
        [local]: 'e.occurred_at + to_microseconds(clock.ahead)',
        [fed]: String(BigInt(at.getTime()) * 1000n),
      };
      const columns = sentColumns.map(
        (name) => `${values[name] ?? (coldNames.has(name) ? `e.${name}` : 'null')} as ${name}`,
      );
      await run(`
        copy (select ${columns.join(', ')} from read_parquet(${literal(parquet)}) e
          asof join (values ${spans.join(', ')}) clock (since, ahead) on e.occurred_at >= clock.since)
        to ${literal(text)} (format csv, header false, delimiter '\t', nullstr '\\N')`);
    });
    yield* createReadStream(text) as AsyncIterable<Buffer>;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
