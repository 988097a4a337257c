import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyKey } from '../../database/keys/sealing.ts';
import { IdNumberVault } from './id-number-vault.ts';

const key = onlyKey(Buffer.alloc(32, 1));
const other = onlyKey(randomBytes(32));
const apartment = { org_id: 'org', id: 'apartment' };
const idNumber = fc.stringMatching(/^[1-9]\d{1,12}$/);

describe('IdNumberVault', () => {
  it('opens what it sealed', () => {
    const vault = new IdNumberVault(key);

    fc.assert(
      fc.property(idNumber, (number) => {
        expect(vault.open(vault.seal(number, apartment).cipher, apartment)).toBe(number);
      }),
    );
  });

  it('never encrypts the same number to the same bytes, but always hashes it alike', () => {
    const [one, again] = [new IdNumberVault(key), new IdNumberVault(key)].map((vault) =>
      vault.seal('1800101221144', apartment),
    );

    expect(one?.cipher.equals(again?.cipher ?? Buffer.of())).toBe(false);
    expect(one?.hash).toEqual(again?.hash);
  });

  it('hashes differently under another key', () => {
    expect(new IdNumberVault(key).hash('427410')).not.toEqual(new IdNumberVault(other).hash('427410'));
  });

  it('refuses bytes that were changed, and the bytes of another key', () => {
    const vault = new IdNumberVault(key);
    const { cipher } = vault.seal('1800101221144', apartment);

    fc.assert(
      fc.property(fc.nat(cipher.length - 1), fc.integer({ min: 1, max: 255 }), (position, by) => {
        const changed = Buffer.from(cipher);
        changed[position] = (changed[position] ?? 0) ^ by;
        expect(() => vault.open(changed, apartment)).toThrow();
      }),
    );
    expect(() => new IdNumberVault(other).open(cipher, apartment)).toThrow();
  });

  it.each([0, 16, 31, 33])('takes no key of %i bytes', (length) => {
    expect(() => new IdNumberVault(onlyKey(Buffer.alloc(length)))).toThrow(RangeError);
  });
});
