import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Delivery } from '../../source/event-source.ts';
import { EventBytes } from './event-bytes.ts';
import { keyColumns, numberedColumns, ownColumns } from '../event-table.ts';
import { RecordKeys } from './record-keys.ts';

/** What stands before a value: its length, −1 of null. */
const value = (bytes: Buffer | null) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes?.length ?? -1);
  return Buffer.concat([length, bytes ?? Buffer.alloc(0)]);
};
const whole = (number: number, size: 4 | 8) => {
  const bytes = Buffer.alloc(size);
  bytes.writeIntBE(number, size - 4, 4);
  return bytes;
};

/** Of each column that an event of this number says itself. */
const own = (event: number): Record<string, Buffer | null> => ({
  org_id: Buffer.alloc(16, 7),
  id: whole(event, 8),
  kind: Buffer.from('access_granted'),
  occurred_at: whole(event * 1000, 8),
  card_id: event % 3 === 0 ? null : Buffer.alloc(16, event % 251),
  litres: event % 2 === 0 ? null : whole(event, 4),
  failed_attempt: Buffer.from([0]),
  unauthorised: Buffer.from([event % 2]),
});

/** Events as a copy sends them, each of which names the first container or none, and no entrance. */
function copyOf(events: number): Buffer {
  const columns = [...ownColumns.map(([name]) => name), ...numberedColumns.keys()];
  const rows = Array.from({ length: events }, (_, index) => {
    const cells = { ...own(index + 1), container_number: index % 5 === 0 ? null : whole(1, 4) };
    const values = columns.map((name) => value(cells[name as keyof typeof cells] ?? null));
    return Buffer.concat([Buffer.from([0, columns.length]), ...values]);
  });
  return Buffer.concat([Buffer.alloc(19), ...rows, Buffer.from([0xff, 0xff])]);
}

/** The first container, without a group, of the second stream. */
const firstContainer = Buffer.concat([whole(1, 4), Buffer.alloc(16, 9), Buffer.alloc(16), whole(2, 4)]);

/** The rows that are read of a copy that comes in these pieces. */
async function rowsOf(pieces: Buffer[]): Promise<string[]> {
  const delivery = { state: { zones: '{}' }, events: pieces, numbers: [firstContainer, null], are: 'many' };
  const keys = new Map(keyColumns.map(([, table]) => [table, new RecordKeys(table)]));
  const rows: string[] = [];
  for await (const chunk of new EventBytes(delivery as unknown as Delivery, keys).chunks()) {
    rows.push(...chunk.getRows().map((row) => row.map(String).join(' ')));
  }
  return rows;
}

it('reads the same of a copy, wherever its pieces end', async () => {
  const copy = copyOf(60);
  const together = await rowsOf([copy]);
  expect(together).toHaveLength(60);
  expect(new Set(together)).toHaveLength(60);

  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(copy.length), { maxLength: 12 }), async (cuts) => {
      const ends = [...cuts.toSorted((one, other) => one - other), copy.length];
      expect(await rowsOf(ends.map((end, index) => copy.subarray(ends[index - 1] ?? 0, end)))).toEqual(together);
    }),
  );
  // Each byte a piece of its own.
  expect(await rowsOf([...copy].map((byte) => Buffer.from([byte])))).toEqual(together);
});

it('refuses a number that it was not told what it says', async () => {
  const delivery = { state: { zones: '{}' }, events: [copyOf(2)], numbers: [null, null], are: 'many' };
  const keys = new Map(keyColumns.map(([, table]) => [table, new RecordKeys(table)]));
  await expect(new EventBytes(delivery as unknown as Delivery, keys).chunks().next()).rejects.toThrow(
    'without what it says',
  );
});
