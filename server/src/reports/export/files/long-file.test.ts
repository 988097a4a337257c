import { once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '@noa/domain/reporting/report.ts';
import { forgetDue } from '../../../telemetry/retention/retention.ts';
import { anOrg } from '../../../testing/factories.ts';
import { asSystem, db, signIn } from '../../../testing/harness.ts';
import { always, givenEvents, reports } from '../../testing/events.ts';
import type { AboutFile } from '../about/about-file.ts';
import { openFile } from '../report-file.ts';
import type { FileCell } from '../records-file.ts';

const Export = /* GraphQL */ `
  mutation ($input: ExportInput!) {
    createExport(input: $input) {
      url
    }
  }
`;

/** More than two pages of records. */
const many = 25_000;

/** An event a minute, the litres telling which. */
async function givenManyEvents(orgId: string): Promise<void> {
  await asSystem(async (tx) => {
    await sql`select ensure_month('stored_event', '2025-01-01'::date)`.execute(tx);
    await sql`insert into stored_event (org_id, kind, occurred_at, litres)
      select ${orgId}, 'full_use', '2025-01-01'::timestamptz + i * interval '1 minute', i
      from generate_series(1, ${many}::int) i`.execute(tx);
  });
}

async function openRecords(orgId: string) {
  const reader = await signIn(['local_implementer'], { orgIds: [orgId] });
  const input = { ...always, groupBy: [], metrics: ['event_count'] };
  const { data } = await reader.run(Export, { input: { report: 'usage', format: 'CSV', records: true, input } });
  const file = await reports.downloads.find(data.createExport.url.replace('/downloads/', ''));
  if (!file) {
    throw new Error('No file');
  }
  return file.stream;
}

const litresOf = (text: string) =>
  text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(';').at(-3)));

describe('a long file of records', () => {
  it('is of one moment: what comes in or is forgotten while it is read is in it once, or not at all', async () => {
    const org = await anOrg();
    await givenManyEvents(org.id);
    const pieces = (await openRecords(org.id))[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const next = async () => (await pieces.next()).value?.toString() ?? '';
    let begun = (await next()) + (await next());

    await givenEvents([
      { org_id: org.id, occurred_at: new Date('2025-01-01T00:00:30Z'), litres: 30_000 },
      { org_id: org.id, occurred_at: new Date('2025-02-01T00:00:00Z'), litres: 30_001 },
    ]);
    await reports.engine.refresh();
    begun += await next();
    await asSystem((tx) =>
      tx.updateTable('org_settings').set({ event_retention_months: 12 }).where('org_id', '=', org.id).execute(),
    );
    await forgetDue(db);
    await reports.engine.refresh();
    let text = begun;
    for (let piece = await next(); piece !== ''; piece = await next()) {
      text += piece;
    }

    expect(litresOf(text)).toEqual(Array.from({ length: many }, (_, index) => many - index));
  });
});

describe.each(['CSV', 'XLSX'] satisfies ExportFormat[])('a file as %s', (format) => {
  const subject = { report: 'usage', from: new Date(always.from), to: new Date(always.to) };

  const about: AboutFile = {
    report: 'usage',
    isOfRecords: true,
    asked: { ...subject, groupBy: [], metrics: ['event_count'], filters: [] },
    names: new Map(),
    timeZones: ['Europe/Bucharest'],
    freshAsOf: subject.from,
    completeness: null,
    whoKnownFrom: null,
    leavesOut: null,
    madeBy: 'tests',
    madeAt: subject.from,
  };

  /** A hundred pieces, of which each is far more than a socket takes; and how many were asked for. */
  function rows() {
    const asked = { pieces: 0, isLeft: false };
    async function* make(): AsyncGenerator<FileCell[][]> {
      try {
        for (; asked.pieces < 100; asked.pieces += 1) {
          yield Array.from({ length: 5_000 }, () => [crypto.randomUUID(), crypto.randomUUID()]);
        }
      } finally {
        asked.isLeft = true;
      }
    }
    return { asked, make };
  }

  it('is made no faster than it is read: rows do not wait in memory', async () => {
    const { asked, make } = rows();
    const { stream } = openFile(subject, { format, locale: 'ro' }, { rows: make, about: () => about });

    let read = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      read += piece.length;
      if (read > 1_000_000) {
        break; // and leaves, as a browser would
      }
      for (let round = 0; round < 100; round += 1) {
        await new Promise((resolve) => setImmediate(resolve)); // time enough for whoever would read ahead
      }
      expect(asked.pieces).toBeLessThan(10);
    }

    if (!stream.closed) {
      await once(stream, 'close');
    }
    expect(asked.isLeft).toBe(true);
  });
});
