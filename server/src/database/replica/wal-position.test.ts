import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LagMeter, Latest } from './read-replica.ts';
import { shows } from './wal-position.ts';

const at = (bytes: bigint, history = '7/00000001/5', follows = true) => ({ bytes, history, follows });

describe('a standby shows what was committed', () => {
  it.each([
    ['where it has come there', at(10n), at(10n), true],
    ['where it is further', at(11n), at(10n), true],
    ['not yet where it is behind', at(9n), at(10n), false],
    ['not where it is of another timeline, however far', at(99n, '7/00000002/5'), at(10n), false],
    ['not where it is of another cluster', at(99n, '8/00000001/5'), at(10n), false],
    ['not where it is of another database', at(99n, '7/00000001/6'), at(10n), false],
    ['not where it follows nobody', at(99n, '7/00000001/5', false), at(10n), false],
  ])('%s', (_, standby, position, expected) => {
    expect(shows(standby, position)).toBe(expected);
  });
});

describe('how far a replica is behind', () => {
  it('is since the first moment that it does not show all of', () => {
    const meter = new LagMeter();

    expect(meter.see(at(10n), at(10n), 0)).toEqual({ bytes: 0, seconds: 0 });
    expect(meter.see(at(20n), at(10n), 1_000)).toEqual({ bytes: 10, seconds: 0 });
    expect(meter.see(at(30n), at(15n), 2_000)).toEqual({ bytes: 15, seconds: 1 });
    expect(meter.see(at(30n), at(25n), 3_000)).toEqual({ bytes: 5, seconds: 1 });
    expect(meter.see(at(30n), at(30n), 4_000)).toEqual({ bytes: 0, seconds: 0 });
  });

  it('is measured for as long as one likes, with few looks remembered', () => {
    const meter = new LagMeter();
    for (let second = 0; second < 5_000; second += 1) {
      meter.see(at(BigInt(second + 1)), at(0n), second * 1_000);
    }

    expect(meter.see(at(5_001n), at(0n), 5_000_000)).toEqual({ bytes: 5_001, seconds: 5_000 });
  });
});

describe('what many want to know', () => {
  it('is asked once for all of them, after each of them came, one question at a time', async () => {
    let [asked, underWay] = [0, 0];
    const latest = new Latest(async () => {
      const question = ++asked;
      expect(++underWay).toBe(1);
      await delay(5);
      underWay -= 1;
      return question;
    });

    const first = latest.get();
    const later = Promise.all([latest.get(), latest.get(), latest.get()]);

    await expect(first).resolves.toBe(1);
    await expect(later).resolves.toEqual([2, 2, 2]);
    await expect(latest.get()).resolves.toBe(3);
  });

  it('is asked anew after it failed', async () => {
    let asked = 0;
    const latest = new Latest(async () => {
      if (++asked === 1) {
        throw new RangeError('ours');
      }
      return asked;
    });

    const [first, second] = await Promise.allSettled([latest.get(), latest.get()]);

    expect(first.status).toBe('rejected');
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });
});
