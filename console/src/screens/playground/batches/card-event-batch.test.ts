import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, randomValues, type CardEventValues } from './card-event-batch.ts';

const now = new Date('2026-11-21T10:00:00Z');
const values: CardEventValues = {
  containerId: 'c',
  bootNumber: 2,
  eventNumber: 7,
  count: 3,
  kind: 'full_use',
  at: '',
  serialNumber: ' 04AB12CD ',
  listVersion: '',
};

describe('batchOf', () => {
  it('numbers the events without a gap, and sends now when no time is given', () => {
    const batch = batchOf(values, now);

    expect(batch.map(({ eventNumber }) => eventNumber)).toEqual([7, 8, 9]);
    expect(batch[0]).toMatchObject({ at: now.toISOString(), serialNumber: '04AB12CD', listVersion: null });
  });

  it('sends what is no moment as it was typed', () => {
    expect(batchOf({ ...values, at: '2026-11-21T12:00:05' }, now)[0]?.at).toBe('2026-11-21T10:00:05.000Z');
    expect(batchOf({ ...values, at: '21.11' }, now)[0]?.at).toBe('21.11');
  });

  it('is never longer than what shows the server’s limit', () => {
    fc.assert(
      fc.property(fc.option(fc.double()), (count) => {
        const { length } = batchOf({ ...values, count }, now);

        expect(length).toBeGreaterThanOrEqual(1);
        expect(length).toBeLessThanOrEqual(1001);
      }),
    );
  });
});

describe('randomValues', () => {
  it('is an event that a lock could report', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), fc.uniqueArray(fc.uuid()), (numbers, containerIds) => {
        const next = () => numbers.next().value ?? 0;

        const random = randomValues({ containerIds, serialNumbers: ['04AB12CD'] }, (below) => next() % below);

        expect([...containerIds, null]).toContain(random.containerId);
        expect(random.serialNumber).toMatch(/^([0-9A-F]{2}){4,10}$/);
        expect(random.bootNumber).toBeGreaterThan(0);
      }),
    );
  });
});
