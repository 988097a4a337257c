import { expect, it } from 'vitest';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { asSystem, db } from '../../testing/harness.ts';
import type { Tx } from '../../database/database.ts';
import { ensureIdentityDays, ensureMonths } from './monthly-partitions.ts';

const month = [new Date('2024-03-10T10:00:00Z')];

it.each([
  ['month of events', (tx: Tx) => ensureMonths(db, tx, 'stored_event', month)],
  ['month of readings', (tx: Tx) => ensureMonths(db, tx, 'status_update', month)],
  ['day of who opened', (tx: Tx) => ensureIdentityDays(db, tx, new Set(['2024-03-10']))],
])('a %s that somebody makes is nobody else’s before it is committed', async (_partition, ensure) => {
  const rolledBack = new Error('rolled back');
  let other: Promise<void> | undefined;
  await expect(
    asSystem(async (tx) => {
      await ensure(tx);
      other = asSystem(ensure);
      await untilAwaited(1); // as it is not there yet
      throw rolledBack;
    }),
  ).rejects.toBe(rolledBack);

  await other;

  await asSystem(async (tx) => expect(await ensure(tx)).toBeUndefined());
});
