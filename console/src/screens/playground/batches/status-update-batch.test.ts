import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrongValue } from '@noa/domain/status-update.ts';
import { randomUpdate, updateOf } from './status-update-batch.ts';

const now = new Date('2026-11-21T10:00:00Z');

describe('randomUpdate', () => {
  it('is an update that a lock could report', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), fc.uniqueArray(fc.uuid()), (numbers, containerIds) => {
        const values = randomUpdate(containerIds, (below) => Number(numbers.next().value) % below);

        expect(wrongValue(values.kind, values.value)).toBeNull();
        expect(values.containerId === null ? [null] : containerIds).toContain(values.containerId);
      }),
    );
  });
});

describe('updateOf', () => {
  it('sends now when no time is given, and what is wrong as it is', () => {
    const values = randomUpdate(['c'], () => 0);

    expect(updateOf({ ...values, value: ' 120 ' }, now)).toMatchObject({ at: now.toISOString(), value: '120' });
    expect(updateOf({ ...values, updateNumber: null }, now).updateNumber).toBeNaN();
  });
});
