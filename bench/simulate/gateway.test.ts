import { expect, it } from 'vitest';
import { Gateway } from './gateway.ts';
import { checksumOf } from './lock-list.ts';
import { Lock, type CardEvent } from './lock.ts';
import type { Network, Operation } from './network.ts';
import { Random } from './random.ts';
import { Stats } from './stats.ts';

const container = {
  id: 'k',
  serialNumber: 'K-1',
  containerGroupId: 'g',
  opensToAll: false,
  drumLitres: 30,
  sizeLitres: 1100,
};

/** A server that has all it is sent. */
const everythingArrives: Network = {
  ask: <Data>(_operation: Operation, { events = [] }: { events?: { bootNumber: number; eventNumber: number }[] }) =>
    Promise.resolve({
      results: events.map(() => ({ outcome: 'accepted', reason: null })),
      completeUpTo: events
        .slice(-1)
        .map(({ bootNumber, eventNumber }) => ({ containerId: container.id, bootNumber, number: eventNumber })),
    } as Data),
  close: () => Promise.resolve(),
};

it.each([true, false])('lets a lock forget what has arrived; a ledger is kept of it: %s', async (isKept) => {
  const lock = new Lock(container, 1, new Random(1, 'tests'));
  for (let number = 1; number <= 3; number += 1) {
    lock.events.add((position): CardEvent => ({
      ...position,
      containerId: container.id,
      kind: 'no_use',
      at: '2026-03-02T10:00:00Z',
      serialNumber: 'AB000001',
      listVersion: null,
    }));
  }
  const acknowledged: CardEvent[] = [];
  const ledger = {
    sent: () => undefined,
    acknowledged: (events: readonly CardEvent[]) => acknowledged.push(...events),
  };
  const gateway = new Gateway([lock], {
    network: everythingArrives,
    stats: new Stats(),
    random: new Random(1, 'tests'),
    moment: () => ({ from: 0, to: 0 }),
    ...(isKept && { ledger }),
  });
  gateway.loss = 0;
  lock.syncAt = Number.POSITIVE_INFINITY;

  await gateway.round(Date.now());

  expect(lock.events.size).toBe(0);
  expect(new Set(acknowledged.map(({ number }) => number))).toEqual(new Set(isKept ? [1, 2, 3] : []));
});

it('takes no answer that was asked for before the lock lost its list', async () => {
  const lock = new Lock(container, 1, new Random(1, 'tests'));
  const admit = (serialNumber: string) => ({ serialNumber, action: 'admit' }) as const;
  const whole = { version: '1', hasMore: false, checksum: checksumOf(['A', 'B']) };
  lock.list.take({ ...whole, mode: 'full', cards: [admit('A'), admit('B')] });
  const losesItsList: Network = {
    ask: <Data>() => {
      while (lock.list.version !== null) {
        lock.reboot();
      }
      const changed = { version: '2', hasMore: false, checksum: checksumOf(['A', 'B', 'C']) };
      return Promise.resolve({ ...changed, mode: 'delta', cards: [admit('C')] } as Data);
    },
    close: () => Promise.resolve(),
  };
  const stats = new Stats();
  const random = new Random(1, 'tests');
  const gateway = new Gateway([lock], { network: losesItsList, stats, random, moment: () => ({ from: 0, to: 0 }) });
  gateway.loss = 0;

  await gateway.round(Date.now());

  expect(stats.of('wrongChecksums')).toBe(0);
  expect(stats.of('answersLost')).toBe(1);
});
