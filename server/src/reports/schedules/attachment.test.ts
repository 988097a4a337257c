import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { collect, TooLarge } from './attachment.ts';

describe('an attached file', () => {
  it('is not made on once it is too large', async () => {
    let made = 0;
    async function* pieces() {
      for (; made < 1000; made += 1) {
        yield 'ș'.repeat(50);
        await Promise.resolve();
      }
    }

    await expect(collect(Readable.from(pieces()), 1_000)).rejects.toThrow(TooLarge);
    expect(made).toBeLessThan(30);
    expect((await collect(Readable.from(['ab', Buffer.from('c')]), 3)).toString()).toBe('abc');
  });
});
